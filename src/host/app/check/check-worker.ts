/** A thread of `orrery check`: executes runs of one seed by their numbers. */
import { workerData } from 'node:worker_threads';
import { outcomeOf, scenariosFrom, type CampaignSeries } from '../../../verification/check/campaign.ts';
import type { PoolTask } from '../../workers/watched-task.ts';
import { checkHost } from './check-host.ts';
import { lineOf } from './check-pool.ts';

const { seed, service } = workerData as CampaignSeries;

/** A line for each run; the runs follow each other, but for some that are asked for again. */
export default async function executeRuns({ points }: PoolTask): Promise<readonly string[]> {
  const lines: string[] = [];
  const [first = 1, last = first] = [points[0], points.at(-1)];
  const sources = scenariosFrom(seed, { first, count: last - first + 1, service });
  for (const [index, source] of sources.entries()) {
    const run = first + index;
    if (points.includes(run)) lines.push(lineOf({ run, outcome: await outcomeOf(source, checkHost) }));
  }
  return lines;
}
