/** The worker of a queue: takes batches of points and returns their lines. It may start and stop at any time. */
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkerPool } from './pool.ts';
import { attendQueue, type Attendance, type Leave } from './attendance.ts';
import { jobIdOf, lockMs, prefix, stalledCheckMs, stalledMax } from './queue.ts';

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
export interface QueueWork extends Omit<Attendance, 'start'> {
  readonly pool: WorkerPool;
  readonly pointCount: number;
}

/** Works until the sweep is finished, the signal is aborted, or there is no collector. Running batches finish first. */
export async function workForQueue(
  call: QueueWork,
): Promise<{ readonly leave: Leave; readonly points: number }> {
  let points = 0;
  const start = (redis: Redis): Worker => {
    const worker = startWorker(redis, call.name, call);
    worker.on('completed', ({ data }) => (points += Array.isArray(data) ? data.length : 0));
    return worker;
  };
  try {
    return { leave: await attendQueue({ ...call, start }), points };
  } finally {
    await call.pool.close();
  }
}
