import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepWorkSchema } from '../../../docs/sweep-schemas.ts';
import { folderWith, orrery, smallScenario } from './orrery.ts';
import { isRedisInstalled, ownRedis, type OwnRedis } from './redis.ts';
import { expectSameResults, keptIn, pointsIn, started, until, type Running } from './sweeping.ts';
import { isCi } from '../../ci.ts';

if (!isRedisInstalled)
  console.log('redis-server is not installed (Debian: redis-server): sweeps over a queue are skipped');

/** Enough to be in the middle of them while something else is stopped. */
const count = 60;
const call = ['sweep', 'small.yaml', '--seeds', String(count)];
const everyPoint = Array.from({ length: count }, (_, index) => index + 1);

/** How many batches are being worked on. */
async function active({ client }: OwnRedis): Promise<number> {
  const [key] = await client.keys('orrery:*:active');
  return key === undefined ? 0 : client.llen(key);
}

interface Stage {
  readonly folder: string;
  readonly redis: OwnRedis;
  readonly collector: () => Running;
  readonly worker: () => Running;
}

async function stage(): Promise<Stage> {
  const folder = folderWith({ 'small.yaml': smallScenario });
  cpSync(join(alone, 'single'), join(folder, 'single'), { recursive: true });
  const redis = await ownRedis();
  const over = [...call, '--queue', redis.url];
  return {
    folder,
    redis,
    collector: () => started(folder, [...over, '--workers', '0', '--out', 'queue', '--quiet']),
    worker: () => started(folder, [...over, '--workers', '1', '--work', '--json']),
  };
}

async function left({ client }: OwnRedis): Promise<readonly string[]> {
  return client.keys('*');
}

/** The same sweep without a queue, for all tests. */
const alone = mkdtempSync(join(tmpdir(), 'orrery-alone-'));

describe('orrery sweep --queue', () => {
  beforeAll(async () => {
    writeFileSync(join(alone, 'small.yaml'), smallScenario);
    expect((await orrery(alone, [...call, '--out', 'single', '--quiet'])).code).toBe(0);
  });
  afterAll(() => rmSync(alone, { recursive: true, force: true }));

  it('has a Redis to be tried with where the whole suite counts', () => {
    expect(isRedisInstalled || !isCi).toBe(true);
  });

  it.skipIf(!isRedisInstalled && !isCi)(
    'has every result once, and the same as one machine, when a worker is killed in the middle',
    async () => {
      const { folder, redis, collector, worker } = await stage();
      const collecting = collector();
      const [lost, other] = [worker(), worker()];
      await until(async () => keptIn(folder, 'queue') >= 3 && (await active(redis)) >= 2);
      lost.child.kill('SIGKILL');
      const kept = keptIn(folder, 'queue');
      expect(kept).toBeLessThan(count);
      // One more comes late, and helps all the same.
      const late = worker();
      expect((await lost.outcome).code).toBeNull();
      expect(await collecting.outcome).toMatchObject({ code: 0, stderr: '' });
      expectSameResults(folder, 'single', 'queue');
      expect(pointsIn(folder, 'queue')).toEqual(everyPoint);
      const done = await Promise.all([other.outcome, late.outcome]);
      const worked = done.map(({ code, stdout }) => {
        const said = JSON.parse(stdout) as { points: number; leave: string };
        const ajv = new Ajv2020();
        expect(ajv.validate(sweepWorkSchema, said), ajv.errorsText()).toBe(true);
        expect([code, said.leave]).toEqual([0, 'finished']);
        return said.points;
      });
      expect(worked.reduce((sum, points) => sum + points, 0)).toBeLessThanOrEqual(count);
      await until(async () => (await left(redis)).length === 0);
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)(
    'goes on when its collector is killed, and when Redis has forgotten everything',
    async () => {
      const { folder, redis, collector, worker } = await stage();
      const first = collector();
      const helper = worker();
      await until(() => keptIn(folder, 'queue') >= 3);
      first.child.kill('SIGKILL');
      await first.outcome;
      await redis.client.flushall();
      const second = collector();
      await until(() => keptIn(folder, 'queue') >= 20);
      await redis.client.flushall();
      expect(await second.outcome).toMatchObject({ code: 0 });
      expectSameResults(folder, 'single', 'queue');
      const { making } = JSON.parse(readFileSync(join(folder, 'queue/manifest.json'), 'utf8')) as {
        making: { by: string; resumed: number };
      };
      expect(making).toMatchObject({ by: 'queue' });
      expect(making.resumed).toBeGreaterThanOrEqual(3);
      expect((await helper.outcome).code).toBe(0);
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)('ignores foreign jobs in the queue', async () => {
    const { folder, redis, collector, worker } = await stage();
    const collecting = collector();
    const { client } = redis;
    await until(async () => (await client.keys('orrery:sweep-*:wait')).length === 1);
    const [wait = ''] = await client.keys('orrery:sweep-*:wait');
    const name = wait.split(':')[1] ?? '';
    const key = `orrery:${name}`;
    const queue = new Queue(name, { connection: { url: redis.url }, prefix: 'orrery' });
    for (const data of [{ a: 1 }, 'str', null, 7, [], [0], [1e9], [1, 1], [[1]], Array(500).fill(1)])
      await queue.add('points', data);
    await queue.add('points', [7]);
    await queue.close();
    const ended = { name: 'points', opts: '{}', timestamp: '1', processedOn: '1', finishedOn: '2' };
    const forged = { point: 9, outcome: 'crashed', message: 'forged', run: null };
    // Jobs that failed or ended by themselves, under ids of their own, without data, and in the place of a real one.
    const jobs: Record<string, Record<string, string>> = {
      bad: { ...ended, data: '[5]', failedReason: 'job stalled more than allowable limit', stc: '99' },
      good: { ...ended, data: '[9]', returnvalue: JSON.stringify([JSON.stringify(forged)]) },
      junk: { ...ended, data: 'no json', failedReason: 'x' },
    };
    for (const [id, fields] of Object.entries(jobs)) {
      await client.hset(`${key}:${id}`, fields);
      await client.zadd(`${key}:${id === 'good' ? 'completed' : 'failed'}`, 2, id);
    }
    await client.zadd(`${key}:failed`, 3, 'nothing');
    const replaced = { ...ended, data: '{"a":1}', failedReason: 'x' };
    await client.hset(`${key}:h3`, replaced);
    await client.lrem(wait, 0, 'h3');
    await client.zadd(`${key}:failed`, 3, 'h3');
    const helping = worker();
    expect(await collecting.outcome).toMatchObject({ code: 0, stderr: '' });
    expect((await helping.outcome).code).toBe(0);
    expectSameResults(folder, 'single', 'queue');
  });

  it.skipIf(!isRedisInstalled && !isCi)(
    'works alone without workers, refuses a second collector, and lets a worker leave on a signal',
    async () => {
      const { folder, redis, collector, worker } = await stage();
      const collecting = collector();
      const helper = worker();
      await until(async () => keptIn(folder, 'queue') >= 1);
      helper.child.kill('SIGTERM');
      const { code, stdout } = await helper.outcome;
      expect([code, (JSON.parse(stdout) as { leave: string }).leave]).toEqual([0, 'stopped']);
      const second = [...call, '--queue', redis.url, '--out', 'other', '--quiet'];
      const refused = await started(folder, second).outcome;
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/another process collects this sweep already; to help, add --work/);
      collecting.child.kill('SIGINT');
      expect((await collecting.outcome).code).toBe(130);
      // Without a helper the threads of the collector itself do the rest.
      expect(
        (await orrery(folder, [...call, '--queue', redis.url, '--workers', '1', '--out', 'queue'])).code,
      ).toBe(0);
      expect(pointsIn(folder, 'queue')).toEqual(everyPoint);
      expect(await left(redis)).toEqual([]);
    },
  );
});
