/**
 * Shared by both sides of a queue. A queue carries numbers of points or shares and what was measured, no scenario: each
 * side reads its own files, and their hash in the queue's name separates different sweeps and loads.
 */
import type { Queue } from 'bullmq';
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

/** The Redis key of the standing order of a queue of shares. */
export const orderKey = (name: string): string => `${prefix}:${name}:order`;

/** The job of a share, from 0. */
export const shareIdOf = (share: number): string => `s${share}`;

/** The share of a job; undefined for a job of another kind. */
export function shareOfId(id: string | undefined): number | undefined {
  const digits = /^s(\d{1,4})$/.exec(id ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Deletes whatever Redis holds of this queue; `lease stays` keeps the key of its collector. */
export async function deleteKeys(redis: Redis, name: string, lease?: 'lease stays'): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}:${name}:*`, 'COUNT', 1_000);
    const gone = lease === undefined ? keys : keys.filter((key) => key !== collectorKey(name));
    if (gone.length > 0) await redis.del(...gone);
    cursor = next;
  } while (cursor !== '0');
}

/** Resolves after so many milliseconds of wall time. It cannot be cancelled and keeps the process alive. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const leaveMs = 3_000;
const leavePollMs = 100;

/** Tells the workers, waits until they have let go, and deletes every key. */
export async function leaveNothing(redis: Redis, queue: Queue, name: string): Promise<void> {
  const channel = finishedChannel(name);
  await redis.publish(channel, 'finished');
  const untilMs = performance.now() + leaveMs;
  for (;;) {
    const listening = Number((await redis.pubsub('NUMSUB', channel))[1] ?? 0);
    if (listening === 0 || performance.now() > untilMs) break;
    await pause(leavePollMs);
  }
  await queue.obliterate({ force: true });
  await deleteKeys(redis, name);
}
