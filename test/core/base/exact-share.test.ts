import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { exactShare } from '../../../src/core/base/exact-share.ts';
import type { Rounding } from '../../../src/core/base/money.ts';

const top = Number.MAX_SAFE_INTEGER;

/** The same by counting halves in integers of any size. */
function shareByHalves(value: number, numerator: number, denominator: number, rounding: Rounding): bigint {
  const [halves, whole] = [2n * BigInt(value) * BigInt(numerator), 2n * BigInt(denominator)];
  const added = { floor: 0n, ceil: whole - 1n, 'half-up': BigInt(denominator) }[rounding];
  return (halves + added) / whole;
}

describe('a share of a whole number', () => {
  it('is exact at any size, and rounded once', () => {
    const sizes = fc.oneof(fc.nat({ max: 100 }), fc.maxSafeNat());
    const shares = fc.record({
      value: sizes,
      numerator: sizes,
      denominator: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: top })),
      rounding: fc.constantFrom<Rounding>('half-up', 'floor', 'ceil'),
    });
    fc.assert(
      fc.property(shares, ({ value, numerator, denominator, rounding }) => {
        const expected = shareByHalves(value, numerator, denominator, rounding);
        const share = (): number => exactShare(value, { numerator, denominator, rounding });
        if (expected <= BigInt(top)) expect(share()).toBe(Number(expected));
        else
          expect(share).toThrow(
            new InvariantError(`${value} * ${numerator} / ${denominator} leaves the safe integers`),
          );
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [top, 1, 1, top],
    [top, 2, 2, top],
    [0, top, 7, 0],
    [top, 0, 7, 0],
    [0, 0, 1, 0],
  ])('%d times %d of %d is %d', (value, numerator, denominator, expected) => {
    for (const rounding of ['half-up', 'floor', 'ceil'] as const)
      expect(exactShare(value, { numerator, denominator, rounding })).toBe(expected);
  });

  it.each([
    [-1, 1, 2],
    [1, -1, 2],
    [1, 1, 0],
    [1, 1, -2],
    [-top, 2, 2],
    [2, -top, 2],
    [top + 1, 2, 2],
    [2, top + 1, 2],
    [0.5, 1, 2],
    [0.5, top, 2],
    [Number.NaN, 1, 2],
    [-top, -top, top],
  ])('of %d times %d of %d is a bug', (value, numerator, denominator) => {
    expect(() => exactShare(value, { numerator, denominator, rounding: 'floor' })).toThrow(
      new InvariantError(`no share: ${value} * ${numerator} / ${denominator}`),
    );
  });
});
