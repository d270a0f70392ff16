/** A sweep that is collected: from the points that an earlier call has kept to the folder of results. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import {
  collectSweep,
  type SweepCall,
  type SweepStart,
} from '../../../../src/host/app/sweep/collect-sweep.ts';
import * as pools from '../../../../src/host/app/sweep/sweep-pool.ts';
import { SweepJournal } from '../../../../src/host/app/sweep/sweep-journal.ts';
import type { WorkerPool } from '../../../../src/host/workers/pool.ts';
import { wholeSweep } from '../../../../src/simulation/sweep/shard.ts';
import { layersOf } from '../../../../src/simulation/scenario/load.ts';
import { folderWith } from '../../../folder-with.ts';
import { heldPoint, planOf } from '../../../simulation/sweep/plans.ts';
import { ownSignal, signalled } from '../process/signalled.ts';

const plan = planOf();
const lines = [1, 2, 3].map((point) => JSON.stringify(heldPoint(point, 0.25)));

interface Seen {
  readonly call: SweepCall;
  readonly starts: SweepStart[];
  readonly counts: number[];
}

/** A call after one that has kept these lines. */
function callAfter(kept: readonly string[], changes: Partial<SweepCall> = {}): Seen {
  const out = join(folderWith(), 'sweep');
  const journal = new SweepJournal(out, plan, wholeSweep);
  if (kept.length > 0) journal.add(kept);
  journal.close();
  const starts: SweepStart[] = [];
  const counts: number[] = [];
  return {
    call: {
      planned: { plan, layers: layersOf([{ file: 'town.yaml', value: {} }]) },
      shard: wholeSweep,
      out,
      workers: 0,
      queue: undefined,
      onBegin: (start) => void starts.push(start),
      onPoints: (count) => void counts.push(count),
      ...changes,
    },
    starts,
    counts,
  };
}

interface Manifest {
  readonly points: number;
  readonly making: { readonly by: string; readonly workers: number; readonly wallSeconds: number; readonly resumed: number };
} // prettier-ignore

const manifestIn = (out: string): Manifest =>
  JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Manifest;

// What writes a table of results is loaded when it is needed.
beforeAll(() => import('../../../../src/report/sweep/parquet.ts'));

describe('a sweep of which all points are kept', () => {
  it.each([
    [undefined, 'threads'],
    ['redis://127.0.0.1:1', 'queue'],
  ])('is written without running any, with queue %s by %s', async (queue, by) => {
    const { call, starts, counts } = callAfter(lines, { queue, workers: 2 });
    const folder = `${call.out}.partial`;
    const collected = await collectSweep(call);
    expect(collected).toEqual({
      kind: 'finished',
      summary: JSON.parse(readFileSync(join(call.out, 'summary.json'), 'utf8')) as object,
      wallSeconds: expect.any(Number) as number,
    });
    expect(starts).toEqual([{ resumed: 3, total: 3, discarded: 0, folder }]);
    expect(counts).toEqual([]);
    expect(readFileSync(join(call.out, 'points.ndjson'), 'utf8')).toBe(`${lines.join('\n')}\n`);
    const { points, making } = manifestIn(call.out);
    expect(points).toBe(3);
    expect(making).toMatchObject({ by, workers: 2, resumed: 3 });
    expect(making.wallSeconds).toBeGreaterThanOrEqual(0);
    expect(making.wallSeconds).toBeLessThan(5);
    expect(existsSync(folder)).toBe(false);
  });

  it('needs no one who hears of it', async () => {
    const { call } = callAfter(lines);
    const { onBegin: _begin, onPoints: _points, ...quiet } = call;
    expect((await collectSweep(quiet)).kind).toBe('finished');
  });
});

describe('a sweep that is stopped', () => {
  it.each([
    [0, 1],
    [2, 5],
  ])('with %i points kept and %i threads keeps what it has', async (kept, workers) => {
    signalled();
    const { call, starts } = callAfter(lines.slice(0, kept), { workers });
    const folder = `${call.out}.partial`;
    expect(await collectSweep(call)).toEqual({ kind: 'stopped', done: kept, total: 3, folder });
    expect(starts).toEqual([{ resumed: kept, total: 3, discarded: 0, folder }]);
    expect(existsSync(call.out)).toBe(false);
    expect(existsSync(join(folder, 'points.ndjson'))).toBe(kept > 0);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });
});

it('a folder that is no report is refused before anything is done', async () => {
  const { call, starts } = callAfter([]);
  mkdirSync(call.out);
  writeFileSync(join(call.out, 'mine'), '');
  await expect(collectSweep(call)).rejects.toThrow(
    new CallMistake(
      `${call.out} exists and is no report folder; expected --out to name a new or an empty folder`,
    ),
  );
  expect(starts).toEqual([]);
});

/** Threads in this process until the end of the test: `run` takes the points of each turn. */
function threadsOf(run: (points: readonly number[]) => Promise<readonly string[]>) {
  let closed = 0;
  const pool = (workers: number) => ({ workers, run, close: () => Promise.resolve(void (closed += 1)) });
  const spy = vi
    .spyOn(pools, 'poolOf')
    .mockImplementation((_planned, workers) => pool(workers) as unknown as WorkerPool);
  onTestFinished(() => spy.mockRestore());
  return { workers: () => spy.mock.calls.map(([, workers]) => workers), closedCount: () => closed };
}

const answered = (points: readonly number[]): Promise<string[]> =>
  Promise.resolve(points.map((point) => lines[point - 1] ?? ''));

describe('points that are open', () => {
  it.each([
    [0, 2, 2],
    [2, 5, 1],
  ])(
    'are run after %d kept ones, by as many of %d threads as there are points',
    async (kept, workers, most) => {
      const ran: number[] = [];
      const threads = threadsOf((points) => {
        ran.push(...points);
        return answered(points);
      });
      const { call, counts } = callAfter(lines.slice(0, kept), { workers });
      expect((await collectSweep(call)).kind).toBe('finished');
      expect([threads.workers(), threads.closedCount()]).toEqual([[most], 1]);
      expect(ran.toSorted((one, other) => one - other)).toEqual([1, 2, 3].slice(kept));
      expect(counts.at(-1)).toBe(3);
      expect(readFileSync(join(call.out, 'points.ndjson'), 'utf8')).toBe(`${lines.join('\n')}\n`);
    },
  );

  it('may be run unheard', async () => {
    threadsOf(answered);
    const { call } = callAfter([], { workers: 1 });
    const { onPoints: _points, ...quiet } = call;
    expect((await collectSweep(quiet)).kind).toBe('finished');
  });

  it('that fail without a signal end the sweep, which keeps what it has', async () => {
    const error = new Error('broken');
    const threads = threadsOf(() => Promise.reject(error));
    const { call } = callAfter(lines.slice(0, 2), { workers: 1 });
    await expect(collectSweep(call)).rejects.toBe(error);
    expect(threads.closedCount()).toBe(1);
    expect(existsSync(join(`${call.out}.partial`, 'lock'))).toBe(false);
    expect(existsSync(join(`${call.out}.partial`, 'points.ndjson'))).toBe(true);
  });

  it('that a signal ends are left for the next call', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    threadsOf(() => {
      come();
      return Promise.reject(new Error('closed'));
    });
    const { call } = callAfter(lines.slice(0, 2), { workers: 1 });
    const folder = `${call.out}.partial`;
    expect(await collectSweep(call)).toEqual({ kind: 'stopped', done: 2, total: 3, folder });
  });
});
