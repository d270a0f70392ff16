/** Works out every point of a plan, over threads of this machine or a queue, and writes the folder of results. */
import { setTimeout as pause } from 'node:timers/promises';
import { pointsOf, type Shard } from '../../../simulation/sweep/shard.ts';
import type { SweepSummary } from '../../../simulation/sweep/result-schema.ts';
import { assertInstalled, withPackages } from '../../packages/optional-package.ts';
import { workThrough } from '../../workers/work-through.ts';
import { assertReplaceable } from '../files/report-folder.ts';
import { commandContext } from '../process/command-context.ts';
import { writeSweep } from './sweep-folder.ts';
import { SweepJournal } from './sweep-journal.ts';
import type { PlannedSweep } from './sweep-plan.ts';
import { poolOf } from './sweep-pool.ts';
import type { Kept } from './sweep-queue.ts';

/** After a signal, running points may take so long to finish and be kept, in milliseconds. */
const graceMs = 200;

/** One call of `orrery sweep` that collects. Threads, shard and queue do not change the lines of the results. */
export interface SweepCall {
  readonly planned: PlannedSweep;
  readonly shard: Shard;
  /** Where the results go: a new or empty folder, or an earlier report. */
  readonly out: string;
  /** Threads of this process; 0 only where a queue has workers elsewhere. */
  readonly workers: number;
  /** The address of a Redis that shares out the points. */
  readonly queue: string | undefined;
  /** Called once, before any point runs. */
  readonly onBegin?: (start: SweepStart) => void;
  /** Called after each batch with the number of finished points. */
  readonly onPoints?: (finished: number) => void;
}

/** What an earlier call has left of this sweep; all counts are of points or lines. */
export interface SweepStart {
  /** Points that an earlier call has finished. */
  readonly resumed: number;
  readonly total: number;
  /** Damaged lines of the earlier call. */
  readonly discarded: number;
  /** Where finished points are kept until all are. */
  readonly folder: string;
}

/** `stopped`: a signal came, and the same call resumes from the points in `folder`. */
export type CollectedSweep =
  | { readonly kind: 'finished'; readonly summary: SweepSummary; readonly wallSeconds: number }
  | { readonly kind: 'stopped'; readonly done: number; readonly total: number; readonly folder: string };

/** Resumes from the points that an earlier call of the same plan has kept. Throws `CallMistake` for a foreign folder. */
export async function collectSweep(call: SweepCall): Promise<CollectedSweep> {
  const { planned, shard, out, onBegin, onPoints } = call;
  const { plan } = planned;
  assertInstalled('results.parquet');
  assertReplaceable(out);
  const journal = new SweepJournal(out, plan, shard);
  const resumed = journal.count;
  const points = pointsOf(plan, shard).filter((point) => !journal.has(point));
  const total = resumed + points.length;
  onBegin?.({ resumed, total, discarded: journal.discarded, folder: journal.folder });
  const startedAt = process.hrtime.bigint();
  try {
    const keep = (lines: readonly string[]): void => {
      journal.add(lines);
      onPoints?.(journal.count);
    };
    const isKept = (point: number): boolean => journal.has(point);
    if (points.length > 0) await workOn(call, { points, keep, isKept });
  } catch (error) {
    journal.close();
    throw error;
  }
  const missing = points.filter((point) => !journal.has(point)).length;
  if (missing > 0) {
    journal.close();
    return { kind: 'stopped', done: total - missing, total, folder: journal.folder };
  }
  const wallSeconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  const by = call.queue === undefined ? 'threads' : 'queue';
  const making = { by, workers: call.workers, wallSeconds, resumed } as const;
  const summary = await writeSweep({ plan, shard, lines: journal.lines() }, out, making);
  journal.remove();
  return { kind: 'finished', summary, wallSeconds };
}

/** Runs and keeps every open point. Resolves early when it is interrupted. */
async function workOn({ planned, workers, queue }: SweepCall, kept: Kept): Promise<void> {
  const { signal } = commandContext;
  if (queue !== undefined) {
    const { collectOverQueue } = await withPackages('--queue', () => import('./sweep-queue.ts'));
    return collectOverQueue({ planned, url: queue, workers, signal }, kept);
  }
  const pool = poolOf(planned, Math.min(workers, kept.points.length));
  const over = commandContext.onInterrupt(() => void pause(graceMs).then(() => pool.close()));
  try {
    await workThrough({ points: kept.points, pool, onLines: kept.keep, signal });
  } catch (error) {
    // Points that were running when the threads ended run again in the next call.
    if (!signal.aborted) throw error;
  } finally {
    over();
    await pool.close();
  }
}
