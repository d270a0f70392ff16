/** Numbers of sets of cards, and what five cards are worth. */
import { describe, expect, it } from 'vitest';
import { pokerRank, pokerRanks } from '../../../src/platform/games/video-poker.ts';
import {
  eachSet,
  rankTerm,
  setCount,
  worthOf,
  type CardSet,
} from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { drawFrom } from '../../kept-digests.ts';
import { ascending, numberOf, subsetsOf } from './card-sets.ts';

describe('a set of cards', () => {
  it.each([1, 2, 3, 4, 5])('of %i is visited once, in the order of the numbers', (size) => {
    const pack = 9;
    const seen: string[] = [];
    const visit = (set: CardSet, number: number) => seen.push(`${numberOf(set)} ${number} ${set.join()}`);
    eachSet(size, visit, pack);
    const choices = subsetsOf(Array.from({ length: pack }, (_, card) => card));
    const expected = choices
      .filter(({ length }) => length === size)
      .map((set) => `${numberOf(set)} ${numberOf(set)} ${set.join()}`);
    expect(seen).toEqual(expected.toSorted((left, right) => Number.parseInt(left) - Number.parseInt(right)));
  });

  it('has a number by the binomials of its cards, up to the last of the pack', () => {
    const wrong: number[][] = [];
    for (let position = 1; position <= 5; position += 1) {
      for (let card = 1; card < 52; card += 1) {
        const above = position === 1 ? 1 : rankTerm(card - 1, position - 1);
        if (rankTerm(card, position) !== rankTerm(card - 1, position) + above) wrong.push([card, position]);
      }
      expect(rankTerm(position - 1, position)).toBe(0);
      expect(setCount(position)).toBe(rankTerm(51, position) + (position === 1 ? 1 : rankTerm(51, position - 1)));
    }
    expect(wrong).toEqual([]);
  }); // prettier-ignore
});

describe('a hand', () => {
  const draw = drawFrom('hands');
  const drawnCard = (rank: number): number => 4 * rank + draw(4);
  const distinct = (cards: readonly number[]): boolean => new Set(cards).size === 5;

  it('is worth what the game says, of cards drawn at random, of few ranks, of one suit and in a row', () => {
    const hands = Array.from({ length: 80 }, (_, at) => {
      const low = draw(10);
      const suit = draw(4);
      return [
        Array.from({ length: 5 }, () => draw(52)),
        Array.from({ length: 5 }, () => drawnCard((low + draw(2 + (at % 3))) % 13)),
        Array.from({ length: 5 }, () => 4 * draw(13) + suit),
        Array.from({ length: 5 }, (__, index) => drawnCard((low + index) % 13)),
        Array.from({ length: 5 }, (__, index) => 4 * ((low + index) % 13) + suit),
      ].filter(distinct);
    }).flat();
    const met = new Set<string>();
    for (const hand of hands.map(ascending)) {
      const rank = pokerRank(hand);
      if (pokerRanks[worthOf(hand)] !== rank) throw new Error(`${hand.join()} is worth ${rank}`);
      met.add(rank);
    }
    expect([...met].toSorted()).toEqual(pokerRanks.toSorted());
  });
});
