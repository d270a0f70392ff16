/** What the body of an order asks for, in either style (TRD14 to TRD26). */
import type { Micros } from '../../../core/base/money.ts';
import { reads, sentMicros, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import type { MarketDecimals } from './market-decimals.ts';
import { worthAt } from './position-terms.ts';
import { atTwelve, parseScaled } from './trade-arithmetic.ts';
import type { OrderTerms } from './trading-order.ts';

/** The worth of an order of style A follows from the price, unless gap T1 is read otherwise. */
export interface AskedOrder extends Omit<OrderTerms, 'amount'> {
  readonly pair: string;
  readonly amount: Micros | undefined;
}

const twelfthsOf = (value: unknown): bigint | undefined => {
  const parsed = typeof value === 'number' || typeof value === 'string' ? parseScaled(`${value}`) : undefined;
  return parsed === undefined ? undefined : atTwelve(parsed);
};

/** The pair of a perpetual market; undefined where the symbol is of another form, such as `ETH-USDC`. */
const pairOf = (symbol: string | undefined): string | undefined =>
  symbol?.endsWith('-PERP') === true ? symbol.replace(/-PERP$/, '-USDC') : undefined;

/** The body of an order that is not refused for its form. */
export function askedFor(file: Case, exchange: AuditedExchange): AskedOrder {
  const { style, body, atMs } = exchange;
  const isA = style === 'A';
  const isQuantity = isA && !reads(file, 'trading.sizeA', 'quote');
  const sides = isA ? ['long', 'buy'] : ['buy'];
  const isLimit = body?.['type'] === 'limit';
  return {
    pair: (isA ? pairOf(text(body, 'symbol')) : text(body, 'pair')) ?? '',
    isPerp: isA || body?.['market_type'] === 'perp',
    // Gap T2: one reading has the words of style B in style A too.
    side: sides.includes(String(body?.['side'])) ? 'buy' : 'sell',
    amount: isQuantity ? undefined : (sentMicros(body, isA ? 'size' : 'amount') ?? 0),
    leverage: Math.round(Number(body?.['leverage'] ?? 1) * 100),
    limit: isLimit ? twelfthsOf(body['price']) : undefined,
    units: isQuantity ? twelfthsOf(body?.['size']) : undefined,
    atMs,
  };
}

/** Gap T1: what a quantity is worth at a price, or how much of the asset an amount is where the market's decimals are known. */
export function sizeAt(
  { units, amount, pair }: AskedOrder,
  price: bigint | undefined,
  decimals: MarketDecimals,
): Pick<AskedOrder, 'units' | 'amount'> {
  if (price === undefined) return { units, amount };
  if (units !== undefined) return { units, amount: worthAt(units, price, 'ceil') };
  return {
    units: amount === undefined ? undefined : decimals.unitsFor(pair, { amount, price, isDelivered: false }),
    amount,
  };
}
