/** Exact chances for the tests: returns and edges of a game's bets under a profile. */
import { Fraction } from '../../../src/core/base/fraction.ts';
import { chancesBy, chancesOf, returnOf, type Chance } from '../../../src/platform/games/exact.ts';
import type { Profile } from '../../../src/core/base/profile.ts';
import type { Game } from '../../../src/platform/games/game.ts';
import { gameNamed, games } from '../../../src/platform/games/registry.ts';

export const singleGame = (id: string): Game => {
  const entry = gameNamed(id);
  if (entry?.kind !== 'single') throw new Error(`${id} is no game of one call`);
  return entry.game;
};

export const singleGames: readonly Game[] = games
  .filter((entry) => entry.kind === 'single')
  .map(({ game }) => game);

/** Games that take long to walk; two profiles with the same rules share a walk. */
const walks = new Map<string, (bet: object) => Chance[]>();

export function chances(game: Game, bet: object, profile: Profile): Chance[] {
  const rules = game.rules[profile];
  if (game.knownChances === undefined) return chancesOf(game, bet, rules);
  const key = JSON.stringify([game.id, rules]);
  const walk = walks.get(key) ?? chancesBy(game, rules);
  walks.set(key, walk);
  return walk(bet);
}

export const exactReturn = (id: string, bet: object, profile: Profile): Fraction =>
  returnOf(chances(singleGame(id), bet, profile));

export const edge = (id: string, bet: object, profile: Profile): Fraction =>
  Fraction.one.sub(exactReturn(id, bet, profile));

/** Every bet of a game; of the many targets of multiplier and crash both ends and a sample. */
export function betsOf(game: Game): object[] {
  const bets = [...game.bets()];
  return bets.filter((_, index) => bets.length < 1000 || index % 997 === 0 || index === bets.length - 1);
}
