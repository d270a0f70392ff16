/** Workers of this process at the queues of a real Redis: what they take, what they refuse, and when they leave. */
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { attendQueue, type Leave } from '../../../src/host/workers/attendance.ts';
import { startWorker, workForQueue, type QueueWork } from '../../../src/host/workers/queue-worker.ts';
import { collectorKey, finishedChannel } from '../../../src/host/workers/queue.ts';
import { QueueMistake } from '../../../src/host/workers/redis-address.ts';
import { isCi } from '../../ci.ts';
import { isRedisInstalled } from '../cli/redis.ts';
import { newName, passing, passingUntil, redisOfFile, settled, stopClock } from './redis-of-file.ts';
import { linesOf, standIn, type StandIn } from './stand-in-pool.ts';

const redis = redisOfFile(isRedisInstalled || isCi);
const signal = new AbortController().signal;

const queueOf = (name: string): Queue => new Queue(name, { connection: redis().client, prefix: 'orrery' });

/** The jobs of a queue by their ids. */
const adding = (name: string, jobs: readonly (readonly [string, unknown])[]): Promise<unknown> =>
  queueOf(name).addBulk(jobs.map(([jobId, data]) => ({ name: 'points', data, opts: { jobId } })));

beforeEach(stopClock);

describe.skipIf(!isRedisInstalled && !isCi)('a worker of points', () => {
  /** What becomes of the jobs of a queue of 600 points, three in each job. */
  async function ends(jobs: readonly (readonly [string, unknown])[], threads: StandIn): Promise<unknown> {
    const name = newName();
    await adding(name, jobs);
    const worker = startWorker(redis().client, name, { pool: threads.pool, pointCount: 600 });
    onTestFinished(() => worker.close(true));
    const seen: Record<string, unknown> = {};
    worker.on('completed', ({ id = '' }, lines) => (seen[id] = lines));
    worker.on('failed', (job, error) => (seen[job?.id ?? ''] = error.message));
    await passingUntil(() => Object.keys(seen).length === jobs.length, redis().client);
    return seen;
  }

  it('does what holds distinct points of its job', async () => {
    const threads = standIn(1);
    const jobs = [['h0', [1, 2, 3]], ['h1', [6]], ['h2', [9, 7]], ['h198', [597]], ['h199', [600]], ['h3', [10, 11]]] as const; // prettier-ignore
    expect(await ends(jobs, threads)).toEqual({
      h0: ['r1', 'r2', 'r3'],
      h1: ['r6'],
      h2: ['r9', 'r7'],
      h198: ['r597'],
      h199: ['r600'],
      h3: ['r10', 'r11'],
    });
    expect(threads.asked).toEqual(jobs.map(([, points]) => points));
  });

  it('refuses everything else, and no thread hears of it', async () => {
    const threads = standIn(2);
    const jobs: (readonly [string, unknown])[] = [
      ['h0', []],
      ['h1', [4, 4]],
      ['h2', [7, 8, 10]],
      ['h3', ['10']],
      ['h4', [13, null]],
      ['h5', [16.5]],
      ['h6', { 0: 19, length: 1 }],
      ['h7', 'h7'],
      ['h8', 25],
      ['h9', [[28]]],
      ['h10', [1]],
      ['h-1', [0]],
      ['h-2', [-3]],
      ['h200', [601]],
      ['h333333333333333312', [1e18]],
      ['x', [1]],
    ];
    const refused = jobs.map(([id]) => [id, 'the queue holds something else than points']);
    expect(await ends(jobs, threads)).toEqual(Object.fromEntries(refused));
    expect(threads.asked).toEqual([]);
  });

  it('has as many jobs at once as threads', async () => {
    const answers: (() => void)[] = [];
    const threads = standIn(2, async (points) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return linesOf(points);
    });
    const running = ends([['h0', [1]], ['h1', [4]], ['h2', [7]]], threads); // prettier-ignore
    await passingUntil(() => threads.asked.length === 2, redis().client);
    for (let turns = 0; turns < 10; turns += 1) await redis().client.ping();
    expect(threads.asked).toEqual([[1], [4]]);
    answers[0]?.();
    await passingUntil(() => threads.asked.length === 3, redis().client);
    for (const answer of answers) answer();
    expect(await running).toEqual({ h0: ['r1'], h1: ['r4'], h2: ['r7'] });
  });
});

describe.skipIf(!isRedisInstalled && !isCi)('a worker that leaves', () => {
  const working = (
    name: string,
    { pool }: StandIn,
    more: Partial<QueueWork> = {},
  ): ReturnType<typeof workForQueue> =>
    // prettier-ignore
    workForQueue({ url: redis().url, name, signal, pool, pointCount: 400, patienceMs: 20_000, ...more });

  it('counts the points of the jobs that it has done, and closes its pool', async () => {
    const [name, threads, stop] = [newName(), standIn(1), new AbortController()];
    await adding(name, [['h0', [1, 2]], ['h1', [3]], ['h2', 'no points']]); // prettier-ignore
    const running = working(name, threads, { signal: stop.signal });
    await passingUntil(() => threads.asked.length === 2, redis().client);
    await passing(200, redis().client);
    expect(threads.isClosed()).toBe(false);
    stop.abort();
    expect(await settled(running, redis().client)).toEqual({ leave: 'stopped', points: 3 });
    expect(threads.isClosed()).toBe(true);
  });

  it('has done nothing where no process collects', async () => {
    const threads = standIn(1);
    const running = working(newName(), threads, { patienceMs: 100 });
    expect(await settled(running, redis().client)).toEqual({ leave: 'nobody', points: 0 });
    expect(threads.isClosed()).toBe(true);
  });

  it('closes its pool where there is no Redis', async () => {
    const threads = standIn(1);
    await expect(working(newName(), threads, { url: 'redis://127.0.0.1:1' })).rejects.toEqual(
      new QueueMistake('--queue redis://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1'),
    );
    expect(threads.isClosed()).toBe(true);
  });
});

describe.skipIf(!isRedisInstalled && !isCi)('an attendance', () => {
  interface Attending {
    readonly running: Promise<Leave>;
    /** The connection over which it looks for a collector. */
    readonly connection: Redis;
    readonly startedAtMs: number;
    readonly left: () => number | undefined;
  }

  async function attending(
    name: string,
    patienceMs: number,
    stop = signal,
    work?: () => Promise<void>,
  ): Promise<Attending> {
    // prettier-ignore
    let connection: Redis | undefined;
    let leftAtMs: number | undefined;
    const start = (given: Redis): Worker => {
      connection = given;
      return new Worker(name, work ?? null, {
        connection: given,
        prefix: 'orrery',
        autorun: work !== undefined,
      });
    };
    const startedAtMs = performance.now();
    const running = attendQueue({ url: redis().url, name, signal: stop, patienceMs, start });
    const leave = (): void => void (leftAtMs = performance.now() - startedAtMs);
    running.then(leave, leave);
    while (connection === undefined) await redis().client.ping();
    return { running, connection, startedAtMs, left: () => leftAtMs };
  }

  const leaves = async ({ running, connection, left }: Attending): Promise<[Leave, number | undefined]> => {
    for (let passed = 0; left() === undefined && passed < 30_000; passed += 50) {
      const isThere = ['ready', 'connect'].includes(connection.status);
      await passing(50, isThere ? connection : redis().client);
    }
    return [await running, left()];
  };

  it.each([
    [0, 2_250],
    [2_249, 2_250],
    [2_250, 4_500],
    [4_499, 4_500],
    [4_500, 6_750],
  ])(
    'without a collector has a patience of %i ms, and ends at a look after that',
    async (patienceMs, endMs) => {
      const [leave, leftAtMs = 0] = await leaves(await attending(newName(), patienceMs));
      expect(leave).toBe('nobody');
      expect(Math.round(leftAtMs / 250) * 250).toBe(endMs);
    },
  );

  it('lasts as long as there is a collector, and its patience beyond that', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'token');
    const attendance = await attending(name, 3_000);
    await passing(9_500, attendance.connection);
    expect(attendance.left()).toBeUndefined();
    await client.del(collectorKey(name));
    const [leave, leftAtMs = 0] = await leaves(attendance);
    expect([leave, Math.round(leftAtMs / 250) * 250]).toEqual(['nobody', 13_500]);
  });

  it('ends when the queue is finished, without what still runs', async () => {
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'token');
    await adding(name, [['h0', [1]]]);
    let isRunning = false;
    const attendance = await attending(name, 0, signal, () => {
      isRunning = true;
      return new Promise(() => undefined);
    });
    await passingUntil(() => isRunning, attendance.connection);
    await client.publish(finishedChannel(`${name}x`), 'finished');
    await passing(1_000, attendance.connection);
    expect(attendance.left()).toBeUndefined();
    await client.publish(finishedChannel(name), 'finished');
    expect((await leaves(attendance))[0]).toBe('finished');
    expect(attendance.left()).toBeLessThan(3_000);
    expect(attendance.connection.status).toBe('end');
    expect(await client.pubsub('NUMSUB', finishedChannel(name))).toEqual([finishedChannel(name), 0]);
  });

  it('ends after what runs where it is stopped', async () => {
    const [name, { client }, stop] = [newName(), redis(), new AbortController()];
    await adding(name, [['h0', [1]]]);
    let finish: (() => void) | undefined;
    const work = (): Promise<void> => new Promise((resolve) => (finish = resolve));
    const attendance = await attending(name, 20_000, stop.signal, work);
    await passingUntil(() => finish !== undefined, attendance.connection);
    stop.abort();
    await passing(5_000, client);
    expect(attendance.left()).toBeUndefined();
    finish?.();
    expect((await leaves(attendance))[0]).toBe('stopped');
  });

  it('ends with a mistake where its connection does not come back', async () => {
    const attendance = await attending(newName(), 20_000);
    attendance.connection.disconnect();
    await expect(leaves(attendance)).rejects.toEqual(
      new QueueMistake('--queue: the connection was lost and did not come back'),
    );
  });
});
