/** An order of the trading service, as the oracle follows it. */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { OpenEnd } from '../open-ends.ts';
import type { Side } from './position-terms.ts';

/** The states of an order (TRD32). */
export const orderStates = ['open', 'filled', 'cancelled'] as const;

/** One of them. */
export type FollowedState = (typeof orderStates)[number];

/** What was asked for. */
export interface OrderTerms {
  readonly isPerp: boolean;
  readonly side: Side;
  readonly amount: Micros;
  /** In hundredths. */
  readonly leverage: number;
  /** In units of the twelfth decimal; undefined for an order that is filled at once. */
  readonly limit: bigint | undefined;
  /** Likewise, where the order names a quantity. */
  readonly units: bigint | undefined;
  readonly atMs: Instant;
}

/** `end` is the fill that may still happen by itself; `holds` is the reserved amount in micro-USDC. */
export interface TradingOrder extends OrderTerms {
  readonly id: string;
  readonly agent: string;
  readonly pair: string;
  state: FollowedState;
  /** True where an answer has said so: balances alone may mean another order. */
  isNamed: boolean;
  /** True where it may have ended while its owner's money was not followed. */
  isUnseen: boolean;
  /** True where balances may have meant another order when they showed its end, or this one when they showed another's. */
  isDoubtful: boolean;
  /** When a balance showed that it had ended. */
  endedAtMs: Instant | undefined;
  /** The latest instant at which an answer showed it open. */
  openAtMs: Instant;
  end: OpenEnd | undefined;
  readonly holds: Micros;
  readonly fee: Micros;
}
