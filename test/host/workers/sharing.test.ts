/** A coordinator and its workers, in one process at a queue of shares of a real Redis. */
import { Queue } from 'bullmq';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collectorKey, orderKey } from '../../../src/host/workers/queue.ts';
import { QueueMistake } from '../../../src/host/workers/redis-address.ts';
import type { ClockOffset } from '../../../src/host/workers/redis-clock.ts';
import { ShareQueue, type ShareQueueCall } from '../../../src/host/workers/share-queue.ts';
import { workForShares, type TakenShare } from '../../../src/host/workers/share-worker.ts';
import { isCi } from '../../ci.ts';
import { isRedisInstalled } from '../cli/redis.ts';
import {
  connections,
  endsAt,
  newName,
  passing,
  passingUntil,
  redisOfFile,
  settled,
  stopClock,
} from './redis-of-file.ts';

const redis = redisOfFile(isRedisInstalled || isCi);
const signal = new AbortController().signal;
const busy = 'another one has the place';

type Heard = [share: number, body: unknown];

/** An open queue, and what its coordinator hears. */
async function opened(
  name: string,
  more: Partial<ShareQueueCall> = {},
): Promise<{ queue: ShareQueue; heard: Heard[] }> {
  const heard: Heard[] = [];
  const call = { url: redis().url, name, shares: 2, data: { of: 'the test' }, signal, busy, ...more };
  const opening = ShareQueue.open(call, (...words) => void heard.push(words));
  const queue = await settled(opening, redis().client);
  if (queue === undefined) throw new Error('the queue is not open');
  return { queue, heard };
}

const working = (
  name: string,
  run: (taken: TakenShare) => Promise<void>,
  { atOnce = 2, stop = signal } = {},
): ReturnType<typeof workForShares> =>
  workForShares({ url: redis().url, name, signal: stop, patienceMs: 20_000, atOnce, run });

const keysOf = async (name: string): Promise<string[]> =>
  (await redis().client.keys(`orrery:${name}:*`)).toSorted();

/** No time passes for the process while it asks. */
async function expectOffset({ offsetMs, errorMs }: ClockOffset): Promise<void> {
  const [seconds] = await redis().client.time();
  const processMs = performance.timeOrigin + performance.now();
  expect(Math.abs(Number(seconds) * 1000 - processMs - offsetMs)).toBeLessThan(60_000);
  expect(errorMs).toBe(0);
}

beforeEach(stopClock);

describe.skipIf(!isRedisInstalled && !isCi)('a coordinator', () => {
  it('gives each share to one worker, hears what they send in order, and leaves no key', async () => {
    const name = newName();
    const before = await connections(redis().client);
    const { queue, heard } = await opened(name, { shares: 3 });
    const taken: [number, unknown][] = [];
    const run = async (one: TakenShare): Promise<void> => {
      taken.push([one.share, one.data]);
      for (const step of ['first', 'second']) await one.send({ step, share: one.share });
    };
    const leaving = Promise.all([working(name, run), working(name, run, { atOnce: 1 })]);
    await passingUntil(() => heard.length === 6, redis().client);
    expect(taken.toSorted(([one], [two]) => one - two)).toEqual(
      [0, 1, 2].map((share) => [share, { of: 'the test' }]),
    );
    for (const share of [0, 1, 2])
      expect(heard.filter(([from]) => from === share)).toEqual([
        [share, { step: 'first', share }],
        [share, { step: 'second', share }],
      ]);
    await settled(queue.close(), redis().client);
    expect(await settled(leaving, redis().client)).toEqual(['finished', 'finished']);
    expect(await keysOf(name)).toEqual([]);
    expect(await endsAt(before, redis().client)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('puts a job there for each share', async () => {
    const name = newName();
    const { queue } = await opened(name);
    expect((await redis().client.lrange(`orrery:${name}:wait`, 0, -1)).toReversed()).toEqual(['s0', 's1']);
    for (const id of ['s0', 's1']) {
      const job = await redis().client.hgetall(`orrery:${name}:${id}`);
      expect(job).toMatchObject({ name: 'share', data: '{"of":"the test"}' });
      expect(JSON.parse(job['opts'] ?? '')).toMatchObject({ attempts: 8 });
    }
    await settled(queue.close(), redis().client);
  });

  it('knows how far the clock of Redis is from that of its process', async () => {
    const { queue } = await opened(newName());
    await expectOffset(queue.clock);
    await settled(queue.close(), redis().client);
  });

  it('deletes what one before it has left, and keeps its place', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.mset(orderKey(name), '{"old":1}', `orrery:${name}:s0`, 'no job');
    const { queue } = await opened(name);
    expect(await client.exists(orderKey(name))).toBe(0);
    expect(await client.exists(collectorKey(name))).toBe(1);
    expect(await client.type(`orrery:${name}:s0`)).toBe('hash');
    await settled(queue.close(), client);
  });

  it('is refused where another one has the place', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'of another');
    await expect(opened(name)).rejects.toEqual(new QueueMistake(busy));
    expect(await keysOf(name)).toEqual([collectorKey(name)]);
  });

  it('that is stopped while another one has the place opens nothing', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'of another');
    await expect(opened(name, { signal: AbortSignal.abort() })).rejects.toThrow('the queue is not open');
    expect(await keysOf(name)).toEqual([collectorKey(name)]);
  });

  it('leaves the order and the jobs of one that took over while it stood still', async () => {
    const [name, { client }] = [newName(), redis()];
    const { queue } = await opened(name);
    await queue.publish({ start: 1 });
    await client.del(collectorKey(name));
    const { queue: second } = await opened(name);
    await second.publish({ start: 2 });
    const takenOver = '--queue: this process stood still, and another one coordinates the load since';
    await expect(queue.publish({ start: 3 })).rejects.toEqual(new QueueMistake(takenOver));
    const keys = await keysOf(name);
    await settled(queue.close(), client);
    expect(await keysOf(name)).toEqual(keys);
    expect(await client.get(orderKey(name))).toBe('{"start":2}');
    await settled(second.close(), client);
    expect(await keysOf(name)).toEqual([]);
  });

  it('says where there is no Redis', async () => {
    const mistake = new QueueMistake('--queue redis://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1');
    await expect(opened(newName(), { url: 'redis://127.0.0.1:1' })).rejects.toEqual(mistake);
  });

  it('hears only of its shares, whatever else is in its queue', async () => {
    const [name, { client }] = [newName(), redis()];
    const { queue, heard } = await opened(name);
    const strange = new Queue(name, { connection: client, prefix: 'orrery' });
    for (const jobId of ['s2', 'h0', 's1x', 's99999']) {
      const job = await strange.add('share', {}, { jobId });
      await job.updateProgress({ from: jobId });
    }
    await (await strange.getJob('s1'))?.updateProgress({ from: 's1' });
    await passingUntil(() => heard.length > 0, client);
    await passing(200, client);
    expect(heard).toEqual([[1, { from: 's1' }]]);
    await settled(queue.close(), client);
  });

  it('hears what was sent before it listens', async () => {
    const name = newName();
    const { queue, heard } = await opened(name, { shares: 1 });
    const job = await new Queue(name, { connection: redis().client, prefix: 'orrery' }).getJob('s0');
    for (const step of [1, 2, 3]) await job?.updateProgress({ step });
    await passingUntil(() => heard.length === 3, redis().client);
    expect(heard).toEqual([1, 2, 3].map((step) => [0, { step }]));
    await settled(queue.close(), redis().client);
  });
});

describe.skipIf(!isRedisInstalled && !isCi)('a worker of shares', () => {
  /** A share that a worker has taken and keeps until `end`. */
  async function held(name: string): Promise<{ taken: TakenShare; leave: () => Promise<unknown> }> {
    const stop = new AbortController();
    let taken: TakenShare | undefined;
    let end: (() => void) | undefined;
    const run = (share: TakenShare): Promise<void> => {
      taken = share;
      return new Promise((resolve) => (end = resolve));
    };
    const running = working(name, run, { atOnce: 1, stop: stop.signal });
    await passingUntil(() => taken !== undefined, redis().client);
    if (taken === undefined) throw new Error('no share was taken');
    const leave = (): Promise<unknown> => {
      stop.abort();
      end?.();
      return settled(running, redis().client);
    };
    return { taken, leave };
  }

  it('reads the order that stands', async () => {
    const name = newName();
    const { queue } = await opened(name, { shares: 1 });
    const { taken, leave } = await held(name);
    const orders = [await taken.order()];
    for (const order of [{ start: 1 }, { stop: [2] }]) {
      await queue.publish(order);
      orders.push(await taken.order());
    }
    expect(orders).toEqual([undefined, { start: 1 }, { stop: [2] }]);
    expect(await redis().client.get(orderKey(name))).toBe('{"stop":[2]}');
    expect(await leave()).toBe('stopped');
    await settled(queue.close(), redis().client);
  });

  it('takes no order that is not JSON, and none of a coordinator that is gone', async () => {
    const [name, { client }] = [newName(), redis()];
    const { queue } = await opened(name, { shares: 1 });
    const { taken, leave } = await held(name);
    await client.set(orderKey(name), '{broken');
    expect(await taken.order()).toBeUndefined();
    await queue.publish({ start: 1 });
    const token = (await client.getdel(collectorKey(name))) ?? '';
    expect(await taken.order()).toBeUndefined();
    await client.set(collectorKey(name), token);
    expect(await taken.order()).toEqual({ start: 1 });
    await leave();
    await settled(queue.close(), client);
  });

  it('cannot send once its job is gone', async () => {
    const name = newName();
    const { queue } = await opened(name, { shares: 1 });
    const { taken, leave } = await held(name);
    await redis().client.del(`orrery:${name}:s0`);
    await expect(taken.send({ step: 1 })).rejects.toThrow('Missing key for job s0');
    await leave();
    await settled(queue.close(), redis().client);
  });

  it('knows how far the clock of Redis is from that of its process', async () => {
    const name = newName();
    const { queue } = await opened(name, { shares: 1 });
    const { taken, leave } = await held(name);
    await expectOffset(await taken.clock());
    await leave();
    await settled(queue.close(), redis().client);
  });

  it('refuses a job that is no share', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'token');
    const strange = new Queue(name, { connection: client, prefix: 'orrery' });
    for (const jobId of ['h0', 'share', 's7']) await strange.add('share', {}, { jobId });
    const [stop, shares]: [AbortController, number[]] = [new AbortController(), []];
    const run = async ({ share }: TakenShare): Promise<void> => void shares.push(share);
    const running = working(name, run, { stop: stop.signal });
    await passingUntil(() => shares.length === 1, client);
    stop.abort();
    expect(await settled(running, client)).toBe('stopped');
    expect(shares).toEqual([7]);
    const reasons = ['h0', 'share'].map((id) => client.hget(`orrery:${name}:${id}`, 'failedReason'));
    const reason = 'the queue holds something else than shares';
    expect(await Promise.all(reasons)).toEqual([reason, reason]);
  });

  it('tries a share again whose run fails', async () => {
    const name = newName();
    const { queue } = await opened(name, { shares: 1 });
    const stop = new AbortController();
    let tries = 0;
    const run = async (): Promise<void> => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    };
    const running = working(name, run, { stop: stop.signal });
    await passingUntil(() => tries === 3, redis().client);
    stop.abort();
    await settled(running, redis().client);
    const job = await redis().client.hgetall(`orrery:${name}:s0`);
    expect(job).toMatchObject({ atm: '3', returnvalue: 'null' });
    await settled(queue.close(), redis().client);
  });
});
