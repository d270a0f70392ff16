/**
 * `pick(n)` is the only randomness a game knows: a whole number from 0 to n - 1, each equally likely. In production
 * it reads the HMAC stream; the audit hands in one that walks every path.
 */
import { assert } from '../base/assert.ts';

/** A whole number from 0 to n - 1. */
export type Pick = (n: number) => number;

/** A pick that also understands classes of equal draws: it branches once a class instead of once a number. */
export interface ClassPick extends Pick {
  /** The index of a class, with probability weight / sum of weights. */
  readonly ofClasses: (weights: readonly number[]) => number;
}

/**
 * The index of a class drawn with probability weight / sum: the wheel's sectors, the symbols of a reel, the ranks left
 * in a shoe. Numbers from 0 to sum - 1 are dealt to the classes in their order, and one number is picked.
 */
export function pickClass(pick: Pick | ClassPick, weights: readonly number[]): number {
  if ('ofClasses' in pick) return pick.ofClasses(weights);
  let rest = pick(sumOf(weights));
  for (const [index, weight] of weights.entries()) {
    if (rest < weight) return index;
    rest -= weight;
  }
  assert(false, 'a pick lies below the sum of the weights');
}

/** The sum of weights. Throws `InvariantError` for a weight that is no count, and for a sum of 0. */
export function sumOf(weights: readonly number[]): number {
  let sum = 0;
  for (const weight of weights) {
    assert(Number.isInteger(weight) && weight >= 0, () => `weights are counts: ${weight}`);
    sum += weight;
  }
  assert(sum > 0, 'something must be left to draw');
  return sum;
}

/** All words of 32 bits. */
export const wordCount = 2 ** 32;

/**
 * A pick from a stream of uniform words below `words`. The words above the last multiple of n are drawn again, so that
 * every result stands for equally many words: nothing is rounded and no result is favoured. Refuses n above `words`.
 */
export function rejectionPick(nextWord: () => number, words = wordCount): Pick {
  return (n) => {
    assert(
      Number.isInteger(n) && n >= 1 && n <= words,
      () => `pick(${n}): expected a whole number from 1 to ${words}`,
    );
    const fairLimit = words - (words % n);
    // At least half of all words pass, so the bound is never reached by chance.
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const word = nextWord();
      if (word < fairLimit) return word % n;
    }
    assert(false, `pick(${n}): a thousand words in a row were refused`);
  };
}
