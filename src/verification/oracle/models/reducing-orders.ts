/** Orders that only reduce a position or a holding: they have no least worth, so that each can be closed (docs/market-model.md). */
import { isElsewhere, outcomeOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { askedFor, type AskedOrder } from './asked-order.ts';
import type { Holdings } from './holdings.ts';
import type { MarketDecimals } from './market-decimals.ts';
import type { PositionBook } from './position-book.ts';
import type { Quotes } from './quotes.ts';
import { atTwelve } from './trade-arithmetic.ts';

/** What is known of the caller and of the market. */
export interface Known {
  readonly book: PositionBook;
  readonly holdings: Holdings;
  readonly decimals: MarketDecimals;
  readonly quotes: Quotes;
}

/** Of an order at the market, how much of the asset it is about; undefined where that is not known, or too fine. */
function unitsOf({ pair, units, amount, side, isPerp, atMs }: AskedOrder, known: Known): bigint | undefined {
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

/** Checks `order-terms`. Give it refused orders of the documented form. */
export function checkReducing(file: Case, exchange: AuditedExchange, at: Known & { caller: string }): void {
  if (isElsewhere(exchange) || outcomeOf(exchange) !== 'BAD_REQUEST') return;
  const { style, body = {}, atMs } = exchange;
  const { type, price, leverage = 1 } = body;
  const isPlain = type !== 'limit' && price === undefined && /^\d+(?:\.\d{1,2})?$/.test(String(leverage));
  if (!isPlain || file.setting.changed.includes('trading.orderMax')) return;
  const asked = askedFor(style, body, atMs);
  if (!asked.isPerp && leverage !== 1) return;
  const units = unitsOf(asked, at);
  if (units !== undefined && units > 0n && isCovered(asked, units, at))
    file.breaks(
      'order-terms',
      `an order that only reduces what the caller has of ${asked.pair} is answered BAD_REQUEST`,
    );
}
