/** All 17 games: their names in every style and the stakes the documents allow. */
import { microsPerUsdc, type Micros } from '../../core/base/money.ts';
import { baccarat } from './baccarat.ts';
import { blackjack } from './blackjack.ts';
import { coinFlip } from './coin-flip.ts';
import { crash } from './crash.ts';
import { custom } from './custom.ts';
import { dice } from './dice.ts';
import type { Game, HandGame } from './game.ts';
import { hilo } from './hilo.ts';
import { keno } from './keno.ts';
import { mines } from './mines.ts';
import { multiplier } from './multiplier.ts';
import { plinko } from './plinko.ts';
import { roulette } from './roulette.ts';
import { scratchCard } from './scratch-card.ts';
import { simpleDice } from './simple-dice.ts';
import { slots } from './slots.ts';
import { videoPoker } from './video-poker.ts';
import { wheel } from './wheel.ts';

/** The stakes a game takes before any Kelly limit. */
export interface StakeBounds {
  readonly minMicros: Micros;
  /** Style B lists 0.10 for slots where style A takes 0.01 (gap C38). */
  readonly minStyleBMicros: Micros;
  readonly maxMicros: Micros;
}

interface Listing {
  /** The id of style A, the path with hyphens, and the name in one word (gap C28). */
  readonly names: readonly string[];
  readonly stakes: StakeBounds;
}

/** A game settled in one call, or one of several calls. */
export type GameEntry = Listing &
  ({ readonly kind: 'single'; readonly game: Game } | { readonly kind: 'hand'; readonly game: HandGame });

/** CAS23, CAS25, CAS38: 0.01 to 10000, slots 0.10 (style B) to 1000. */
const stakes: StakeBounds = {
  minMicros: microsPerUsdc / 100,
  minStyleBMicros: microsPerUsdc / 100,
  maxMicros: 10_000 * microsPerUsdc,
};
const slotStakes = { ...stakes, minStyleBMicros: microsPerUsdc / 10, maxMicros: 1000 * microsPerUsdc };

const single = (game: Game, bounds = stakes): GameEntry => ({
  kind: 'single',
  game,
  names: namesOf(game.id),
  stakes: bounds,
});
const hand = (game: HandGame): GameEntry => ({ kind: 'hand', game, names: namesOf(game.id), stakes });

function namesOf(id: string): string[] {
  return [...new Set([id, id.replaceAll('_', '-'), id.replaceAll('_', '')])];
}

/** In the order in which the documents list the ids (CAS01). */
export const games: readonly GameEntry[] = [
  single(coinFlip),
  single(dice),
  single(simpleDice),
  single(multiplier),
  single(roulette),
  single(custom),
  hand(blackjack),
  single(crash),
  single(plinko),
  single(slots, slotStakes),
  single(hilo),
  single(keno),
  single(scratchCard),
  hand(videoPoker),
  single(wheel),
  single(mines),
  single(baccarat),
];

const byName = new Map(games.flatMap((entry) => entry.names.map((name) => [name, entry] as const)));

/** The game of that id or alias. */
export const gameNamed = (name: string): GameEntry | undefined => byName.get(name);
