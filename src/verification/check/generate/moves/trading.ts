/** Calls of the trading service. */
import { hourMs, minuteMs, type DurationMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { anyPage, type Move } from '../move.ts';
import type { OperationDraft, Planned, ModelState } from '../model-state.ts';

const pairs = ['ETH-USDC', 'BTC-USDC'] as const;
/** A perpetual without a spot market (gap T7). */
const perpAlone = 'ACE-USDC';
const amounts = [1, '1.50', 2, 2.345678, 5, '9.985', 0.999999, 1_000_000.000001, 'x', 900] as const;
const amount = (draw: Draw): unknown =>
  draw.chance(80) ? draw.pick(amounts.slice(0, 6)) : draw.pick(amounts);

function spot(_: ModelState, draw: Draw): OperationDraft {
  const isOdd = draw.chance(10);
  return {
    do: 'POST /api/trading-api/order',
    body: {
      pair: isOdd ? draw.pick(['NONE-USDC', 'ETH', perpAlone, perpAlone]) : draw.pick(pairs),
      side: draw.pick(['buy', 'buy', 'sell']),
      amount: amount(draw),
    },
    makes: { kind: 'order', field: 'order_id' },
  };
}

function limit(model: ModelState, draw: Draw): OperationDraft {
  model.isTrading = true;
  const isPerp = draw.chance(30);
  return {
    do: 'POST /api/trading-api/order',
    body: {
      pair: 'ETH-USDC',
      side: draw.pick(['buy', 'buy', 'sell']),
      amount: amount(draw),
      type: 'limit',
      price: draw.pick(['3000', '3000', '3500.5', '4500', draw.chance(60) ? '2900' : 'x']),
      ...(isPerp ? { market_type: 'perp', leverage: draw.pick([1, 3, 10]) } : {}),
    },
    makes: { kind: 'resting', field: 'order_id' },
  };
}

const trader = (now: ModelState): string => now.latest('order')?.by ?? now.main;

/** The price, and at once what a position is worth at it. */
const looks = (atMs: DurationMs, pair: string): Planned[] => [
  { atMs, make: (now) => ({ by: trader(now), call: { do: `GET /api/trading-api/price/${pair}` } }) },
  { atMs, make: (now) => ({ by: trader(now), call: { do: 'GET /api/trading-api/portfolio' } }) },
];

/** A position that a jump of prices is to end at once, and a look right after it. */
function doomed(model: ModelState, draw: Draw): OperationDraft {
  const side = draw.pick(['buy', 'sell']);
  const jumpMs = model.atMs + hourMs;
  const move = side === 'buy' ? '-12%' : '+12%';
  model.faults.push({ at: `${jumpMs}ms`, service: 'trading', kind: 'price-jump', market: 'all', move });
  model.planned.push(...looks(jumpMs + 2 * minuteMs, pairs[0]));
  return {
    do: 'POST /api/trading-api/order',
    body: { pair: pairs[0], side, amount: amount(draw), market_type: 'perp', leverage: 10 },
    makes: { kind: 'order', field: 'order_id' },
  };
}

/** A position over a settlement of funding during which the clock of the service stands still, and a look afterwards. */
function overslept(model: ModelState, draw: Draw): OperationDraft {
  const fromMs = Math.max(model.atMs, model.nextMs(8 * hourMs) - hourMs);
  model.faults.push({ at: `${fromMs}ms`, service: 'trading', kind: 'clock-hold', for: '2h' });
  model.planned.push(...looks(fromMs + 2 * hourMs + minuteMs, pairs[0]));
  return {
    do: 'POST /api/trading-api/order',
    body: { pair: pairs[0], side: draw.pick(['buy', 'sell']), amount: 5, market_type: 'perp', leverage: 2 },
    makes: { kind: 'order', field: 'order_id' },
  };
}

function perp(model: ModelState, draw: Draw): OperationDraft {
  model.isTrading = true;
  if (draw.chance(30)) {
    return {
      do: 'POST /trading/api/v1/orders',
      body: {
        symbol: draw.pick(['ETH-PERP', 'DOGE-PERP', 'NONE-PERP']),
        side: draw.pick(['long', 'short', 'long', 'short', 'up', 'buy', 'sell']),
        size: draw.pick([0.001, 20, 0.0005, 0.01, 0.02]),
        leverage: draw.pick([1, 5, 10, 11, 25.5, 100]),
      },
      makes: { kind: 'order', field: 'order_id' },
    };
  }
  const pair = draw.pick(pairs);
  if (model.planned.length === 0 && draw.chance(13))
    return draw.pick([doomed, doomed, overslept])(model, draw);
  if (model.planned.length === 0 && draw.chance(30))
    model.planned.push(...looks(model.nextMs(8 * hourMs), pair));
  return {
    do: 'POST /api/trading-api/order',
    body: {
      pair,
      side: draw.pick(['buy', 'sell']),
      amount: amount(draw),
      market_type: 'perp',
      leverage: draw.pick([1, 2, 5, 10, 10, 11, 0.5]),
    },
    makes: { kind: 'order', field: 'order_id' },
  };
}

function cancel(model: ModelState, draw: Draw): OperationDraft {
  const order = (draw.chance(75) ? model.one(draw, 'resting') : undefined) ?? model.one(draw, 'order');
  const id = draw.chance(95) ? (order?.reference ?? 'ord_none') : 'ord_none';
  const by = order !== undefined && draw.chance(85) ? { by: order.by } : {};
  return draw.chance(60)
    ? { do: `DELETE /api/trading-api/order/${id}`, ...by }
    : { do: `POST /trading/api/v1/orders/${id}/cancel`, ...by };
}

const reads = (_: ModelState, draw: Draw): OperationDraft =>
  draw.pick<() => OperationDraft>([
    () => ({ do: 'GET /api/trading-api/portfolio' }),
    () => ({ do: 'GET /api/trading-api/portfolio' }),
    () => ({ do: 'GET /trading/api/v1/positions' }),
    () => ({
      do: `GET /api/trading-api/price/${draw.chance(85) ? draw.pick(pairs) : draw.pick(['NONE-USDC', perpAlone])}`,
    }),
    () => ({ do: `GET /api/trading-api/price/ETH-USDC` }),
    () => ({
      do: 'GET /api/trading-api/orders',
      query: draw.pick([
        { limit: 1, ...anyPage(draw) },
        { limit: 3 },
        { status: 'open' },
        { pair: 'ETH-USDC' },
        { limit: 0 },
      ]),
    }),
    () => ({
      do: `GET /trading/api/v1/ticker/${draw.pick(['ETH-PERP', 'ETH-PERP', 'ETH-USDC', 'BTC-USDC', 'NONE-PERP', 'ACE-PERP'])}`,
    }),
    // The list of all markets draws a day of every price.
    () => ({ do: draw.chance(10) ? 'GET /trading/api/v1/markets' : 'GET /trading/api/v1/positions' }),
  ])();

/** The first order sets `model.isTrading`, which bounds how far the clock goes. */
export const tradingMoves: readonly Move[] = [
  { name: 'trading/spot', weight: 7, make: spot },
  { name: 'trading/limit', weight: 5, make: limit },
  { name: 'trading/perp', weight: 6, make: perp },
  { name: 'trading/cancel', weight: 4, make: cancel },
  { name: 'trading/reads', weight: 8, make: reads },
];
