/**
 * Exact fractions of bigints: reduced, with a positive denominator, immutable. Odds and edges are fractions, so that
 * a proof of an edge is an equality without tolerance.
 */
import { assert } from './assert.ts';

/** A whole number: a bigint, or a number within the safe integers. */
export type Whole = bigint | number;

/** An immutable exact fraction. Arithmetic throws `InvariantError` for a zero denominator or an unsafe number. */
export class Fraction {
  static readonly zero = new Fraction(0n, 1n);
  static readonly one = new Fraction(1n, 1n);

  readonly numerator: bigint;
  readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** `numerator / denominator` in lowest terms; the denominator is 1 unless given, and never 0. */
  static of(numerator: Whole, denominator: Whole = 1n): Fraction {
    const above = exact(numerator);
    const below = exact(denominator);
    assert(below !== 0n, () => `${above}/0 is not a fraction`);
    if (below === 1n) return new Fraction(above, below);
    const divisor = greatestCommonDivisor(above, below) * (below < 0n ? -1n : 1n);
    return divisor === 1n ? new Fraction(above, below) : new Fraction(above / divisor, below / divisor);
  }

  add(other: Fraction): Fraction {
    return Fraction.of(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  sub(other: Fraction): Fraction {
    return Fraction.of(
      this.numerator * other.denominator - other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  mul(other: Fraction): Fraction {
    return Fraction.of(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** Throws `InvariantError` for a division by zero. */
  div(other: Fraction): Fraction {
    return Fraction.of(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** Negative, zero or positive as this is below, at or above the other. */
  compare(other: Fraction): -1 | 0 | 1 {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    if (difference === 0n) return 0;
    return difference < 0n ? -1 : 1;
  }

  /** `n/d`, whole numbers too: `3/1`. */
  toString(): string {
    return `${this.numerator}/${this.denominator}`;
  }

  /** A double for display, exact to the last bit but one; never used in a decision. */
  toNumber(): number {
    const isNegative = this.numerator < 0n;
    const magnitude = isNegative ? -this.numerator : this.numerator;
    // A quotient of about 64 bits exceeds the precision of a double, whatever the length of both terms.
    const shift = BigInt(64 + bitLength(this.denominator) - bitLength(magnitude));
    const quotient =
      shift >= 0n ? (magnitude << shift) / this.denominator : magnitude / (this.denominator << -shift);
    const value = scaled(Number(quotient), -Number(shift));
    return isNegative ? -value : value;
  }
}

function exact(whole: Whole): bigint {
  assert(typeof whole === 'bigint' || Number.isSafeInteger(whole), () => `${whole} is not a whole number`);
  return BigInt(whole);
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [large, small] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}

const bitLength = (value: bigint): number => value.toString(2).length;

/** `value * 2^exponent` without intermediate overflow; multiplication by powers of two is exact. */
function scaled(value: number, exponent: number): number {
  let result = value;
  for (let rest = exponent; rest !== 0 && result !== 0 && Number.isFinite(result);) {
    const step = Math.max(-1000, Math.min(1000, rest));
    result *= 2 ** step;
    rest -= step;
  }
  return result;
}
