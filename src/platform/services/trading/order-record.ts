/** An order from its placement on, and the requests of callers. */
import type { Micros } from '../../../core/base/money.ts';
import type { PageRequest } from '../../../core/http/paging.ts';
import type { TransferId } from '../../../core/ledger/ledger.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { Market, MarketType } from './markets.ts';
import type { Lots, Ticks } from './units.ts';

/** TRD32: an order is open until it is filled in full or cancelled. */
export const orderStates = ['open', 'filled', 'cancelled'] as const;
/** One of `orderStates`. */
export type OrderState = (typeof orderStates)[number];

/** The sides of an order; a perpetual's `buy` is long. */
export const sides = ['buy', 'sell'] as const;
/** `buy` or `sell`. */
export type OrderSide = (typeof sides)[number];

/** TRD20: the types of order. */
export const orderTypes = ['market', 'limit'] as const;
/** `market` or `limit`. */
export type OrderType = (typeof orderTypes)[number];

/** An order that was accepted; a refused one is never recorded. */
export interface Order {
  readonly id: string;
  readonly agent: RegisteredAgent;
  readonly market: Market;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** The amount ordered: the size in style B, the worth of the size at the price in style A. */
  readonly amountMicros: Micros;
  readonly lots: Lots;
  /** The limit; null for a market order. */
  readonly limit: Ticks | null;
  /** In hundredths: 250 is 2.5 times. */
  readonly leverage: number;
  readonly placedAtMs: number;
  state: OrderState;
  fill: Fill | null;
  /** The reservation of an open order: USDC, or lots of the asset. */
  reservation: Reservation | null;
}

/** How an order was filled. */
export interface Fill {
  readonly price: Ticks;
  readonly lots: Lots;
  /** The worth of the lots; in style B the amount ordered. */
  readonly valueMicros: Micros;
  readonly feeMicros: Micros;
  readonly atMs: number;
}

/** What a resting order has reserved: a pending transfer of USDC, or lots of the asset. */
export interface Reservation {
  readonly usdc: TransferId | null;
  readonly lots: Lots;
}

/** A size: an amount of USDC (style B), or a quantity of the asset as it was sent (style A). */
export type Size = { readonly micros: Micros } | { readonly quantity: number | string };

/** A request for an order, before its market is known to exist. */
export interface Placement {
  /** `BTC-PERP`, or `BTC-USDC` with the type of market. */
  readonly name: string;
  readonly marketType: MarketType;
  readonly side: OrderSide;
  readonly size: Size;
  readonly type: OrderType;
  /** As it was sent; how many decimals it may have depends on the market. */
  readonly price: number | string | undefined;
  readonly leverage: number;
}

/** A page of an agent's orders; undefined means all states or all pairs. */
export interface OrderFilter {
  readonly state: OrderState | undefined;
  readonly pair: string | undefined;
  readonly request: PageRequest;
}

/** The other side: that of a trade which closes a position. */
export const otherSide = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy');
