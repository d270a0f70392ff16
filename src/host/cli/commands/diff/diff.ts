/** `orrery diff A B`: the first event, service and field at which two runs part. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { say, sayJson } from '../../output/output.ts';
import { jsonIn, textOf } from '../../../app/text-file.ts';

interface Manifest {
  scenario: string;
  seed: string;
  policyHash: string;
  digest: string;
  checkpoints: { event: number; digest: string }[];
}

type Row = Readonly<Record<string, string>>;

/** Where two runs part. `a` and `b` are null where one run has ended. */
export interface Difference {
  readonly file: 'events.csv' | 'ledger.csv';
  readonly event: number | null;
  readonly at: string;
  readonly service: string;
  readonly operation: string;
  readonly field: string;
  readonly a: string | null;
  readonly b: string | null;
}

export interface DiffOptions {
  json?: boolean;
  quiet?: boolean;
}

export function diffCommand(left: string, right: string, options: DiffOptions): number {
  const [a, b] = [readManifest(left), readManifest(right)];
  // The digest folds what happened, not what was said of it: rows may differ where digests do not.
  const difference = firstDifference(left, right);
  const setup = setupDifferences(a, b);
  const checkpoint = firstCheckpoint(a, b);
  const ok = a.digest === b.digest && difference === null;
  if (options.json === true) {
    sayJson({ digests: [a.digest, b.digest], setup, checkpoint, difference, ok });
  } else if (options.quiet !== true) {
    say(diffText({ a, b, setup, checkpoint, difference }));
  }
  return ok ? exitCode.held : exitCode.failed;
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
function firstDifference(left: string, right: string): Difference | null {
  const inEvents = firstRow('events.csv', left, right);
  const inLedger = firstRow('ledger.csv', left, right);
  if (inEvents === null || inLedger === null) return inEvents ?? inLedger;
  return inLedger.at < inEvents.at ? inLedger : inEvents;
}

function firstRow(file: Difference['file'], left: string, right: string): Difference | null {
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

/** Names the field by which a person recognises the difference; positions differ only because something else did. */
function differingField(one: Row | undefined, two: Row | undefined): string | null {
  if (one === undefined || two === undefined) return 'at';
  return Object.keys(one).find((field) => field !== 'event' && one[field] !== two[field]) ?? null;
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

function diffText(found: {
  a: Manifest;
  b: Manifest;
  setup: readonly string[];
  checkpoint: number | null;
  difference: Difference | null;
}): string {
  const { a, b, setup, checkpoint, difference } = found;
  if (a.digest === b.digest && difference === null) {
    return `the two runs are the same: digest ${a.digest}\n`;
  }
  const lines = [`the two runs differ: digest ${a.digest} and ${b.digest}`];
  if (setup.length > 0) lines.push(`  set up differently: ${setup.join('; ')}`);
  if (checkpoint !== null) lines.push(`  first differing checkpoint: event ${checkpoint}`);
  if (difference === null)
    lines.push('  no row of events.csv or ledger.csv differs: the order of due events does');
  else {
    const where = difference.event === null ? difference.file : `event ${difference.event}`;
    lines.push(
      `  first difference: ${where} at ${difference.at}, ${difference.service} ${difference.operation}`,
    );
    lines.push(
      `    ${difference.field}: ${difference.a ?? '(run ended)'} and ${difference.b ?? '(run ended)'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
