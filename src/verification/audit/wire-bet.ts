/** A bet in the names of its parameters (CAS15), as a report shows it. */
import type { BetShown } from '../../platform/games/game.ts';

/** Parameter names and values as a request has them, without amount and currency. */
export type WireBet = BetShown;

/** `rows 16, risk high`; a game with one bet has nothing to say. */
export const betText = (bet: WireBet): string =>
  Object.entries(bet)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
