/** Calls of the trading service. */
import type { Json } from '../../../../src/core/http/message.ts';
import type { Move, Walk } from '../walk.ts';

const amounts = ['0.5', 0.25, '1.234567', 0.1, '0.05', -1, 'x', '500', 3] as const;

export function tradingMoves(walk: Walk): Move[] {
  const bid = { pair: 'DOGE-USDC', side: 'buy', amount: 1, type: 'limit', price: '0.01' };
  const bidA = { symbol: 'DOGE-PERP', side: 'long', size: 100, type: 'limit', price: 0.01, leverage: 2 };
  const trade = (): Json => ({
    pair: walk.pick(['ETH-USDC', 'SYN-USDC', 'NONE-USDC', 'ETH']),
    side: walk.pick(['buy', 'sell']),
    amount: walk.pick(amounts),
    market_type: walk.pick(['spot', 'perp']),
  });
  return [
    () => ['POST', '/api/trading-api/order', bid],
    () => ['POST', '/api/trading-api/order', trade()],
    () => ['POST', '/trading/api/v1/orders', bidA],
    () => ['POST', '/trading/api/v1/orders', { symbol: 'BTC-PERP', side: 'short', size: 0.00002 }],
    () => ['DELETE', `/api/trading-api/order/${walk.known('order')}`, undefined],
    () => ['POST', `/trading/api/v1/orders/${walk.known('order')}/cancel`, undefined],
    () => ['GET', '/api/trading-api/orders?status=all&limit=3', undefined],
    () => ['GET', '/api/trading-api/price/ETH-USDC', undefined],
    () => ['GET', '/api/trading-api/portfolio', undefined],
    () => ['GET', '/trading/api/v1/positions', undefined],
    () => ['GET', '/trading/api/v1/markets', undefined],
    () => ['GET', '/trading/api/v1/ticker/SOL-PERP', undefined],
  ];
}
