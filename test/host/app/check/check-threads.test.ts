/** Runs of a check in threads: which are begun ahead, and what is said of each. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as pools from '../../../../src/host/app/check/check-pool.ts';
import { CheckThreads, type CheckThreadsCall } from '../../../../src/host/app/check/check-threads.ts';
import type { WorkerPool } from '../../../../src/host/workers/pool.ts';
import { Coverage } from '../../../../src/verification/check/coverage.ts';

const outcomeOf = (run: number) => ({
  violations: [],
  operations: run,
  digest: `d${run}`,
  seen: new Coverage().seen,
});
const lineOf = (run: number): string => pools.lineOf({ run, outcome: outcomeOf(run) });

/** Threads over a pool in this process that answers with `answer`. */
function threadsOf(
  call: Partial<CheckThreadsCall> = {},
  answer: (points: readonly number[]) => Promise<readonly string[]> = (points) =>
    Promise.resolve(points.map(lineOf)),
) {
  const begun: (readonly number[])[] = [];
  let closed = 0;
  const pool = {
    workers: call.workers ?? 1,
    run: (points: readonly number[]) => {
      begun.push(points);
      return answer(points);
    },
    close: () => Promise.resolve(void (closed += 1)),
  };
  const spy = vi.spyOn(pools, 'poolOf').mockReturnValue(pool as unknown as WorkerPool);
  onTestFinished(() => spy.mockRestore());
  const threads = new CheckThreads({ seed: '7', service: 'casino', workers: 1, runsMax: 10, ...call });
  return { threads, begun, calls: () => spy.mock.calls, closedCount: () => closed };
}

describe('the runs of a check', () => {
  it('are those of its series', async () => {
    const { threads, calls, closedCount } = threadsOf({ workers: 3 });
    expect(calls()).toEqual([[{ seed: '7', service: 'casino' }, 3]]);
    expect(closedCount()).toBe(0);
    await threads.close();
    expect(closedCount()).toBe(1);
  });

  it('are taken four at a time, to the last, and each has its outcome', async () => {
    const { threads, begun } = threadsOf();
    for (let run = 1; run <= 10; run += 1) expect(await threads.run(run)).toEqual(outcomeOf(run));
    expect(begun).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10],
    ]);
  });

  it.each([
    [1, 65],
    [2, 129],
  ])('are begun ahead so far that each of %d threads has 64 takes that wait', async (workers, takes) => {
    const { threads, begun } = threadsOf({ workers, runsMax: 10_000 });
    await threads.run(1);
    expect(begun.length).toBe(takes);
    expect(begun.at(-1)?.[0]).toBe(4 * takes - 3);
    for (const run of [2, 3, 4]) await threads.run(run);
    expect(begun.length).toBe(takes);
    await threads.run(5);
    expect(begun.length).toBe(takes + 1);
  });

  it('that were begun ahead may fail unheard', async () => {
    const { threads } = threadsOf({}, (points) =>
      points.includes(1) ? Promise.resolve(points.map(lineOf)) : Promise.reject(new Error('closed')),
    );
    expect(await threads.run(1)).toEqual(outcomeOf(1));
    await expect(threads.run(5)).rejects.toThrow('closed');
  });

  it('have the outcome of a crash where no line came', async () => {
    const { threads } = threadsOf({}, (points) => Promise.resolve(points.slice(1).map(lineOf)));
    await expect(threads.run(1)).rejects.toThrow('a thread answers the runs that it was asked for');
    const none = threadsOf({}, () => Promise.resolve([]));
    const message = 'the run ended its thread: it was not begun';
    expect(await none.threads.run(1)).toMatchObject({ violations: [{ message }], operations: 0 });
  });

  it('may not be asked for again once all of a take were heard', async () => {
    const { threads } = threadsOf();
    for (const run of [1, 2, 3]) await threads.run(run);
    expect(await threads.run(1)).toEqual(outcomeOf(1));
    await threads.run(4);
    expect(await threads.run(1)).toMatchObject({ operations: 0 });
  });

  it.each(['', 'no line'])('fail for a line that is none: "%s"', async (line) => {
    const { threads } = threadsOf({}, () => Promise.resolve([line]));
    await expect(threads.run(1)).rejects.toThrow('a thread answers the runs that it was asked for');
  });
});
