/** The open-loop engine on a clock that is made up: when requests are submitted, what is counted, and how a run ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noCounts } from '../../../../src/live/traffic/engine/engine-options.ts';
import { WakeUp } from '../../../../src/live/traffic/engine/wake-up.ts';
import { engineRun, requestOf, timesOf } from './engine-run.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const due = (n: number, dueMs: number, changes: object = {}) => requestOf(n, { dueMs, ...changes });

describe('a schedule', () => {
  it('is kept, however slow the answers are; response times count from when a request was due', async () => {
    const run = engineRun([[due(0, 0), due(1, 100)], [due(2, 250.4)]]);
    await run.wait(300);
    expect(run.taken()).toEqual(['0 warm', '0 submit 0', '100 submit 1', '251 submit 2']);
    expect(run.written(0)).toBe(true);
    run.written(1);
    await run.wait(5);
    run.answered(0);
    run.answered(1, 404);
    run.failed(2);
    expect(run.taken()).toEqual([
      '300 permit 0', '300 count', '300 send 0: text 0', '300 permit 1', '300 count', '300 send 1: text 1', '305 answered 0: 200 in 5', '305 answered 1: 404 in 5', '305 failed 2: reset',
    ]);
    await run.wait(10);
    expect([run.taken(), await run.outcome, run.engine.elapsedMs]).toEqual([['305 close'], 'ended', 305]);
    expect(run.engine.counts).toEqual({ ...noCounts(), sent: 3, answered: 2, failed: 1, pendingMost: 3 });
    expect(timesOf(run.engine)).toEqual({ response: '3 to 305', service: '2 to 5', lag: '3 to 1', serviceAlone: '1 to 5', connection: '2 to 300' });
    const { statusCounts, failures } = run.engine.measures;
    expect([[...statusCounts], [...failures]]).toEqual([[[200, 1], [404, 1]], [['reset', 1]]]);
  }); // prettier-ignore

  it('has a clock that starts once the preparing requests are over', async () => {
    const run = engineRun([[requestOf(0, { isMeasured: false }), due(1, 0), due(2, 20)]]);
    await run.wait(50);
    expect([run.taken(), run.engine.elapsedMs]).toEqual([['0 warm', '0 submit 0'], 50]);
    run.written(0);
    run.answered(0);
    await run.wait(10);
    expect([run.taken().slice(-2), run.engine.elapsedMs]).toEqual([['50 answered 0: 200 in 0', '50 submit 1'], 10]);
    expect(run.engine.counts).toMatchObject({ answered: 1, answeredBefore: 1 });
    await run.wait(20);
    expect(run.taken()).toEqual(['70 submit 2']);
    for (const n of [1, 2]) run.failed(n, 'timeout');
    await run.wait(1);
    expect([await run.outcome, run.engine.counts]).toEqual(['ended', { ...noCounts(), sent: 3, answered: 1, answeredBefore: 1, failed: 2, pendingMost: 2 }]);
    expect(timesOf(run.engine)).toEqual({ response: '2 to 30', lag: '2 to 0', serviceAlone: '1 to 0' });
  }); // prettier-ignore

  it('counts a request that follows another from when its turn came, and as no lag', async () => {
    const run = engineRun([[due(0, 0, { session: 7 }), due(1, 0, { session: 7, isFollowUp: true })]]);
    await run.wait(40);
    run.written(0);
    run.answered(0);
    await run.wait(5);
    run.written(1);
    run.answered(1);
    await run.wait(5);
    expect(run.log.filter((line) => line.includes('submit'))).toEqual(['0 submit 0', '40 submit 1']);
    expect(timesOf(run.engine)).toEqual({ response: '2 to 40', service: '2 to 0', lag: '1 to 0', serviceAlone: '2 to 0', connection: '2 to 40' });
  }); // prettier-ignore

  it('is measured from the end of the warm-up on', async () => {
    const run = engineRun([[due(0, 0), due(1, 50)]], { options: { warmUpMs: 50 } });
    await run.wait(60);
    for (const n of [0, 1]) run.written(n);
    for (const n of [0, 1]) run.answered(n);
    await run.wait(1);
    expect(timesOf(run.engine)).toMatchObject({ response: '1 to 10', lag: '1 to 0' });
  });

  it.each([
    [true, ['exactly 1100', 'exactly 1100']],
    [false, ['until 1100', 'until 1100']],
    [undefined, ['until 1100', 'until 1100']],
  ] as const)('is waited for exactly where that is asked: %s', async (isExact, calls) => {
    const seen: string[] = [];
    const spies = (['until', 'exactly'] as const).map((how) =>
      vi.spyOn(WakeUp.prototype, how).mockImplementation((dueMs) => void seen.push(`${how} ${dueMs}`)),
    );
    const run = engineRun([[due(0, 0), due(1, 100)]], { options: isExact === undefined ? {} : { isExact } });
    await run.wait(10);
    // An answer wakes the engine, because the script may have deferred work.
    run.failed(0);
    await run.wait(10);
    spies.forEach((spy) => spy.mockRestore());
    expect(seen).toEqual(calls);
    run.engine.stop();
  });
});

describe('a run', () => {
  const sessions = [due(0, 0, { session: 1 }), due(1, 0, { session: 1 }), due(2, 0, { session: 2 })];

  it('sends one request of a session at a time, and notes how long the next one waited', async () => {
    const run = engineRun([sessions]);
    await run.wait(30);
    expect(run.taken()).toEqual(['0 warm', '0 submit 0', '0 submit 2']);
    run.written(0);
    run.answered(0);
    expect(run.taken().at(-1)).toBe('30 submit 1');
    run.failed(1);
    run.failed(2);
    await run.wait(1);
    expect(timesOf(run.engine)).toMatchObject({ session: '1 to 30', response: '3 to 30' });
  });

  it('keeps the order of the whole trace over one connection, whatever the sessions', async () => {
    const run = engineRun([sessions], { options: { isInLine: true } });
    await run.wait(30);
    expect(run.taken()).toEqual(['0 warm', '0 submit 0', '0 submit 1', '0 submit 2']);
    for (const n of [0, 1, 2]) run.failed(n);
    await run.wait(1);
    expect(timesOf(run.engine)).not.toHaveProperty('session');
  });

  it('holds a request back for the answer that it needs', async () => {
    const open = new Set([0]);
    const run = engineRun([[due(0, 0), due(1, 0), due(2, 0)]], {
      script: { awaits: ({ n }) => (n === 0 ? undefined : [...open][0]) },
    });
    await run.wait(25);
    expect(run.taken()).toEqual(['0 warm', '0 submit 0']);
    open.clear();
    run.failed(0);
    expect(run.taken()).toEqual(['25 failed 0: reset', '25 submit 1', '25 submit 2']);
    for (const n of [1, 2]) run.failed(n);
    await run.wait(1);
    expect(timesOf(run.engine)).toEqual({ response: '3 to 25', lag: '3 to 0', answer: '2 to 25' });
  });

  it('holds a request back for a while for what came before it', async () => {
    const run = engineRun([[due(0, 0), due(1, 0)]], { script: { follows: ({ n }) => (n === 1 ? 0 : undefined) } });
    await run.wait(99);
    expect(run.taken()).toEqual(['0 warm', '0 submit 0']);
    await run.wait(1);
    expect(run.taken()).toEqual(['100 submit 1']);
    run.engine.stop();
  }); // prettier-ignore

  it('keeps two thousand requests without a due time on their way, and more of those that are due', async () => {
    const eager = engineRun([Array.from({ length: 2_002 }, (_, n) => requestOf(n))]);
    await eager.wait(10);
    expect([eager.log.length, eager.engine.counts.pendingMost]).toEqual([2_001, 2_000]);
    eager.failed(5);
    await eager.wait(1);
    expect(eager.log.slice(2_001)).toEqual(['10 failed 5: reset', '10 submit 2000']);
    expect(eager.engine.counts).toEqual({ ...noCounts(), sent: 1, failed: 1, pendingMost: 2_000 });
    eager.engine.stop();
    const timed = engineRun([Array.from({ length: 2_002 }, (_, n) => due(n, 0))]);
    await timed.wait(10);
    expect(timed.engine.counts).toEqual({ ...noCounts(), pendingMost: 2_002 });
    timed.engine.stop();
  });

  it('reads on while it sends', async () => {
    const batches = Array.from({ length: 5 }, (_, batch) => Array.from({ length: 1_000 }, (_unused, n) => due(batch * 1_000 + n, batch * 100)));
    let reads = 0;
    const run = engineRun([], { script: { next: () => Promise.resolve(batches[reads++] ?? []) } });
    await run.wait(0);
    expect(reads).toBe(3);
    await run.wait(100);
    expect([reads, run.log.length]).toEqual([4, 2_001]);
    await run.wait(300);
    expect([reads, run.log.length]).toEqual([6, 5_001]);
    run.engine.stop();
  }); // prettier-ignore

  it('cuts connections that have waited too long, ten times a second', async () => {
    const run = engineRun([[due(0, 0)]], { options: { timeoutMs: 30 }, notesCuts: true });
    await run.wait(250);
    expect(run.taken().slice(2)).toEqual(['100 cut 70', '200 cut 170']);
    run.failed(0, 'timeout');
    await run.wait(500);
    expect(run.taken()).toEqual(['250 failed 0: timeout', '250 close']);
  });

  it('counts in flight what is sent and has no answer', async () => {
    const requests = [0, 1, 2, 3, 4].map((n) => due(n, 0));
    const run = engineRun([requests]);
    await run.wait(1);
    for (const n of [0, 1, 2]) run.written(n);
    run.answered(0);
    run.failed(1);
    for (const n of [3, 4]) run.written(n);
    expect(requests.map(({ besides }) => besides)).toEqual([0, 1, 2, 1, 2]);
    for (const n of [2, 3, 4]) run.answered(n);
    await run.wait(1);
    expect([await run.outcome, run.engine.counts]).toEqual(['ended', { ...noCounts(), sent: 5, answered: 4, failed: 1, pendingMost: 5 }]); // prettier-ignore
  });

  it('splits what a request waited for between the ceiling and connections', async () => {
    let heldMs = 0;
    const run = engineRun([[due(0, 0), due(1, 0)]], { heldMs: () => heldMs });
    await run.wait(10);
    heldMs = 4;
    run.written(0);
    heldMs = 10;
    run.written(1);
    expect(timesOf(run.engine)).toMatchObject({ ceiling: '2 to 10', connection: '1 to 6' });
    run.engine.stop();
  });
});
