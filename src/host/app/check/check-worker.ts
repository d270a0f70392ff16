/** A thread of `orrery check`: executes runs of one seed by their numbers. */
import { workerData } from 'node:worker_threads';
import type { PoolTask } from '../../workers/watched-task.ts';
import type { CheckWorkerData } from './check-pool.ts';

// A module that awaits is imported, never required: loaders of this process apply to the thread, as they do to its parent.
const { outcomeOf, scenariosFrom } = await import('../../../verification/check/campaign.ts');
const { scenarioHost } = await import('../run/scenario-host.ts');
const { lineOf } = await import('./check-pool.ts');
const { seed } = workerData as CheckWorkerData;

/** A line for each run; the runs follow each other, but for some that are asked for again. */
export default async function executeRuns({ points }: PoolTask): Promise<readonly string[]> {
  const lines: string[] = [];
  const [first = 1, last = first] = [points[0], points.at(-1)];
  for (const [index, source] of scenariosFrom(seed, { first, count: last - first + 1 }).entries()) {
    const run = first + index;
    if (points.includes(run)) lines.push(lineOf({ run, outcome: await outcomeOf(source, scenarioHost) }));
  }
  return lines;
}
