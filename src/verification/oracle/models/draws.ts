/**
 * What a round has to draw, recomputed from its seeds once they are out: docs/outcomes.md once more, for every game whose draws depend
 * on no move of the player.
 */
import { createHmac } from 'node:crypto';
import type { Body } from '../exchange.ts';

/** The words of one round: HMAC-SHA256 of the server seed over `clientSeed:nonce:cursor`, eight words a digest. */
export class Words {
  readonly #seed: string;
  readonly #round: string;
  #digest = Buffer.alloc(0);
  #cursor = 0;
  #at = 0;

  constructor(seed: string, round: string) {
    this.#seed = seed;
    this.#round = round;
  }

  /** From 0 to n - 1: words that would favour any number are left out. */
  pick(n: number): number {
    const fairLimit = 2 ** 32 - (2 ** 32 % n);
    for (let word = this.#next(); ; word = this.#next()) if (word < fairLimit) return word % n;
  }

  /** One of some classes with these weights. */
  class(weights: readonly number[]): number {
    let rest = this.pick(weights.reduce((total, weight) => total + weight, 0));
    for (const [index, weight] of weights.entries()) {
      if (rest < weight) return index;
      rest -= weight;
    }
    return -1;
  }

  /** Numbers from 0 to n - 1 without repetition, in ascending order. */
  distinct(n: number, count: number): number[] {
    const drawn: number[] = [];
    for (let index = 0; index < count; index += 1) {
      let number = this.pick(n - index);
      for (const other of drawn) if (other <= number) number += 1;
      drawn.push(number);
      drawn.sort((one, other) => one - other);
    }
    return drawn;
  }

  #next(): number {
    if (this.#at === this.#digest.length) {
      this.#digest = createHmac('sha256', this.#seed).update(`${this.#round}:${this.#cursor}`).digest();
      this.#cursor += 1;
      this.#at = 0;
    }
    const word = this.#digest.readUInt32BE(this.#at);
    this.#at += 4;
    return word;
  }
}

const reels = ['7', 'BAR', 'BELL', 'CHERRY', 'LEMON', 'ORANGE', 'GRAPE'] as const;
const tickets = ['diamond', 'seven', 'star', 'clover', 'bell', 'cherry'] as const;
export const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
const suits = ['C', 'D', 'H', 'S'] as const;

/** In hundredths, 0 for a curve that does not start: a binary search in which each half has the chance that a curve ends in it. */
function curveEnd(words: Words): number {
  if (words.class([1, 199]) === 0) return 0;
  let [low, high] = [100, 0];
  while (high === 0) {
    if (low === 102_400) return low;
    if (words.pick(2) === 0) high = 2 * low;
    else low *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const above = low * (high - middle);
    if (words.class([middle * (high - low) - above, above]) === 0) high = middle;
    else low = middle;
  }
  return low;
}

const crashPoint = (words: Words): number => Math.max(100, curveEnd(words));

/** A target is passed by a point above it: the point is a hundredth more, unless the curve does not start. */
function multiplierPoint(words: Words): number {
  const end = curveEnd(words);
  return end === 0 ? 100 : end + 1;
}

function scratched(words: Words): string[] {
  const ticket = words.class([8, 20, 40, 60, 120, 260, 2310, 7182]);
  const triple = tickets[ticket];
  if (triple !== undefined) return [triple, triple, triple];
  const left: string[] = [...tickets];
  const taken = (): string => left.splice(words.pick(left.length), 1)[0] ?? '';
  if (ticket === 7) return [taken(), taken(), taken()];
  const [twice, other] = [taken(), taken()];
  const shown = [twice, twice];
  shown.splice(words.pick(3), 0, other);
  return shown;
}

/** The cards of eight packs, each as its rank. */
export function shoe(words: Words): () => number {
  const left = Array.from({ length: 13 }, () => 32);
  return () => {
    const rank = words.class(left);
    left[rank] = (left[rank] ?? 0) - 1;
    return rank;
  };
}

const pips = (cards: readonly number[]): number =>
  cards.reduce((sum, rank) => sum + (rank < 9 ? rank + 1 : 0), 0) % 10;

/** By what the player's third card counts, whether the banker draws with this many points. */
function bankerDraws(points: number, third: number | undefined): boolean {
  if (third === undefined) return points <= 5;
  const least = [0, 0, 0, 0, 2, 4, 6][points];
  if (least === undefined) return false;
  if (points <= 2) return true;
  return points === 3 ? third !== 8 : third >= least && third <= 7;
}

const named = (hand: readonly number[]): string[] => hand.map((rank) => ranks[rank] ?? '');

function baccaratHands(words: Words): { player: string[]; banker: string[] } {
  const card = shoe(words);
  const [player, banker]: [number[], number[]] = [[], []];
  for (const hand of [player, banker, player, banker]) hand.push(card());
  if (pips(player) < 8 && pips(banker) < 8) {
    const third = pips(player) <= 5 ? card() : undefined;
    if (third !== undefined) player.push(third);
    if (bankerDraws(pips(banker), third === undefined ? undefined : pips([third]))) banker.push(card());
  }
  return { player: named(player), banker: named(banker) };
}

type Draw = (words: Words, result: Body) => Body;

/** By game, the fields of its result that are drawn. */
const draws: Readonly<Record<string, Draw>> = {
  coin_flip: (words) => ({ result: words.pick(2) === 0 ? 'heads' : 'tails' }),
  dice: (words) => ({ roll: words.pick(100) + 1 }),
  simple_dice: (words) => ({ roll: words.pick(6) + 1 }),
  multiplier: (words) => ({ crash_point: multiplierPoint(words) / 100 }),
  crash: (words) => ({ crash_point: crashPoint(words) / 100 }),
  roulette: (words) => ({ result: words.pick(37) }),
  custom: (words) => ({ drawn: words.pick(100) + 1 }),
  plinko: (words, { rows }) => ({
    slot: Array.from({ length: Number(rows) }, () => words.pick(2)).reduce((sum, step) => sum + step, 0),
  }),
  slots: (words) => ({ reels: [0, 1, 2].map(() => reels[words.class([1, 3, 4, 5, 3, 2, 2])] ?? '') }),
  hilo: (words) => ({ first_card: ranks[words.pick(13)], next_card: ranks[words.pick(13)] }),
  keno: (words) => ({ drawn: words.distinct(80, 20).map((number) => number + 1) }),
  scratch_card: (words) => ({ symbols: scratched(words) }),
  wheel: (words) => ({ sector: words.class([35, 25, 15, 10, 8, 4, 2, 1]) + 1 }),
  mines: (words, { mines }) => ({ mine_cells: words.distinct(25, Number(mines)) }),
  baccarat: (words) => baccaratHands(words),
};

/** What a round was drawn from. */
export interface DrawnRound {
  readonly game: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly result: Body;
}

/** The fields of a result that follow from the seeds; none for a game with moves. */
export function drawnFields({ game, clientSeed, nonce, result }: DrawnRound, seed: string): Body {
  return draws[game]?.(new Words(seed, `${clientSeed}:${nonce}`), result) ?? {};
}

/** A card of one pack, such as `AC`. */
export const namedCard = (card: number): string =>
  `${ranks[Math.floor(card / 4)] ?? ''}${suits[card % 4] ?? ''}`;

/** The five cards that are dealt, in order, such as `AC`. */
export function dealtCards(
  seed: string,
  { clientSeed, nonce }: Omit<DrawnRound, 'game' | 'result'>,
): string[] {
  const cards = new Words(seed, `${clientSeed}:${nonce}`).distinct(52, 5);
  return cards.map(namedCard);
}
