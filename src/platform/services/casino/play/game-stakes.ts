/** The games as the casino lists them: each with the stakes that the documents allow. */
import { microsPerUsdc, type Micros } from '../../../../core/base/money.ts';
import { gameNamed, games, type GameEntry } from '../../../games/registry.ts';
import { slots } from '../../../games/slots.ts';

/** The stakes a game takes before any Kelly limit. */
export interface StakeBounds {
  readonly minMicros: Micros;
  /** Style B lists 0.10 for slots where style A takes 0.01 (gap C38). */
  readonly minStyleBMicros: Micros;
  readonly maxMicros: Micros;
}

/** A game with its stakes. */
export type CasinoGame = GameEntry & { readonly stakes: StakeBounds };

/** CAS23, CAS25, CAS38: 0.01 to 10000, slots 0.10 (style B) to 1000. */
const stakes: StakeBounds = {
  minMicros: microsPerUsdc / 100,
  minStyleBMicros: microsPerUsdc / 100,
  maxMicros: 10_000 * microsPerUsdc,
};
const slotStakes = { ...stakes, minStyleBMicros: microsPerUsdc / 10, maxMicros: 1000 * microsPerUsdc };

const withStakes = (entry: GameEntry): CasinoGame => ({
  ...entry,
  stakes: entry.game.id === slots.id ? slotStakes : stakes,
});

/** In the order in which the documents list the ids (CAS01). */
export const casinoGames: readonly CasinoGame[] = games.map(withStakes);

const byId = new Map(casinoGames.map((entry) => [entry.game.id, entry] as const));

/** The game of that id or alias. */
export const casinoGameNamed = (name: string): CasinoGame | undefined =>
  byId.get(gameNamed(name)?.game.id ?? '');
