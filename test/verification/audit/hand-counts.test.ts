/** How many hands of five cards of each worth hold a set of cards, against counts by hand. */
import { describe, expect, it } from 'vitest';
import { cardNames, pokerRanks } from '../../../src/platform/games/video-poker.ts';
import { countHands, rankTerm, setCount } from '../../../src/verification/audit/exact/video-poker-hands.ts';

/** All hands of each worth, best first. */
const totals = [4, 36, 624, 3744, 5108, 10_200, 54_912, 123_552, 337_920];

describe('the hands of each worth', () => {
  const { worths, counts } = countHands();
  /** By worth, the hands that hold these cards; those that are worth nothing are not counted. */
  const holding = (cards: string): number[] => {
    const set = cards.split(' ').filter(Boolean).map((name) => cardNames.indexOf(name)).toSorted((left, right) => left - right);
    const number = set.reduce((sum, card, at) => sum + rankTerm(card, at + 1), 0);
    return totals.map((_, worth) => counts[set.length]![worth * setCount(set.length) + number]!);
  }; // prettier-ignore

  it('are those of the pack, and each is counted once for every set that it holds', () => {
    const found = totals.map(() => 0);
    for (const worth of worths) if (worth < totals.length) found[worth]! += 1;
    expect([worths.length, found, pokerRanks.length]).toEqual([2_598_960, totals, 10]);
    const choose = [1, 5, 10, 10, 5];
    for (const [size, ofSize] of counts.entries())
      for (const [worth, total] of totals.entries()) {
        const sets = ofSize.subarray(worth * setCount(size), (worth + 1) * setCount(size));
        expect(sets.reduce((sum, count) => sum + count, 0)).toBe(total * choose[size]!);
      }
  });

  it.each<[string, readonly number[]]>([
    ['', totals],
    ['AS KS QS JS', [1, 0, 0, 0, 8, 3, 0, 0, 12]],
    ['5C 5D 5H 5S', [0, 0, 48, 0, 0, 0, 0, 0, 0]],
    ['5C 5D 5H', [0, 0, 48, 72, 0, 0, 1056, 0, 0]],
    ['5C 5D', [0, 0, 48, 192, 0, 0, 2112, 3168, 0]],
    ['JC JD', [0, 0, 48, 192, 0, 0, 2112, 3168, 14_080]],
    ['AS', [1, 1, 60, 360, 493, 510, 5280, 11_880, 58_080]],
  ])('that hold %s', (cards, expected) => {
    expect(holding(cards)).toEqual(expected);
  });
});
