/**
 * Blackjack under the best play that looks at every card on the table: all sets of cards a player may hold against
 * every open card, with the dealer's ends weighed exactly from what is left of the shoe. Nothing is rounded: a value
 * is a whole number over the orders of the cards to come, and of hit, stand and double the largest is taken.
 *
 * Where the dealer has looked for a blackjack, all counts leave those deals out; that scales hit, stand and double
 * alike, and the deals are added once at the start.
 */
import { assert, present } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';
import { valueOf, type BlackjackRules } from '../../../platform/games/blackjack.ts';
import { cardKinds, DealerEnds, Deck, endOver } from './blackjack-dealer.ts';
import type { ExactOutcome } from './figures.ts';

/** What a player may do with a hand; `double` takes one card and ends it. */
export type BlackjackAction = 'stand' | 'hit' | 'double';

/** Orders of the cards to come by how the hand ends; a push is what is left of `all`. */
interface Ends {
  readonly won: bigint;
  readonly lost: bigint;
  readonly doubleWon: bigint;
  readonly doubleLost: bigint;
  readonly all: bigint;
}

/** What to do with a hand against an open card. */
export interface BestMove {
  readonly player: readonly number[];
  readonly open: number;
  readonly action: BlackjackAction;
}

/** The chances of every payout under the best play; payouts are total returns per stake, the largest first. */
export interface BlackjackOptimum {
  readonly outcomes: readonly ExactOutcome[];
  /** Hands with a decision, counted once for each open card. */
  readonly decisions: number;
}

/** No hand that still has a choice holds more cards than this. */
const playerCardsMax = 21;

/** Solves the game; `visit` is shown every decision. */
export function solveBlackjack(rules: BlackjackRules, visit?: (move: BestMove) => void): BlackjackOptimum {
  const tally = new Tally();
  let decisions = 0;
  for (let open = 0; open < cardKinds; open += 1) {
    const table = new OpenCard(open, rules, (move) => {
      decisions += 1;
      visit?.(move);
    });
    table.dealAll(tally);
  }
  return { outcomes: tally.outcomes(), decisions };
}

/** The profits a hand can end with, in half stakes, and the exact chance of each. */
class Tally {
  readonly #chances = new Map<number, Fraction>();

  add(halves: number, ways: bigint, total: bigint): void {
    const known = this.#chances.get(halves) ?? Fraction.zero;
    this.#chances.set(halves, known.add(Fraction.of(ways, total)));
  }

  outcomes(): ExactOutcome[] {
    return [...this.#chances]
      .toSorted(([left], [right]) => right - left)
      .map(([halves, probability]) => ({ payout: Fraction.of(2 + halves, 2), probability }));
  }
}

/** All hands against one open card of the dealer. */
class OpenCard {
  readonly #open: number;
  readonly #rules: BlackjackRules;
  readonly #deck: Deck;
  readonly #dealer: DealerEnds;
  readonly #visit: (move: BestMove) => void;
  readonly #hand: number[] = [];
  readonly #orders: bigint[] = [];
  readonly #stands = new Map<number, bigint[]>();
  readonly #best = new Map<number, Ends>();

  constructor(open: number, rules: BlackjackRules, visit: (move: BestMove) => void) {
    this.#open = open;
    this.#rules = rules;
    this.#deck = new Deck(rules.packs);
    this.#dealer = new DealerEnds(open, rules);
    this.#visit = visit;
  }

  /** Every first two cards against the open card, in the order player, dealer, player. */
  dealAll(tally: Tally): void {
    const deck = this.#deck;
    const three = deck.ordersOf(3);
    for (let first = 0; first < cardKinds; first += 1) {
      const ways = deck.left[first]!;
      this.#draw(first, () => {
        const openWays = ways * deck.left[this.#open]!;
        deck.take(this.#open);
        for (let second = 0; second < cardKinds; second += 1) {
          const dealWays = BigInt(openWays * deck.left[second]!);
          this.#draw(second, () => this.#settleDeal(tally, dealWays, three));
        }
        deck.putBack(this.#open);
      });
    }
  }

  #draw(kind: number, then: () => void): void {
    this.#deck.take(kind);
    this.#hand.push(kind);
    then();
    this.#hand.pop();
    this.#deck.putBack(kind);
  }

  #settleDeal(tally: Tally, ways: bigint, three: bigint): void {
    const { left, size } = this.#deck;
    const natural = this.#open === 0 ? left[9]! : this.#open === 9 ? left[0]! : 0;
    const [four, withNatural] = [three * BigInt(size), ways * BigInt(natural)];
    if (valueOf(this.#hand).points === 21) {
      tally.add(0, withNatural, four);
      tally.add(3, ways * BigInt(size - natural), four);
      return;
    }
    if (this.#rules.hasHoleCard) tally.add(-2, withNatural, four);
    const ends = this.#bestOf();
    const total = three * this.#ordersAhead();
    const pushed = ends.all - ends.won - ends.lost - ends.doubleWon - ends.doubleLost;
    for (const [halves, orders] of [
      [2, ends.won],
      [-2, ends.lost],
      [4, ends.doubleWon],
      [-4, ends.doubleLost],
      [0, pushed],
    ] as const) {
      tally.add(halves, ways * orders, total);
    }
  }

  /** Every value of a hand is over the orders of so many cards to come: as many for each hand of its size. */
  #cardsAhead(): number {
    return this.#dealer.drawsMax + playerCardsMax + 1 - this.#hand.length;
  }

  /** A shoe of a size has lost as many cards to the hand; an endless deck loses none. */
  #ordersAhead(): bigint {
    const cards = this.#hand.length;
    const orders = this.#orders[cards] ?? this.#deck.ordersOf(this.#cardsAhead());
    this.#orders[cards] = orders;
    return orders;
  }

  /** The best that can be made of the hand, which is not over 21 and no blackjack. */
  #bestOf(): Ends {
    const key = keyOf(this.#hand);
    const known = this.#best.get(key);
    if (known !== undefined) return known;
    const stand = this.#stand(1);
    let [best, action]: [Ends, BlackjackAction] = [stand, 'stand'];
    if (valueOf(this.#hand).points < 21) {
      const hit = this.#drawn(() => this.#bestOf(), 1);
      if (profit(hit) > profit(best)) [best, action] = [hit, 'hit'];
      if (this.#mayDouble()) {
        const double = this.#drawn(() => this.#stand(2), 2);
        if (profit(double) > profit(best)) [best, action] = [double, 'double'];
      }
      this.#visit({ player: this.#hand.toSorted((left, right) => left - right), open: this.#open, action });
    }
    this.#best.set(key, best);
    return best;
  }

  #mayDouble(): boolean {
    const { points, isSoft } = valueOf(this.#hand);
    return this.#hand.length === 2 && (this.#rules.doubleOn === 'any two' || (points === 11 && !isSoft));
  }

  /** One more card, then whatever `then` makes of it. */
  #drawn(then: () => Ends, stakes: 1 | 2): Ends {
    let [won, lost, doubleWon, doubleLost, all] = [0n, 0n, 0n, 0n, 0n];
    for (let kind = 0; kind < cardKinds; kind += 1) {
      const count = BigInt(this.#deck.left[kind]!);
      if (count <= 0n) continue;
      this.#draw(kind, () => {
        const after = valueOf(this.#hand).points > 21 ? this.#lostAlready(stakes) : then();
        won += count * after.won;
        lost += count * after.lost;
        doubleWon += count * after.doubleWon;
        doubleLost += count * after.doubleLost;
        all += count * after.all;
      });
    }
    return { won, lost, doubleWon, doubleLost, all };
  }

  /** Over 21: lost in every order that the dealer's look leaves. */
  #lostAlready(stakes: 1 | 2): Ends {
    const { left, size } = this.#deck;
    const natural = this.#open === 0 ? left[9]! : this.#open === 9 ? left[0]! : 0;
    const orders = this.#ordersAhead();
    const all = this.#rules.hasHoleCard ? (orders / BigInt(size)) * BigInt(size - natural) : orders;
    return stakes === 1
      ? { won: 0n, lost: all, doubleWon: 0n, doubleLost: 0n, all }
      : { won: 0n, lost: 0n, doubleWon: 0n, doubleLost: all, all };
  }

  #stand(stakes: 1 | 2): Ends {
    const { points } = valueOf(this.#hand);
    let [won, lost, all] = [0n, 0n, 0n];
    for (const [end, orders] of this.#dealerEnds().entries()) {
      all += orders;
      if (end === endOver || 17 + end < points) won += orders;
      else if (end > endOver || 17 + end > points) lost += orders;
    }
    return stakes === 1
      ? { won, lost, doubleWon: 0n, doubleLost: 0n, all }
      : { won: 0n, lost: 0n, doubleWon: won, doubleLost: lost, all };
  }

  #dealerEnds(): readonly bigint[] {
    const key = keyOf(this.#hand);
    const known = this.#stands.get(key);
    if (known !== undefined) return known;
    const unseen = this.#ordersAhead() / this.#deck.ordersOf(this.#dealer.drawsMax);
    const ends = this.#dealer.weigh(this.#deck).map((orders) => orders * unseen);
    this.#stands.set(key, ends);
    return ends;
  }
}

const profit = ({ won, lost, doubleWon, doubleLost }: Ends): bigint =>
  won - lost + 2n * (doubleWon - doubleLost);

/** Room for as many cards of each kind as a hand of at most 21 points, and one card more, can hold. */
const radices = [23, 12, 9, 7, 6, 5, 5, 4, 4, 4];

/** The same for all orders of the same cards. */
function keyOf(hand: readonly number[]): number {
  const counts = new Uint8Array(cardKinds);
  for (const kind of hand) counts[kind]! += 1;
  let key = 0;
  for (let kind = 0; kind < cardKinds; kind += 1) {
    const radix = present(radices[kind], 'a kind of card');
    assert(counts[kind]! < radix, 'a hand has room in its key');
    key = key * radix + counts[kind]!;
  }
  return key;
}
