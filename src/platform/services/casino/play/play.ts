/** The play slice: bets of one call, the list of games, the limits on stakes, and the verification of bets. */
import type { OpenHands } from '../ports.ts';
import type { BetBook } from './bet-book.ts';
import { Bets } from './bets.ts';
import type { CasinoContext } from './context.ts';
import { BetVerification } from './fairness.ts';
import { GameList } from './game-list.ts';
import type { Leaderboard } from './leaderboard.ts';
import type { StakeLimits } from './stake-limits.ts';

/**
 * The operations of the slice; `book`, `limits` and `leaderboard` are those of the context, and other slices read
 * them.
 */
export interface Play {
  readonly bets: Bets;
  readonly book: BetBook;
  readonly games: GameList;
  readonly limits: StakeLimits;
  readonly fairness: BetVerification;
  /** Figures over all players, updated by every bet. */
  readonly leaderboard: Leaderboard;
}

/** Builds the slice of one world; moves in hands go to `hands`. */
export function createPlay(context: CasinoContext, hands: OpenHands): Play {
  const { book, limits, seeds, leaderboard } = context;
  return {
    book,
    limits,
    leaderboard,
    bets: new Bets(context, hands),
    games: new GameList(context),
    fairness: new BetVerification({ book, seeds, hands }),
  };
}
