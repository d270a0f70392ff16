/**
 * Shared by collector and worker of a queue. The queue carries numbers of points and lines of results, no scenario:
 * each side makes the plan from its own files, and the plan's hash in the queue's name separates different sweeps.
 */
import type { Redis } from 'ioredis';

/** The first part of every Redis key of Orrery. */
export const prefix = 'orrery';

/** The least time until another worker may take over the points of a killed one, in milliseconds. */
export const lockMs = 15_000;

/** How often a worker looks for batches whose worker has died, in milliseconds. */
export const stalledCheckMs = 5_000;
/** After so many takes without a result, a batch counts as one that kills its workers. */
export const stalledMax = 8;

/** The Redis key that a collector renews while it runs; workers leave when it has been gone for their patience. */
export const collectorKey = (name: string): string => `${prefix}:${name}:collector`;

/** The Redis channel on which the collector publishes that every point has its result. */
export const finishedChannel = (name: string): string => `${prefix}:${name}:finished`;

/** The number of points in one job. It depends on the sweep alone, so that a resumed sweep has the same jobs. */
export function batchSize(pointCount: number): number {
  return Math.min(20, Math.max(1, Math.floor(pointCount / 200)));
}

/** The job that a point belongs to. */
export const jobIdOf = (point: number, pointCount: number): string =>
  `h${Math.floor((point - 1) / batchSize(pointCount))}`;

/** Deletes whatever Redis holds of this queue. */
export async function deleteKeys(redis: Redis, name: string): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}:${name}:*`, 'COUNT', 1_000);
    if (keys.length > 0) await redis.del(...keys);
    cursor = next;
  } while (cursor !== '0');
}

/** Resolves after so many milliseconds of wall time. It cannot be cancelled and keeps the process alive. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
