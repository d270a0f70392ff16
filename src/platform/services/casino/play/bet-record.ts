/** What a player asks for, and what is kept of a bet for ever. */
import type { Micros } from '../../../../core/base/money.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { Pick } from '../../../../core/fairness/pick.ts';
import type { Game, HandGame, Round } from '../../../games/game.ts';
import type { StakeBounds } from './game-stakes.ts';
import type { Ratio } from '../../../games/ratio.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import type { Agent } from '../../ports.ts';

/** A bet on a game of one call; the choice has been read by the game. */
export interface BetOrder {
  readonly game: Game;
  readonly choice: object;
  readonly stakes: StakeBounds;
  readonly stakeMicros: Micros;
  /** Stays in use until another one is sent. */
  readonly clientSeed: string | undefined;
}

/** What a round needs, whoever stakes what on it. */
export type RoundOrder = Omit<BetOrder, 'stakes'>;

/** A settled bet. Nothing in it changes; its server seed stays with the house until rotation. */
export interface BetRecord {
  readonly betId: string;
  readonly agent: Agent;
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
  /** The same play again, from the pick of its seeds. */
  readonly replay: (pick: Pick) => Round;
}

/** What is known of a bet when it is settled. */
export type Settled = Omit<BetRecord, 'betId' | 'atMs' | 'won'>;

/** A bet without a stake; how a hand will be played is not known when its limit is asked for. */
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
  /** Undefined to be dealt cards and no more. */
  readonly move: object | undefined;
  /** May be left out once a hand is open. */
  readonly stakeMicros: Micros | undefined;
  readonly clientSeed: string | undefined;
  /** Names the hand that is dealt, where the call does. */
  readonly nonce: number | undefined;
}

/** A hand that waits for the next move, and what the player can spend meanwhile. */
export interface HandOpen {
  readonly hand: {
    readonly gameId: string;
    /** Nothing as long as no stake is in. */
    readonly stakeMicros: Micros;
    readonly shown: JsonObject;
    readonly commitment: string;
    readonly clientSeed: string;
    readonly nonce: number;
  };
  readonly balanceMicros: Micros;
}

/** What comes of a call that bets. */
export type Placed = BetSettled | HandOpen;
