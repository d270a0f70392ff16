/** All 17 games, and their names in every style. */
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

/** A game settled in one call, or one of several calls. */
export type GameEntry = {
  /** The id of style A, the path with hyphens, and the name in one word (gap C28). */
  readonly names: readonly string[];
} & ({ readonly kind: 'single'; readonly game: Game } | { readonly kind: 'hand'; readonly game: HandGame });

const single = (game: Game): GameEntry => ({ kind: 'single', game, names: namesOf(game.id) });
const hand = (game: HandGame): GameEntry => ({ kind: 'hand', game, names: namesOf(game.id) });

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
  single(slots),
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
