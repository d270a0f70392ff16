/**
 * What a trade does to a position, to the micro (TRD26, gaps T9 and T14): a trade on the other side closes first, at
 * the share of margin and cost that it closes, and opens with the rest. All rounding is against the trader.
 */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { marginOf, worthOf, type Scaled } from './trade-arithmetic.ts';

/** The side of an order: the one that opened a position is that of the position. */
export type Side = 'buy' | 'sell';

/** Quantities and prices are in units of the twelfth decimal. */
export interface FollowedPosition {
  readonly side: Side;
  readonly units: bigint;
  /** What it was worth when it was opened. */
  readonly cost: Micros;
  readonly margin: Micros;
  /** Received less paid since it was opened. */
  readonly funding: Micros;
  /** By how much margin and funding may differ from these: settlements have passed whose rate was not seen. */
  readonly slack: Micros;
  /** False where a part has been closed meanwhile: then they no longer differ by the same. */
  readonly isTied: boolean;
  /** Quantity times price, summed over the fills; undefined where they are not known. */
  readonly bought: bigint | undefined;
  /** Since when it has been there, and as it is here. */
  readonly sinceMs: Instant;
  /** False where it was opened at an instant after `sinceMs` that no answer names. */
  readonly isSinceExact: boolean;
}

/** An order that is filled. */
export interface Trade {
  readonly side: Side;
  readonly units: bigint;
  readonly price: bigint;
  /** What the order is worth as a whole; margin and fee are shares of it. */
  readonly amount: Micros;
  /** In hundredths. */
  readonly leverage: number;
  readonly atMs: Instant;
  readonly isSinceExact: boolean;
}

/** What follows of a trade: by how much the caller has more, from `low` to `high`; and what is traded. */
export interface TradeOutcome {
  readonly low: Micros;
  readonly high: Micros;
  readonly fee: Micros;
  readonly units: bigint;
  readonly next: FollowedPosition | undefined;
}

const scaledOf = (units: bigint): Scaled => ({ units, decimals: 12 });

/** In micros: quantity times price. */
export const worthAt = (units: bigint, price: bigint, rounding: 'floor' | 'ceil'): Micros =>
  worthOf(scaledOf(units), scaledOf(price), rounding);

const floorShare = (amount: Micros, part: bigint, of: bigint): Micros => Number((BigInt(amount) * part) / of);

const ceilShare = (amount: Micros, part: bigint, of: bigint): Micros =>
  part === of ? amount : Number((BigInt(amount) * part + of - 1n) / of);

/** How trades are read: `venue` is the most that a gain is paid with (gap T9). */
export interface TradeReading {
  readonly isClosingOnly: boolean;
  readonly feeOn: (worth: Micros) => Micros;
  readonly venue: Micros;
}

/** What a part of a position is closed for. A loss is never more than its margin. */
function proceeds(
  position: FollowedPosition,
  of: { part: bigint; price: bigint; margin: Micros; venue: Micros },
): Micros {
  const { part, price, margin, venue } = of;
  const cost = floorShare(position.cost, part, position.units);
  const gain = gainAt({ ...position, units: part, cost }, price);
  return Math.max(0, floorShare(margin, part, position.units) + Math.min(gain, venue));
}

function reduced(
  position: FollowedPosition,
  part: bigint,
  { atMs, isSinceExact }: Trade,
): FollowedPosition | undefined {
  const { units, cost, margin, bought } = position;
  if (part === units) return undefined;
  return {
    ...position,
    sinceMs: atMs,
    isSinceExact,
    isTied: position.isTied && position.slack === 0,
    units: units - part,
    cost: cost - floorShare(cost, part, units),
    margin: margin - floorShare(margin, part, units),
    bought: bought === undefined ? undefined : (bought * (units - part)) / units,
  };
}

function grown(
  position: FollowedPosition | undefined,
  trade: Trade,
  by: { units: bigint; margin: Micros },
): FollowedPosition {
  const { side, price, atMs, isSinceExact } = trade;
  const before = position ?? {
    units: 0n,
    cost: 0,
    margin: 0,
    funding: 0,
    slack: 0,
    isTied: true,
    bought: 0n,
  };
  return {
    side,
    units: before.units + by.units,
    cost: before.cost + worthAt(by.units, price, side === 'buy' ? 'ceil' : 'floor'),
    margin: before.margin + by.margin,
    funding: before.funding,
    slack: before.slack,
    isTied: before.isTied,
    bought: before.bought === undefined ? undefined : before.bought + by.units * price,
    sinceMs: atMs,
    isSinceExact,
  };
}

/** The position is as it is at the instant of the trade. */
export function outcomeOf(
  position: FollowedPosition | undefined,
  trade: Trade,
  reading: TradeReading,
): TradeOutcome {
  const { price } = trade;
  const { venue } = reading;
  const other = position === undefined || position.side === trade.side ? 0n : position.units;
  const closing = trade.units < other ? trade.units : other;
  const units = reading.isClosingOnly && closing > 0n ? closing : trade.units;
  const opening = units - closing;
  const margin = opening === 0n ? 0 : marginOf(ceilShare(trade.amount, opening, trade.units), trade.leverage);
  const fee = reading.feeOn(ceilShare(trade.amount, units, trade.units));
  const left = position === undefined || closing === 0n ? position : reduced(position, closing, trade);
  const next = opening === 0n ? left : grown(left, trade, { units: opening, margin });
  const [low, high] =
    position === undefined || closing === 0n
      ? [0, 0]
      : [-position.slack, position.slack].map((by) =>
          proceeds(position, { part: closing, price, margin: Math.max(0, position.margin + by), venue }),
        );
  return { low: (low ?? 0) - margin - fee, high: (high ?? 0) - margin - fee, fee, units, next };
}

/** What a position has gained at a price, rounded against the trader. */
export function gainAt({ side, units, cost }: FollowedPosition, price: bigint): Micros {
  const isLong = side === 'buy';
  const worth = worthAt(units, price, isLong ? 'floor' : 'ceil');
  return isLong ? worth - cost : cost - worth;
}

/** What is left at most of the margin of a position that is liquidated: 0.5% of its worth then (gap T9), rounded up. */
export function leftAtMost({ side, cost, margin, slack }: FollowedPosition): Micros {
  const worth = side === 'buy' ? (cost - margin + slack) * 1.006 : cost + margin + slack;
  return worth <= 0 ? 0 : Math.ceil(worth * 0.005) + 1;
}

/** A long position whose margin is all that it has cost goes on until its price is 0. */
export const isSafe = ({ side, cost, margin, slack }: FollowedPosition): boolean =>
  side === 'buy' && cost - margin + slack <= 0;
