/** The worker's side of a queue of shares: takes jobs, sends messages about them, and reads the standing order. */
import { Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { attendQueue, type Attendance, type Leave } from './attendance.ts';
import { collectorKey, lockMs, orderKey, prefix, shareOfId, stalledCheckMs, stalledMax } from './queue.ts';
import { clockOffset, type ClockOffset } from './redis-clock.ts';

/** One share that this worker has taken. */
export interface TakenShare {
  readonly share: number;
  /** What the coordinator wrote; unchecked. */
  readonly data: unknown;
  /** Messages arrive in order. Rejects where the job is gone. */
  send(body: object): Promise<void>;
  /** The standing order, parsed but unchecked; undefined where there is none, or no coordinator. */
  order(): Promise<unknown>;
  clock(): Promise<ClockOffset>;
}

/** A worker of shares; so many at once. `run` resolves when the share is done. */
export interface ShareWork extends Omit<Attendance, 'start'> {
  readonly atOnce: number;
  readonly run: (taken: TakenShare) => Promise<void>;
}

/** Works until the coordinator is finished, the signal is aborted, or there is none. */
export function workForShares(call: ShareWork): Promise<Leave> {
  return attendQueue({ ...call, start: (redis) => startWorker(redis, call) });
}

function startWorker(redis: Redis, { name, atOnce, run }: ShareWork): Worker {
  const worker = new Worker<unknown>(
    name,
    async (job) => {
      const share = shareOfId(job.id);
      if (share === undefined) throw new Error('the queue holds something else than shares');
      await run(takenOf(redis, name, { job, share }));
    },
    {
      connection: redis,
      prefix,
      concurrency: atOnce,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: stalledMax,
    },
  );
  worker.on('error', () => undefined);
  return worker;
}

const takenOf = (
  redis: Redis,
  name: string,
  { job, share }: { job: Job<unknown>; share: number },
): TakenShare => ({
  share,
  data: job.data,
  send: (body) => job.updateProgress(body),
  order: async () => {
    const [text, holder] = await redis.mget(orderKey(name), collectorKey(name));
    // The order of a coordinator that was killed stays, and holds no more.
    return text === null || text === undefined || holder === null ? undefined : parsed(text);
  },
  clock: () => clockOffset(redis),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
