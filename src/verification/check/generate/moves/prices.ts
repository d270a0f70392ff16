/** Series around a step of the prices: what a step reaches by a narrow margin, closes with something left, or makes too dear for the venue. */
import { hourMs, minuteMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const api = '/api/trading-api';
const pair = 'ETH-USDC';
const price: OperationDraft = {
  do: `GET ${api}/price/${pair}`,
  makes: { kind: 'quote', field: 'mid' },
};
const portfolio: OperationDraft = { do: `GET ${api}/portfolio` };
const orders: OperationDraft = { do: `GET ${api}/orders` };

const place = (body: object, kind = 'order'): OperationDraft => ({
  do: `POST ${api}/order`,
  body: { pair, ...body },
  makes: { kind, field: 'order_id' },
});

/** From one to three USDC: hardly two of them are equal. */
const micros = (draw: Draw): number => 1 + draw.integer(2_000_001) / 1_000_000;

/** Prices at which a buy rests, and a sale is filled at once. */
const farBelow: Readonly<Record<string, readonly (string | number)[]>> = {
  ETH: [100, '500.25'],
  BTC: [5000, '900.5'],
  SOL: [5, '9.75'],
};

/** A price far below that of an asset. */
export const lowPrice = (asset: string, draw: Draw): string | number => draw.pick(farBelow[asset] ?? [100]);

/** An order at the bid, the mid or the ask of this minute. */
const atQuote =
  (side: string, draw: Draw): SeriesCall =>
  (now) => {
    const quote = now.latest('quote')?.reference ?? '3000';
    const limit = quote.replace('/mid', `/${draw.pick(['bid', 'mid', 'ask'])}`);
    return place({ side, type: 'limit', amount: micros(draw), price: limit }, 'resting');
  };

/** The market jumps between the first minute of a series and the second. */
function jumps(model: ModelState, move: string): void {
  const at = `${model.nextMs(minuteMs) + minuteMs}ms`;
  model.faults.push({ at, service: 'trading', kind: 'price-jump', market: 'all', move });
}

/** Orders within the spread, and which of them the next minutes fill (gap T5). */
export const narrowLimits: CallSeries = (model, draw) => {
  if (draw.chance(35)) model.policies['trading.marketableLimit'] = 'taker';
  const minute = (): SeriesCall[] => [price, orders, atQuote('buy', draw), atQuote('buy', draw), atQuote('sell', draw)];
  const opening: SeriesCall[] = [price, place({ side: 'buy', amount: 20 }), atQuote('buy', draw), atQuote('buy', draw), atQuote('sell', draw)];
  return [...opening, ...minute(), ...minute(), ...minute(), price, orders];
}; // prettier-ignore

/** All calls of a minute at once. */
export const narrowPause: SeriesPause = { stepMs: minuteMs, jumpMs: 0, jumpAt: 1, together: 5 };

/** A position that a jump takes below its maintenance margin, and not below nothing (gap T9), often with that of another agent. */
export const thinMargin: CallSeries = (model, draw, person) => {
  const [side, move] = draw.pick([['buy', '-12%'], ['sell', '+12%']] as const);
  jumps(model, move);
  const opening = place({ side, amount: 5 + draw.integer(45), market_type: 'perp', leverage: 8.16 });
  const others = model.registered.filter((agent) => agent !== person);
  const twin = others.length > 0 && draw.chance(50) ? { ...opening, by: draw.pick(others) } : price;
  const minute = [price, portfolio, { do: 'GET /casino/api/v1/auth/balance' }];
  return [twin, opening, portfolio, ...minute, ...minute, ...minute];
}; // prettier-ignore

export const thinPause: SeriesPause = { stepMs: minuteMs, jumpMs: 0, jumpAt: 1, together: 3 };

/** A position that loses its margin at once, by an order far on the wrong side of the market, after minutes in which nothing was due. */
export const farLimit: CallSeries = (_, draw) => {
  const [side, limit] = draw.pick([
    ['buy', '9000'],
    ['sell', '900'],
  ] as const);
  const order = { side, market_type: 'perp' };
  const far = place({
    ...order,
    amount: 100 * (1 + draw.integer(9)),
    leverage: 10,
    type: 'limit',
    price: limit,
  });
  const looks = [portfolio, { do: 'GET /trading/api/v1/positions' }];
  return [
    place({ ...order, amount: 10, leverage: 1 }),
    ...looks,
    ...looks,
    far,
    ...looks,
    ...looks,
    ...looks,
  ];
};

/** A venue that begins with next to nothing has no more than was paid for an asset, which is then worth more (gap T9). */
export const shortVenue: CallSeries = (model, draw) => {
  jumps(model, '+12%');
  model.policies['trading.venue'] = '0.01';
  if (draw.chance(40)) model.policies['trading.venueShort'] = 'issuer';
  const bought = 20 + draw.integer(30);
  const sale = place({ side: 'sell', amount: Math.floor(bought * 1.07) });
  return [place({ side: 'buy', amount: bought }), portfolio, price, orders, price, sale, sale, portfolio];
};

export const shortPause: SeriesPause = { stepMs: minuteMs, jumpMs: 0, jumpAt: 1, together: 2 };

/** The price of a pair, and that a day later. */
export const dayApart: CallSeries = (_, draw) => {
  const look = { do: `GET ${api}/price/${draw.pick(['ETH-USDC', 'BTC-USDC', 'SOL-USDC'])}` };
  return [look, look, look];
};

export const dayPause: SeriesPause = { stepMs: 1, jumpMs: 24 * hourMs, jumpAt: 1 };

const cancel = (now: ModelState): OperationDraft => ({
  do: `DELETE ${api}/order/${now.latest('resting')?.reference ?? 'ord_none'}`,
});

/** Orders that no price reaches, some hours apart, looked at before the day of each is over and after (gap T6). */
export const longOrders: CallSeries = (model, draw) => {
  if (draw.chance(50)) model.policies['trading.orderLife'] = 'day';
  const rests = (): OperationDraft =>
    place({ side: 'buy', type: 'limit', amount: micros(draw), price: draw.pick(['100', '99.5']) }, 'resting');
  return [rests(), orders, rests(), orders, orders, portfolio, orders, portfolio, cancel, orders];
};

/** Two calls every seven hours: no look falls on the end of a day that has begun with an order. */
export const longPause: SeriesPause = { stepMs: 7 * hourMs, jumpMs: 0, jumpAt: 1, together: 2 };
