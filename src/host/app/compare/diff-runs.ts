/** The first event, service and field at which two runs part, from their report folders. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { differingField } from '../../../report/compare/differing-field.ts';
import { jsonIn, textOf } from '../files/text-file.ts';
import { CallMistake } from '../process/exit.ts';
import type { DiffResult, DigestDifference, Manifest } from '../result-schema.ts';

type Row = Readonly<Record<string, string>>;

/** Compares two report folders. Throws `CallMistake` for a folder that is none. */
export function diffRuns(left: string, right: string): DiffResult {
  const [a, b] = [readManifest(left), readManifest(right)];
  // The digest folds what happened, not what was said of it: rows may differ where digests do not.
  const difference = firstDifference(left, right);
  return {
    digests: [a.digest, b.digest],
    setup: setupDifferences(a, b),
    checkpoint: firstCheckpoint(a, b),
    difference,
    ok: a.digest === b.digest && difference === null,
  };
}

function readManifest(folder: string): Manifest {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file))
    throw new CallMistake(`${folder} is no report folder; expected one with a manifest.json`);
  const manifest = jsonIn(file, 'the manifest of a run') as Partial<Manifest> | null;
  if (typeof manifest?.digest === 'string' && Array.isArray(manifest.checkpoints))
    return manifest as Manifest;
  throw new CallMistake(`${file} is the manifest of something else; expected that of a run`);
}

/** What the two runs were set up with, where that differs. */
function setupDifferences(a: Manifest, b: Manifest): string[] {
  return (['scenario', 'seed', 'policyHash'] as const)
    .filter((field) => a[field] !== b[field])
    .map((field) => `${field} ${a[field]} and ${b[field]}`);
}

/** The first common checkpoint at which the digests differ. */
function firstCheckpoint(a: Manifest, b: Manifest): number | null {
  const other = new Map(b.checkpoints.map(({ event, digest }) => [event, digest]));
  const found = a.checkpoints.find(({ event, digest }) => other.has(event) && other.get(event) !== digest);
  return found?.event ?? null;
}

/** The earlier of the first differing request and the first differing transfer. */
function firstDifference(left: string, right: string): DigestDifference | null {
  const inEvents = firstRow('events.csv', left, right);
  const inLedger = firstRow('ledger.csv', left, right);
  if (inEvents === null || inLedger === null) return inEvents ?? inLedger;
  return inLedger.at < inEvents.at ? inLedger : inEvents;
}

function firstRow(file: DigestDifference['file'], left: string, right: string): DigestDifference | null {
  const [a, b] = [readRows(join(left, file)), readRows(join(right, file))];
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [one, two] = [a[index], b[index]];
    const field = differingField(one, two);
    if (field === null) continue;
    const shown = one ?? two ?? {};
    return {
      file,
      event: shown['event'] === undefined ? null : Number(shown['event']),
      at: [one?.['at'], two?.['at']].filter((at) => at !== undefined).toSorted()[0] ?? '',
      service: shown['service'] ?? 'ledger',
      operation: shown['operation'] ?? shown['kind'] ?? '',
      field,
      a: one?.[field] ?? null,
      b: two?.[field] ?? null,
    };
  }
  return null;
}

function readRows(file: string): Row[] {
  if (!existsSync(file)) throw new CallMistake(`${file} is missing; expected a complete report folder`);
  const text = textOf(file, 'the table of a run');
  try {
    return parse(text, { columns: true, relax_quotes: true }) as Row[];
  } catch (error) {
    const { message } = error as Error;
    throw new CallMistake(`${file} is no CSV: ${message}; expected a complete report folder`);
  }
}
