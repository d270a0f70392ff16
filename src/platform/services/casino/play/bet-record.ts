/** Requests for bets, and the records of settled ones. */
import type { Micros } from '../../../../core/base/money.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { Pick } from '../../../../core/fairness/pick.ts';
import type { Game, HandGame, Round } from '../../../games/game.ts';
import type { StakeBounds } from './game-stakes.ts';
import type { Ratio } from '../../../games/ratio.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import type { RegisteredAgent } from '../../ports.ts';

/** A bet on a game of one call; the choice has been read by the game. */
export interface BetOrder {
  readonly game: Game;
  readonly choice: object;
  readonly stakes: StakeBounds;
  readonly stakeMicros: Micros;
  /** Stays in use until another one is sent. */
  readonly clientSeed: string | undefined;
}

/** A round without bounds on its stake: contests have their own. */
export type RoundOrder = Omit<BetOrder, 'stakes'>;

/** A settled bet. It is immutable; its server seed stays secret until the player rotates. */
export interface BetRecord {
  readonly betId: string;
  readonly agent: RegisteredAgent;
  readonly gameId: string;
  /** The parameters as the game read them. */
  readonly choice: object;
  readonly stakeMicros: Micros;
  /** Total return, the stake included. */
  readonly payoutMicros: Micros;
  readonly payout: Ratio;
  /** Policy `casino.win` (gap C37). */
  readonly won: boolean;
  readonly detail: JsonObject;
  readonly atMs: Instant;
  readonly commitment: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** Plays the round again with the given draws; those of its seeds give the recorded result. */
  readonly replay: (pick: Pick) => Round;
}

/** What is known of a bet when it is settled. */
export type Settled = Omit<BetRecord, 'betId' | 'atMs' | 'won'>;

/** A bet without a stake; a hand has no choice yet, since its moves are unknown when the limit is computed. */
export type Wager =
  | { readonly game: Game; readonly stakes: StakeBounds; readonly choice: object }
  | { readonly game: HandGame; readonly stakes: StakeBounds; readonly choice: undefined };

/** A settled bet, and what the player can spend after it. */
export interface BetSettled {
  readonly bet: BetRecord;
  readonly balanceMicros: Micros;
}

/** A call on a game of several calls. */
export interface MoveOrder {
  readonly game: HandGame;
  readonly stakes: StakeBounds;
  /** Undefined for a call that only deals. */
  readonly move: object | undefined;
  /** May be left out once a hand is open. */
  readonly stakeMicros: Micros | undefined;
  readonly clientSeed: string | undefined;
  /** Identifies the dealt hand, if the call names one. */
  readonly nonce: number | undefined;
}

/** A hand that waits for the next move, and the player's available balance. */
export interface HandOpen {
  readonly hand: {
    readonly gameId: string;
    /** 0 while the hand has no stake. */
    readonly stakeMicros: Micros;
    readonly shown: JsonObject;
    readonly commitment: string;
    readonly clientSeed: string;
    readonly nonce: number;
  };
  readonly balanceMicros: Micros;
}

/** The result of a call that bets: a settled bet or an open hand. */
export type Placed = BetSettled | HandOpen;
