/**
 * The collector of a queue: adds batches of points, stores their lines, and deletes its keys at the end. A result is
 * removed from the queue only after `keep` has stored its lines, so a killed collector loses none; `keep` must count
 * each point once.
 */
import { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkerPool } from './pool.ts';
import { startWorker } from './queue-worker.ts';
import { Lease } from './lease.ts';
import { JobCollector, type BatchQueue, type EndedJob, type PointCollection } from './job-collector.ts';
import { leaveNothing, prefix } from './queue.ts';
import { QueueMistake } from './redis-address.ts';
import { asQueueMistake, closeSoon, connectRedis } from './redis.ts';

/**
 * One collector of a queue. `keep` must store lines durably before it returns: the job is removed from the queue
 * afterwards. `pool` stays open and belongs to the caller.
 */
export interface QueueCollection extends PointCollection {
  readonly url: string;
  readonly name: string;
  /** Threads of this process that work as well; undefined for none. */
  readonly pool: WorkerPool | undefined;
}

const bulkMax = 500;
const busy = '--queue: another process collects this sweep already; to help, add --work';

const takenOver = '--queue: this process stood still, and another one collects the sweep since';

/** Resolves when every point is kept, or once the signal is aborted. Throws `QueueMistake` where another process has taken over. */
export async function collectFromQueue(call: QueueCollection): Promise<void> {
  const redis = await connectRedis(call.url);
  try {
    const lease = await Lease.take(redis, { ...call, busy });
    if (lease === undefined) return;
    try {
      await collectWith(redis, { ...call, signal: AbortSignal.any([call.signal, lease.lost]) });
      if (lease.lost.aborted) throw new QueueMistake(takenOver);
      await lease.give();
    } finally {
      lease.stop();
    }
  } catch (error) {
    throw asQueueMistake(error);
  } finally {
    redis.disconnect();
  }
}

async function collectWith(redis: Redis, call: QueueCollection): Promise<void> {
  const { name, pool } = call;
  const queue: PointQueue = new Queue(name, { connection: redis, prefix });
  queue.on('error', () => undefined);
  const worker = pool === undefined ? undefined : startWorker(redis, name, { ...call, pool });
  let isDone = false;
  try {
    isDone = await new JobCollector(batchesOf(queue), call).run();
  } finally {
    // With every result there, running jobs are not needed; after an error they cannot be awaited.
    if (isDone || !call.signal.aborted) await closeSoon(worker?.close(true) ?? Promise.resolve());
    else await worker?.close();
  }
  if (isDone) await leaveNothing(redis, queue, name);
}

type PointQueue = Queue<readonly number[], readonly string[]>;

const batchesOf = (queue: PointQueue): BatchQueue => ({
  resume: () => queue.resume(),
  addBatches: async (batches) => {
    const jobs = Array.from(batches, ([jobId, data]) => ({ name: 'points', data, opts: { jobId } }));
    for (let from = 0; from < jobs.length; from += bulkMax)
      await queue.addBulk(jobs.slice(from, from + bulkMax));
  },
  ended: (most) => queue.getRanges(['completed', 'failed'], 0, most - 1),
  jobOf: (id) => jobOf(queue, id),
  remove: async (id) => void (await queue.remove(id)),
  isEmpty: async () => {
    const counts = await queue.getJobCounts('wait', 'active', 'prioritized', 'completed', 'failed');
    return Object.values(counts).every((count) => count === 0);
  },
});

async function jobOf(queue: PointQueue, id: string): Promise<EndedJob | undefined> {
  try {
    return await Job.fromId(queue, id);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
