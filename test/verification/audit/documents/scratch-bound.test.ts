/** The least return of a scratch card against the same bound in floating point, and what its places pay. */
import { expect, it } from 'vitest';
import { Fraction } from '../../../../src/core/base/fraction.ts';
import {
  leastScratchReturn,
  scratchReturn,
} from '../../../../src/verification/audit/documents/scratch-bound.ts';

const { one, zero } = Fraction;
const of = (...values: number[]): Fraction[] => values.map((value) => Fraction.of(value));

/** The best of all prices: what the price and the cell that pays least for it come to. */
function boundOf(triple: number, pair: number): number {
  const returned = (p: number): number => 3 * pair * p ** 2 + (triple - 3 * pair) * p ** 3;
  const cells = Array.from({ length: 400 }, (_, k) => k);
  const bounds = Array.from({ length: 60 }, (_, index) => {
    const price = (index + 1) / 10;
    return price + Math.min(...cells.map((k) => returned(k / 400) - (price * (k + 1)) / 400));
  });
  return Math.max(0, ...bounds);
}

it.each([
  [6, 2],
  [2, 2],
])('one symbol that pays %ix three times and %ix twice', (triple, pair) => {
  expect(leastScratchReturn(of(triple), Fraction.of(pair)).toNumber()).toBeCloseTo(boundOf(triple, pair), 9);
});

it('no triple pays less than a pair', () => {
  expect(() => leastScratchReturn(of(1, 5), Fraction.of(2))).toThrow('a triple pays no less than a pair');
});

it('three places pay a triple of their symbol, any two a pair, and three symbols nothing', () => {
  const at = (symbol: number): Fraction[] => Array.from({ length: 3 }, (_, index) => (index === symbol ? one : zero));
  const returned = (a: number, b: number, c: number): string =>
    String(scratchReturn([at(a), at(b), at(c)], of(7, 8, 9), Fraction.of(2)));
  expect([returned(0, 0, 0), returned(2, 2, 2)]).toEqual(['7/1', '9/1']);
  expect([returned(0, 0, 1), returned(0, 1, 0), returned(1, 0, 0)]).toEqual(['2/1', '2/1', '2/1']);
  expect(returned(2, 1, 0)).toBe('0/1');
  expect(() => scratchReturn([at(1), at(1), at(1)], of(7), one)).toThrow('a symbol has a triple');
}); // prettier-ignore
