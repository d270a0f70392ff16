/** The trading routes: a row an operation, a column a style (specification.md, Trading). */
import { rowsOf, type RouteTable } from '../../../core/http/route.ts';
import { cancelA, marketsA, placeA, positionsA, tickerA } from './style-a.ts';
import { cancelB, ordersB, placeB, portfolioB, priceB } from './style-b.ts';
import type { MarketData } from './market-data.ts';
import type { Trading } from './trading.ts';
import { tradingRow, positionsCap } from './limits.ts';

const row = rowsOf<Trading>();
const data = rowsOf<MarketData>();

/** The style B row is about placing orders (LIM33, gap L24). */
const otherCalls = { row: tradingRow, rowWhen: { policy: 'limits.tradingRow', is: 'service' } } as const;

const orderRows = [
  row('place', {
    about: 'Place a market or limit order, spot or perpetual',
    access: 'key',
    success: 201,
    limits: { row: tradingRow },
    refusals: [
      'RATE_LIMIT',
      'UNAUTHORIZED',
      'BAD_REQUEST',
      'NOT_FOUND',
      'MARKET_CLOSED',
      'INSUFFICIENT_BALANCE',
    ],
    styles: { A: ['POST', '/api/v1/orders', placeA], B: ['POST', '/order', placeB] },
  }),
  row('cancel', {
    about: 'Cancel an unfilled limit order',
    access: 'key',
    success: 200,
    limits: otherCalls,
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    styles: {
      A: ['POST', '/api/v1/orders/:id/cancel', cancelA],
      B: ['DELETE', '/order/:id', cancelB],
    },
  }),
  row('orders', {
    about: "The agent's orders, newest first",
    access: 'key',
    success: 200,
    limits: otherCalls,
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST'],
    styles: { B: ['GET', '/orders', ordersB] },
  }),
  row('portfolio', {
    about: 'Open positions and spot holdings',
    access: 'key',
    success: 200,
    limits: otherCalls,
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED'],
    styles: { B: ['GET', '/portfolio', portfolioB] },
  }),
  row('positions', {
    about: 'Open perpetual positions',
    access: 'key',
    success: 200,
    limits: { endpoint: positionsCap },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED'],
    styles: { A: ['GET', '/api/v1/positions', positionsA] },
  }),
];

const marketRows = [
  data('price', {
    about: 'Bid, ask, mid, change and volume of a pair',
    access: 'key',
    success: 200,
    limits: otherCalls,
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND'],
    styles: { B: ['GET', '/price/:pair', priceB] },
  }),
  data('markets', {
    about: 'Every market with its mark price',
    access: 'key',
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED'],
    styles: { A: ['GET', '/api/v1/markets', marketsA] },
  }),
  data('ticker', {
    about: 'The mark price of one market',
    access: 'key',
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND'],
    styles: { A: ['GET', '/api/v1/ticker/:symbol', tickerA] },
  }),
];

/** The route tables of the service, in styles A and B. */
export const tradingRoutes: readonly RouteTable<Trading>[] = [
  { rows: orderRows, operations: (trading) => trading },
  { rows: marketRows, operations: ({ marketData }) => marketData },
];
