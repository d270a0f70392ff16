/**
 * What the dealer ends with, exactly, from any shoe. The dealer's rule depends on the cards and not on their order, so
 * that all final hands of an open card are a list of sets of cards with the number of orders that lead to each; their
 * weights under a shoe are products of what is left of each card.
 */
import { valueOf, type BlackjackRules } from '../../../platform/games/blackjack.ts';

/** Cards by points: 0 the ace, 1 to 8 the twos to nines, 9 everything that counts ten. */
export const cardKinds = 10;

/** What the cards left in a shoe weigh; an endless deck never runs down. */
export class Deck {
  readonly left: number[];
  size: number;
  readonly #drawn: 0 | 1;

  constructor(packs: number | undefined) {
    const ofRank = packs === undefined ? 1 : 4 * packs;
    this.left = Array.from({ length: cardKinds }, (_, kind) => (kind === 9 ? 4 * ofRank : ofRank));
    this.size = 13 * ofRank;
    this.#drawn = packs === undefined ? 0 : 1;
  }

  take(kind: number): void {
    this.left[kind]! -= this.#drawn;
    this.size -= this.#drawn;
  }

  putBack(kind: number): void {
    this.left[kind]! += this.#drawn;
    this.size += this.#drawn;
  }

  /** Orders of `count` cards out of the deck. */
  ordersOf(count: number): bigint {
    let orders = 1n;
    for (let taken = 0; taken < count; taken += 1) orders *= BigInt(this.size - taken * this.#drawn);
    return orders;
  }
}

/** How the dealer may end: 17 to 21, over 21, or a blackjack, which beats every other 21. */
export const dealerEnds = ['17', '18', '19', '20', '21', 'over', 'blackjack'] as const;

/** The index of `over` in `dealerEnds`: the dealer holds more than 21. */
export const endOver = 5;
const endBlackjack = 6;

/** A set of drawn cards as a path of ascending kinds in a tree; a node that is an end has orders. */
interface Node {
  readonly kind: number;
  /** How many of this kind the path holds above this node. */
  readonly before: number;
  readonly depth: number;
  readonly children: Node[];
  orders: number;
  end: number;
}

const node = (kind: number, before: number, depth: number): Node => ({
  kind,
  before,
  depth,
  children: [],
  orders: 0,
  end: 0,
});

/** The final hands of a dealer with one open card. */
export class DealerEnds {
  /** The most cards the dealer draws to the open one. */
  readonly drawsMax: number;
  readonly #root = node(-1, 0, 0);
  readonly #sums: Float64Array;
  readonly #large: bigint[];
  readonly #isEndless: boolean;
  readonly #rest = new Map<number, readonly bigint[]>();

  /** With a hole card the dealer has looked: a blackjack is not among the ends any more. */
  constructor(open: number, rules: BlackjackRules) {
    this.#isEndless = rules.packs === undefined;
    let drawsMax = 0;
    let level = new Map([['', { drawn: [] as number[], orders: 1 }]]);
    while (level.size > 0) {
      const next: typeof level = new Map();
      for (const { drawn, orders } of level.values()) {
        for (let kind = 0; kind < cardKinds; kind += 1) {
          const cards = [...drawn, kind].toSorted((left, right) => left - right);
          const end = endOf([open, ...cards], rules);
          if (end === endBlackjack && rules.hasHoleCard) continue;
          if (end !== undefined) {
            this.#insert(cards, orders, end);
            drawsMax = Math.max(drawsMax, cards.length);
            continue;
          }
          const known = next.get(cards.join());
          if (known === undefined) next.set(cards.join(), { drawn: cards, orders });
          else known.orders += orders;
        }
      }
      level = next;
    }
    this.drawsMax = drawsMax;
    this.#sums = new Float64Array(dealerEnds.length * (drawsMax + 1));
    this.#large = Array.from(this.#sums, () => 0n);
  }

  #insert(cards: readonly number[], orders: number, end: number): void {
    let at = this.#root;
    for (const kind of cards) {
      let child = at.children.find((other) => other.kind === kind);
      if (child === undefined) {
        child = node(kind, at.kind === kind ? at.before + 1 : 0, at.depth + 1);
        at.children.push(child);
      }
      at = child;
    }
    at.orders += orders;
    at.end = end;
  }

  /** By end, in how many orders of `drawsMax` cards of this deck the dealer comes to it. */
  weigh(deck: Deck): bigint[] {
    this.#sums.fill(0);
    this.#large.fill(0n);
    this.#walk(this.#root, 1, deck.left);
    const rest = this.#restOrders(deck);
    return dealerEnds.map((_, end) => {
      let orders = 0n;
      for (let draws = 1; draws <= this.drawsMax; draws += 1) {
        const at = end * (this.drawsMax + 1) + draws;
        const ways = this.#large[at]! + BigInt(this.#sums[at]!);
        if (ways !== 0n) orders += ways * rest[draws]!;
      }
      return orders;
    });
  }

  /** By draws, the orders of the cards that are not drawn; the same for all decks of a size. */
  #restOrders(deck: Deck): readonly bigint[] {
    const known = this.#rest.get(deck.size);
    if (known !== undefined) return known;
    const all = deck.ordersOf(this.drawsMax);
    const rest = Array.from({ length: this.drawsMax + 1 }, (_, draws) => all / deck.ordersOf(draws));
    this.#rest.set(deck.size, rest);
    return rest;
  }

  /** Products of small numbers stay in doubles, which hold them exactly; the few large ones become bigints. */
  #walk(at: Node, ways: number, left: readonly number[]): void {
    for (const child of at.children) {
      const weight = ways * this.#leftFor(child, left);
      if (weight <= 0) continue;
      if (weight > exactMax) {
        this.#walkLarge(child, BigInt(ways) * BigInt(this.#leftFor(child, left)), left);
        continue;
      }
      if (child.orders > 0) this.#add(child, weight);
      if (child.children.length > 0) this.#walk(child, weight, left);
    }
  }

  #walkLarge(at: Node, weight: bigint, left: readonly number[]): void {
    if (at.orders > 0) this.#large[this.#place(at)]! += weight * BigInt(at.orders);
    for (const child of at.children) {
      const count = this.#leftFor(child, left);
      if (count > 0) this.#walkLarge(child, weight * BigInt(count), left);
    }
  }

  #leftFor({ kind, before }: Node, left: readonly number[]): number {
    return left[kind]! - (this.#isEndless ? 0 : before);
  }

  #place({ end, depth }: Node): number {
    return end * (this.drawsMax + 1) + depth;
  }

  #add(at: Node, weight: number): void {
    const index = this.#place(at);
    const sum = this.#sums[index]! + weight * at.orders;
    if (sum <= exactMax) this.#sums[index] = sum;
    else this.#large[index]! += BigInt(weight) * BigInt(at.orders);
  }
}

const exactMax = Number.MAX_SAFE_INTEGER;

/** How a dealer's hand ends, or undefined where the dealer goes on. */
function endOf(kinds: readonly number[], { hitsSoft17 }: BlackjackRules): number | undefined {
  const { points, isSoft } = valueOf(kinds);
  if (kinds.length === 2 && points === 21) return endBlackjack;
  if (points > 21) return endOver;
  if (points < 17 || (points === 17 && isSoft && hitsSoft17)) return undefined;
  return points - 17;
}
