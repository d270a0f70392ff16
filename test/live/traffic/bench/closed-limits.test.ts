/** What limits a closed loop, and what it counts of refusals, timeouts and broken connections. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { looped, movesClock, realClock, sharing, stepAt, times, type LoopChanges } from './closed-parts.ts'; // prettier-ignore

beforeEach(() => {
  movesClock();
  sharing(0);
});
afterEach(realClock);

describe('the limit of a closed loop', () => {
  const ceiling = (perSecond: number): LoopChanges => ({ lines: `requestsPerSecond: ${perSecond}\n` });
  it.each<[string, string, number, number, LoopChanges, number]>([
    ['ceiling', 'is at 97 of 100 of it', 1, 33, ceiling(33 / 0.97), 0],
    ['connections', 'is not yet, where each does half of what one does alone', 8, 4, ceiling(100), 0],
    ['target', 'is not yet, where each does less', 9, 4, ceiling(100), 0],
    ['generator', 'is busy for nine tenths', 1, 4, {}, 0.9],
    ['connections', 'is busy for less', 1, 4, {}, 0.899],
  ])('is the %s, which %s', async (limitedBy, _what, alone, count, changes, share) => {
    sharing(share);
    const { figures } = await looped([{ answers: times(alone) }, { answers: times(count) }], changes);
    expect(figures).toMatchObject({ steps: [stepAt(count)], limitedBy, ok: true });
  });

  it('is the target where nothing was ever answered', async () => {
    const { figures } = await looped([{ answers: [] }, { answers: [] }]);
    expect(figures).toMatchObject({ steps: [{ failed: 0, holds: false }], limitedBy: 'target', ok: false });
  });

  it('is the target where it broke one of the steps', async () => {
    const parts = [{ answers: times(1) }, { answers: times(2) }, { answers: times(2, 500) }];
    const { figures } = await looped(parts, { repeats: 2 });
    expect(figures.steps.map(({ holds }) => holds)).toEqual([true, false]);
    expect(figures).toMatchObject({ limitedBy: 'target', ok: false, highestPerSecond: null });
  });

  it.each([200, 500])('is the stop of a step, which does not hold, with answers of %d', async (status) => {
    const parts = [{ answers: times(1) }, { answers: times(2) }, { answers: times(2, status) }];
    // Without the stop, the step would last another second.
    const { figures } = await looped([parts[0]!, { ...parts[1]!, ms: 2_000 }, parts[2]!], { repeats: 4, stepMs: 2_000, stopIn: 2 }); // prettier-ignore
    const failed = status === 200 ? 0 : 2;
    expect(figures.steps).toEqual([stepAt(1), stepAt(2, { failed, holds: false })]);
    expect(figures).toMatchObject({ limitedBy: 'stop', ok: false, highestPerSecond: null });
  });
});

describe('a closed loop', () => {
  it('counts what failed, what was limited, and connections that were broken off', async () => {
    const broken = { answers: [...times(3), 302, 400, 429, 429, 500, 'no HTTP\r\n\r\n'] };
    const { figures, measures } = await looped([{ answers: [] }, broken]);
    expect(figures.steps.map(({ failed }) => failed)).toEqual([5]);
    expect(measures).toEqual([
      { name: 'http_reqs', unit: 'requests', value: 9 },
      { name: 'http_req_failed', unit: 'share', value: 5 / 9 },
      { name: 'http_req_timeouts', unit: 'requests', value: 0 },
      { name: 'rate_limited_total', unit: 'requests', value: 2 },
    ]);
  });

  it.each([
    [1_400, 2],
    [1_500, 1],
    [100, 2],
  ])('gives up a request after a timeout of %d ms in whole seconds, %d in three', async (timeoutMs, late) => {
    const parts = [{ answers: [] }, { answers: times(3), ms: 3_000 }];
    const { figures, measures } = await looped(parts, { stepMs: 3_000, lines: `timeout: ${timeoutMs}ms\n` });
    expect(figures.steps.map(({ failed }) => failed)).toEqual([late]);
    expect(measures.slice(0, 3)).toEqual([
      { name: 'http_reqs', unit: 'requests', value: 3 + late },
      { name: 'http_req_failed', unit: 'share', value: late / (3 + late) },
      { name: 'http_req_timeouts', unit: 'requests', value: late },
    ]);
  });
});
