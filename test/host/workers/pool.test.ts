/** Threads of a pool, seen from their tasks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WorkerPool } from '../../../src/host/workers/pool.ts';
import { folderWith } from '../cli/orrery.ts';

const pools: WorkerPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function poolWith(source: string): WorkerPool {
  const filename = join(folderWith({ 'package.json': '{"type":"module"}' }), 'task.js');
  writeFileSync(filename, source);
  const crashed = (point: number, message: string): string => `${point}: ${message}`;
  const pool = new WorkerPool({ filename, workers: 1, data: undefined, crashed, stepMsMax: 1_000 });
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

  it('that wait are rejected once the pool is closed', async () => {
    const pool = poolWith('export default () => new Promise(() => {});');
    const waiting = Promise.allSettled([1, 2, 3].map((point) => pool.run([point])));
    await pool.close();
    const ends = await waiting;
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
