/** What one slice of the casino asks of another one. */
import type { Outcome } from '../../../core/base/refusal.ts';
import type { RegisteredAgent } from '../ports.ts';
import type {
  BetOrder,
  BetRecord,
  BetSettled,
  MoveOrder,
  Placed,
  RoundOrder,
  Wager,
} from './play/bet-record.ts';
import type { CurvePoint, LeaderboardStanding, Leaders } from './play/leaderboard.ts';
import type { Prospects } from './play/prospects.ts';

/** Hands and live rounds, as `play` sees them. */
export interface OpenHands {
  /** A move in a hand, or its deal. */
  bet(order: MoveOrder, caller: RegisteredAgent): Outcome<Placed>;
  /** True while a stake of this player is in a hand or a live round: its seeds stay secret that long. */
  isOpen(agent: RegisteredAgent): boolean;
}

/** Rounds, as contests play them. */
export interface ContestRounds {
  /** A bet against the house. */
  placeBet(order: BetOrder, caller: RegisteredAgent): Outcome<BetSettled>;
  /** A round that moves no money. */
  playRound(order: RoundOrder, agent: RegisteredAgent): BetRecord;
  isGameClosed(gameId: string): boolean;
  prospectsOf(wager: Wager): Prospects;
  /** The server seed behind a commitment to this player, once it is revealed. */
  revealedSeed(commitment: string, agent: RegisteredAgent): string | undefined;
}

/** The data that `play` keeps about players, for the records slice to read. */
export interface PlayerRecords {
  /** Settled bets of an agent, oldest first. */
  betsOf(agent: RegisteredAgent): readonly BetRecord[];
  /** The best agents by `isAhead` and the biggest wins, of one game or of all. */
  leaders(
    gameId: string | undefined,
    isAhead: (one: LeaderboardStanding, other: LeaderboardStanding) => boolean,
  ): Leaders;
  /** The bankroll before the first bet and after each one, oldest first. */
  curveOf(agent: RegisteredAgent): readonly CurvePoint[];
  prospectsOf(wager: Wager): Prospects;
  /** The player's risk factor in percent. */
  riskOf(agent: RegisteredAgent): number;
}
