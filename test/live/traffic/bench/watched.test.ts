/** One step of a bench under observation, on a clock that is made up: which rate was achieved, what was refused, what the budget withheld. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WatchedScript, type Priced } from '../../../../src/live/traffic/bench/watched-script.ts';
import type { PlannedRequest, Script } from '../../../../src/live/traffic/engine/planned-request.ts';
import { noAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { RequestMeter } from '../../../../src/live/traffic/measure/request-meter.ts';
import { Budget } from '../../../../src/live/traffic/target/budget.ts';

let nowMs = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => void vi.restoreAllMocks());

const [fromMs, toMs] = [1_000, 2_000];

/** A request that is due at that time of the step. */
const due = (dueMs: number): PlannedRequest => ({
  n: 0, session: 0, method: 'GET', endpoint: 0, dueMs, isMeasured: true, isAlone: false, sentMs: dueMs, intendedMs: dueMs, readyMs: dueMs,
}); // prettier-ignore

interface Stand {
  readonly script?: Partial<Script<PlannedRequest> & Priced>;
  readonly budget?: Budget;
}

const stub = (): Script<PlannedRequest> => ({
  next: () => Promise.resolve([]), awaits: () => undefined, textOf: () => 'text', work: () => false, answered: () => 0, failed: () => undefined, unsent: () => undefined,
}); // prettier-ignore

function watched({ script = {}, budget = new Budget({ micros: undefined, requests: undefined }) }: Stand = {}) {
  const passed: string[] = [];
  const meter = new RequestMeter();
  const inner: Script<PlannedRequest> = {
    next: () => Promise.resolve([due(5)]), awaits: () => 7, textOf: () => 'text', callOf: () => 'a/B/c', work: (ms) => ms > 1,
    answered: (_request, _answer, serviceMs) => (passed.push('answered'), serviceMs), failed: (_request, reason) => void passed.push(reason), unsent: (_request, reason) => void passed.push(reason),
    ...script,
  };
  let spent = 0;
  const step = new WatchedScript({ script: inner, budget, window: { fromMs, toMs }, onSpent: () => void (spent += 1), meter });
  const answer = (dueMs: number, afterMs = 0, status = 200) => {
    nowMs = dueMs + afterMs;
    return step.answered(due(dueMs), { ...noAnswer(), status }, 3);
  };
  return { step, answer, passed, meter, spent: () => spent };
} // prettier-ignore

describe('the rate that a step achieved', () => {
  it('is that of the answers to measured requests, whatever came before', () => {
    const { step, answer } = watched();
    expect([step.achievedShare, step.missing]).toEqual([1, 0]);
    answer(999);
    step.failed(due(999), 'timeout');
    expect([step.achievedShare, step.missing]).toEqual([1, 0]);
    for (const at of [1_000, 1_500, 1_999]) answer(at);
    step.failed(due(1_500), 'reset');
    expect([step.achievedShare, step.missing]).toEqual([0.75, 1]);
    step.failed({ ...due(0), dueMs: undefined }, 'reset');
    expect(step.missing).toBe(1);
  });

  it('is lower where answers come later and later, and not where all come late', () => {
    const share = (delays: Readonly<Record<number, number>>) => {
      const { step, answer } = watched();
      for (const [at, afterMs] of Object.entries(delays)) answer(Number(at), afterMs);
      return step.achievedShare;
    };
    expect([share({ 1_000: 0, 1_999: 0 }), share({ 1_000: 400, 1_999: 400 }), share({ 1_000: 400, 1_999: 0 })]).toEqual([1, 1, 1]);
    // The ends are a tenth each, so that their middles are nine tenths of a second apart.
    expect(share({ 1_000: 0, 1_999: 450 })).toBeCloseTo(1 / 1.5, 9);
    expect(share({ 1_050: 0, 1_099: 100, 1_900: 400, 1_950: 600 })).toBeCloseTo(1 / (1 + 0.5), 9);
    expect([share({ 1_100: 0, 1_899: 900 }), share({ 1_000: 0, 1_899: 900 }), share({ 1_100: 900, 1_999: 0 })]).toEqual([1, 1, 1]);
  }); // prettier-ignore
});

describe('the ends of the measured time', () => {
  it('are a tenth each: the first from its beginning on, the last up to its end', () => {
    const share = (...answers: readonly (readonly [number, number])[]) => {
      const { step, answer } = watched();
      for (const [at, afterMs] of answers) answer(at, afterMs);
      return step.achievedShare;
    };
    // Answers that come 90 ms later at the end: 100 ms later over the whole second.
    expect(share([1_000, 10], [1_999, 100])).toBeCloseTo(1 / 1.1, 9);
    // Just within, and just outside of either end.
    expect(share([1_000, 10], [1_099, 10], [1_100, 1_000], [1_999, 100])).toBeCloseTo(1 / 1.1, 9);
    expect(share([1_000, 10], [1_899, 1_000], [1_900, 100])).toBeCloseTo(1 / 1.1, 9);
    expect(share([1_000, 10], [1_100, 0], [1_899, 0], [1_900, 100])).toBeCloseTo(1 / 1.1, 9);
  });
});

describe('what a step counts', () => {
  it('as refused is an answer from 400 on, and what could not be sent', () => {
    const { step, answer } = watched();
    for (const status of [200, 399, 400, 429, 503]) answer(1_500, 0, status);
    step.unsent(due(1_500), 'unresolved');
    step.unsent(due(1_500), 'unsendable');
    step.unsent(due(1_500), 'stopped');
    expect(step.refused).toBe(5);
  });

  it('under the operation is what is measured, in time and count', () => {
    const { step, answer, meter } = watched();
    answer(999, 10, 500);
    answer(1_000, 20, 404);
    nowMs = 1_600;
    step.failed(due(1_500), 'timeout');
    const tally = meter.tallies.calls.get('a/B/c');
    expect([tally?.requests, tally?.failed, tally?.timeouts, tally?.response.totalCount]).toEqual([
      3, 3, 1, 2,
    ]);
    expect([...(tally?.codes ?? [])]).toEqual([['500', 1], ['404', 1], ['timeout', 1]]); // prettier-ignore
  });

  it('has no operation where the script names none, and needs no meter', () => {
    const { meter, answer } = watched({ script: { callOf: undefined } as never });
    answer(1_500);
    expect([...meter.tallies.calls.keys()]).toEqual(['']);
    const script = { ...stub(), answered: () => 4 };
    const bare = new WatchedScript({ script, budget: new Budget({ micros: undefined, requests: undefined }), window: { fromMs, toMs }, onSpent: () => undefined });
    expect(bare.answered(due(1_500), { ...noAnswer(), status: 200 }, 3)).toBe(4);
  }); // prettier-ignore

  it('passes all on to the script', async () => {
    const { step, answer, passed } = watched();
    expect([await step.next(), step.awaits(due(1)), step.textOf(due(1)), step.work(2), step.work(1)]).toEqual([[due(5)], 7, 'text', true, false]); // prettier-ignore
    expect([answer(1_500), step.defersNothing]).toEqual([3, false]);
    step.failed(due(1), 'reset');
    step.unsent(due(1), 'stopped');
    expect(passed).toEqual(['answered', 'reset', 'stopped']);
    expect(watched({ script: { defersNothing: true } }).step.defersNothing).toBe(true);
  });
});

describe('a budget', () => {
  it('withholds what it does not allow, says so once, and then everything', () => {
    const budget = new Budget({ micros: 100, requests: undefined });
    const { step, spent } = watched({ budget, script: { priceOf: ({ n }) => (n === 0 ? 60 : 0) } });
    expect([step.textOf(due(1)), step.withheld, spent()]).toEqual(['text', undefined, 0]);
    expect([step.textOf(due(1)), step.withheld, spent()]).toEqual([undefined, 'usdc', 1]);
    expect([step.textOf({ ...due(1), n: 1 }), spent(), budget.spent]).toEqual([undefined, 1, { micros: 60, requests: 1 }]); // prettier-ignore
    // What the budget withheld is not the fault of the target.
    step.unsent(due(1), 'unsendable');
    expect(step.refused).toBe(0);
  });

  it('is not asked for a request that has no text, and costs nothing where the script knows no price', () => {
    const budget = new Budget({ micros: 0, requests: 1 });
    expect(watched({ budget, script: { textOf: () => undefined } }).step.textOf(due(1))).toBeUndefined();
    expect(budget.spent.requests).toBe(0);
    const { step } = watched({ budget });
    expect([step.textOf(due(1)), step.textOf(due(1)), step.withheld]).toEqual([
      'text',
      undefined,
      'requests',
    ]);
  });
});
