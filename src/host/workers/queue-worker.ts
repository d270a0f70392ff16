/** The worker of a queue: takes batches of points and returns their lines. It may start and stop at any time. */
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkerPool } from './pool.ts';
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
export function startWorker(
  redis: Redis,
  name: string,
  work: { pool: WorkerPool; pointCount: number },
): Worker {
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
  // Another worker has finished the batch meanwhile, or the connection is being restored.
  worker.on('error', () => undefined);
  return worker;
}

/** The content of a job is untrusted: a batch has distinct points of this sweep, all of which belong to its id. */
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
  readonly pool: WorkerPool;
  readonly pointCount: number;
  readonly signal: AbortSignal;
  /** Leave when there has been no collector for so long, in milliseconds. */
  readonly patienceMs: number;
}

/** Why a worker left. */
export type Leave = 'finished' | 'stopped' | 'nobody';

const lookMs = 250;

/** Works until the sweep is finished, the signal is aborted, or there is no collector. Running batches finish first. */
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
    // Once all results are there, running batches are not needed.
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
