/** What one slice of the casino asks of another one. */
import type { Outcome } from '../../../core/base/refusal.ts';
import type { Agent } from '../ports.ts';
import type {
  BetOrder,
  BetRecord,
  BetSettled,
  MoveOrder,
  Placed,
  RoundOrder,
  Wager,
} from './play/bet-record.ts';
import type { CurvePoint, Leaders, Standing } from './play/leaderboard.ts';
import type { Prospects } from './play/prospects.ts';

/** Hands and live rounds, as `play` sees them. */
export interface OpenHands {
  /** A move in a hand, or its deal. */
  bet(order: MoveOrder, caller: Agent): Outcome<Placed>;
  /** True while a stake of this player is in a hand or a live round: its seeds stay secret that long. */
  isOpen(agent: Agent): boolean;
}

/** Rounds, as contests play them. */
export interface ContestRounds {
  /** A bet against the house. */
  placeBet(order: BetOrder, caller: Agent): Outcome<BetSettled>;
  /** A round that moves no money. */
  playRound(order: RoundOrder, agent: Agent): BetRecord;
  isGameClosed(gameId: string): boolean;
  prospectsOf(wager: Wager): Prospects;
  /** The server seed behind a commitment to this player, once it is revealed. */
  revealedSeed(commitment: string, agent: Agent): string | undefined;
}

/** The data that `play` keeps about players, for the records slice to read. */
export interface PlayerRecords {
  /** Settled bets of an agent, oldest first. */
  betsOf(agent: Agent): readonly BetRecord[];
  /** The best agents by `isAhead` and the biggest wins, of one game or of all. */
  leaders(gameId: string | undefined, isAhead: (one: Standing, other: Standing) => boolean): Leaders;
  /** The bankroll before the first bet and after each one, oldest first. */
  curveOf(agent: Agent): readonly CurvePoint[];
  prospectsOf(wager: Wager): Prospects;
  /** The player's risk factor in percent. */
  riskOf(agent: Agent): number;
}
