/** Batches of a pool whose clock and answers are those of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerPool } from '../../../src/host/workers/pool.ts';
import { workThrough } from '../../../src/host/workers/work-through.ts';
import { standIn } from './stand-in-pool.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A point takes so long. */
const poolOf = (workers: number, pointMs: number): WorkerPool =>
  standIn(workers, async (points) => {
    nowMs += pointMs * points.length;
    return points.map(String);
  }).pool;

async function batches(points: readonly number[], pool: WorkerPool): Promise<(readonly string[])[]> {
  const seen: (readonly string[])[] = [];
  const { signal } = new AbortController();
  await workThrough({ points, pool, signal, onLines: (lines) => void seen.push(lines) });
  return seen;
}

const sizes = async (points: number, pointMs: number): Promise<number[]> =>
  (await batches(upTo(points), poolOf(1, pointMs))).map(({ length }) => length);

describe('the batches of a pool', () => {
  it.each([
    ['twice as large each time, and smaller towards the end', 20, 1, [1, 2, 4, 7, 3, 2, 1]],
    ['of at most 64', 500, 1, [1, 2, 4, 8, 16, 32, 64, 64, 64, 64, 64, 59, 29, 15, 7, 4, 2, 1]],
    ['of about a tenth of a second', 12, 40, [1, 2, 3, 3, 2, 1]],
    ['of one where a point takes longer', 5, 250, [1, 1, 1, 1, 1]],
    ['of one for a single point', 1, 1, [1]],
    ['none for no points', 0, 1, []],
  ])('are %s', async (_, points, pointMs, expected) => {
    expect(await sizes(points, pointMs)).toEqual(expected);
  });

  it('go to all threads, each point once', async () => {
    const seen = await batches(upTo(10), poolOf(2, 0));
    expect(seen).toEqual([['1'], ['2'], ['3', '4'], ['5', '6'], ['7'], ['8'], ['9'], ['10']]);
  });

  it('end once the signal is aborted', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const onLines = (lines: readonly string[]): void => {
      seen.push(...lines);
      if (seen.length >= 3) stop.abort();
    };
    await workThrough({ points: upTo(40), pool: poolOf(1, 1), signal: stop.signal, onLines });
    expect(seen).toEqual(['1', '2', '3']);
  });

  it('end with what `onLines` throws', async () => {
    const onLines = (): void => {
      throw new Error('the disk is full');
    };
    const { signal } = new AbortController();
    const work = workThrough({ points: upTo(3), pool: poolOf(1, 1), signal, onLines });
    await expect(work).rejects.toThrow('the disk is full');
  });
});
