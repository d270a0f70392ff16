/** A Redis for the tests of one file, and a clock that these tests set while Redis answers. */
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { ownRedis, type OwnRedis } from '../cli/redis.ts';

/** Starts before the tests of the file, where there is one to start. */
export function redisOfFile(isThere: boolean): () => OwnRedis {
  let redis: OwnRedis | undefined;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    if (isThere) redis = await ownRedis({ ends: (end) => ends.push(end) });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => {
    for (const end of ends.splice(0).toReversed()) end();
  });
  return () => {
    if (redis === undefined) throw new Error('the Redis of this file has not started');
    return redis;
  };
}

let queues = 0;

/** Of a queue that no other test has. */
export const newName = (): string => `test-${(queues += 1)}`;

const stepMs = 50;
const endMs = 60_000;

/** From here on waiting takes no time; the clock is set by `passing` and `settled`. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  vi.advanceTimersByTime(5_000);
}

/** What was asked of `redis` is answered, and what is asked then: two questions in a row at least. A closed one answers nothing. */
async function answering(redis: Redis): Promise<void> {
  for (let answers = 0; answers < 3; answers += 1) await redis.ping().catch(() => undefined);
  await new Promise((resolve) => void setImmediate(resolve));
}

/** So much time passes. What waits for it asks its questions over `redis` before the next step. */
export async function passing(ms: number, redis: Redis): Promise<void> {
  await answering(redis);
  for (let passed = 0; passed < ms; passed += stepMs) {
    vi.advanceTimersByTime(Math.min(stepMs, ms - passed));
    await answering(redis);
  }
}

/** The events of this process go on until it is so; the clock stands. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns === 1_000_000) throw new Error('it does not come to be so');
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

/** Time passes until it is so. */
export async function passingUntil(isSo: () => boolean, redis: Redis): Promise<void> {
  for (let passed = 0; !isSo(); passed += stepMs) {
    if (passed > endMs) throw new Error(`it is not so after ${endMs} ms`);
    await passing(stepMs, redis);
  }
}

export const connections = async (redis: Redis): Promise<number> =>
  String(await redis.client('LIST'))
    .trim()
    .split('\n').length;

/** Redis hears of the end of a connection a little later. */
export async function endsAt(count: number, redis: Redis): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await connections(redis)) <= count) return true;
    await passing(stepMs, redis);
  }
  return false;
}

/** Time passes until it settles; what it gives. */
export async function settled<T>(promise: Promise<T>, redis: Redis): Promise<T> {
  let isSettled = false;
  const settle = (): void => void (isSettled = true);
  promise.then(settle, settle);
  await passingUntil(() => isSettled, redis);
  return promise;
}
