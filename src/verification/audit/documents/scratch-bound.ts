/**
 * Can any weights of independent symbols give a scratch card the stated edge (gap C7)? A bound from below on the return
 * over all weights, proved with fractions: three alike of symbol i pay a(i), any pair pays b, so the return is the sum
 * of f(p) = 3b p^2 + (a - 3b) p^3 over the symbols. Where a >= b each f rises, and on a cell of a grid lies above its
 * value at the left end. For any price q, sum f(p) >= q + sum of min (f(p) - q p), because the weights sum to 1.
 */
import { assert, present } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';

const cells = 400;

/** No weights return less than this. The best of some prices is taken; each of them is a proof. */
export function leastScratchReturn(triples: readonly Fraction[], pair: Fraction): Fraction {
  assert(
    triples.every((triple) => triple.compare(pair) >= 0),
    'a triple pays no less than a pair',
  );
  let best = Fraction.zero;
  for (let tenths = 1; tenths <= 60; tenths += 1) {
    const bound = boundAt(Fraction.of(tenths, 10), triples, pair);
    if (bound.compare(best) > 0) best = bound;
  }
  return best;
}

/** All terms as whole numbers over cells^3 and the common denominator of payouts and price. */
function boundAt(price: Fraction, triples: readonly Fraction[], pair: Fraction): Fraction {
  const common = [price, pair, ...triples].reduce((product, { denominator }) => product * denominator, 1n);
  const scaled = ({ numerator, denominator }: Fraction): bigint => (numerator * common) / denominator;
  const [n, q, b] = [BigInt(cells), scaled(price), scaled(pair)];
  let sum = q * n ** 3n;
  for (const triple of triples) {
    const cubic = scaled(triple) - 3n * b;
    let least: bigint | undefined;
    for (let k = 0n; k < n; k += 1n) {
      const value = 3n * b * k * k * n + cubic * k * k * k - q * (k + 1n) * n * n;
      if (least === undefined || value < least) least = value;
    }
    sum += least ?? 0n;
  }
  return Fraction.of(sum, common * n ** 3n);
}

/** A scratch card whose places have separate weights: the chance of each symbol, by place. */
export type PlaceWeights = readonly [readonly Fraction[], readonly Fraction[], readonly Fraction[]];

/** The return of three independent places with different weights: triples by symbol, and any pair. */
export function scratchReturn(weights: PlaceWeights, triples: readonly Fraction[], pair: Fraction): Fraction {
  let returned = Fraction.zero;
  for (const [one, a] of weights[0].entries()) {
    for (const [two, b] of weights[1].entries()) {
      for (const [three, c] of weights[2].entries()) {
        const distinct = new Set([one, two, three]).size;
        if (distinct === 3) continue;
        const pays = distinct === 1 ? present(triples[one], 'a symbol has a triple') : pair;
        returned = returned.add(a.mul(b).mul(c).mul(pays));
      }
    }
  }
  return returned;
}
