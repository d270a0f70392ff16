/** The search for the limit of a load, against a target that is known and a machine that is not always quiet. */
import { describe, expect, it } from 'vitest';
import { searchLimit } from '../../../src/live/load/limit/search.ts';
import type { LoadLimitStep } from '../../../src/live/load/limit/result.ts';

const percentiles = { mean: 0, p50: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0 };

const step = (level: number, limitedBy: LoadLimitStep['limitedBy']): LoadLimitStep => ({
  level,
  holds: limitedBy === null,
  limitedBy,
  why: limitedBy,
  seconds: 1,
  requests: level,
  offeredPerSecond: level,
  answeredPerSecond: level,
  achievedShare: 1,
  failed: 0,
  responseMs: percentiles,
  serviceMs: percentiles,
  sendLagP99Ms: 0,
  expectations: [],
});

/** Searches a capacity; `chance` names the limiter of a step that breaks by chance, by the number of the step. */
const search = (capacity: number, chance: (count: number) => LoadLimitStep['limitedBy'] = () => null) => {
  let count = 0;
  return searchLimit({
    from: 50,
    to: 5000,
    isWhole: false,
    tried: (level) => Promise.resolve(step(level, level > capacity ? 'target' : chance(++count))),
  });
};

const capacities = [3.3, 17, 50, 50.5, 99, 200, 201, 500, 1234, 3200, 4999];

describe('the search for the limit', () => {
  it.each(capacities)('ends around a capacity of %d, 2%% wide', async (capacity) => {
    const { highest, lowestBroken, limitedBy, ok } = await search(capacity);
    expect({ limitedBy, ok }).toEqual({ limitedBy: 'target', ok: true });
    expect(highest).toBeLessThanOrEqual(capacity);
    expect(lowestBroken).toBeGreaterThan(capacity);
    expect((lowestBroken ?? 0) / (highest ?? 1)).toBeLessThan(1.021);
  });

  it.each(capacities)(
    'a step that breaks by chance moves it nowhere, at a capacity of %d',
    async (capacity) => {
      for (let at = 1; at <= 14; at++) {
        const { highest, lowestBroken } = await search(capacity, (count) => (count === at ? 'target' : null));
        expect(highest, `step ${at}`).toBeLessThanOrEqual(capacity);
        expect(lowestBroken, `step ${at}`).toBeGreaterThan(capacity);
        expect((lowestBroken ?? 0) / (highest ?? 1), `step ${at}`).toBeLessThan(1.021);
      }
    },
  );

  it.each(capacities)(
    'steps that were late themselves are repeated, at a capacity of %d',
    async (capacity) => {
      const { highest, lowestBroken, steps } = await search(capacity, (count) =>
        count % 3 === 0 ? null : 'generator',
      );
      expect(highest).toBeLessThanOrEqual(capacity);
      expect(lowestBroken).toBeGreaterThan(capacity);
      expect(steps.some(({ limitedBy }) => limitedBy === 'generator')).toBe(true);
    },
  );

  it('a generator that is late each time is the limit', async () => {
    const { limitedBy, highest } = await searchLimit({
      from: 50,
      to: 5000,
      isWhole: false,
      tried: (level) => Promise.resolve(step(level, level > 400 ? 'generator' : null)),
    });
    expect(limitedBy).toBe('generator');
    expect(highest).toBeLessThanOrEqual(400);
    expect(highest).toBeGreaterThan(390);
  });

  const levelsOf = (steps: readonly LoadLimitStep[]): number[] => steps.map(({ level }) => level);

  it.each([
    [false, 50, 50 / 64],
    [true, 50, 1],
    [true, 640, 10],
  ])('gives up below a 64th of the first level (whole: %s, from %d), where nothing holds', async (isWhole, from, least) => {
    const tried = (level: number) => Promise.resolve(step(level, 'target'));
    const { steps, highest, limitedBy, ok } = await searchLimit({ from, to: 5_000, isWhole, tried });
    expect([highest, limitedBy, ok]).toEqual([null, 'target', false]);
    const levels = levelsOf(steps);
    expect(levels[0]).toBe(from);
    expect(Math.min(...levels)).toBeGreaterThanOrEqual(least);
    // One more step down would have been below it, or none at all.
    expect(Math.min(...levels) / 1.6).toBeLessThan(least);
    expect(new Set(levels).size).toBe(levels.length);
  }); // prettier-ignore

  it('is over where the gap is two hundredths of what holds, once both ends were seen twice', async () => {
    const tried = (level: number) => Promise.resolve(step(level, level > 100 ? 'target' : null));
    const found = await searchLimit({ from: 100, to: 102, isWhole: false, tried });
    expect(levelsOf(found.steps)).toEqual([100, 102, 100, 102]);
    expect([found.highest, found.lowestBroken]).toEqual([100, 102]);
  });

  it('the highest level asked for may hold', async () => {
    expect(await search(9999)).toMatchObject({
      highest: 5000,
      lowestBroken: null,
      limitedBy: 'level',
      ok: true,
    });
  });
});
