/** The open-loop engine on a clock that is made up: what is not sent, sent again, or fails, and how a run is stopped. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noCounts } from '../../../../src/live/traffic/engine/engine-options.ts';
import { Senders } from '../../../../src/live/traffic/engine/senders.ts';
import { WakeUp } from '../../../../src/live/traffic/engine/wake-up.ts';
import { engineRun, requestOf, timesOf } from './engine-run.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const due = (n: number, dueMs = 0, changes: object = {}) => requestOf(n, { dueMs, ...changes });
const thrown = (message: string) => (): never => {
  throw new Error(message);
};

describe('a request', () => {
  it('that has no text is not sent, and its session goes on', async () => {
    const run = engineRun([[due(0, 0, { session: 1 }), due(1, 0, { session: 1 })]], {
      script: { textOf: ({ n }) => (n === 0 ? undefined : 'x') },
    });
    await run.wait(1);
    run.taken();
    expect(run.written(0)).toBe(false);
    expect(run.taken()).toEqual(['1 unsent 0: unsendable', '1 submit 1']);
    expect(run.written(1)).toBe(true);
    run.answered(1);
    await run.wait(1);
    expect([await run.outcome, run.engine.counts]).toEqual(['ended', { ...noCounts(), sent: 1, answered: 1, unsent: 1, pendingMost: 2 }]); // prettier-ignore
  });

  it('that was refused for its rate is sent again after its pause, as if it were due then', async () => {
    const run = engineRun([[due(0, 0, { session: 1 }), due(1, 0, { session: 1 })]], {
      script: { answered: (_request, { status }) => (status === 429 ? 40 : 0) },
    });
    await run.wait(10);
    run.written(0);
    run.answered(0, 429);
    run.taken();
    await run.wait(39);
    expect(run.taken()).toEqual([]);
    await run.wait(1);
    expect(run.taken()).toEqual(['50 submit 0']);
    await run.wait(5);
    run.written(0);
    run.answered(0);
    run.failed(1);
    await run.wait(1);
    expect([await run.outcome, run.engine.counts]).toEqual(['ended', { ...noCounts(), sent: 3, answered: 2, failed: 1, repeated: 1, pendingMost: 2 }]);
    expect(timesOf(run.engine)).toEqual({ response: '3 to 55', service: '2 to 0', lag: '2 to 0', serviceAlone: '2 to 0', session: '1 to 55', connection: '2 to 10', limit: '1 to 40' });
  }); // prettier-ignore

  it('that never got a connection counts as sent, and one that had one does not count twice', async () => {
    const run = engineRun([[due(0), due(1)]]);
    await run.wait(1);
    run.written(1);
    for (const n of [0, 1]) run.failed(n, 'refused');
    await run.wait(1);
    expect(run.engine.counts).toEqual({ ...noCounts(), sent: 2, failed: 2, pendingMost: 2 });
    expect([...run.engine.measures.failures]).toEqual([['refused', 2]]);
  });

  it('that is written where it is submitted has not waited', async () => {
    const run = engineRun([[due(0)]]);
    vi.spyOn(Senders.prototype, 'submit').mockImplementation(({ n }) => void run.written(n));
    await run.wait(5);
    expect(timesOf(run.engine)).toEqual({ lag: '1 to 0' });
    run.engine.stop();
  }); // prettier-ignore
});

describe('a run ends with a mistake', () => {
  it.each([
    ['of the permit', { options: { permit: thrown('forbidden') } }, false],
    ['of a text', { script: { textOf: thrown('no text') } }, false],
    ['of an answer', { script: { answered: thrown('no answer') } }, true],
  ])('%s', async (_what, call, isSent) => {
    const run = engineRun([[due(0)]], call);
    await run.wait(1);
    expect(run.written(0)).toBe(isSent);
    if (isSent) run.answered(0);
    await run.wait(1);
    expect(['forbidden', 'no text', 'no answer']).toContain(await run.outcome);
    expect(run.log.at(-1)).toBe('1 close');
  });

  it('of the script, before the first request and after it', async () => {
    const first = engineRun([], { script: { next: () => Promise.reject(new Error('cut')) } });
    expect(await first.outcome).toBe('cut');
    let reads = 0;
    const batch = Array.from({ length: 2_000 }, (_, n) => due(n, n < 2 ? 0 : 1e6));
    const later = engineRun([], {
      script: { next: () => (reads++ === 0 ? Promise.resolve(batch) : Promise.reject(new Error('cut'))) },
    });
    await later.wait(1);
    expect([await later.outcome, reads]).toEqual(['cut', 2]);
  });
});

describe('a run that is stopped', () => {
  it('sends nothing more, and ends once what is in flight has its answer', async () => {
    const waits = { awaits: ({ n }: { n: number }) => (n === 3 ? 0 : undefined), follows: ({ n }: { n: number }) => (n === 4 ? 0 : undefined) };
    const requests = [due(0), due(1), due(2, 0, { session: 1 }), due(3), due(4), due(5, 1e6), due(6)];
    const run = engineRun([requests.slice(0, 5), requests.slice(5)], { script: waits });
    await run.wait(1);
    for (const n of [0, 1]) run.written(n);
    run.taken();
    expect([run.engine.isStopped, run.engine.counts.pendingMost]).toEqual([false, 5]);
    run.engine.stop();
    run.engine.stop();
    expect(run.taken().toSorted()).toEqual(['1 unsent 2: stopped', '1 unsent 3: stopped', '1 unsent 4: stopped', '1 unsent 5: stopped', '1 unsent 6: stopped']);
    expect([run.engine.isStopped, run.engine.counts]).toEqual([true, { ...noCounts(), sent: 2, unsent: 5, pendingMost: 5 }]);
    run.answered(0);
    await run.wait(499);
    expect(run.taken()).toEqual(['1 answered 0: 200 in 0']);
    // Connections that still wait for an answer are closed after half a second.
    await run.wait(1);
    expect(run.taken()).toEqual(['501 close']);
    run.failed(1);
    await run.wait(0);
    expect([await run.outcome, run.taken()]).toEqual(['ended', ['501 failed 1: reset', '501 close']]);
    expect(run.engine.counts).toEqual({ ...noCounts(), sent: 2, answered: 1, failed: 1, unsent: 5, pendingMost: 5 });
  }); // prettier-ignore

  it('ends at once where nothing is in flight, and before it has begun', async () => {
    const idle = engineRun([[due(0), due(1, 1e6)]]);
    await idle.wait(1);
    idle.failed(0);
    idle.engine.stop();
    expect([await idle.outcome, idle.engine.counts]).toEqual(['ended', { ...noCounts(), sent: 1, failed: 1, unsent: 1, pendingMost: 1 }]);
    const early = engineRun([[due(0)]]);
    early.engine.stop();
    await early.wait(1);
expect([await early.outcome, early.taken(), early.engine.isStopped]).toEqual(['ended', ['0 warm', '0 close'], true]);
  }); // prettier-ignore

  it('cancels pauses, and begins none', async () => {
    const run = engineRun([[due(0), due(1)]], { script: { answered: () => 40 } });
    await run.wait(1);
    for (const n of [0, 1]) run.written(n);
    run.answered(0);
    run.engine.stop();
    expect(run.taken().at(-1)).toBe('1 unsent 0: stopped');
    run.answered(1);
    await run.wait(100);
    expect([await run.outcome, run.taken()]).toEqual(['ended', ['1 close']]);
    expect(run.engine.counts).toEqual({ ...noCounts(), sent: 2, answered: 2, unsent: 1, repeated: 2, pendingMost: 2 }); // prettier-ignore
  });
});

describe('deferred work', () => {
  it('is done while there is time, half a millisecond at a time, and all that is left at the end', async () => {
    const budgets: number[] = [];
    let left = 3;
    const work = (ms: number): boolean => {
      budgets.push(ms);
      left -= 1;
      return left > 0;
    };
    const run = engineRun([[due(0), due(1, 100)]], { script: { work } });
    await run.wait(50);
    expect(budgets).toEqual([0.5, 0.5, 0.5]);
    left = 2;
    for (const n of [0]) run.failed(n);
    await run.wait(1);
    expect(budgets.splice(0)).toEqual(Array.from({ length: 5 }, () => 0.5));
    await run.wait(100);
    budgets.splice(0);
    left = 3;
    run.failed(1);
    await run.wait(0);
    expect([await run.outcome, budgets.splice(0)]).toEqual(['ended', [0.5, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]]);
  }); // prettier-ignore

  it('wakes the engine after each answer, unless the script never has any', async () => {
    const wakes = async (defersNothing: boolean | undefined): Promise<number> => {
      const soon = vi.spyOn(WakeUp.prototype, 'soon');
      const run = engineRun([[due(0), due(1, 1_000)]], { script: defersNothing === undefined ? {} : { defersNothing } });
      await run.wait(1);
      soon.mockClear();
      run.failed(0);
      const count = soon.mock.calls.length;
      soon.mockRestore();
      run.engine.stop();
      return count;
    };
    expect([await wakes(true), await wakes(false), await wakes(undefined)]).toEqual([0, 1, 1]);
  }); // prettier-ignore
});
