/** `orrery sweep`: every point of a plan, over threads of this machine or a queue for many, into one folder of results. */
import { availableParallelism } from 'node:os';
import { Refusal } from '../base/refusal.ts';
import { workThrough } from '../crew/work-through.ts';
import { parseShard, pointsOf, wholeSweep, type Shard } from '../sweep/shard.ts';
import { CallMistake } from './exit.ts';
import { startCountBar } from './progress.ts';
import { assertReplaceable } from './report-folder.ts';
import { SweepJournal } from './sweep-journal.ts';
import { poolOf } from './sweep-pool.ts';
import { planSweep, type PlannedSweep, type PlanOptions } from './sweep-plan.ts';
import type { Kept } from './sweep-queue.ts';
import { conclude, defaultPlace, writeSweep } from './sweep-report.ts';

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
/** What a shell says of a process that was interrupted. */
const interrupted = 130;

export async function sweepCommand(file: string, options: SweepOptions): Promise<number> {
  const workers = workersOf(options);
  const shard = shardOf(options);
  if (options.work === true && options.queue === undefined)
    throw new CallMistake('--work: expected --queue as well, which says whom to work for');
  if (options.out !== undefined) assertReplaceable(options.out);
  const planned = await planSweep(file, options);
  if (options.queue !== undefined) await (await import('./sweep-queue.ts')).assertQueue(options.queue);
  const stop = stopOnSignals();
  if (options.work === true) {
    const { helpOverQueue } = await import('./sweep-queue.ts');
    return helpOverQueue({ planned, url: options.queue ?? '', workers, signal: stop.signal }, options);
  }
  return collect(planned, { workers, shard, stop, options });
}

interface Collecting {
  readonly workers: number;
  readonly shard: Shard;
  readonly stop: AbortController;
  readonly options: SweepOptions;
}

async function collect(planned: PlannedSweep, call: Collecting): Promise<number> {
  const { plan } = planned;
  const { shard, options, stop, workers } = call;
  const out = options.out ?? defaultPlace(plan, shard);
  assertReplaceable(out);
  const journal = new SweepJournal(out, plan, shard);
  const resumed = journal.count;
  const points = pointsOf(plan, shard).filter((point) => !journal.has(point));
  const talks = options.quiet !== true && options.json !== true;
  if (talks && resumed > 0)
    process.stderr.write(`orrery: goes on from ${resumed} finished points in ${journal.folder}\n`);
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
    process.stderr.write(
      `orrery: stopped with ${done} of ${resumed + points.length} points in ${journal.folder}; the same call goes on from there\n`,
    );
    return interrupted;
  }
  stop.abort();
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
async function workOn(
  planned: PlannedSweep,
  { workers, stop, options }: Collecting,
  kept: Kept,
): Promise<void> {
  const { signal } = stop;
  if (options.queue !== undefined) {
    const { collectOverQueue } = await import('./sweep-queue.ts');
    return collectOverQueue({ planned, url: options.queue, workers, signal }, kept);
  }
  const pool = poolOf(planned, Math.min(workers, kept.points.length));
  try {
    await workThrough({ points: kept.points, pool, onLines: kept.keep, signal });
  } finally {
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

/** The first signal stops the dealing out, and what is under way is still kept; the second ends the process. */
function stopOnSignals(): AbortController {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(interrupted);
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stop;
}
