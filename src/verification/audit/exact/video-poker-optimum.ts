/**
 * Video poker under the best play: all 2,598,960 deals, which fall into 134,459 classes under an exchange of suits, and
 * of each the best of its 32 holds, compared as whole numbers. How many draws lead to which worth comes from the
 * counts of hands that hold the kept cards, less those that hold a discarded card too (inclusion and exclusion over
 * the 32 subsets of the deal).
 */
import { assert, present } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';
import { pokerRanks, type PokerTable } from '../../../platform/games/video-poker.ts';
import type { ExactOutcome } from './figures.ts';
import {
  countHands,
  eachSet,
  paidWorths,
  rankTerm,
  setCount,
  type CardSet,
  type HandCounts,
} from './video-poker-hands.ts';

/** Every number of ways to draw divides this: C(47, 5), C(47, 4), ... 1. */
const drawsUnit = 7_669_695;
/** By the number of cards kept: `drawsUnit` over the ways to draw the rest. */
const drawFactors = [5, 43, 473, 7095, 163_185, 7_669_695];

/** A class of deals with its best hold. */
export interface BestHold {
  /** The cards of one deal of the class, ascending; the loop fills one array again and again. */
  readonly cards: CardSet;
  /** How many deals are alike. */
  readonly deals: number;
  /** Bit by bit which of the cards are kept. */
  readonly hold: number;
  /** The expected return in `drawsUnit`-ths of the stake. */
  readonly value: number;
  /** Adds the ways to each worth of all these deals to sums of the caller. */
  addDraws(drawn: Float64Array): void;
}

/** The chances of every payout under the best holds, and the counts of what was enumerated. */
export interface PokerOptimum {
  readonly outcomes: readonly ExactOutcome[];
  readonly dealClasses: number;
  readonly deals: number;
}

/** Divide `BestHold.value` by this for a return per stake of 1. */
export const unitOfValue = drawsUnit;
/** How many sums `addDraws` needs. */
export const paidWorthCount = paidWorths;

let hands: HandCounts | undefined;
const handCounts = (): HandCounts => (hands ??= countHands());

/** Solves the game under a pay table; `visit` is shown every class of deals. */
export function solveVideoPoker(table: PokerTable, visit?: (best: BestHold) => void): PokerOptimum {
  const solver = new Solver(handCounts(), table);
  const drawn = new Float64Array(paidWorths);
  let [dealClasses, deals] = [0, 0];
  eachSet(5, (cards) => {
    const alike = classSize(cards);
    if (alike === 0) return;
    dealClasses += 1;
    deals += alike;
    solver.solve(cards);
    solver.addDraws(drawn, alike);
    visit?.({
      cards,
      deals: alike,
      hold: solver.hold,
      value: solver.value,
      addDraws: (sums) => solver.addDraws(sums, alike),
    });
  });
  assert(deals === setCount(5), 'every deal belongs to one class');
  return { outcomes: drawnOutcomes(drawn, deals, table), dealClasses, deals };
}

/** The outcomes of a policy that draws to some of the deals, from the ways to each worth. */
export function drawnOutcomes(drawn: Float64Array, deals: number, table: PokerTable): ExactOutcome[] {
  const total = deals * drawsUnit;
  let rest = total;
  const paid = Array.from(drawn, (ways, worth) => {
    assert(Number.isSafeInteger(ways), 'ways are counted exactly');
    rest -= ways;
    const payout = table[present(pokerRanks[worth], 'a worth has a name')];
    return { payout: Fraction.of(payout), probability: Fraction.of(ways, total) };
  });
  const nothing = { payout: Fraction.of(table.nothing), probability: Fraction.of(rest, total) };
  return [...paid, nothing];
}

/** By how many exchanges of suits this deal differs from itself; 0 unless it stands for its class. */
function classSize(cards: CardSet): number {
  let [clubs, diamonds, hearts, spades] = [0, 0, 0, 0];
  for (let index = 0; index < 5; index += 1) {
    const card = cards[index]!;
    const rank = 1 << (card >> 2);
    const suit = card & 3;
    if (suit === 0) clubs |= rank;
    else if (suit === 1) diamonds |= rank;
    else if (suit === 2) hearts |= rank;
    else spades |= rank;
  }
  if (clubs < diamonds || diamonds < hearts || hearts < spades) return 0;
  // 24 exchanges, over those that change nothing: runs of equal suits.
  let [size, run] = [24, 1];
  const equal = [clubs === diamonds, diamonds === hearts, hearts === spades];
  for (const isEqual of equal) {
    run = isEqual ? run + 1 : 1;
    size /= run;
  }
  return size;
}

const keptCount = Uint8Array.from({ length: 32 }, (_, mask) => {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
});

/** One deal at a time; everything it needs is allocated once. */
class Solver {
  hold = 0;
  value = 0;
  readonly #hands: HandCounts;
  readonly #table: PokerTable;
  /** By size of set: what all hands that hold the set pay together. */
  readonly #paid: readonly Float64Array[];
  /** Of the 32 subsets of the deal: their numbers, and what the hands that keep exactly them pay. */
  readonly #numbers = new Int32Array(32);
  readonly #sums = new Float64Array(32);

  constructor(counts: HandCounts, table: PokerTable) {
    this.#hands = counts;
    this.#table = table;
    this.#paid = counts.counts.map((ofSize, size) => paidTogether(ofSize, setCount(size), table));
  }

  solve(cards: CardSet): void {
    this.#number(cards);
    const sums = this.#sums;
    for (let kept = 0; kept < 31; kept += 1)
      sums[kept] = this.#paid[keptCount[kept]!]![this.#numbers[kept]!]!;
    const worth = this.#hands.worths[this.#numbers[31]!]!;
    sums[31] = this.#table[pokerRanks[worth]!];
    for (let card = 1; card < 32; card <<= 1) {
      for (let kept = 0; kept < 32; kept += 1) if ((kept & card) === 0) sums[kept]! -= sums[kept | card]!;
    }
    this.value = -1;
    for (let kept = 31; kept >= 0; kept -= 1) {
      const value = sums[kept]! * drawFactors[keptCount[kept]!]!;
      if (value <= this.value) continue;
      this.value = value;
      this.hold = kept;
    }
  }

  /** Adds to each worth the ways that lead to it from so many deals like the one just solved. */
  addDraws(drawn: Float64Array, deals: number): void {
    const weight = deals * drawFactors[keptCount[this.hold]!]!;
    const dealt = this.#hands.worths[this.#numbers[31]!]!;
    for (let more = 31 & ~this.hold; ; more = (more - 1) & ~this.hold & 31) {
      const sign = keptCount[more]! % 2 === 0 ? weight : -weight;
      this.#addHolding(drawn, { set: this.hold | more, sign, dealt });
      if (more === 0) return;
    }
  }

  #addHolding(drawn: Float64Array, how: { set: number; sign: number; dealt: number }): void {
    const { set, sign, dealt } = how;
    if (set === 31) {
      if (dealt < paidWorths) drawn[dealt]! += sign;
      return;
    }
    const size = keptCount[set]!;
    const counts = this.#hands.counts[size]!;
    const count = setCounts[size]!;
    for (let worth = 0, at = this.#numbers[set]!; worth < paidWorths; worth += 1, at += count) {
      drawn[worth]! += sign * counts[at]!;
    }
  }

  #number(cards: CardSet): void {
    const numbers = this.#numbers;
    for (let set = 1; set < 32; set += 1) {
      // The highest card of the set comes last; without it stands a smaller set that is numbered already.
      const highest = 31 - Math.clz32(set);
      numbers[set] = numbers[set ^ (1 << highest)]! + rankTerm(cards[highest]!, keptCount[set]!);
    }
  }
}

const setCounts = [0, 1, 2, 3, 4].map(setCount);

function paidTogether(counts: Uint32Array, sets: number, table: PokerTable): Float64Array {
  const paid = new Float64Array(sets);
  for (let worth = 0; worth < paidWorths; worth += 1) {
    const payout = table[pokerRanks[worth]!];
    for (let number = 0; number < sets; number += 1) paid[number]! += payout * counts[worth * sets + number]!;
  }
  return paid;
}

/** The best hold of any deal under a pay table. */
export class PokerAdvice {
  readonly #solver: Solver;

  constructor(table: PokerTable) {
    this.#solver = new Solver(handCounts(), table);
  }

  holdOf(cards: CardSet): number[] {
    const ascending = cards.toSorted((left, right) => left - right);
    this.#solver.solve(ascending);
    return ascending.filter((_, index) => (this.#solver.hold & (1 << index)) !== 0);
  }
}
