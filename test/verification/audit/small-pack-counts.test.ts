/** Hands of a pack so small that all of them can be listed. */
import { expect, it } from 'vitest';
import {
  countHands,
  eachSet,
  paidWorths,
  rankTerm,
  worthOf,
} from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { numberOf, subsetsOf } from './card-sets.ts';

it('a hand is counted in each of its subsets by its worth, and in no other', () => {
  const pack = 14;
  const { worths, counts } = countHands(pack);
  const sets = [1, ...[1, 2, 3, 4, 5].map((size) => rankTerm(pack, size))];
  const expected = sets.slice(0, 5).map((count) => new Uint32Array(9 * count));
  const ofHands = new Uint8Array(sets[5]!);
  eachSet(5, (hand, number) => {
    const worth = worthOf(hand);
    ofHands[number] = worth;
    if (worth === 9) return;
    for (const set of subsetsOf(hand)) {
      if (set.length < 5) expected[set.length]![worth * sets[set.length]! + numberOf(set)]! += 1;
    }
  }, pack);
  expect([paidWorths, counts.length, worths.length]).toEqual([9, 5, ofHands.length]);
  expect(Buffer.from(worths).equals(Buffer.from(ofHands))).toBe(true);
  for (const [size, ofSize] of expected.entries())
    expect(Buffer.from(counts[size]!.buffer).equals(Buffer.from(ofSize.buffer)), `sets of ${size}`).toBe(true);
}); // prettier-ignore
