/** Payouts are ratios of whole numbers: 1.96x is 49/25. No payout is ever a float. */
import { assert } from '../../core/base/assert.ts';
import type { Micros } from '../../core/base/money.ts';

/** A ratio in lowest terms; both terms are safe integers, the denominator is positive. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** `numerator / denominator` in lowest terms; `ratio(196, 100)` is 1.96x. */
export function ratio(numerator: number, denominator = 1): Ratio {
  assert(Number.isSafeInteger(numerator) && numerator >= 0, () => `a payout is not negative: ${numerator}`);
  assert(
    Number.isSafeInteger(denominator) && denominator > 0,
    () => `a payout is over a count: ${denominator}`,
  );
  let [divisor, rest] = [denominator, numerator];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return Object.freeze({ numerator: numerator / divisor, denominator: denominator / divisor });
}

/** A lost bet. */
export const nothing = ratio(0);
/** A push: the stake comes back. */
export const stakeBack = ratio(1);

/** `n/d`; equal payouts have equal texts, so that it serves as a key. */
export const ratioText = ({ numerator, denominator }: Ratio): string => `${numerator}/${denominator}`;

/**
 * The total return of a stake, rounded down to whole micros. Undefined where it passes 2^53 micros: such a stake has
 * to be refused before it is played.
 */
export function totalReturn(stakeMicros: Micros, payout: Ratio): Micros | undefined {
  const product = stakeMicros * payout.numerator;
  // Whole numbers below 2^53 have an exact remainder, and without it an exact quotient.
  if (Number.isSafeInteger(product)) return (product - (product % payout.denominator)) / payout.denominator;
  const micros = (BigInt(stakeMicros) * BigInt(payout.numerator)) / BigInt(payout.denominator);
  return micros <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(micros) : undefined;
}
