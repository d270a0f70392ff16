/** Whether an order is filled with a fair quantity, at the price that was quoted in the same minute (TRD13, gap T7). */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { expectField, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { MarketDecimals } from './market-decimals.ts';
import type { Quotes } from './quotes.ts';
import { atTwelve, withoutZeros, worthOf, type Scaled, decimalOf } from './trade-arithmetic.ts';

/** A buyer gets no more than it pays for, a seller delivers what it is paid; at the price that was quoted. */
export function checkFill(
  file: Case,
  quotes: Quotes,
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
  const { side, amount, price, isPerp } = fill;
  // Zeros at the end may be padding: a market may count no finer than by tenths.
  const qty = withoutZeros(fill.qty);
  const isDelivered = side === 'sell' && !isPerp;
  const worth = worthOf(qty, price, isDelivered ? 'ceil' : 'floor');
  const oneMore = worthOf(
    { ...qty, units: qty.units + (isDelivered ? -1n : 1n) },
    price,
    isDelivered ? 'floor' : 'ceil',
  );
  const isFair = isDelivered ? worth >= amount && oneMore <= amount : worth <= amount && oneMore >= amount;
  expectField(file, 'order-terms', {
    name: `a fair quantity for ${usdc(amount)}, ${decimalOf(atTwelve(qty))}`,
    seen: isFair,
    wanted: true,
  });
  checkPrice(file, quotes, { ...fill, price: atTwelve(price), name: 'fill_price' });
}

/** Where the price of this minute has been shown, an order of style A is filled at it too. */
export const checkEntry = (
  file: Case,
  quotes: Quotes,
  order: { pair: string; side: string; atMs: Instant },
  price: bigint,
): void => checkPrice(file, quotes, { ...order, price, name: 'entry_price' });

function checkPrice(
  file: Case,
  quotes: Quotes,
  {
    pair,
    side,
    atMs,
    price,
    name,
  }: { pair: string; side: string; atMs: Instant; price: bigint; name: string },
): void {
  const quote = quotes.now(pair, atMs);
  if (quote === undefined) return;
  const wanted = decimalOf(atTwelve(side === 'buy' ? quote.ask : quote.bid));
  expectField(file, 'order-terms', { name, seen: decimalOf(price), wanted });
}

/** The whole lots that an amount buys, or those that a sale of it has to deliver, where the market's decimals are known. */
export function checkQuantity(
  file: Case,
  decimals: MarketDecimals,
  fill: { pair: string; side: string; amount: Micros; qty: Scaled; price: Scaled; isPerp: boolean },
): void {
  const { pair, side, amount, isPerp } = fill;
  const isDelivered = side === 'sell' && !isPerp;
  const wanted = decimals.unitsFor(pair, { amount, price: atTwelve(fill.price), isDelivered });
  const name = `fill_qty for ${usdc(amount)}`;
  const seen = decimalOf(atTwelve(fill.qty));
  if (wanted !== undefined) expectField(file, 'order-terms', { name, seen, wanted: decimalOf(wanted) });
}
