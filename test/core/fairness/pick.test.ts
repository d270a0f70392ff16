import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { enumerate } from '../../../src/core/fairness/enumerate.ts';
import { pickClass, rejectionPick, type Pick } from '../../../src/core/fairness/pick.ts';

/** How many of the words below `words` the pick turns into each result; a word that is refused stands for none. */
function wordsOfEachResult(n: number, words: number): number[] {
  const counts = Array.from({ length: n }, () => 0);
  for (let word = 0; word < words; word += 1) {
    const stream = [word];
    const pick = rejectionPick(() => stream.shift() ?? refused(), words);
    try {
      const result = pick(n);
      counts[result] = (counts[result] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return counts;
}
class Refused extends Error {}
const refused = (): never => {
  throw new Refused();
};

describe('pick(n) from words', () => {
  it.each([16, 100, 256])(
    'gives every result equally many of %d words, for every n, and refuses less than half',
    (words) => {
      for (let n = 1; n <= words; n += 1) {
        const share = Math.floor(words / n);
        expect(wordsOfEachResult(n, words)).toEqual(Array.from({ length: n }, () => share));
        expect(n * share * 2).toBeGreaterThan(words);
      }
    },
  );

  it.each([
    [6, 4_294_967_291, 5],
    [6, 4_294_967_292, 0],
    [3, 4_294_967_295, 0],
    [2 ** 32, 4_294_967_295, 4_294_967_295],
    [2 ** 31 + 1, 2 ** 31, 2 ** 31],
  ])('pick(%d) of 32-bit words: word %d first, and the result is %d', (n, word, result) => {
    const stream = [word, n === 6 || n === 3 ? 6 * 5 : 0];
    expect(rejectionPick(() => stream.shift() ?? 0)(n)).toBe(result);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('refuses pick(%d)', (n) => {
    expect(() => rejectionPick(() => 0)(n)).toThrow(
      `pick(${n}): expected a whole number from 1 to 4294967296`,
    );
  });

  it('stops when no word ever passes', () => {
    let words = 0;
    const last = (): number => ((words += 1), 2 ** 32 - 1);
    expect(() => rejectionPick(last)(3)).toThrow('pick(3): a thousand words in a row were refused');
    expect(words).toBe(1000);
  });
});

describe('pickClass', () => {
  it.each([[[1]], [[1, 2, 3]], [[0, 5, 0, 2]], [[3, 0, 1]]])(
    'weights %j: one branch a class is exactly as likely as its numbers one by one',
    (weights) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const plain = Array.from({ length: total }, (_, word) =>
        pickClass(
          (
            (): Pick => () =>
              word
          )(),
          weights,
        ),
      );
      const branches = Array.from(enumerate((pick) => pickClass(pick, weights)));
      for (const { outcome, probability } of branches) {
        const numbers = plain.filter((result) => result === outcome).length;
        expect(String(probability)).toBe(String(Fraction.of(numbers, total)));
      }
      expect(branches.map(({ outcome }) => outcome)).toEqual([...new Set(plain)]);
    },
  );

  it.each([[[]], [[0, 0]], [[1, -1, 2]], [[0.5, 0.5]]])('refuses weights %j', (weights) => {
    expect(() => pickClass(() => 0, weights)).toThrow(/something must be left|weights are counts/);
  });

  it('refuses a number that no class stands for', () => {
    expect(pickClass(() => 5, [1, 2, 3])).toBe(2);
    expect(() => pickClass(() => 6, [1, 2, 3])).toThrow('a pick lies below the sum of the weights');
  });
});
