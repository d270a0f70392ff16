/** The threads of one machine for a campaign, and the lines in which runs come back from a thread or from another machine. */
import { fileURLToPath } from 'node:url';
import type { CampaignSeries, RunOutcome } from '../../../verification/check/campaign.ts';
import { Coverage } from '../../../verification/check/coverage.ts';
import { WorkerPool } from '../../workers/pool.ts';
import { compiledFile } from '../process/compiled-file.ts';
import { stepMsMax } from '../process/step-time.ts';

/** What a run has come to. */
export interface NumberedOutcome {
  /** From 1. */
  readonly run: number;
  readonly outcome: RunOutcome;
}

export const lineOf = (numbered: NumberedOutcome): string => JSON.stringify(numbered);

/** Undefined for any other text. A line of another machine may be forged: only its form is known afterwards. */
export function readOutcome(line: string): NumberedOutcome | undefined {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isNumbered(read) ? read : undefined;
}

/** Threads that execute runs of the series, which is their `workerData`. */
export function poolOf(data: CampaignSeries, workers: number): WorkerPool {
  const filename = fileURLToPath(compiledFile(new URL('check-worker.js', import.meta.url)));
  return new WorkerPool({ filename, workers, data, crashed: crashedLine, stepMsMax });
}

/** A run that took its thread down. */
export function crashedLine(run: number, message: string): string {
  const text = `the run ended its thread: ${message}`;
  const violation = { property: 'invariants-hold', message: text, atMs: 0 } as const;
  const { seen } = new Coverage();
  return lineOf({ run, outcome: { violations: [violation], operations: 0, digest: '', seen } });
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function isNumbered(value: unknown): value is NumberedOutcome {
  if (!isFields(value) || !Number.isSafeInteger(value['run']) || !isFields(value['outcome'])) return false;
  const { violations, operations, digest, seen } = value['outcome'];
  return (
    Array.isArray(violations) &&
    violations.every(isViolation) &&
    Number.isSafeInteger(operations) &&
    typeof digest === 'string' &&
    isSeen(seen)
  );
}

const isViolation = (value: unknown): boolean =>
  isFields(value) &&
  typeof value['property'] === 'string' &&
  typeof value['message'] === 'string' &&
  typeof value['atMs'] === 'number';

const isSeen = (value: unknown): boolean =>
  isFields(value) &&
  Object.keys(new Coverage().seen).every((kind) => {
    const names: unknown = value[kind];
    return Array.isArray(names) && names.every((name) => typeof name === 'string');
  });
