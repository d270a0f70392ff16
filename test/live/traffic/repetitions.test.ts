/** Which repetitions of a search count where the limit of the target changes meanwhile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedOf, isRepeated, type HeldRates } from '../../../src/live/traffic/bench/repetitions.ts';

const repeatsOf = fc.integer({ min: 1, max: 5 });
/** What the search finds of a limit: at most 5% below it. */
const near = (limit: number) => fc.double({ min: 0.95, max: 1, noNaN: true }).map((part) => part * limit);

/** Repeats as a search does: `next` is what repetition `number` finds. */
function repeated(first: number, repeats: number, next: (number: number) => number): HeldRates {
  const rates: [number, ...number[]] = [first];
  while (!isRepeated(rates, repeats)) rates.push(next(rates.length - 1));
  return rates;
}

const meanOfCounted = (rates: HeldRates, repeats: number): number => {
  const latest = rates.slice(rates.length - countedOf(rates, repeats).count);
  return latest.reduce((sum, rate) => sum + rate, 0) / latest.length;
};

describe('a search for the highest rate', () => {
  it('is repeated as often as asked for where the limit stays', () => {
    const steady = repeatsOf.chain((repeats) =>
      fc.tuple(fc.constant(repeats), fc.array(near(200), { minLength: repeats + 1, maxLength: repeats + 1 })),
    );
    fc.assert(
      fc.property(steady, ([repeats, [first = 0, ...found]]) => {
        const rates = repeated(first, repeats, (number) => found[number] ?? 0);
        expect(rates).toHaveLength(repeats + 1);
        expect(countedOf(rates, repeats)).toEqual({ count: repeats, changedFrom: null });
      }),
    );
  });

  it('finds the limit after a change within 5%, and what held at first, whenever it comes', () => {
    const change = fc.record({
      repeats: fc.integer({ min: 2, max: 5 }),
      after: fc.oneof(fc.integer({ min: 20, max: 140 }), fc.integer({ min: 280, max: 2000 })),
      // The repetition during which the limit changes finds anything between the two.
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      found: fc.array(near(1), { minLength: 20, maxLength: 20 }),
      at: fc.nat(4),
    });
    fc.assert(
      fc.property(change, ({ repeats, after, share, found, at: late }) => {
        // A change that no whole repetition follows cannot be seen.
        const at = Math.min(late, repeats - 2);
        const during = 200 + share * (after - 200);
        const rates = repeated(200, repeats, (number) => {
          if (number < at) return 200;
          return number === at ? during : after * (found[number] ?? 1);
        });
        const isBetween = Math.max(during, after) / Math.min(during, after) > 1.32;
        expect(countedOf(rates, repeats).changedFrom).toBe(200);
        if (isBetween)
          expect(Math.abs(meanOfCounted(rates, repeats) / after - 1)).toBeLessThanOrEqual(0.05001);
      }),
    );
  });

  it('counts every repetition where they never agree, and ends', () => {
    const rates = repeated(200, 3, (number) => (number % 2 === 0 ? 100 : 200));
    expect(rates).toHaveLength(10);
    expect(countedOf(rates, 3)).toEqual({ count: 9, changedFrom: null });
  });

  it('is not repeated further once no rate holds', () => {
    const rates = repeated(200, 3, () => 0);
    expect(rates).toEqual([200, 0, 0, 0]);
    expect(countedOf(rates, 3)).toEqual({ count: 3, changedFrom: null });
  });
});
