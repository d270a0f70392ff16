/**
 * Every hand of five cards, once: what it is worth, and for each set of up to five cards how many hands of each worth
 * hold it. Cards are numbered as in the game: rank first, ace low, four suits a rank. A set of cards has the number
 * `C(a,1) + C(b,2) + ...` of its ascending cards, so that the sets of one size fill an array.
 */
import { pokerRanks, type PokerRank } from '../../../platform/games/video-poker.ts';

/** Ascending cards; the loops below fill one array again and again. */
export type CardSet = readonly number[];

/** Worths in the order of `pokerRanks`; the last one, nothing, is never counted. */
export const paidWorths = pokerRanks.length - 1;
const code = Object.fromEntries(pokerRanks.map((rank, index) => [rank, index])) as Record<PokerRank, number>;

const cards = 52;
const sizeMax = 5;

/** `chooses[k][n]` is C(n, k). */
const chooses = Array.from({ length: sizeMax + 1 }, (_, k) =>
  Int32Array.from({ length: cards + 1 }, (__, n) => waysOf(n, k)),
);

function waysOf(n: number, k: number): number {
  let ways = 1;
  for (let taken = 1; taken <= k; taken += 1) ways = (ways * (n - k + taken)) / taken;
  return n < k ? 0 : ways;
}

/** How many sets of that many cards there are. */
export const setCount = (size: number): number => waysOf(cards, size);

/** The number that a card adds to its set as the `position`-th from below, from 1. */
export const rankTerm = (card: number, position: number): number => chooses[position]![card]!;

/** Visits every set of `size` cards of the first `pack` ones in the order of their numbers. */
export function eachSet(
  size: number,
  visit: (set: CardSet, number: number) => void,
  pack: number = cards,
): void {
  const set = Array.from({ length: size }, (_, index) => index);
  const count = waysOf(pack, size);
  for (let number = 0; number < count; number += 1) {
    visit(set, number);
    let place = 0;
    while (place + 1 < size && set[place]! + 1 === set[place + 1]) {
      set[place] = place;
      place += 1;
    }
    set[place]! += 1;
  }
}

const bitCount = Uint8Array.from({ length: 1 << 13 }, (_, mask) => {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
});

const broadway = 0b1_1110_0000_0001;
const isStraight = new Uint8Array(1 << 13);
for (let low = 0; low <= 8; low += 1) isStraight[0b1_1111 << low] = 1;
isStraight[broadway] = 1;
/** Ace, jack, queen, king. */
const highRanks = 0b1_1100_0000_0001;

/** What five ascending cards are worth, by bits; the game counts ranks instead, and a test holds the two together. */
export function worthOf(hand: CardSet): number {
  let [ranks, odd, suits] = [0, 0, 0];
  for (let index = 0; index < 5; index += 1) {
    const card = hand[index]!;
    const rank = 1 << (card >> 2);
    ranks |= rank;
    odd ^= rank;
    suits |= 1 << (card & 3);
  }
  const distinct = bitCount[ranks]!;
  if (distinct === 5) return unpairedWorth(ranks, (suits & (suits - 1)) === 0);
  if (distinct === 4) return (ranks & ~odd & highRanks) === 0 ? code.nothing : code.jacks_or_better;
  if (distinct === 3) return bitCount[odd] === 1 ? code.two_pair : code.three_of_a_kind;
  // Of two ranks in ascending cards, the second to the fourth are alike only where four are.
  return hand[1]! >> 2 === hand[3]! >> 2 ? code.four_of_a_kind : code.full_house;
}

function unpairedWorth(ranks: number, isFlush: boolean): number {
  if (isStraight[ranks] === 0) return isFlush ? code.flush : code.nothing;
  if (!isFlush) return code.straight;
  return ranks === broadway ? code.royal_flush : code.straight_flush;
}

/** How many hands of each worth hold a set: `counts[size][worth * setCount(size) + number]`. */
export interface HandCounts {
  /** The worth of each hand. */
  readonly worths: Uint8Array;
  readonly counts: readonly Uint32Array[];
}

/** Counts all 2,598,960 hands into their sets of four, and every set into the smaller ones it holds. A smaller pack has fewer. */
export function countHands(pack: number = cards): HandCounts {
  const worths = new Uint8Array(waysOf(pack, 5));
  const counts = [0, 1, 2, 3, 4].map((size) => new Uint32Array(paidWorths * waysOf(pack, size)));
  const four = counts[4]!;
  const fours = waysOf(pack, 4);
  const numbers = new Int32Array(5);
  const count = (hand: CardSet, number: number): void => {
    const worth = worthOf(hand);
    worths[number] = worth;
    if (worth === paidWorths) return;
    numbersWithout(hand, numbers);
    for (let left = 0; left < 5; left += 1) four[worth * fours + numbers[left]!]! += 1;
  };
  eachSet(5, count, pack);
  for (let size = 4; size >= 1; size -= 1) countSmaller(counts, size, pack);
  return { worths, counts };
}

/** Every hand is counted in a smaller set once for each of the cards that the larger sets add. */
function countSmaller(counts: readonly Uint32Array[], size: number, pack: number): void {
  const [larger, smaller] = [counts[size]!, counts[size - 1]!];
  const [largerCount, smallerCount] = [waysOf(pack, size), waysOf(pack, size - 1)];
  const numbers = new Int32Array(size);
  const count = (set: CardSet, number: number): void => {
    numbersWithout(set, numbers);
    for (let worth = 0; worth < paidWorths; worth += 1) {
      const hands = larger[worth * largerCount + number]!;
      if (hands === 0) continue;
      for (let left = 0; left < size; left += 1) smaller[worth * smallerCount + numbers[left]!]! += hands;
    }
  };
  eachSet(size, count, pack);
  for (let at = 0; at < smaller.length; at += 1) smaller[at]! /= 6 - size;
}

/** The numbers of the sets that lack one card of this set. */
function numbersWithout(set: CardSet, into: Int32Array): void {
  const size = set.length;
  let number = 0;
  for (let index = 1; index < size; index += 1) number += chooses[index]![set[index]!]!;
  into[0] = number;
  // The card left out moves up by one: the one before it takes its place.
  for (let left = 1; left < size; left += 1) {
    number += chooses[left]![set[left - 1]!]! - chooses[left]![set[left]!]!;
    into[left] = number;
  }
}
