import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregate } from '../../../src/simulation/scenario/expectation.ts';
import { Trend } from '../../../src/simulation/scenario/trend.ts';

function trendOf(values: readonly number[]): Trend {
  const trend = new Trend();
  for (const value of values) trend.add(value);
  return trend;
}

/** Nearest rank from the sorted list, the rank in integers of any size; `percent` in thousandths. */
function nearestRank(values: readonly number[], thousandths: number): number | undefined {
  const sorted = values.toSorted((left, right) => left - right);
  const rank = (BigInt(thousandths) * BigInt(sorted.length) + 99_999n) / 100_000n;
  return sorted[Math.max(1, Number(rank)) - 1];
}

const samples = fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 100_000 })), {
  minLength: 1,
  maxLength: 300,
});

const wholePercents = fc.nat({ max: 100 }).map((percent) => percent * 1000);

describe('a trend', () => {
  it('has the percentiles of the sorted list, to the rank', () => {
    fc.assert(
      fc.property(samples, fc.oneof(fc.nat({ max: 100_000 }), wholePercents), (values, thousandths) => {
        const percent = thousandths / 1000;
        const expected = nearestRank(values, thousandths);
        expect(trendOf(values).percentile(percent)).toBe(expected);
        expect(trendOf(values).value(`p(${percent})`)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('of one to a hundred has N as its Nth percentile', () => {
    const trend = trendOf(Array.from({ length: 100 }, (_, index) => index + 1));
    for (let percent = 1; percent <= 100; percent++) expect(trend.percentile(percent)).toBe(percent);
  });

  it('has the average, the least, the middle and the most', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const trend = trendOf(values);
        const sum = values.reduce((total, value) => total + value, 0);
        expect(trend.value('avg')).toBe(sum / values.length);
        expect([trend.value('min'), trend.value('max')]).toEqual([Math.min(...values), Math.max(...values)]);
        expect(trend.value('med')).toBe(nearestRank(values, 50_000));
        expect(trend.count).toBe(values.length);
      }),
    );
  });

  it('does not depend on the order in which values come', () => {
    fc.assert(
      fc.property(
        samples,
        fc.constantFrom<Aggregate>('avg', 'med', 'p(99)', 'p(12.5)'),
        (values, aggregate) => {
          expect(trendOf(values.toReversed()).value(aggregate)).toBe(trendOf(values).value(aggregate));
        },
      ),
    );
  });

  it('without a value has none of these', () => {
    for (const aggregate of ['avg', 'min', 'med', 'max', 'p(50)'] as const) {
      expect(new Trend().value(aggregate)).toBeUndefined();
    }
  });
});
