/** A thread of `orrery check`: executes runs of one seed by their numbers. */
import { workerData } from 'node:worker_threads';
import type { PoolTask } from '../../workers/watched-task.ts';

/** The `workerData` of every thread. */
export interface CheckWorkerData {
  readonly seed: string;
}

// A module that awaits is imported, never required: loaders of this process apply to the thread, as they do to its parent.
const { outcomeOf, scenariosFrom } = await import('../../../verification/check/campaign.ts');
const { scenarioHost } = await import('../run/scenario-host.ts');
const { seed } = workerData as CheckWorkerData;

/** A `RunOutcome` as JSON for each run; the runs follow each other. */
export default async function executeRuns({ points }: PoolTask): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const source of scenariosFrom(seed, { first: points[0] ?? 1, count: points.length }))
    lines.push(JSON.stringify(await outcomeOf(source, scenarioHost)));
  return lines;
}
