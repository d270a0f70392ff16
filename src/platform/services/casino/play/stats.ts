/** A player's bets added up, in all and by game. */
import type { Micros } from '../../../../core/base/money.ts';
import type { BetRecord } from './bet-record.ts';

/** Settled bets added up; `paidMicros` is the total return, stakes included. */
export interface BetTotals {
  readonly bets: number;
  readonly won: number;
  readonly wageredMicros: Micros;
  readonly paidMicros: Micros;
}

/** The tally over all games, and one for each game played. */
export interface Stats {
  readonly total: BetTotals;
  /** In the order in which the games were first played. */
  readonly byGame: ReadonlyMap<string, BetTotals>;
}

const nothingYet: BetTotals = { bets: 0, won: 0, wageredMicros: 0, paidMicros: 0 };

const withBet = (tally: BetTotals, bet: BetRecord): BetTotals => ({
  bets: tally.bets + 1,
  won: tally.won + (bet.won ? 1 : 0),
  wageredMicros: tally.wageredMicros + bet.stakeMicros,
  paidMicros: tally.paidMicros + bet.payoutMicros,
});

/** Adds up bets; their order decides the order of `byGame`. */
export function statsOf(bets: readonly BetRecord[]): Stats {
  let total = nothingYet;
  const byGame = new Map<string, BetTotals>();
  for (const bet of bets) {
    total = withBet(total, bet);
    byGame.set(bet.gameId, withBet(byGame.get(bet.gameId) ?? nothingYet, bet));
  }
  return { total, byGame };
}
