import type { CheckedBet } from './checked-bet.ts';
import type { GamePayouts } from './payout-ledger.ts';

/** The bets of one game that the diagnosis works on. */
export interface GameBets {
  readonly payouts: GamePayouts;
  readonly wrong: readonly CheckedBet[];
  readonly right: readonly CheckedBet[];
}
