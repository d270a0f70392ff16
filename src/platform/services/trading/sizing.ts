/** Conversion of a placement to whole numbers of its market: price in ticks, quantity in lots, worth in micro-USDC. */
import { formatUsdc, parseUsdc, type Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import type { Market } from './markets.ts';
import type { Placement } from './order-record.ts';
import { lotsFor, readDecimal, valueOf, type Lots, type Ticks } from './units.ts';

/** The size of an order in the units of its market. */
export interface Sized {
  readonly lots: Lots;
  readonly amountMicros: Micros;
  /** Null for a market order. */
  readonly limit: Ticks | null;
}

/** No limit lies further from the market than this factor, so that every product stays exact. */
const limitFactorMax = 1_000;

/** Refuses BAD_REQUEST: too many decimals in price or size, or a worth outside the bounds of gap T10. */
export function sizeOf(
  placement: Placement,
  market: Market,
  context: {
    /** The price at which a market order would be filled. */
    taking: Ticks;
    /** An order up to this size only reduces a position or a holding, and has no minimum. */
    reducibleLots: Lots;
    policies: Policies;
  },
): Outcome<Sized> {
  const limit = placement.type === 'limit' ? readLimit(placement, market, context.taking) : null;
  if (limit instanceof Refusal) return limit;
  const price = limit ?? context.taking;
  const quantity = quantityOf(placement, market, price);
  if (quantity instanceof Refusal) return quantity;
  const { lots, amountMicros } = quantity;
  if (lots < 1) return refuse('BAD_REQUEST', `that is less than the least quantity of ${market.asset.name}`);
  const isReducing = lots <= context.reducibleLots;
  return boundsMistake(amountMicros, context.policies, isReducing) ?? { lots, amountMicros, limit };
}

/** Refuses BAD_REQUEST for a worth outside the bounds of gap T10; an order that only reduces has no minimum. */
export function boundsMistake(
  amountMicros: Micros,
  policies: Policies,
  isReducing: boolean,
): Refusal | undefined {
  const least = isReducing ? 1 : (parseUsdc(policies['trading.orderMin']) ?? 1);
  const most = parseUsdc(policies['trading.orderMax']) ?? 0;
  if (amountMicros >= least && amountMicros <= most) return undefined;
  return refuse('BAD_REQUEST', `an order must be worth ${formatUsdc(least)} to ${formatUsdc(most)} USDC`);
}

function readLimit({ price }: Placement, market: Market, taking: Ticks): Outcome<Ticks> {
  const { priceDecimals, name } = market.asset;
  const limit = price === undefined ? undefined : readDecimal(price, priceDecimals);
  if (limit === undefined) {
    return refuse(
      'BAD_REQUEST',
      `price must be positive, with at most ${priceDecimals} decimals for ${name}`,
    );
  }
  const isNear = limit <= taking * limitFactorMax && limit * limitFactorMax >= taking;
  return isNear ? limit : refuse('BAD_REQUEST', `price is more than ${limitFactorMax} times off the market`);
}

/** Rounds to whole lots against the trader: an amount buys no more than it pays for. */
function quantityOf(
  { size, side }: Placement,
  market: Market,
  price: Ticks,
): Outcome<{ lots: Lots; amountMicros: Micros }> {
  if ('micros' in size) {
    if (!fits(size.micros, 1 / price)) return tooLarge;
    const isDelivered = market.type === 'spot' && side === 'sell';
    const lots = lotsFor(size.micros, price, isDelivered ? 'ceil' : 'floor');
    return { lots, amountMicros: size.micros };
  }
  const { lotDecimals, name } = market.asset;
  const lots = readDecimal(size.quantity, lotDecimals);
  if (lots === undefined) {
    return refuse('BAD_REQUEST', `size must be positive, with at most ${lotDecimals} decimals for ${name}`);
  }
  return fits(lots, price / 1e12) ? { lots, amountMicros: valueOf(lots, price, 'ceil') } : tooLarge;
}

const tooLarge = refuse('BAD_REQUEST', 'the order is too large');

/** True if the product, times a million, is well within the safe integers. */
const fits = (value: number, millions: number): boolean =>
  value * millions * 1e6 < Number.MAX_SAFE_INTEGER / 2;
