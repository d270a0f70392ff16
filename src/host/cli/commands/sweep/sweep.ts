/** `orrery sweep`: every point of a plan, over threads of this machine or a queue for many, into one folder of results. */
import type { SweepWork } from '../../../../simulation/sweep/result-schema.ts';
import { availableParallelism } from 'node:os';
import { Refusal } from '../../../../core/base/refusal.ts';
import { planHash } from '../../../../simulation/sweep/plan.ts';
import { parseShard, wholeSweep, type Shard } from '../../../../simulation/sweep/shard.ts';
import { assertReplaceable } from '../../../app/files/report-folder.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { collectSweep, type SweepStart } from '../../../app/sweep/collect-sweep.ts';
import { defaultFolder } from '../../../app/sweep/sweep-folder.ts';
import { planSweep, type PlannedSweep, type PlanOptions } from '../../../app/sweep/sweep-plan.ts';
import { assertInstalled, withPackages } from '../../../packages/optional-package.ts';
import type { Leave } from '../../../workers/attendance.ts';
import { complain, say, sayJson } from '../../output/output.ts';
import { startCountBar } from '../../output/progress.ts';
import { conclude } from './conclude.ts';

/** The options as text from the command line; those of the plan are in `PlanOptions`. */
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

/**
 * Resolves with 3 where a point crashed or broke an invariant, 1 where an expectation failed. Throws `CallMistake`
 * for wrong options before any point runs.
 */
export async function sweepCommand(file: string, options: SweepOptions): Promise<number> {
  if (options.queue !== undefined) assertInstalled('--queue');
  if (options.work !== true) assertInstalled('results.parquet');
  const workers = workersOf(options);
  const shard = shardOf(options);
  const { queue } = options;
  if (options.work === true && queue === undefined)
    throw new CallMistake('--work: expected --queue as well, which says whom to work for');
  if (options.out !== undefined) assertReplaceable(options.out);
  const planned = await planSweep(file, options);
  if (queue !== undefined) await assertAnswers(queue);
  if (options.work === true) return help(planned, { workers, url: queue ?? '', options });
  return collect(planned, { workers, shard, options });
}

/** Throws `CallMistake` unless a Redis answers there. */
async function assertAnswers(queue: string): Promise<void> {
  const { assertQueue } = await withPackages(
    '--queue',
    () => import('../../../app/process/queue-address.ts'),
  );
  await assertQueue(queue);
}

async function collect(
  planned: PlannedSweep,
  { workers, shard, options }: { workers: number; shard: Shard; options: SweepOptions },
): Promise<number> {
  const { json, quiet, queue } = options;
  const out = options.out ?? defaultFolder(planned.plan, shard);
  const talks = quiet !== true && json !== true;
  let bar: ReturnType<typeof startCountBar> | undefined;
  const collected = await collectSweep({
    planned,
    shard,
    out,
    workers,
    queue,
    onBegin: (start) => {
      if (talks) tellStart(start);
      bar = startCountBar(talks, { done: start.resumed, total: start.total, what: 'points' });
    },
    onPoints: (finished) => bar?.update(finished),
  }).finally(() => bar?.stop());
  if (collected.kind === 'finished') {
    const { summary, wallSeconds } = collected;
    return conclude(summary, { wallSeconds, folder: out, json, quiet });
  }
  const { done, total, folder } = collected;
  complain(
    `orrery: stopped with ${done} of ${total} points in ${folder}; the same call goes on from there\n`,
  );
  return exitCode.interrupted;
}

function tellStart({ resumed, discarded, folder }: SweepStart): void {
  if (resumed > 0) complain(`orrery: goes on from ${resumed} finished points in ${folder}\n`);
  if (discarded > 0)
    complain(
      `orrery: ${discarded} lines in ${folder} are not as they were written; their points are run again\n`,
    );
}

const words: Readonly<Record<Leave, string>> = {
  finished: 'the sweep is finished',
  stopped: 'stopped by a signal',
  nobody: 'no process collects the results any more',
};

/** Works for the collector of the same plan, until the sweep is done or a signal comes. */
async function help(
  planned: PlannedSweep,
  { workers, url, options }: { workers: number; url: string; options: SweepOptions },
): Promise<number> {
  const { json, quiet } = options;
  const plan = planHash(planned.plan);
  commandContext.isMeantToBeStopped = true;
  const { helpOverQueue } = await import('../../../app/sweep/sweep-queue.ts');
  const { shownAddress } = await import('../../../workers/redis-address.ts');
  const talks = json !== true && quiet !== true;
  if (talks) complain(`orrery: works for sweep ${plan} at ${shownAddress(url)}\n`);
  const { signal } = commandContext;
  const { points, leave } = await helpOverQueue({ planned, url, workers, signal });
  const result: SweepWork = { plan, points, leave, ok: true };
  if (json === true) sayJson(result);
  else if (talks) say(`${points} points worked out; ${words[leave]}.\n`);
  return exitCode.held;
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
