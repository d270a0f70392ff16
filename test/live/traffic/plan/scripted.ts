/** The script of a replay without an engine: a test answers each request as it likes. */
import { NoiseMask } from '../../../../src/live/traffic/compare/explain.ts';
import type { RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { makePlan } from '../../../../src/live/traffic/plan/plan.ts';
import { spareOf } from '../../../../src/live/traffic/plan/planned-spending.ts';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import type { ScriptedRequest } from '../../../../src/live/traffic/plan/scripted-request.ts';
import { TraceScript } from '../../../../src/live/traffic/plan/trace-script.ts';
import type { TraceScriptParts } from '../../../../src/live/traffic/plan/trace-script-parts.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { TraceReader } from '../../../../src/simulation/trace/reader.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from '../traces.ts';

export interface Scripted {
  readonly script: TraceScript;
  readonly requests: readonly ScriptedRequest[];
  /** Kind, field and explanation of each difference so far, with how often there is one. */
  readonly differences: () => string[];
}

/** A record of a trace; one of real clients says how long it took. */
export interface Recorded extends RecordChanges {
  readonly took?: number;
}

const lineOf = ({ took, ...record }: Recorded): string =>
  took === undefined
    ? recordLine(record)
    : `${JSON.stringify({ ...(JSON.parse(recordLine(record)) as object), took })}\n`;

/** `extra` are further lines of the target file; `change` is what the script does otherwise. */
export async function scripted(
  records: readonly Recorded[],
  extra = '',
  change: Partial<TraceScriptParts> = {},
): Promise<Scripted> {
  const trace = traceFile(records.map(lineOf), headerLine());
  const services = extra.includes('services:') ? '' : 'services: { faucet: "http://127.0.0.1:1/f" }\n';
  const target = readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nallow: writes\n${services}${extra}`);
  const { schedule = new Schedule({ ...asRecorded, speed: 'max' }) } = change;
  const plan = await makePlan(trace, target, { schedule, only: undefined, namespace: 'tests' });
  const { reader } = await TraceReader.open(trace);
  const script = new TraceScript({
    reader, plan, target, schedule,
    endpoints: { indexOf: () => 0 },
    mask: new NoiseMask(undefined),
    keepsThinkTime: true,
    keepsOrder: false,
    sendsAddresses: false,
    only: undefined,
    warmUpMs: 0,
    hasFaults: false,
    limitWaitMs: 0,
    spare: spareOf(target.budget, plan.spending),
    callOf: undefined,
    ...change,
  }); // prettier-ignore
  const requests: ScriptedRequest[] = [];
  for (let more = await script.next(); more.length > 0; more = await script.next()) requests.push(...more);
  const differences = (): string[] =>
    script.judge.differences
      .groups()
      .map(({ kind, field, explanation, count }) => `${count} ${kind} ${field} ${explanation}`.replace('  ', ' '))
      .toSorted(); // prettier-ignore
  return { script, requests, differences };
}

/** An answer with this status and body, a second after the start of the recording. */
export function answerOf(status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}) {
  const bytes = Buffer.from(JSON.stringify(body));
  const lines = Object.entries({ date: 'Thu, 01 Jan 2026 00:00:01 GMT', ...headers });
  const head = [`HTTP/1.1 ${status} X`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return {
    status, bytes, start: 0, end: bytes.length, keepsAlive: true, encoding: '',
    head: head.map((line) => `${line}\r\n`).join(''),
  } satisfies RawAnswer; // prettier-ignore
}
