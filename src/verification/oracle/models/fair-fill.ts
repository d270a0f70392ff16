/** Whether an order is filled with a fair quantity, at the price that was quoted in the same minute (TRD13, gap T7). */
import type { Micros } from '../../../core/base/money.ts';
import { minuteMs, type Instant } from '../../../core/base/time.ts';
import { expectField, type Case } from '../case.ts';
import type { ObservedQuote } from './positions.ts';
import { atTwelve, worthOf, type Scaled } from './trade-arithmetic.ts';

/** A buyer gets no more than it pays for, a seller delivers what it is paid; at the price that was quoted. */
export function checkFill(
  file: Case,
  quotes: ReadonlyMap<string, ObservedQuote>,
  fill: {
    pair: string;
    side: string;
    amount: Micros;
    qty: Scaled;
    price: Scaled;
    atMs: Instant;
    isPerp: boolean;
  },
): void {
  const { pair, side, amount, qty, price, atMs, isPerp } = fill;
  const isDelivered = side === 'sell' && !isPerp;
  const worth = worthOf(qty, price, isDelivered ? 'ceil' : 'floor');
  const oneMore = worthOf(
    { ...qty, units: qty.units + (isDelivered ? -1n : 1n) },
    price,
    isDelivered ? 'floor' : 'ceil',
  );
  const isFair = isDelivered ? worth >= amount && oneMore <= amount : worth <= amount && oneMore >= amount;
  expectField(file, 'order-terms', {
    name: `a fair quantity for ${amount}`,
    seen: isFair,
    wanted: true,
  });
  const quote = quotes.get(pair);
  if (quote === undefined || quote.minute !== Math.floor(atMs / minuteMs)) return;
  const wanted = side === 'buy' ? quote.ask : quote.bid;
  expectField(file, 'order-terms', {
    name: 'fill_price',
    seen: String(atTwelve(price)),
    wanted: String(atTwelve(wanted)),
  });
}
