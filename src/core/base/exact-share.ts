/** Shares of whole numbers, exact at any size, even if the product exceeds the safe integers. */
import { assert } from './assert.ts';
import type { Rounding } from './money.ts';

/** `value * numerator / denominator`, rounded once. All are whole, none is negative; so is the result. */
export function exactShare(
  value: number,
  share: { numerator: number; denominator: number; rounding: Rounding },
): number {
  const { numerator, denominator, rounding } = share;
  const product = value * numerator;
  if (!Number.isSafeInteger(product)) return largeShare(value, share);
  assert(product >= 0 && denominator > 0, () => `no share: ${value} * ${numerator} / ${denominator}`);
  const remainder = product % denominator;
  const quotient = (product - remainder) / denominator;
  return quotient + roundingUp(rounding, remainder, denominator);
}

function largeShare(
  value: number,
  share: { numerator: number; denominator: number; rounding: Rounding },
): number {
  const { numerator, denominator, rounding } = share;
  assert(
    Number.isSafeInteger(value) && Number.isSafeInteger(numerator) && value >= 0 && numerator >= 0,
    () => `no share: ${value} * ${numerator} / ${denominator}`,
  );
  const product = BigInt(value) * BigInt(numerator);
  const remainder = Number(product % BigInt(denominator));
  const result = Number(product / BigInt(denominator)) + roundingUp(rounding, remainder, denominator);
  assert(
    Number.isSafeInteger(result),
    () => `${value} * ${numerator} / ${denominator} leaves the safe integers`,
  );
  return result;
}

function roundingUp(rounding: Rounding, remainder: number, denominator: number): 0 | 1 {
  if (remainder === 0 || rounding === 'floor') return 0;
  return rounding === 'ceil' || remainder >= denominator - remainder ? 1 : 0;
}
