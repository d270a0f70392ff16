/**
 * A perpetual position: isolated margin, linear in USDC. Pure arithmetic; all rounding is against the trader, so that
 * opening and closing never gains a micro.
 */
import { exactShare } from '../../../core/base/exact-share.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { Market } from './markets.ts';
import type { LotTicks } from './entry-price.ts';
import { otherSide, type OrderSide } from './order-record.ts';
import { lotTicksPerMicro, valueOf, type Lots, type Ticks } from './units.ts';

/** One agent's position in one market. The desk keeps the row when the position is closed. */
export interface Position {
  readonly agent: RegisteredAgent;
  readonly market: Market;
  /** `buy` is long. Kept when the position is closed. */
  side: OrderSide;
  /** 0 when there is no position. */
  lots: Lots;
  /** The worth of the lots when they were opened. */
  costMicros: Micros;
  /** The same before rounding, for the entry price. */
  entryLotTicks: LotTicks;
  marginMicros: Micros;
  /** Funding received less funding paid since the position was opened. */
  fundingMicros: Micros;
}

/** A position with its mark price. */
export interface PositionView {
  readonly position: Position;
  readonly mark: Ticks;
  /** Null if no price liquidates it. */
  readonly liquidation: Ticks | null;
}

/** The proceeds of a part of a position that is closed. */
export interface Closing {
  readonly marginMicros: Micros;
  readonly costMicros: Micros;
  /** Profit or loss; a loss is never more than the margin. */
  readonly gainMicros: Micros;
}

/** The cost of opening a position: rounded up for a buyer, down for a seller. */
export const worthAt = (side: OrderSide, lots: Lots, price: Ticks): Micros =>
  valueOf(lots, price, side === 'buy' ? 'ceil' : 'floor');

/** Profit or loss at a price, not capped. */
export function gainOf(position: Position, price: Ticks): Micros {
  const worth = worthAt(otherSide(position.side), position.lots, price);
  return position.side === 'buy' ? worth - position.costMicros : position.costMicros - worth;
}

/** Closes `lots` of a position at a price; closing all of them takes margin and cost to the micro. */
export function closingOf(position: Position, lots: Lots, price: Ticks): Closing {
  const part = { numerator: lots, denominator: position.lots, rounding: 'floor' } as const;
  const marginMicros = exactShare(position.marginMicros, part);
  const costMicros = exactShare(position.costMicros, part);
  const worth = worthAt(otherSide(position.side), lots, price);
  const gain = position.side === 'buy' ? worth - costMicros : costMicros - worth;
  return { marginMicros, costMicros, gainMicros: Math.max(-marginMicros, gain) };
}

/** Gap T9: the maintenance margin, as a share of the worth at the mark price. */
const maintenance = { numerator: 5, denominator: 1_000, rounding: 'ceil' } as const;

/** True if margin plus gain at the mark price are at most the maintenance margin, or at most 0, by `buffer`. */
export function isExhausted(position: Position, mark: Ticks, buffer: 'maintenance' | 'bankruptcy'): boolean {
  if (isClearlySound(position, mark)) return false;
  const equity = position.marginMicros + gainOf(position, mark);
  if (buffer === 'bankruptcy') return equity <= 0;
  return equity <= exactShare(valueOf(position.lots, mark, 'floor'), maintenance);
}

/**
 * The mark price nearest to the present one at which the position is liquidated (gap T9); null if there is none: a long
 * position without leverage loses all its margin only at a price of 0.
 */
export function liquidationPriceOf(position: Position, buffer: 'maintenance' | 'bankruptcy'): Ticks | null {
  const { side, lots, costMicros, marginMicros } = position;
  const isLong = side === 'buy';
  // Of a long position every mark from `low` down is exhausted, of a short one every mark from `high` up.
  let low = 0;
  let high = Math.ceil(((costMicros + marginMicros) * lotTicksPerMicro) / lots) + 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isExhausted(position, middle, buffer) === isLong) low = middle;
    else high = middle;
  }
  const price = isLong ? low : high;
  return price === 0 ? null : price;
}

/** A range of marks within which a position has about twice its maintenance margin. */
export interface SoundRange {
  readonly lowest: Ticks;
  readonly highest: Ticks;
}

/** Within the range nothing liquidates the position. Its arithmetic is inexact, hence the spare micros. */
export function soundRangeOf({ side, lots, costMicros, marginMicros }: Position): SoundRange {
  const ticksPerWorth = lotTicksPerMicro / lots;
  if (side === 'buy') {
    const lowest = ((costMicros - marginMicros + spareMicros) / 0.99) * ticksPerWorth;
    return { lowest: Math.max(0, lowest), highest: Infinity };
  }
  return { lowest: 0, highest: ((costMicros + marginMicros - spareMicros) / 1.01) * ticksPerWorth };
}

const spareMicros = 1_000;

/** True if the position has twice its maintenance margin, by the same inexact arithmetic. */
function isClearlySound({ side, lots, costMicros, marginMicros }: Position, mark: Ticks): boolean {
  const worth = (lots * mark) / lotTicksPerMicro;
  const gain = side === 'buy' ? worth - costMicros : costMicros - worth;
  return marginMicros + gain > worth / 100 + spareMicros;
}
