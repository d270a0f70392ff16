import { describe, expect, it } from 'vitest';
import { interval, meanOf } from '../../../src/core/base/interval.ts';

/** How likely Student's t of `freedom` degrees lies within `t` of 0: the closed form, a finite sum in sines and cosines. */
function likelihoodWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let [term, sum] = [isOdd ? cosine : 1, 0];
  for (let power = isOdd ? 1 : 0; power <= freedom - 2; power += 2) {
    sum += term;
    term *= (cosine * cosine * (power + 1)) / (power + 2);
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** The point of Student's t that an interval of so many values uses. */
function pointUsed(count: number): number {
  const values = Array.from({ length: count }, (_, at) => (at === 0 ? -1 : at === 1 ? 1 : 0));
  const { mean = Number.NaN, low = Number.NaN, high = Number.NaN } = interval(values) ?? {};
  expect([mean, low]).toEqual([0, -high]);
  return high / Math.sqrt(2 / (count - 1) / count);
}

describe('the interval of a mean', () => {
  it.each(Array.from({ length: 30 }, (_, at) => at + 1))(
    'has a likelihood of 95%% with %d degrees of freedom, to three decimals of t',
    (freedom) => {
      const t = pointUsed(freedom + 1);
      expect(likelihoodWithin(t - 0.0006, freedom)).toBeLessThan(0.95);
      expect(likelihoodWithin(t + 0.0006, freedom)).toBeGreaterThan(0.95);
    },
  );

  it.each([31, 32, 50, 100, 1000])('has nearly that with %d degrees of freedom', (freedom) => {
    const t = pointUsed(freedom + 1);
    expect(likelihoodWithin(t - 0.002, freedom)).toBeLessThan(0.95);
    expect(likelihoodWithin(t + 0.002, freedom)).toBeGreaterThan(0.95);
  });

  it('lies around the mean, as wide as the values differ', () => {
    const { mean, low, high } = interval([11, 14, 17]) ?? { mean: 0, low: 0, high: 0 };
    expect(mean).toBe(14);
    expect([low, high]).toEqual([
      expect.closeTo(14 - (4.303 * 3) / Math.sqrt(3), 9),
      expect.closeTo(14 + (4.303 * 3) / Math.sqrt(3), 9),
    ]);
    expect(interval([5, 5, 5])).toEqual({ mean: 5, low: 5, high: 5 });
  });

  it('takes two values', () => {
    expect([interval([]), interval([1])]).toEqual([undefined, undefined]);
    expect(interval([1, 1])).toEqual({ mean: 1, low: 1, high: 1 });
  });

  it('has no mean without values', () => {
    expect([meanOf([]), meanOf([3]), meanOf([1, 2, 6])]).toEqual([Number.NaN, 3, 3]);
  });
});
