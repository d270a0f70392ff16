/** One order, from its placement to its end, and what a caller may ask of it. */
import type { Micros } from '../../../core/base/money.ts';
import type { PageRequest } from '../../../core/http/paging.ts';
import type { TransferId } from '../../../core/ledger/ledger.ts';
import type { Agent } from '../ports.ts';
import type { Market, MarketType } from './markets.ts';
import type { Lots, Ticks } from './units.ts';

export const orderStates = ['open', 'filled', 'cancelled'] as const;
export type OrderState = (typeof orderStates)[number];

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

export const orderTypes = ['market', 'limit'] as const;
export type OrderType = (typeof orderTypes)[number];

export interface Order {
  readonly id: string;
  readonly agent: Agent;
  readonly market: Market;
  readonly side: Side;
  readonly type: OrderType;
  /** What was asked for, in USDC: the size in style B, its worth at the price in style A. */
  readonly amountMicros: Micros;
  readonly lots: Lots;
  /** The limit; null for a market order. */
  readonly limit: Ticks | null;
  /** In hundredths: 250 is 2.5 times. */
  readonly leverage: number;
  readonly placedAtMs: number;
  state: OrderState;
  fill: Fill | null;
  /** What is held back while the order is open: USDC, or lots of the asset. */
  reservation: Reservation | null;
}

/** How an order was filled. */
export interface Fill {
  readonly price: Ticks;
  readonly lots: Lots;
  /** What the lots were worth; in style B the amount. */
  readonly valueMicros: Micros;
  readonly feeMicros: Micros;
  readonly atMs: number;
}

export interface Reservation {
  readonly usdc: TransferId | null;
  readonly lots: Lots;
}

/** A size: an amount of USDC (style B), or a quantity of the asset as it was sent (style A). */
export type Size = { readonly micros: Micros } | { readonly quantity: number | string };

/** What a placement asks for. */
export interface Placement {
  /** `BTC-PERP`, or `BTC-USDC` with the type of market. */
  readonly name: string;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly size: Size;
  readonly type: OrderType;
  /** As it was sent; how many decimals it may have depends on the market. */
  readonly price: number | string | undefined;
  readonly leverage: number;
}

export interface OrderFilter {
  readonly state: OrderState | undefined;
  readonly pair: string | undefined;
  readonly request: PageRequest;
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
