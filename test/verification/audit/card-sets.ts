/** Sets of cards by number, for tests that list all of a small pack. */
import { rankTerm, type CardSet } from '../../../src/verification/audit/exact/video-poker-hands.ts';

export const ascending = (cards: readonly number[]): number[] =>
  cards.toSorted((left, right) => left - right);

export const numberOf = (set: CardSet): number =>
  set.reduce((sum, card, index) => sum + rankTerm(card, index + 1), 0);

/** Every subset of a list, by the bits of a mask. */
export const subsetsOf = (cards: CardSet): number[][] =>
  Array.from({ length: 1 << cards.length }, (_, mask) => cards.filter((__, index) => mask & (1 << index)));
