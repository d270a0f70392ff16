/** Collectors and workers of one process at the queues of a real Redis. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collectFromQueue } from '../../../src/host/workers/queue-collector.ts';
import { collectorKey, deleteKeys } from '../../../src/host/workers/queue.ts';
import { QueueMistake } from '../../../src/host/workers/redis-address.ts';
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
  until,
} from './redis-of-file.ts';
import { collectorsOf, upTo } from './collectors.ts';
import { linesOf, standIn } from './stand-in-pool.ts';

const redis = redisOfFile(isRedisInstalled || isCi);

const { collecting, working, keysOf, queueOf, added } = collectorsOf(redis);

beforeEach(stopClock);

describe.skipIf(!isRedisInstalled && !isCi)('a collector', () => {
  it('has every point done by its own threads, which stay open, and leaves no key', async () => {
    const [name, threads] = [newName(), standIn(2)];
    const { call, kept } = collecting(name, { pool: threads.pool });
    const before = await connections(redis().client);
    expect(await settled(collectFromQueue(call), redis().client)).toBeUndefined();
    expect(kept.toSorted()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
    expect(threads.inOrder()).toEqual([[1], [2], [3], [4], [5]]);
    expect(threads.isClosed()).toBe(false);
    expect(await keysOf(name)).toEqual([]);
    expect(await endsAt(before, redis().client)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks for open points alone, those of a job together', async () => {
    const [name, threads] = [newName(), standIn(1)];
    const { call, kept } = collecting(name, { pool: threads.pool, pointCount: 800, points: [2, 3, 800] });
    await settled(collectFromQueue(call), redis().client);
    expect(threads.inOrder()).toEqual([[2, 3], [800]]);
    expect(kept.toSorted()).toEqual(['r2', 'r3', 'r800']);
  });

  it('has no threads where it is given none: workers do its points', async () => {
    const [name, threads] = [newName(), standIn(1)];
    const { call, kept } = collecting(name);
    const ends = Promise.all([working(name, threads), collectFromQueue(call)]);
    expect(await settled(ends, redis().client)).toEqual([{ leave: 'finished', points: 5 }, undefined]);
    expect(kept.toSorted()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
    expect(threads.isClosed()).toBe(true);
    expect(await keysOf(name)).toEqual([]);
  });

  it('is refused where another one has the place', async () => {
    const name = newName();
    await redis().client.set(collectorKey(name), 'of another');
    const { call } = collecting(name, { pool: standIn(1).pool });
    await expect(settled(collectFromQueue(call), redis().client)).rejects.toEqual(
      new QueueMistake('--queue: another process collects this sweep already; to help, add --work'),
    );
    expect(await keysOf(name)).toEqual([collectorKey(name)]);
  });

  it('that is stopped while another one has the place adds nothing', async () => {
    const name = newName();
    await redis().client.set(collectorKey(name), 'of another');
    const { call, stop } = collecting(name, { pool: standIn(1).pool });
    stop.abort();
    expect(await settled(collectFromQueue(call), redis().client)).toBeUndefined();
    expect(await keysOf(name)).toEqual([collectorKey(name)]);
  });

  it('that is stopped lets its running job end, and leaves the queue to the next one', async () => {
    const name = newName();
    let answer = (): void => undefined;
    const threads = standIn(1, async (points) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return linesOf(points);
    });
    const first = collecting(name, { pool: threads.pool, pointCount: 2 });
    let isOver = false;
    const running = collectFromQueue(first.call).then(() => (isOver = true));
    await until(() => threads.asked.length === 1);
    first.stop.abort();
    await passing(5_000, redis().client);
    expect(isOver).toBe(false);
    answer();
    await settled(running, redis().client);
    expect(first.kept).toEqual([]);
    expect(await keysOf(name)).not.toContain(collectorKey(name));
    const other = standIn(1);
    const second = collecting(name, { pool: other.pool, pointCount: 2 });
    await settled(collectFromQueue(second.call), redis().client);
    expect(second.kept.toSorted()).toEqual(['r1', 'r2']);
    expect([threads.asked, other.asked]).toEqual([[[1]], [[2]]]);
    expect(await keysOf(name)).toEqual([]);
  });

  it('resumes a queue that a killed one has left paused', async () => {
    const [name, threads] = [newName(), standIn(1)];
    await queueOf(name).pause();
    const { call, kept } = collecting(name, { pool: threads.pool, pointCount: 1 });
    await settled(collectFromQueue(call), redis().client);
    expect(kept).toEqual(['r1']);
  });

  it('adds as many jobs as there are, in the order of their points', async () => {
    const name = newName();
    const firstOfEach = upTo(1_020).map((job) => job * 20 - 19);
    const { call, stop } = collecting(name, { pointCount: 20_400, points: firstOfEach });
    stop.abort();
    await settled(collectFromQueue(call), redis().client);
    const ids = await redis().client.lrange(`orrery:${name}:wait`, 0, -1);
    expect(ids.toReversed()).toEqual(Array.from({ length: 1_020 }, (_, index) => `h${index}`));
    const job = await redis().client.hgetall(`orrery:${name}:h1019`);
    expect(job).toMatchObject({ name: 'points', data: '[20381]' });
  });

  it('ends with what `keep` throws, and does not wait for running jobs', async () => {
    const name = newName();
    const threads = standIn(2, async (points) => (points[0] === 1 ? ['r1'] : new Promise(() => undefined)));
    const { call } = collecting(name, { pool: threads.pool, pointCount: 2 });
    const failing = { ...call, keep: () => { throw new Error('the disk is full'); } }; // prettier-ignore
    await expect(settled(collectFromQueue(failing), redis().client)).rejects.toThrow('the disk is full');
    expect(await keysOf(name)).toContain(collectorKey(name));
    expect(await redis().client.lrange(`orrery:${name}:active`, 0, -1)).toEqual(['h1']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that has every point does not wait for a job that still runs', async () => {
    const name = newName();
    let isLate = false;
    const threads = standIn(2, (points) =>
      isLate || points[0] === 1 ? linesOf(points) : new Promise(() => undefined),
    );
    const { call, kept } = collecting(name, { pool: threads.pool, pointCount: 2 });
    const running = collectFromQueue(call);
    await until(() => threads.asked.length === 2);
    isLate = true;
    kept.push('r2');
    const beforeMs = performance.now();
    await settled(running, redis().client);
    expect(performance.now() - beforeMs).toBeLessThan(2_500);
    expect(kept.toSorted()).toEqual(['r1', 'r2']);
    expect(await keysOf(name)).toEqual([]);
  });
});

describe.skipIf(!isRedisInstalled && !isCi)('what a collector finds in its queue', () => {
  it.each([
    ['data', '{broken'],
    ['returnvalue', '"r1"'],
    ['returnvalue', '[]'],
    ['opts', 'null'],
  ])('is done again where the %s of a job is %s', async (field, text) => {
    const [name, { client }] = [newName(), redis()];
    const first = collecting(name, { pointCount: 1 });
    await settled(collectFromQueue({ ...first.call, signal: AbortSignal.abort() }), client);
    const stop = new AbortController();
    const early = standIn(1);
    const helping = working(name, early, stop.signal, 1);
    await passingUntil(() => early.asked.length === 1, client);
    stop.abort();
    expect(await settled(helping, client)).toEqual({ leave: 'stopped', points: 1 });
    await client.hset(`orrery:${name}:h0`, field, text);
    const again = standIn(1);
    const second = collecting(name, { pool: again.pool, pointCount: 1 });
    await settled(collectFromQueue(second.call), client);
    expect(again.asked).toEqual([[1]]);
    expect(second.kept).toEqual(['r1']);
    expect(await keysOf(name)).toEqual([]);
  });

  it('is done again where a worker has refused it', async () => {
    const [name, { client }, threads] = [newName(), redis(), standIn(1)];
    await queueOf(name).add('points', 'no points', { jobId: 'h0' });
    const { call, kept } = collecting(name, { pool: threads.pool, pointCount: 2 });
    await settled(collectFromQueue(call), client);
    expect(kept.toSorted()).toEqual(['r1', 'r2']);
    expect(threads.inOrder()).toEqual([[1], [2]]);
    expect(await keysOf(name)).toEqual([]);
  });

  it('ends the collection where Redis does not read it as a job', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.zadd(`orrery:${name}:completed`, 1, 'h0');
    await client.set(`orrery:${name}:h0`, 'no job');
    const { call, kept } = collecting(name, { pointCount: 1 });
    await expect(settled(collectFromQueue(call), client)).rejects.toThrow('WRONGTYPE');
    expect(kept).toEqual([]);
  });

  it('is left to another collector that has the place since', async () => {
    const [name, { client }] = [newName(), redis()];
    const { call, kept } = collecting(name, { pointCount: 3 });
    const running = collectFromQueue(call);
    await added(name, 3);
    await client.set(collectorKey(name), 'of another');
    await expect(settled(running, client)).rejects.toThrow(
      new QueueMistake('--queue: this process stood still, and another one collects the sweep since'),
    );
    expect([kept, await client.get(collectorKey(name)), await client.llen(`orrery:${name}:wait`)]).toEqual([
      [],
      'of another',
      3,
    ]);
  });

  it('is put there again where Redis has lost it', async () => {
    const [name, { client }] = [newName(), redis()];
    const { call, kept } = collecting(name, { pointCount: 3 });
    const running = collectFromQueue(call);
    await added(name, 3);
    await deleteKeys(client, name, 'lease stays');
    await passing(2_000, client);
    expect(await keysOf(name)).toEqual([collectorKey(name)]);
    await passing(1_500, client);
    await added(name, 3);
    await settled(Promise.all([running, working(name, standIn(1), undefined, 3)]), client);
    expect(kept.toSorted()).toEqual(['r1', 'r2', 'r3']);
  });

  it.each(['wait', 'active', 'prioritized'])(
    'stays as it is where a job is in the list %s',
    async (state) => {
      const [name, { client }, stop] = [newName(), redis(), new AbortController()];
      const opts = { jobId: 'h0', ...(state === 'prioritized' && { priority: 2 }) };
      await queueOf(name).add('points', [1], opts);
      if (state === 'active')
        await client.lmove(`orrery:${name}:wait`, `orrery:${name}:active`, 'LEFT', 'LEFT');
      await client.hset(`orrery:${name}:h0`, 'mark', 'of the test');
      const { call } = collecting(name, { pointCount: 1 });
      const running = collectFromQueue({ ...call, signal: stop.signal });
      await passing(4_000, client);
      expect(await client.hget(`orrery:${name}:h0`, 'mark')).toBe('of the test');
      stop.abort();
      await settled(running, client);
      expect(await keysOf(name)).not.toEqual([]);
    },
  );
});

describe.skipIf(!isRedisInstalled && !isCi)('a connection of a collector', () => {
  it('that is cut comes back, and every point is kept once', async () => {
    const [name, { client }] = [newName(), redis()];
    const { call, kept } = collecting(name, { pointCount: 3 });
    const running = collectFromQueue(call);
    await added(name, 3);
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await passing(1_500, client);
    await settled(Promise.all([running, working(name, standIn(1), undefined, 3)]), client);
    expect(kept.toSorted()).toEqual(['r1', 'r2', 'r3']);
  });
});
