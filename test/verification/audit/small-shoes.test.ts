/** Blackjack from shoes of few kinds of cards, against a player who tries every move in every order of the cards. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { valueOf, type BlackjackRules } from '../../../src/platform/games/blackjack.ts';
import type * as dealer from '../../../src/verification/audit/exact/blackjack-dealer.ts';
import {
  solveBlackjack,
  type BestMove,
  type BlackjackAction,
} from '../../../src/verification/audit/exact/blackjack-optimum.ts';
import { playedOut } from './played-out.ts';

type Counts = Readonly<Record<number, number>>;

/** The cards of the shoe by kind; a pack where there is none. */
const shoe = vi.hoisted(() => ({ counts: undefined as Counts | undefined }));

vi.mock('../../../src/verification/audit/exact/blackjack-dealer.ts', async (original) => {
  const real = await original<typeof dealer>();
  class Deck extends real.Deck {
    readonly #before: number[][] = [];
    constructor(packs: number | undefined) {
      super(packs);
      if (shoe.counts === undefined) return;
      this.left.splice(0, 10, ...Array.from({ length: 10 }, (_, kind) => shoe.counts?.[kind] ?? 0));
      this.size = this.left.reduce((sum, count) => sum + count, 0);
    }
    /** After a card that there is not, nothing is left to draw: what follows is of no account and ends at once. */
    override take(kind: number): void {
      this.#before.push([...this.left]);
      if (this.left[kind]! <= 0) this.left.fill(0);
      super.take(kind);
    }
    override putBack(kind: number): void {
      super.putBack(kind);
      this.left.splice(0, 10, ...this.#before.pop()!);
    }
  }
  /** What a dealer with a card that the shoe lacks would come to is of no account. */
  const noDealer = { drawsMax: 1, weigh: () => real.dealerEnds.map(() => 0n) };
  const dealers = new Map<string, dealer.DealerEnds>();
  /** Listing all ends takes as long as a solution; it is done once for all tests. */
  class DealerEnds {
    readonly drawsMax!: number;
    constructor(open: number, rules: BlackjackRules) {
      if (shoe.counts !== undefined && !(open in shoe.counts)) return noDealer;
      const key = `${open} ${JSON.stringify(rules)}`;
      const known = dealers.get(key) ?? new real.DealerEnds(open, rules);
      dealers.set(key, known);
      return known;
    }
  }
  return { ...real, Deck, DealerEnds };
});

/** The chance of each profit in half stakes, in all orders of the cards in which the dealer has not shown a blackjack. */
type Profits = ReadonlyMap<number, Fraction>;

function summed(terms: Iterable<readonly [profits: Profits, chance: Fraction]>): Profits {
  const sums = new Map<number, Fraction>();
  for (const [profits, chance] of terms)
    for (const [halves, share] of profits)
      sums.set(halves, (sums.get(halves) ?? Fraction.zero).add(share.mul(chance)));
  return sums;
}

const meanOf = (profits: Profits): Fraction =>
  [...profits].reduce((sum, [halves, share]) => sum.add(share.mul(Fraction.of(halves))), Fraction.zero);

/** A player who works every hand out card by card. */
class SlowPlayer {
  readonly moves = new Map<string, BlackjackAction>();
  readonly #known = new Map<string, Profits>();
  readonly #ends = new Map<string, ReadonlyMap<string, Fraction>>();
  readonly #deck: dealer.Deck;
  readonly #rules: BlackjackRules;

  constructor(deck: dealer.Deck, rules: BlackjackRules) {
    this.#deck = deck;
    this.#rules = rules;
  }

  /** The first cards in the order player, dealer, player. */
  allDeals(): Profits {
    return summed(
      this.#drawn((first) =>
        summed(this.#drawn((open) => summed(this.#drawn((second) => this.#dealt([first, second], open))))),
      ),
    );
  }

  *#drawn(then: (kind: number) => Profits): Generator<readonly [Profits, Fraction]> {
    const deck = this.#deck;
    for (const [kind, count] of deck.left.entries()) {
      if (count === 0) continue;
      const chance = Fraction.of(count, deck.size);
      deck.take(kind);
      yield [then(kind), chance];
      deck.putBack(kind);
    }
  }

  /** The chance that the dealer's second card makes a blackjack. */
  #natural(open: number): Fraction {
    const { left, size } = this.#deck;
    return Fraction.of(open === 0 ? left[9]! : open === 9 ? left[0]! : 0, size);
  }

  #dealt(hand: readonly number[], open: number): Profits {
    const natural = this.#natural(open);
    const other = Fraction.one.sub(natural);
    if (valueOf(hand).points === 21) return new Map([[0, natural], [3, other]]); // prettier-ignore
    const played = this.#best(hand, open);
    return this.#rules.hasHoleCard ? summed([[played, Fraction.one], [new Map([[-2, natural]]), Fraction.one]]) : played; // prettier-ignore
  }

  #best(hand: readonly number[], open: number): Profits {
    const key = `${hand.toSorted((left, right) => left - right).join()}/${open}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let [action, best]: [BlackjackAction, Profits] = ['stand', this.#stood(hand, open, 1)];
    const { points, isSoft } = valueOf(hand);
    const choices: [BlackjackAction, boolean, (next: readonly number[]) => Profits][] = [
      ['hit', points < 21, (next) => this.#best(next, open)],
      ['double', points < 21 && hand.length === 2 && (this.#rules.doubleOn === 'any two' || (points === 11 && !isSoft)), (next) => this.#stood(next, open, 2)],
    ]; // prettier-ignore
    for (const [name, isAllowed, then] of choices) {
      if (!isAllowed) continue;
      const stakes = name === 'double' ? 2 : 1;
      const profits = summed(
        this.#drawn((kind) =>
          valueOf([...hand, kind]).points > 21 ? this.#lost(open, stakes) : then([...hand, kind]),
        ),
      );
      if (meanOf(profits).compare(meanOf(best)) > 0) [action, best] = [name, profits];
    }
    if (points < 21) this.moves.set(key, action);
    this.#known.set(key, best);
    return best;
  }

  #lost(open: number, stakes: number): Profits {
    const chance = this.#rules.hasHoleCard ? Fraction.one.sub(this.#natural(open)) : Fraction.one;
    return new Map([[-2 * stakes, chance]]);
  }

  #stood(hand: readonly number[], open: number, stakes: number): Profits {
    const { points } = valueOf(hand);
    const key = `${this.#deck.left.join()}/${open}`;
    const ends = this.#ends.get(key) ?? playedOut(this.#deck, [open], this.#rules);
    this.#ends.set(key, ends);
    return summed(
      [...ends].flatMap(([end, chance]) => {
        if (end === 'blackjack' && this.#rules.hasHoleCard) return [];
        const [own, others] = [points, end === 'over' ? 0 : end === 'blackjack' ? 22 : Number(end)];
        return [[new Map([[2 * stakes * Math.sign(own - others), Fraction.one]]), chance] as const];
      }),
    );
  }
}

interface Solved {
  /** Payouts that can occur, and their chances. */
  readonly outcomes: readonly (readonly [payout: string, chance: string])[];
  readonly moves: Readonly<Record<string, BlackjackAction | undefined>>;
}

async function slowlySolved(rules: BlackjackRules): Promise<Solved> {
  const { Deck } = await import('../../../src/verification/audit/exact/blackjack-dealer.ts');
  const player = new SlowPlayer(new Deck(rules.packs), rules);
  const profits = [...player.allDeals()].toSorted(([left], [right]) => right - left);
  return {
    outcomes: profits.filter(([, share]) => share.numerator !== 0n).map(([halves, share]) => [String(Fraction.of(2 + halves, 2)), String(share)]),
    moves: Object.fromEntries(player.moves),
  };
} // prettier-ignore

function solvedIn(counts: Counts, rules: BlackjackRules): Solved {
  const visited: BestMove[] = [];
  const { outcomes, decisions } = solveBlackjack(rules, (move) => visited.push(move));
  /** The solver also looks at hands that the cards of the shoe do not make. */
  const isDealt = ({ player, open }: BestMove): boolean =>
    [...player, open].every(
      (kind, _, all) => all.filter((other) => other === kind).length <= (counts[kind] ?? 0),
    );
  const nameOf = ({ player, open }: BestMove): string => `${player.join()}/${open}`;
  expect([visited.length, new Set(visited.map(nameOf)).size]).toEqual([decisions, decisions]);
  const likely = outcomes.filter(({ probability }) => probability.numerator !== 0n);
  return {
    outcomes: likely.map(({ payout, probability }) => [String(payout), String(probability)]),
    moves: Object.fromEntries(visited.filter(isDealt).map((move) => [nameOf(move), move.action])),
  };
}

const lookedFirst = { packs: 1, hitsSoft17: false, hasHoleCard: true, doubleOn: 'any two' } as const;
const secondLast = { packs: 1, hitsSoft17: true, hasHoleCard: false, doubleOn: 'hard 11' } as const;

/** The first solutions take several times as long, until what is called most is compiled. */
beforeAll(() => {
  shoe.counts = { 0: 2, 4: 1, 5: 2, 9: 60 };
  for (const rules of [lookedFirst, secondLast, lookedFirst]) solveBlackjack(rules);
  shoe.counts = undefined;
});

describe.each<[string, Counts, BlackjackRules]>([
  ['a five, two sixes and tens', { 4: 1, 5: 2, 9: 60 }, lookedFirst],
  ['a four, a six and tens, where a hit is worth what a double is', { 3: 1, 5: 1, 9: 60 }, lookedFirst],
  ['two aces, a six and tens, where a hit is worth no more than to stand', { 0: 2, 5: 1, 9: 60 }, { ...lookedFirst, doubleOn: 'hard 11' }],
  ['fives, sixes and tens', { 4: 12, 5: 12, 9: 20 }, lookedFirst],
  ['fives, sixes and tens, of which the dealer takes the second last', { 4: 12, 5: 12, 9: 20 }, secondLast],
  ['aces, sixes and tens', { 0: 2, 5: 12, 9: 30 }, { ...secondLast, doubleOn: 'any two' }],
  ['aces, sixes and tens, of which the dealer takes two', { 0: 2, 5: 12, 9: 30 }, { ...lookedFirst, doubleOn: 'hard 11' }],
  ['an ace, fives, a six and tens', { 0: 1, 4: 2, 5: 1, 9: 40 }, lookedFirst],
  ['twos and two threes', { 1: 50, 2: 2 }, secondLast],
  ['an ace, fours, sevens and tens', { 0: 1, 3: 12, 6: 12, 9: 20 }, { ...lookedFirst, doubleOn: 'hard 11' }],
])('the best play with %s', (_, counts, rules) => {
  let expected: Solved;

  beforeAll(async () => {
    shoe.counts = counts;
    expected = await slowlySolved(rules);
  });
  afterAll(() => {
    shoe.counts = undefined;
  });

  it('is that of a player who works out every hand and takes the first of the best moves', () => {
    expect(solvedIn(counts, rules)).toEqual(expected);
  });
}); // prettier-ignore

it('is dealt from whole packs without a shoe, and needs no visitor', () => {
  const wanted: BlackjackRules = { ...lookedFirst, packs: undefined };
  shoe.counts = { 9: 60 };
  expect(solveBlackjack(wanted).outcomes.find(({ payout }) => String(payout) === '1/1')?.probability).toEqual(Fraction.one);
  shoe.counts = undefined;
}); // prettier-ignore
