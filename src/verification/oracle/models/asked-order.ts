/** What the body of an order asks for, in either style (TRD14 to TRD26). */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { sentMicros, text } from '../case.ts';
import type { Body } from '../exchange.ts';
import { atTwelve, parseScaled } from './trade-arithmetic.ts';
import type { OrderTerms } from './trading-order.ts';

/** The worth of an order of style A follows from the price. */
export interface AskedOrder extends Omit<OrderTerms, 'amount'> {
  readonly pair: string;
  readonly amount: Micros | undefined;
}

const units = (value: unknown): bigint | undefined => {
  const parsed = typeof value === 'number' || typeof value === 'string' ? parseScaled(`${value}`) : undefined;
  return parsed === undefined ? undefined : atTwelve(parsed);
};

/** The pair of a perpetual market; undefined where the symbol is of another form, such as `ETH-USDC`. */
const pairOf = (symbol: string | undefined): string | undefined =>
  symbol?.endsWith('-PERP') === true ? symbol.replace(/-PERP$/, '-USDC') : undefined;

/** The body of an order that is not refused for its form. */
export function askedFor(style: string, body: Body | undefined, atMs: Instant): AskedOrder {
  const isA = style === 'A';
  const sides = isA ? ['long', 'buy'] : ['buy'];
  const isLimit = body?.['type'] === 'limit';
  return {
    pair: (isA ? pairOf(text(body, 'symbol')) : text(body, 'pair')) ?? '',
    isPerp: isA || body?.['market_type'] === 'perp',
    // Gap T2: one reading has the words of style B in style A too.
    side: sides.includes(String(body?.['side'])) ? 'buy' : 'sell',
    amount: isA ? undefined : (sentMicros(body, 'amount') ?? 0),
    leverage: Math.round(Number(body?.['leverage'] ?? 1) * 100),
    limit: isLimit ? units(body['price']) : undefined,
    units: isA ? units(body?.['size']) : undefined,
    atMs,
  };
}
