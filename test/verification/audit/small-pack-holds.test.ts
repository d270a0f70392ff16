/** The best holds of video poker in a pack of twelve cards, against every draw to every hold. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { pokerRanks, videoPoker, type PokerTable } from '../../../src/platform/games/video-poker.ts';
import { dealPolicies } from '../../../src/verification/audit/exact/video-poker-deals.ts';
import type * as hands from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { eachSet, worthOf, type CardSet } from '../../../src/verification/audit/exact/video-poker-hands.ts';
import {
  drawnOutcomes,
  PokerAdvice,
  solveVideoPoker,
  unitOfValue,
} from '../../../src/verification/audit/exact/video-poker-optimum.ts';
import { subsetsOf } from './card-sets.ts';

const pack = vi.hoisted(() => 12);

vi.mock('../../../src/verification/audit/exact/video-poker-hands.ts', async (original) => {
  const real = await original<typeof hands>();
  return {
    ...real,
    setCount: (size: number) => (size === 0 ? 1 : real.rankTerm(pack, size)),
    eachSet: (size: number, visit: (set: CardSet, number: number) => void) => real.eachSet(size, visit, pack),
    countHands: () => real.countHands(pack),
  };
});

/** What a hold weighs in a whole pack, where 47 cards are left. */
const weights = [5, 43, 473, 7095, 163_185, 7_669_695];
/**
 * A new one each time, for what a table pays is worked out once; no hand of this pack is a royal flush. In so small a pack
 * only a high payout makes it worth to draw.
 */
let tables = 0;
const newTable = (changed: Partial<PokerTable> = {}): PokerTable => {
  tables += 1;
  const pays = { four_of_a_kind: 25_000, full_house: 3, three_of_a_kind: 4, royal_flush: 800 + tables };
  return { ...videoPoker.rules.published, ...pays, ...changed };
};
let table = newTable();
beforeEach(() => {
  table = newTable();
});

const bitsOf = (cards: CardSet): number => cards.reduce((bits, card) => bits | (1 << card), 0);

/** Every hand of the pack as bits, with its worth. */
const everyHand: (readonly [bits: number, worth: number])[] = [];
eachSet(5, (hand) => everyHand.push([bitsOf(hand), worthOf(hand)]));

/** By hold and worth, the ways to it: a draw leads to each hand that holds what is kept and nothing else of the deal. */
function waysOf(deal: CardSet): number[][] {
  const ways = Array.from({ length: 32 }, () => pokerRanks.map(() => 0));
  for (const [bits, worth] of everyHand) {
    const kept = deal.map((card) => (bits >> card) & 1);
    const hold = kept.reduce((sum, bit, index) => sum + (bit << index), 0);
    ways[hold]![worth]! += weights[kept.reduce((sum, bit) => sum + bit)]!;
  }
  return ways;
}

const paidIn = (ways: readonly number[]): number =>
  ways.reduce((sum, count, worth) => sum + count * table[pokerRanks[worth]!], 0);

/** Suits may be exchanged, in all ways. */
const exchanges = [0, 1, 2, 3].flatMap((first) => [0, 1, 2, 3].flatMap((second) => [0, 1, 2, 3].map((third) => [first, second, third, 6 - first - second - third])))
  .filter((suits) => new Set(suits).size === 4); // prettier-ignore
const alike = (deal: CardSet): Set<number> =>
  new Set(exchanges.map((suits) => bitsOf(deal.map((card) => (card & ~3) | suits[card & 3]!))));

interface Class {
  readonly cards: number[];
  readonly deals: number;
  readonly hold: number;
  readonly value: number;
  readonly drawn: number[];
}

function classes(): { found: Class[]; solved: ReturnType<typeof solveVideoPoker> } {
  const found: Class[] = [];
  const solved = solveVideoPoker(table, (best) => {
    const { cards, deals: count, hold, value } = best;
    const drawn = new Float64Array(9);
    best.addDraws(drawn);
    found.push({ cards: [...cards], deals: count, hold, value, drawn: [...drawn] });
  });
  return { found, solved };
}

/** The hands are counted once, and the first solution takes several times as long as others. */
beforeAll(() => {
  classes();
});

const masks = Array.from({ length: 32 }, (_, mask) => 31 - mask);

/** The first of the holds whose draws pay most, from all five cards down. */
function slowlyBest(cards: CardSet): { hold: number; value: number; ways: readonly number[] } {
  const ways = waysOf(cards);
  const paid = masks.map((mask) => paidIn(ways[mask]!));
  const value = Math.max(...paid);
  const hold = masks[paid.indexOf(value)]!;
  return { hold, value, ways: ways[hold]!.slice(0, 9) };
}

describe('the best holds', () => {
  it('are those of classes that stand for every deal once, whose draws pay most', () => {
    const { found, solved } = classes();
    const met = new Set<number>();
    for (const [at, { cards, deals, hold, value, drawn }] of found.entries()) {
      const others = alike(cards);
      if (others.size !== deals) throw new Error(`${cards.join()} stands for ${deals}, not ${others.size}`);
      for (const other of others) met.add(other);
      if (at % 6 !== 0) continue;
      const best = slowlyBest(cards);
      const expected = [cards, best.value, best.hold, best.ways.map((ways) => ways * deals)];
      expect([cards, value, hold, drawn]).toEqual(expected);
    }
    const all = everyHand.length;
    expect([met.size, solved.deals, solved.dealClasses]).toEqual([all, all, found.length]);
    expect(found.reduce((sum, { deals }) => sum + deals, 0)).toBe(all);
  });

  it('are advised, in whatever order the cards come; all are kept where nothing is paid', () => {
    const advice = new PokerAdvice(table);
    const pays = { royal_flush: 0, four_of_a_kind: 0, full_house: 0, three_of_a_kind: 0, two_pair: 0 };
    const poor = new PokerAdvice(newTable(pays));
    for (const cards of [[0, 1, 2, 4, 8], [0, 1, 4, 5, 8], [1, 2, 5, 7, 11], [0, 1, 2, 3, 9], [2, 3, 9, 10, 11]]) {
      const shuffled = [3, 0, 4, 1, 2].map((at) => cards[at]!);
      expect(advice.holdOf(shuffled)).toEqual(subsetsOf(cards)[slowlyBest(cards).hold]);
      expect(poor.holdOf(shuffled)).toEqual(cards);
    }
  }); // prettier-ignore

  it('need no visitor', () => {
    expect(solveVideoPoker(table).deals).toBe(everyHand.length);
  });
});

const textsOf = (outcomes: Readonly<ReturnType<typeof drawnOutcomes>>): string[] =>
  outcomes.map(({ payout, probability }) => `${String(payout)} ${String(probability)}`);

/** The outcomes of drawing to some classes, from their draws. */
function drawnTo(some: readonly Class[]): string[] {
  const total = some.reduce((sum, one) => sum + one.deals, 0) * unitOfValue;
  const sums = Array.from({ length: 9 }, (_, worth) => some.reduce((sum, { drawn }) => sum + drawn[worth]!, 0));
  const nothing = total - sums.reduce((sum, ways) => sum + ways, 0);
  return [...sums, nothing].map((ways, worth) => `${table[pokerRanks[worth]!]}/1 ${String(Fraction.of(ways, total))}`);
} // prettier-ignore

describe('the policies', () => {
  it.each<[string, Partial<PokerTable>]>([
    ['all', {}],
    ['some', { four_of_a_kind: 3, full_house: 0, three_of_a_kind: 0, two_pair: 1 }],
  ])(
    'draw to every deal, to the best ones, and to those worth more than the stake, which %s are',
    (_, pays) => {
      table = newTable(pays);
      const { found, solved } = classes();
      const highest = Math.max(...found.map(({ value }) => value));
      const best = found.filter(({ value }) => value === highest);
      expect(textsOf(solved.outcomes)).toEqual(drawnTo(found));
      const policies = dealPolicies(table);
      const good = found.filter(({ value }) => value > 7_669_695);
      const dealsOf = (some: readonly Class[]) => some.reduce((sum, one) => sum + one.deals, 0);
      expect(textsOf(policies.every)).toEqual(drawnTo(found));
      expect(textsOf(policies.best)).toEqual(drawnTo(best));
      expect(textsOf(policies.good)).toEqual(drawnTo(good));
      expect(String(policies.goodShare)).toBe(String(Fraction.of(dealsOf(good), everyHand.length)));
      expect(String(policies.dealsForBest)).toBe(String(Fraction.of(everyHand.length, dealsOf(best))));
    },
  );

  it('are worked out once for the same payouts, and again for others', () => {
    expect(dealPolicies({ ...table })).toBe(dealPolicies(table));
    expect(dealPolicies({ ...table, full_house: 8 })).not.toBe(dealPolicies(table));
  });

  it('refuse ways that are not counted exactly', () => {
    expect(() => drawnOutcomes(new Float64Array([0.5]), 1, table)).toThrow('ways are counted exactly');
  });
});
