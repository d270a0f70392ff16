/** Advice on deals of a pack of twelve cards, in which four of a kind pays so much that it is worth to draw to it. */
import { expect, it, vi } from 'vitest';
import { videoPoker } from '../../../src/platform/games/video-poker.ts';
import type * as hands from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { PokerAdvice } from '../../../src/verification/audit/exact/video-poker-optimum.ts';

vi.mock('../../../src/verification/audit/exact/video-poker-hands.ts', async (original) => {
  const real = await original<typeof hands>();
  return {
    ...real,
    setCount: (size: number) => (size === 0 ? 1 : real.rankTerm(12, size)),
    countHands: () => real.countHands(12),
  };
});

it('draws to four of a kind with all of a rank, and keeps what is dealt complete', () => {
  const advice = new PokerAdvice({ ...videoPoker.rules.published, four_of_a_kind: 25_000 });
  const deals = [[0, 1, 2, 4, 8], [8, 5, 1, 0, 4], [0, 1, 2, 3, 9], [2, 3, 9, 10, 11], [6, 7, 8, 9, 1]]; // prettier-ignore
  const kept = [[0, 1, 2, 8], [4, 5, 8], [0, 1, 2, 3, 9], [3, 9, 10, 11], [1, 8, 9]]; // prettier-ignore
  expect(deals.map((cards) => advice.holdOf(cards))).toEqual(kept);
});
