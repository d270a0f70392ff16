/** The part of a trace that a deployment with fewer services can answer: whole sessions, numbered anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { serviceOf } from '../../../src/live/traffic/plan/plan.ts';
import type { TraceEnd, TraceRecord } from '../../../src/simulation/trace/format.ts';

const reference = /(\$\$)|\$\{(\d{1,10}):/g;

function referencesOf({ request }: TraceRecord): number[] {
  const found = JSON.stringify(request).matchAll(reference);
  return [...found].filter(([, dollar]) => dollar === undefined).map(([, , n]) => Number(n));
}

/** What a deployment has: its services, and the operations of them that it lacks. */
export interface Part {
  readonly services: readonly string[];
  readonly lacks?: readonly string[];
}

/** The sessions that call only what it has, and refer to no record of a session that calls more. */
function sessionsWithin(records: readonly TraceRecord[], { services, lacks = [] }: Part): Set<number> {
  const kept = new Set(records.map(({ session }) => session));
  for (const { session, request, call } of records) {
    const operation = call.slice(call.lastIndexOf('/') + 1);
    if (!services.includes(serviceOf(request.path) ?? '') || lacks.includes(operation)) kept.delete(session);
  }
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const record of records)
      if (referencesOf(record).some((n) => !kept.has(records[n]!.session))) kept.delete(record.session);
  }
  return kept;
}

/** Writes it to `to` and returns the number of its records. */
export function writePartOfTrace(from: string, to: string, part: Part): number {
  const lines = gunzipSync(readFileSync(from)).toString().trimEnd().split('\n');
  const records = lines.slice(1, -1).map((line) => JSON.parse(line) as TraceRecord);
  const sessions = sessionsWithin(records, part);
  const kept = records.filter(({ session }) => sessions.has(session));
  const numbers = new Map(kept.map(({ n }, index) => [n, index]));
  const renumbered = kept.map((record) => {
    const text = JSON.stringify({ ...record, n: numbers.get(record.n) });
    return text.replaceAll(reference, (whole, dollar: string | undefined, n: string) =>
      dollar === undefined ? `\${${String(numbers.get(Number(n)))}:` : whole,
    );
  });
  const end = { ...(JSON.parse(lines.at(-1)!) as TraceEnd), requests: kept.length };
  writeFileSync(to, gzipSync(`${[lines[0], ...renumbered, JSON.stringify(end)].join('\n')}\n`));
  return kept.length;
}
