import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';

const fractions = fc
  .tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 30n))
  .map(([numerator, denominator]) => Fraction.of(numerator, denominator));

describe('a fraction', () => {
  it.each([
    [6, 4, '3/2'],
    [-6, 4, '-3/2'],
    [6, -4, '-3/2'],
    [0, -7, '0/1'],
    [10n ** 40n, 10n ** 38n, '100/1'],
  ])('%s over %s is %s', (numerator, denominator, text) => {
    expect(Fraction.of(numerator, denominator).toString()).toBe(text);
  });

  it.each([
    [1, 0],
    [0.5, 1],
    [1, Number.NaN],
    [2 ** 53, 1],
  ])('refuses %s over %s', (numerator, denominator) => {
    expect(() => Fraction.of(numerator, denominator)).toThrow('not a');
  });

  it('refuses to divide by zero', () => {
    expect(() => Fraction.one.div(Fraction.zero)).toThrow('/0 is not a fraction');
  });

  it('adds, subtracts, multiplies and divides exactly', () => {
    const [third, sixth] = [Fraction.of(1, 3), Fraction.of(1, 6)];
    expect(String(third.add(sixth))).toBe('1/2');
    expect(String(sixth.sub(third))).toBe('-1/6');
    expect(String(third.mul(sixth))).toBe('1/18');
    expect(String(third.div(sixth))).toBe('2/1');
  });

  it('undoes what it did, for any fractions', () => {
    fc.assert(
      fc.property(fractions, fractions, (left, right) => {
        expect(left.add(right).sub(right).compare(left)).toBe(0);
        if (right.numerator !== 0n) expect(left.mul(right).div(right).toString()).toBe(left.toString());
        expect(left.compare(right)).toBe(right.compare(left) === 0 ? 0 : -right.compare(left));
      }),
      { seed: 7 },
    );
  });

  it('orders by value, not by size of its terms', () => {
    const sorted = [Fraction.of(2, 3), Fraction.of(-5, 2), Fraction.of(66, 100)].toSorted((a, b) =>
      a.compare(b),
    );
    expect(sorted.map(String)).toEqual(['-5/2', '33/50', '2/3']);
  });

  it('shows as the double that dividing two small whole numbers gives', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1 }), (numerator, denominator) => {
        expect(Fraction.of(numerator, denominator).toNumber()).toBeCloseTo(numerator / denominator, 6);
      }),
      { seed: 7 },
    );
    expect(Fraction.of(1, 3).toNumber()).toBe(1 / 3);
    expect(Fraction.of(-7, 2).toNumber()).toBe(-3.5);
    expect(Fraction.zero.toNumber()).toBe(0);
  });

  it('shows terms far longer than a double holds', () => {
    expect(Fraction.of(3n ** 2000n, 2n * 3n ** 2000n + 1n).toNumber()).toBeCloseTo(0.5, 15);
    expect(Fraction.of(1n, 10n ** 300n).toNumber() / 1e-300).toBeCloseTo(1, 14);
    expect(Fraction.of(10n ** 300n, 1n).toNumber() / 1e300).toBeCloseTo(1, 14);
    expect(Fraction.of(-(10n ** 300n), 7n).toNumber() / (-1e300 / 7)).toBeCloseTo(1, 14);
    expect(Fraction.of(10n ** 400n, 1n).toNumber()).toBe(Infinity);
  });
});
