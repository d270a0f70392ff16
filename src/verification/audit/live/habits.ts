/** How a player of a live audit behaves: what a house sees of it beside the calls themselves. */
import type { Micros } from '../../../core/base/money.ts';
import type { LiveBet } from './round.ts';

/** What a player looks at between two bets. */
export type LookAt = 'balance' | 'commitment' | 'verification';

/**
 * The choices of one player. Nothing in them depends on the outcomes of bets, so that the bets are no selection.
 */
export interface LiveHabits {
  /** The next bet, of those that the house takes; `open` is not empty. */
  readonly bet: (open: readonly LiveBet[]) => LiveBet;
  /** A stake of at most this; undefined where the smallest is larger. */
  readonly stakeMicros: (mostMicros: Micros) => Micros | undefined;
  /** Stakes beyond the documented limits, each to be tried once in an audit. */
  readonly beyondLimits?: readonly Micros[];
  /** Whether to double the next hand of blackjack. */
  readonly doubles?: () => boolean;
  /** Bets under the next server seed, at least 1. */
  readonly betsUnderSeed: () => number;
  /** What to look at after a bet; `round` counts the bets under the seed from 1. */
  readonly looks: (round: number) => readonly LookAt[];
  /** Fresh text for each server seed, which the house cannot foresee. */
  readonly clientSeed: (period: number) => string;
}
