/** Threads of a pool, seen from their tasks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WorkerPool, type PoolCall } from '../../../src/host/workers/pool.ts';
import { folderWith } from '../cli/orrery.ts';

const pools: WorkerPool[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const pool of pools.splice(0)) await pool.close();
});

function poolWith(source: string, more: Partial<PoolCall> = {}): WorkerPool {
  const filename = join(folderWith({ 'package.json': '{"type":"module"}' }), 'task.js');
  writeFileSync(filename, source);
  const crashed = (point: number, message: string): string => `${point}: ${message}`;
  const pool = new WorkerPool({ filename, workers: 1, data: undefined, crashed, stepMsMax: 1_000, ...more });
  pools.push(pool);
  return pool;
}

describe('a thread', () => {
  it('loads its modules by import: Node aborts the whole process where a thread ends within a require of a module', async () => {
    const pool = poolWith('export default () => [String(process.features.require_module)];');
    expect(await pool.run([1])).toEqual(['false']);
  });

  it('has the variables of its process', async () => {
    process.env['ORRERY_TEST_OF_POOLS'] = 'kept';
    const pool = poolWith('export default () => [process.env.ORRERY_TEST_OF_POOLS];');
    delete process.env['ORRERY_TEST_OF_POOLS'];
    expect(await pool.run([1])).toEqual(['kept']);
  });

  it.each([
    ['', '--no-experimental-require-module'],
    ['--no-warnings', '--no-warnings --no-experimental-require-module'],
  ])('has the options of its process, %j, and one more', async (own, all) => {
    vi.stubEnv('NODE_OPTIONS', own);
    expect(await poolWith('export default () => [process.env.NODE_OPTIONS];').run([1])).toEqual([all]);
  });

  it('has the data of its pool, and room for what a point makes and drops', async () => {
    const pool = poolWith(
      `import { resourceLimits, workerData } from 'node:worker_threads';
      export default () => [JSON.stringify(workerData), String(resourceLimits.maxYoungGenerationSizeMb)];`,
      { data: { of: 'the test' } },
    );
    const [data = '', room] = await pool.run([1]);
    expect(data).toContain('{"of":"the test"}');
    expect(room).toBe('192');
  });

  it('that ends with one of several points is that one alone', async () => {
    const pool = poolWith(
      `export default ({ points }) => {
        if (points.includes(2)) throw new Error('no such point');
        return points.map(String);
      };`,
    );
    expect(await pool.run([1, 2, 3])).toEqual(['1', '2: no such point', '3']);
  });

  it('that gives no answer for a point alone gives the line of a crash', async () => {
    const pool = poolWith(
      `export default ({ points }) => {
        if (points.length > 1) throw new Error('too many');
        return points[0] === 1 ? [] : points.map(String);
      };`,
    );
    expect(await pool.run([1, 2])).toEqual(['1: its thread gave no answer', '2']);
  });

  it('that has no memory left says nothing about its point', async () => {
    const ends = new Int32Array(new SharedArrayBuffer(4));
    const pool = poolWith(
      `import { workerData } from 'node:worker_threads';
      const [ends] = [workerData].flat().filter((one) => one instanceof Int32Array);
      export default ({ points }) => {
        if (Atomics.add(ends, 0, 1) < 3) process.exit(75);
        return points.map(String);
      };`,
      { data: ends },
    );
    expect(await pool.run([1])).toEqual(['1']);
    expect(ends[0]).toBe(4);
  });

  it('restarts without each step that does not end', async () => {
    let spentMs = 0;
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: spentMs * 1_000, system: 0 }));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const pool = poolWith(
      `export default ({ points, progress, endless }) => points.map((point) => {
        const left = endless.get(point) ?? [];
        for (const step of [3, 5]) {
          if (left.includes(step)) continue;
          progress.set([point, step]);
          for (;;);
        }
        return point + ' without ' + left.join();
      });`,
      { stepMsMax: 100 },
    );
    let lines: readonly string[] | undefined;
    const running = pool.run([7]).then((given) => (lines = given));
    while (lines === undefined) {
      vi.advanceTimersByTime(200);
      spentMs += 50;
      await new Promise((resolve) => void setTimeout(resolve, 1));
    }
    expect(await running).toEqual(['7 without 3,5']);
  });

  it.each([
    [200, ['7 without ']],
    [201, ['7 without 3']],
  ])('that is one of two may spend the time of both in a step: of 200 ms, %i', async (stepMs, lines) => {
    let spentMs = 0;
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: 0, system: spentMs * 1_000 }));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [data, isIn, mayGo] = [new Int32Array(new SharedArrayBuffer(8)), 0, 1];
    const pool = poolWith(
      `import { workerData } from 'node:worker_threads';
      const [data] = [workerData].flat().filter((one) => one instanceof Int32Array);
      export default ({ points, progress, endless }) => {
        if (!endless.has(7)) progress.set([7, 3]);
        Atomics.store(data, ${isIn}, 1);
        while (!endless.has(7) && Atomics.load(data, ${mayGo}) === 0);
        return points.map((point) => point + ' without ' + (endless.get(point) ?? []).join());
      };`,
      { workers: 2, stepMsMax: 100, data },
    );
    const running = pool.run([7]);
    while (Atomics.load(data, isIn) === 0) await new Promise((resolve) => void setTimeout(resolve, 1));
    vi.advanceTimersByTime(200);
    spentMs = stepMs;
    vi.advanceTimersByTime(200);
    Atomics.store(data, mayGo, 1);
    expect(await running).toEqual(lines);
  });

  it('that ends with a point gives the line of a crash', async () => {
    const pool = poolWith('export default () => process.exit(7);');
    expect(await pool.run([1])).toEqual(['1: worker exited with code: 7']);
  });
});

describe('tasks', () => {
  it('come back in the order in which they were given', async () => {
    const pool = poolWith('export default ({ points }) => points.map(String);');
    const seen: string[] = [];
    const all = Array.from({ length: 60 }, async (_, point) => {
      seen.push(...(await pool.run([point])));
    });
    await Promise.all(all);
    expect(seen).toEqual(all.map((_, point) => String(point)));
  });

  it('that come after its end are rejected', async () => {
    const pool = poolWith('export default () => [];');
    await pool.close();
    await expect(pool.run([1])).rejects.toThrow(new Error('the pool is closed'));
  });

  it('that wait are rejected once the pool is closed', async () => {
    const pool = poolWith('export default () => new Promise(() => {});');
    const waiting = Promise.allSettled([1, 2, 3].map((point) => pool.run([point])));
    await pool.close();
    const ends = await waiting;
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
