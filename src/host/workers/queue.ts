/**
 * What the two ends of a queue agree on. The queue carries numbers of points and lines of results, never a scenario: each
 * end makes the plan from its own files, and the plan's hash in the queue's name keeps strangers apart.
 */
import type { Redis } from 'ioredis';

/** The first part of every Redis key of Orrery. */
export const prefix = 'orrery';

/** How long a killed worker's points rest before another takes them up, at least. */
export const lockMs = 15_000;

/** How often a worker looks for batches whose worker has died, in milliseconds. */
export const stalledCheckMs = 5_000;
/** A batch that was taken up so often without an end kills its workers. */
export const stalledMax = 8;

/** The Redis key that a collector renews while it runs; workers leave when it has been gone for their patience. */
export const collectorKey = (name: string): string => `${prefix}:${name}:collector`;

/** The Redis channel on which the collector publishes that every point has its result. */
export const finishedChannel = (name: string): string => `${prefix}:${name}:finished`;

/** Points that make one job. Their number depends on the sweep alone: whoever goes on with it has the same jobs. */
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
