/** The end of a queue that works: takes batches of points and gives back their lines. May come and go at any time. */
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Pool } from './pool.ts';
import {
  collectorKey,
  finishedChannel,
  jobIdOf,
  lockMs,
  pause,
  prefix,
  stalledCheckMs,
  stalledMax,
} from './queue.ts';
import { asQueueMistake, closeSoon, connectRedis } from './redis.ts';

/** Works with all threads of the pool. A lock is renewed as long as its process lives, however long a point takes. */
export function startWorker(redis: Redis, name: string, work: { pool: Pool; pointCount: number }): Worker {
  const { pool, pointCount } = work;
  const worker = new Worker<unknown, readonly string[]>(
    name,
    async ({ data, id }) => {
      if (!isBatch(data, { id, pointCount })) throw new Error('the queue holds something else than points');
      return pool.run(data);
    },
    {
      connection: redis,
      prefix,
      concurrency: pool.workers,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: stalledMax,
    },
  );
  // A batch that somebody else has finished meanwhile, or a connection that is being made anew.
  worker.on('error', () => undefined);
  return worker;
}

/** Anybody can have put a job there: a batch has different points of this sweep, all of its own id. */
function isBatch(
  data: unknown,
  { id, pointCount }: { id: string | undefined; pointCount: number },
): data is readonly number[] {
  if (!Array.isArray(data) || data.length === 0) return false;
  const points = data as readonly unknown[];
  return (
    new Set(points).size === points.length &&
    points.every((point) => {
      const isPoint = Number.isSafeInteger(point) && Number(point) >= 1 && Number(point) <= pointCount;
      return isPoint && jobIdOf(Number(point), pointCount) === id;
    })
  );
}

/**
 * One worker of a queue. `signal` ends it after the batch that it has taken; `pool` is closed when the worker
 * leaves.
 */
export interface QueueWork {
  readonly url: string;
  readonly name: string;
  readonly pool: Pool;
  readonly pointCount: number;
  readonly signal: AbortSignal;
  /** Leave when nobody has collected for so long. */
  readonly patienceMs: number;
}

/** Why a worker left. */
export type Leave = 'finished' | 'stopped' | 'nobody';

const lookMs = 250;

/** Works until the sweep is finished, it is told to stop, or nobody collects. What is under way is finished first. */
export async function workForQueue(
  call: QueueWork,
): Promise<{ readonly leave: Leave; readonly points: number }> {
  const { url, name, pool } = call;
  const redis = await connectRedis(url);
  const ear = await connectRedis(url);
  let isFinished = false;
  ear.on('message', () => (isFinished = true));
  await ear.subscribe(finishedChannel(name));
  const worker = startWorker(redis, name, call);
  let points = 0;
  worker.on('completed', ({ data }) => (points += Array.isArray(data) ? data.length : 0));
  try {
    const leave = await waitToLeave(redis, call, () => isFinished);
    // Once all results are there, nobody waits for what is under way.
    if (leave === 'finished') await closeSoon(worker.close(true));
    else await worker.close();
    return { leave, points };
  } catch (error) {
    await closeSoon(worker.close(true));
    throw asQueueMistake(error);
  } finally {
    ear.disconnect();
    redis.disconnect();
    await pool.close();
  }
}

async function waitToLeave(redis: Redis, call: QueueWork, isFinished: () => boolean): Promise<Leave> {
  let seenAtMs = performance.now();
  let lookedAtMs = -Infinity;
  for (;;) {
    if (isFinished()) return 'finished';
    if (call.signal.aborted) return 'stopped';
    const nowMs = performance.now();
    if (nowMs - lookedAtMs > 8 * lookMs) {
      lookedAtMs = nowMs;
      if ((await redis.exists(collectorKey(call.name))) === 1) seenAtMs = nowMs;
      else if (nowMs - seenAtMs > call.patienceMs) return 'nobody';
    }
    await pause(lookMs);
  }
}
