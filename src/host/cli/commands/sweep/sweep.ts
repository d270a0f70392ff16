/** `orrery sweep`: every point of a plan, over threads of this machine or a queue for many, into one folder of results. */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../../../core/base/refusal.ts';
import { workThrough } from '../../../workers/work-through.ts';
import { parseShard, pointsOf, wholeSweep, type Shard } from '../../../../simulation/sweep/shard.ts';
import { commandContext } from '../../../app/command-context.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { startCountBar } from '../../output/progress.ts';
import { assertReplaceable } from '../../../app/report-folder.ts';
import { SweepJournal } from '../../../app/sweep-journal.ts';
import { poolOf } from '../../../app/sweep-pool.ts';
import { planSweep, type PlannedSweep, type PlanOptions } from '../../../app/sweep-plan.ts';
import type { Kept } from './sweep-queue.ts';
import { conclude, defaultPlace, writeSweep } from './sweep-report.ts';
import { complain } from '../../output/output.ts';

export interface SweepOptions extends PlanOptions {
  readonly workers?: string;
  readonly shard?: string;
  readonly queue?: string;
  readonly work?: boolean;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const workersMax = 1_024;
/** What is under way at a signal may take so long to come in and be kept. */
const graceMs = 200;

export async function sweepCommand(file: string, options: SweepOptions): Promise<number> {
  const workers = workersOf(options);
  const shard = shardOf(options);
  if (options.work === true && options.queue === undefined)
    throw new CallMistake('--work: expected --queue as well, which says whom to work for');
  if (options.out !== undefined) assertReplaceable(options.out);
  const planned = await planSweep(file, options);
  if (options.queue !== undefined) await (await import('./sweep-queue.ts')).assertQueue(options.queue);
  if (options.work === true) {
    commandContext.isMeantToBeStopped = true;
    const { helpOverQueue } = await import('./sweep-queue.ts');
    return helpOverQueue(
      { planned, url: options.queue ?? '', workers, signal: commandContext.signal },
      options,
    );
  }
  return collect(planned, { workers, shard, options });
}

interface Collecting {
  readonly workers: number;
  readonly shard: Shard;
  readonly options: SweepOptions;
}

async function collect(planned: PlannedSweep, call: Collecting): Promise<number> {
  const { plan } = planned;
  const { shard, options, workers } = call;
  const out = options.out ?? defaultPlace(plan, shard);
  assertReplaceable(out);
  const journal = new SweepJournal(out, plan, shard);
  const resumed = journal.count;
  const points = pointsOf(plan, shard).filter((point) => !journal.has(point));
  const talks = options.quiet !== true && options.json !== true;
  if (talks && resumed > 0)
    complain(`orrery: goes on from ${resumed} finished points in ${journal.folder}\n`);
  if (talks && journal.discarded > 0)
    complain(
      `orrery: ${journal.discarded} lines in ${journal.folder} are not as they were written; their points are run again\n`,
    );
  const bar = startCountBar(talks, { done: resumed, total: resumed + points.length, what: 'points' });
  const startedAt = process.hrtime.bigint();
  try {
    const keep = (lines: readonly string[]): void => {
      journal.add(lines);
      bar.update(journal.count);
    };
    const isKept = (point: number): boolean => journal.has(point);
    if (points.length > 0) await workOn(planned, call, { points, keep, isKept });
  } catch (error) {
    journal.close();
    throw error;
  } finally {
    bar.stop();
  }
  const missing = points.filter((point) => !journal.has(point)).length;
  if (missing > 0) {
    journal.close();
    const done = resumed + points.length - missing;
    complain(
      `orrery: stopped with ${done} of ${resumed + points.length} points in ${journal.folder}; the same call goes on from there\n`,
    );
    return exitCode.interrupted;
  }
  const wallSeconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  const by = options.queue === undefined ? 'threads' : 'queue';
  const summary = writeSweep({ plan, shard, lines: journal.lines() }, out, {
    by,
    workers,
    wallSeconds,
    resumed,
  });
  journal.remove();
  return conclude(summary, {
    wallSeconds,
    folder: out,
    json: options.json === true,
    quiet: options.quiet === true,
  });
}

/** Gets every open point kept. Resolves early where it is told to stop. */
async function workOn(planned: PlannedSweep, { workers, options }: Collecting, kept: Kept): Promise<void> {
  const { signal } = commandContext;
  if (options.queue !== undefined) {
    const { collectOverQueue } = await import('./sweep-queue.ts');
    return collectOverQueue({ planned, url: options.queue, workers, signal }, kept);
  }
  const pool = poolOf(planned, Math.min(workers, kept.points.length));
  const over = commandContext.onInterrupt(() => void pause(graceMs).then(() => pool.close()));
  try {
    await workThrough({ points: kept.points, pool, onLines: kept.keep, signal });
  } catch (error) {
    // Points that were under way when the threads were ended are done again by the next call.
    if (!signal.aborted) throw error;
  } finally {
    over();
    await pool.close();
  }
}

function workersOf({ workers, queue, work }: SweepOptions): number {
  if (workers === undefined) return availableParallelism();
  const count = /^\d{1,4}$/.test(workers) ? Number(workers) : -1;
  const least = queue !== undefined && work !== true ? 0 : 1;
  if (count >= least && count <= workersMax) return count;
  throw new CallMistake(`--workers ${workers}: expected a number of threads from ${least} to ${workersMax}`);
}

function shardOf({ shard, queue }: SweepOptions): Shard {
  if (shard === undefined) return wholeSweep;
  if (queue !== undefined) throw new CallMistake('--shard and --queue: expected one of the two');
  const parsed = parseShard(shard);
  if (parsed instanceof Refusal) throw new CallMistake(`--shard: ${parsed.message}`);
  return parsed;
}
