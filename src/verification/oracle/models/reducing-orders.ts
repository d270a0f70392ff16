/** Orders that only reduce a position or a holding: they have no least worth, so that each can be closed (docs/market-model.md). */
import type { Micros } from '../../../core/base/money.ts';
import { isElsewhere, outcomeOf as answerOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { askedFor, type AskedOrder } from './asked-order.ts';
import type { Holdings } from './holdings.ts';
import type { MarketDecimals } from './market-decimals.ts';
import type { PositionBook } from './position-book.ts';
import type { Quotes } from './quotes.ts';
import { outcomeOf, worthAt } from './position-terms.ts';
import { atTwelve, takerFeeOn } from './trade-arithmetic.ts';

/** What is known of the caller and of the market. */
export interface Known {
  readonly book: PositionBook;
  readonly holdings: Holdings;
  readonly decimals: MarketDecimals;
  readonly quotes: Quotes;
}

/** Of an order at the market, how much of the asset it is about; undefined where that is not known, or too fine. */
function unitsOf({ pair, units, amount, side, isPerp, atMs }: AskedOrder, known: Known): bigint | undefined {
  if (units !== undefined && known.decimals.isCoarse(pair, units)) return units;
  const decimals = known.decimals.ofQuantity(pair);
  if (decimals === undefined) return undefined;
  if (units !== undefined) return units % 10n ** BigInt(12 - decimals) === 0n ? units : undefined;
  const quote = known.quotes.now(pair, atMs);
  if (quote === undefined || amount === undefined) return undefined;
  const price = atTwelve(side === 'buy' ? quote.ask : quote.bid);
  return known.decimals.unitsFor(pair, { amount, price, isDelivered: !isPerp && side === 'sell' });
}

/** True where all of it comes out of what the caller certainly has. */
function isCovered(
  { pair, side, isPerp }: AskedOrder,
  units: bigint,
  at: Known & { caller: string },
): boolean {
  const { book, holdings, caller } = at;
  if (!isPerp) return side === 'sell' && (holdings.free(caller, pair) ?? 0n) >= units;
  if (book.isUnknown(caller, pair)) return false;
  const positions = book.now(caller, pair);
  return positions.every(
    (position) => position !== undefined && position.side !== side && position.units >= units,
  );
}

/** What it leaves at least, whatever the venue can pay of a gain: below 0 where the fee takes more than the margin has left. */
function leftOf(
  file: Case,
  { pair, side, leverage, atMs }: AskedOrder,
  units: bigint,
  at: Known & { caller: string },
): Micros | undefined {
  const quote = at.quotes.now(pair, atMs);
  if (quote === undefined) return undefined;
  const price = atTwelve(side === 'buy' ? quote.ask : quote.bid);
  const order = { side, units, price, amount: worthAt(units, price, 'ceil'), leverage, atMs };
  const reading = { isClosingOnly: false, venue: 0, feeOn: (worth: Micros) => takerFeeOn(file, worth) };
  const lows = at.book
    .now(at.caller, pair)
    .map((position) => outcomeOf(position, { ...order, isSinceExact: true }, reading).low);
  return file.books.available(at.caller) + Math.min(...lows) - order.amount / 1000;
}

/** Checks `order-terms`. Give it refused orders of the documented form. */
export function checkReducing(file: Case, exchange: AuditedExchange, at: Known & { caller: string }): void {
  const outcome = answerOf(exchange);
  const isUnpaid = outcome === 'INSUFFICIENT_BALANCE';
  if (isElsewhere(exchange) || !(outcome === 'BAD_REQUEST' || isUnpaid)) return;
  const { body = {} } = exchange;
  const { type, price, leverage = 1 } = body;
  const isPlain = type !== 'limit' && price === undefined && /^\d+(?:\.\d{1,2})?$/.test(String(leverage));
  if (!isPlain || file.setting.changed.includes('trading.orderMax')) return;
  const asked = askedFor(file, exchange);
  if (!asked.isPerp && leverage !== 1) return;
  // What is too fine is refused before the balance is looked at.
  const units = isUnpaid ? (asked.units ?? unitsOf(asked, at)) : unitsOf(asked, at);
  if (units === undefined || units <= 0n || !isCovered(asked, units, at)) return;
  // Of an asset the proceeds are more than the fee; a position may have lost all but its last part.
  const isSeen = file.books.isSettled(at.caller);
  if (isUnpaid && asked.isPerp && !(isSeen && (leftOf(file, asked, units, at) ?? -1) > 0)) return;
  file.breaks(
    'order-terms',
    `an order that only reduces what the caller has of ${asked.pair} is answered ${outcome}`,
  );
}
