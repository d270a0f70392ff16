/** Orders and positions of the trading service, as style B shows them. */
import type { Agent, Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

export type Side = 'buy' | 'sell';
export type Market = 'spot' | 'perp';
/** One entry of a list. */
export type Row = Readonly<Record<string, unknown>>;

export const tradingB = '/api/trading-api';

export const quote = (agent: Agent, asset: string): Steps<Answer> =>
  agent.polite.get(`${tradingB}/price/${asset}-USDC`);

/** What an order asks for; without a limit it is a market order. */
export interface OrderRequest {
  readonly asset: string;
  readonly market: Market;
  readonly side: Side;
  readonly micros: number;
  readonly leverage?: number;
  readonly limit?: string;
}

export function placeOrder(agent: Agent, order: OrderRequest): Steps<Answer> {
  const { asset, market, side, micros, leverage, limit } = order;
  return agent.polite.post(`${tradingB}/order`, {
    pair: `${asset}-USDC`,
    side,
    amount: micros / 1e6,
    market_type: market,
    ...(market === 'perp' && leverage !== undefined ? { leverage } : {}),
    ...(limit === undefined ? { type: 'market' } : { type: 'limit', price: limit }),
  });
}

/** Sells all of a long position, or buys all of a short one back (style A, which sizes in the asset). */
export const closePosition = (agent: Agent, asset: string, position: Row): Steps<Answer> =>
  agent.polite.post('/trading/api/v1/orders', {
    symbol: `${asset}-PERP`,
    side: position['side'] === 'buy' ? 'short' : 'long',
    size: position['qty'],
    type: 'market',
  });

/** What the portfolio shows of one market: `none` where there is nothing, undefined where no answer says. */
export function* positionIn(agent: Agent, asset: string, market: Market): Steps<Row | 'none' | undefined> {
  const portfolio = yield* agent.polite.get(`${tradingB}/portfolio`);
  if (!portfolio.ok) return undefined;
  const found = portfolio
    .list('positions')
    .find((row) => row['pair'] === `${asset}-USDC` && row['market_type'] === market);
  return found ?? 'none';
}

/** The same, where there is something. */
export function* positionOf(agent: Agent, asset: string, market: Market): Steps<Row | undefined> {
  const position = yield* positionIn(agent, asset, market);
  return position === 'none' ? undefined : position;
}

/** A limit with no more decimals than the quote has; zeros at its end may be there for show. */
export function limitOff(price: Answer, factor: number): string {
  const mid = price.text('mid').replace(/\.?0+$/, '');
  const point = mid.indexOf('.');
  return (Number(mid) * factor).toFixed(point < 0 ? 0 : mid.length - point - 1);
}

export const numberIn = (row: Row | undefined, field: string): number => Number(row?.[field] ?? 0);
export const microsIn = (row: Row | undefined, field: string): number =>
  Math.round(numberIn(row, field) * 1e6);
