/** How long a worker stays at a queue: until its work is finished, a signal comes, or no process collects any more. */
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { collectorKey, finishedChannel, pause } from './queue.ts';
import { asQueueMistake, closeSoon, connectRedis } from './redis.ts';

/** Why a worker left. */
export type Leave = 'finished' | 'stopped' | 'nobody';

/** One worker at one queue. `signal` ends it after the job that it has taken. */
export interface Attendance {
  readonly url: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Leave when there has been no collector for so long, in milliseconds. */
  readonly patienceMs: number;
  readonly start: (redis: Redis) => Worker;
}

const lookMs = 250;

/** Works until the queue is finished, the signal is aborted, or there is no collector. Running jobs finish first. */
export async function attendQueue(call: Attendance): Promise<Leave> {
  const { url, name } = call;
  const redis = await connectRedis(url);
  const ear = await connectRedis(url);
  let isFinished = false;
  ear.on('message', () => (isFinished = true));
  await ear.subscribe(finishedChannel(name));
  const worker = call.start(redis);
  try {
    const leave = await waitToLeave(redis, call, () => isFinished);
    // Once all results are there, running jobs are not needed.
    if (leave === 'finished') await closeSoon(worker.close(true));
    else await worker.close();
    return leave;
  } catch (error) {
    await closeSoon(worker.close(true));
    throw asQueueMistake(error);
  } finally {
    ear.disconnect();
    redis.disconnect();
  }
}

async function waitToLeave(redis: Redis, call: Attendance, isFinished: () => boolean): Promise<Leave> {
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
