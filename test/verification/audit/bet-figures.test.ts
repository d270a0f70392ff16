/** Figures of a bet that do not depend on the order of its outcomes. */
import { expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { figuresOf, volatilityOf } from '../../../src/verification/audit/exact/figures.ts';

const outcomes = [2, 3, 0, 5].map((payout) => ({
  payout: Fraction.of(payout),
  probability: Fraction.of(1, 4),
}));

it('the lowest and the highest payout are found in any order, and the volatility is 1.65 deviations', () => {
  for (const order of [outcomes, outcomes.toReversed()]) {
    const figures = figuresOf(order);
    expect([figures.minPayout, figures.maxPayout].map(String)).toEqual(['2/1', '5/1']);
    expect(volatilityOf(figures)).toBeCloseTo(1.65 * Math.sqrt(13 / 4), 12);
  }
});
