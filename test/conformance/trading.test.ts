import { describe, expect, it } from 'vitest';
import marketWatcher from '../../agents/market-watcher.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { admitted, expectRefused, greedy, isoInstant, textOf, type Member, type Reply } from './harness.ts';
import { liveOf } from './polite-run.ts';
import {
  microsOf,
  numberOf,
  orderPath,
  orderPathA,
  place,
  positionsOf,
  priceOf,
  trader,
  tradingStage,
} from './trading-book.ts';

const orderA = { symbol: 'ETH-PERP', side: 'long', size: 0.01, leverage: 5, type: 'market' };
const spot = { pair: 'ETH-USDC', side: 'buy', amount: 10 };
const perp = { ...spot, market_type: 'perp' };

const ordersOf = (member: Member, query: Record<string, string> = {}): readonly JsonObject[] =>
  member.get('/api/trading-api/orders', query).list('orders');

const cancel = (member: Member, id: string): Reply =>
  member.send({ method: 'DELETE', path: `${orderPath}/${id}` });

describe('style A', () => {
  it('TRD01, TRD14, TRD15, TRD16 takes symbol, side, size, leverage and type; answers order_id and entry_price', () => {
    const { alice, oracle } = tradingStage();
    const reply = alice.post(orderPathA, orderA);
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body)).toEqual(['order_id', 'entry_price']);
    const ask = oracle.feed.ask(oracle.mid('ETH'));
    expect(reply.body['entry_price']).toBe(Number(oracle.text('ETH', ask)));
    const [order] = ordersOf(alice);
    expect(order).toMatchObject({ order_id: reply.body['order_id'], side: 'buy', fill_qty: '0.01' });
    expect(order).toMatchObject({ market_type: 'perp', leverage: '5.00', type: 'market' });
  });

  it.each([
    [{ symbol: 'ETH-USDC' }],
    [{ symbol: 'ETH' }],
    [{ symbol: 7 }],
    [{ side: 'up' }],
    [{ side: true }],
    [{ size: 0 }],
    [{ size: -1 }],
    [{ size: 'much' }],
    [{ size: 1e-12 }],
    [{ size: 1e300 }],
    [{ leverage: 0 }],
    [{ leverage: 0.99 }],
    [{ leverage: 10.5 }],
    [{ leverage: 'all' }],
    [{ type: 'stop' }],
    [{ type: 'limit' }],
    [{ type: 'limit', price: 0 }],
  ])('TRD14, TRD15, TRD16 refuses %j with 400', (fields) => {
    const { alice } = tradingStage();
    expectRefused(alice.post(orderPathA, { ...orderA, ...fields }), 'BAD_REQUEST');
    expect(alice.spendable).toBe(1_000_000_000);
  });

  it('TRD14 accepts a symbol of the form ASSET-PERP, and answers 404 where there is no such market', () => {
    const { alice, oracle } = tradingStage();
    expectRefused(alice.post(orderPathA, { ...orderA, symbol: 'NOTHING-PERP' }), 'NOT_FOUND');
    const size = Math.ceil(2_000 / Number(oracle.text('1INCH', oracle.mid('1INCH')))) / 100;
    expect(alice.post(orderPathA, { ...orderA, symbol: '1INCH-PERP', size }).status).toBe(201);
  });

  it('TRD02 cancels without a body and answers what became of the order', () => {
    const { alice, oracle } = tradingStage();
    const price = oracle.text('ETH', Math.round(oracle.mid('ETH') / 2));
    const placed = alice.post(orderPathA, { ...orderA, type: 'limit', price });
    expect(placed.body['entry_price']).toBeNull();
    const id = placed.text('order_id');
    const cancelled = alice.post(`${orderPathA}/${id}/cancel`);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toEqual({ order_id: id, status: 'cancelled' });
    expectRefused(alice.post(`${orderPathA}/${id}/cancel`), 'CONFLICT');
  });

  it('TRD03 shows the open positions, and none that is closed', () => {
    const { alice } = tradingStage();
    expect(alice.get('/trading/api/v1/positions').body).toEqual({ positions: [] });
    alice.post(orderPathA, orderA);
    alice.post(orderPathA, { ...orderA, symbol: 'SOL-PERP', side: 'short', size: 1 });
    const positions = alice.get('/trading/api/v1/positions').list('positions');
    expect(positions).toMatchObject([
      { symbol: 'ETH-PERP', side: 'long', size: 0.01 },
      { symbol: 'SOL-PERP', side: 'short', size: 1 },
    ]);
    alice.post(orderPathA, { ...orderA, side: 'short' });
    expect(alice.get('/trading/api/v1/positions').list('positions')).toMatchObject([{ symbol: 'SOL-PERP' }]);
  });

  it('TRD04, TRD12 lists all markets, 275 perpetuals or more', () => {
    const { alice } = tradingStage();
    const markets = alice.get('/trading/api/v1/markets').list('markets');
    const perpetuals = markets.filter((market) => /^[A-Z0-9]+-PERP$/.test(textOf(market, 'symbol')));
    expect(perpetuals.length).toBeGreaterThanOrEqual(275);
    expect(new Set(markets.map(({ symbol }) => symbol)).size).toBe(markets.length);
    for (const market of markets.slice(0, 40)) {
      const ticker = alice.get(`/trading/api/v1/ticker/${textOf(market, 'symbol')}`);
      expect(ticker.body['mark_price']).toBe(market['mark_price']);
    }
  });

  it('TRD05 answers the mark price of a symbol', () => {
    const { alice, oracle } = tradingStage();
    const ticker = alice.get('/trading/api/v1/ticker/BTC-PERP');
    expect(ticker.body['mark_price']).toBe(Number(oracle.text('BTC', oracle.mid('BTC'))));
    expectRefused(alice.get('/trading/api/v1/ticker/NOTHING-PERP'), 'NOT_FOUND');
  });
});

describe('style B', () => {
  it('TRD06, TRD27, TRD28 places an order and answers it in full, amounts as decimal text', () => {
    const { alice, oracle } = tradingStage();
    const order = place(alice, { amount: 100 });
    expect(order).toMatchObject({
      order_id: expect.stringMatching(/^ord_[a-z2-7]{16}$/),
      status: 'filled',
      pair: 'ETH-USDC',
      side: 'buy',
      amount: '100.00',
      fee: '0.10',
      ts: isoInstant,
    });
    expect(oracle.ticks('ETH', textOf(order, 'fill_price'))).toBe(oracle.feed.ask(oracle.mid('ETH')));
    expect(numberOf(order, 'fill_qty') * numberOf(order, 'fill_price')).toBeCloseTo(100, 4);
  });

  it('TRD07 quotes bid, ask, mid, the change and the volume of 24 hours', () => {
    const { alice, stage } = tradingStage();
    const before = numberOf(priceOf(alice), 'mid');
    stage.advance('24h');
    const price = priceOf(alice);
    expect(Object.keys(price)).toEqual(
      expect.arrayContaining(['pair', 'bid', 'ask', 'mid', 'change_24h', 'volume_24h']),
    );
    const [bid, mid, ask] = ['bid', 'mid', 'ask'].map((field) => numberOf(price, field));
    expect(bid).toBeLessThan(mid ?? 0);
    expect(ask).toBeGreaterThan(mid ?? 0);
    expect(((ask ?? 0) - (bid ?? 0)) / (mid ?? 1)).toBeCloseTo(0.0005, 5);
    expect(numberOf(price, 'change_24h')).toBeCloseTo(((mid ?? 0) / before - 1) * 100, 1);
    expect(numberOf(price, 'volume_24h')).toBeGreaterThan(0);
    expectRefused(alice.get('/api/trading-api/price/NOTHING-USDC'), 'NOT_FOUND');
  });

  it('TRD08, TRD30, TRD31 lists orders, newest first, 20 where no limit is given, by status and pair', () => {
    const { alice, oracle } = tradingStage();
    const far = oracle.text('ETH', Math.round(oracle.mid('ETH') / 2));
    const open = place(alice, { amount: 5, type: 'limit', price: far });
    const gone = place(alice, { amount: 5, type: 'limit', price: far });
    cancel(alice, textOf(gone, 'order_id'));
    for (let count = 0; count < 21; count++) place(alice, { amount: 1, pair: 'SOL-USDC' });
    expect(ordersOf(alice)).toHaveLength(20);
    expect(ordersOf(alice, { limit: '100' })).toHaveLength(23);
    expect(ordersOf(alice, { limit: '3' })).toHaveLength(3);
    expect(ordersOf(alice, { status: 'open' }).map(idOf)).toEqual([open['order_id']]);
    expect(ordersOf(alice, { status: 'cancelled' }).map(idOf)).toEqual([gone['order_id']]);
    expect(ordersOf(alice, { status: 'filled', limit: '100' })).toHaveLength(21);
    expect(ordersOf(alice, { status: 'all', pair: 'ETH-USDC' }).map(idOf)).toEqual([gone, open].map(idOf));
    expectRefused(alice.get('/api/trading-api/orders', { status: 'rejected' }), 'BAD_REQUEST');
    expectRefused(alice.get('/api/trading-api/orders', { limit: '0' }), 'BAD_REQUEST');
  });

  it('TRD09, TRD35 cancels an unfilled limit order, answers it as cancelled, and gives everything back', () => {
    const { alice, oracle } = tradingStage();
    const price = oracle.text('ETH', Math.round(oracle.mid('ETH') / 2));
    const order = place(alice, { amount: 250, type: 'limit', price });
    expect([alice.spendable, alice.held]).toEqual([749_750_000, 250_250_000]);
    const cancelled = cancel(alice, textOf(order, 'order_id'));
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toEqual({ ...order, status: 'cancelled' });
    expect([alice.spendable, alice.held]).toEqual([1_000_000_000, 0]);
    expectRefused(cancel(alice, textOf(order, 'order_id')), 'CONFLICT');
  });

  it('TRD10 shows what is held: perpetual positions and spot holdings', () => {
    const { alice } = tradingStage();
    expect(positionsOf(alice)).toEqual([]);
    const bought = place(alice, { amount: 40 });
    place(alice, { ...perp, amount: 60, side: 'sell', leverage: 3 });
    expect(positionsOf(alice)).toMatchObject([
      { pair: 'ETH-USDC', market_type: 'perp', side: 'sell', margin: '20.00' },
      { pair: 'ETH-USDC', market_type: 'spot', side: 'buy', qty: bought['fill_qty'] },
    ]);
  });

  /** An order with these fields is refused, and leaves no trace. */
  const refusesOrder = (fields: object): void => {
    const { alice } = tradingStage();
    expectRefused(alice.post(orderPath, { ...spot, ...fields }), 'BAD_REQUEST');
    expect(alice.spendable).toBe(1_000_000_000);
    expect(ordersOf(alice)).toEqual([]);
  };

  it('TRD17 takes the pair of an asset and USDC', () => {
    const { alice } = tradingStage();
    for (const pair of ['ETH-USDC', 'BTC-USDC', 'DOGE-USDC'])
      expect(place(alice, { pair })).toMatchObject({ pair });
    expect(ordersOf(alice).map((order) => order['pair'])).toEqual(
      expect.arrayContaining(['ETH-USDC', 'BTC-USDC', 'DOGE-USDC']),
    );
  });

  it.each([
    [{ pair: undefined }],
    [{ pair: null }],
    [{ pair: 7 }],
    [{ pair: ['ETH-USDC'] }],
    [{ pair: '' }],
    [{ pair: 'ETH' }],
    [{ pair: '-USDC' }],
    [{ pair: 'ETH-USD' }],
    [{ pair: 'ETHUSDC' }],
    [{ pair: 'ETH-PERP' }],
    [{ pair: 'USDC-ETH' }],
    [{ pair: 'eth-usdc' }],
    [{ pair: ' ETH-USDC' }],
    [{ pair: 'ETH-USDC-USDC' }],
  ])('TRD17 refuses %j with 400', refusesOrder);

  it.each([[{ side: undefined }], [{ side: 'long' }]])('TRD18 refuses %j with 400', refusesOrder);

  it.each([
    [{ amount: undefined }],
    [{ amount: 0 }],
    [{ amount: -1 }],
    [{ amount: 0.999999 }],
    [{ amount: 1_000_000.01 }],
    [{ amount: 1.0000001 }],
    [{ amount: '1e2' }],
  ])('TRD19 refuses %j with 400', refusesOrder);

  it('TRD20 refuses a type that is neither market nor limit with 400', () => refusesOrder({ type: 'stop' }));

  it.each([
    [{ type: 'limit' }],
    [{ type: 'limit', price: 0 }],
    [{ type: 'limit', price: -3 }],
    [{ type: 'limit', price: 'dear' }],
    [{ type: 'limit', price: 1e-9 }],
    [{ type: 'limit', price: 1e9 }],
    [{ type: 'limit', price: 3_000.00001 }],
  ])('TRD22 refuses %j with 400', refusesOrder);

  it('TRD23 refuses a market_type that is neither spot nor perp with 400', () => {
    refusesOrder({ market_type: 'option' });
  });

  it.each([
    [{ market_type: 'perp', leverage: 0.5 }],
    [{ market_type: 'perp', leverage: 10.01 }],
    [{ market_type: 'perp', leverage: 11 }],
    [{ leverage: 2 }],
  ])('TRD25, TRD26 refuses %j with 400', refusesOrder);

  it('TRD18, TRD19 buys and sells for an amount of USDC', () => {
    const { alice, oracle } = tradingStage();
    place(alice, { amount: 100 });
    expect(alice.spendable).toBe(1_000_000_000 - 100_100_000);
    const sold = place(alice, { side: 'sell', amount: '40.00' });
    expect(oracle.ticks('ETH', textOf(sold, 'fill_price'))).toBe(oracle.feed.bid(oracle.mid('ETH')));
    expect(alice.spendable).toBe(1_000_000_000 - 100_100_000 + 40_000_000 - 40_000);
  });

  it('TRD21, TRD24 reads an order without type and market_type as a market order on the spot market', () => {
    const { alice } = tradingStage();
    expect(alice.post(orderPath, spot).body).toMatchObject({
      type: 'market',
      market_type: 'spot',
      status: 'filled',
    });
  });

  it('TRD20, TRD22 rests a limit order at its price and fills it there, in full, when the mid crosses it', () => {
    const { stage, alice, oracle } = tradingStage();
    const limit = Math.round(oracle.mid('ETH') * 0.998);
    const minutes = oracle.minutesUntil('ETH', (mid) => mid <= limit);
    const order = place(alice, { amount: 100, type: 'limit', price: oracle.text('ETH', limit) });
    expect(order).toMatchObject({ status: 'open', fill_price: null, fill_qty: '0.00', fee: '0.00' });
    stage.advanceTo(new Date(Math.floor(stage.nowMs / 60_000 + minutes) * 60_000 - 1).toISOString());
    expect(ordersOf(alice)).toMatchObject([{ status: 'open' }]);
    stage.advance(1);
    expect(ordersOf(alice)).toMatchObject([
      { status: 'filled', fill_price: order['price'], fee: '0.10', amount: '100.00' },
    ]);
    expect([alice.spendable, alice.held]).toEqual([899_900_000, 0]);
  });

  it('TRD23, TRD25, TRD26 trades perpetuals at a leverage of 1 to 10: the margin is the amount divided by it', () => {
    const { alice } = tradingStage();
    for (const [leverage, margin] of [
      [1, 30_000_000],
      [2.5, 12_000_000],
      [10, 3_000_000],
    ]) {
      const before = alice.spendable;
      place(alice, { ...perp, amount: 30, leverage });
      expect(before - alice.spendable).toBe((margin ?? 0) + 30_000);
    }
    const [position] = positionsOf(alice);
    expect(position === undefined ? 0 : microsOf(position, 'margin')).toBe(45_000_000);
  });

  it('TRD29 adds a funding rate, of at most 0.05% either way, where there is a perpetual', () => {
    const { stage, alice } = tradingStage();
    for (let day = 0; day < 10; day++) {
      for (const pair of ['ETH-USDC', 'SYN-USDC', 'DOGE-USDC']) {
        const rate = numberOf(priceOf(alice, pair), 'funding_rate');
        expect(Math.abs(rate)).toBeLessThanOrEqual(0.0005);
      }
      stage.advance('7h');
    }
  });
});

describe('both styles', () => {
  it('TRD11 trades spot pairs and perpetuals, and keeps them apart', () => {
    const { alice } = tradingStage();
    place(alice, { amount: 10 });
    place(alice, { ...perp, amount: 20, side: 'sell' });
    expect(positionsOf(alice).map((position) => position['market_type'])).toEqual(['perp', 'spot']);
    expectRefused(alice.post(orderPath, { ...spot, pair: 'SYN-USDC' }), 'NOT_FOUND');
    expect(alice.post(orderPath, { ...perp, pair: 'SYN-USDC' }).status).toBe(201);
  });

  it('TRD13 charges makers 0.1% (and takers as well, policy trading.takerFee: same)', () => {
    const { stage, alice, oracle } = tradingStage();
    const limit = Math.round(oracle.mid('ETH') * 1.02);
    place(alice, { amount: 123.456789, type: 'limit', price: oracle.text('ETH', limit) });
    stage.advance('1m');
    expect(ordersOf(alice)).toMatchObject([{ status: 'filled', fee: '0.123457' }]);
    expect(stage.account('trading:fees')).toBe(123_457);
    expect(place(alice, { amount: 50 })['fee']).toBe('0.05');
    expect(stage.account('trading:fees')).toBe(173_457);
  });

  it('TRD32 knows the states open, filled and cancelled, and no other', () => {
    const { alice, oracle } = tradingStage();
    const price = oracle.text('ETH', Math.round(oracle.mid('ETH') / 2));
    place(alice, {});
    place(alice, { type: 'limit', price });
    const third = place(alice, { type: 'limit', price });
    expect(ordersOf(alice).map(({ status }) => status)).toEqual(['open', 'open', 'filled']);
    cancel(alice, textOf(third, 'order_id'));
    expect(ordersOf(alice).map(({ status }) => status)).toEqual(['cancelled', 'open', 'filled']);
  });

  it('TRD33 fills a market order at once: buys at the ask, sells at the bid, with price, quantity and fee', () => {
    const { alice } = tradingStage();
    const price = priceOf(alice);
    expect(place(alice, { ...perp })).toMatchObject({ status: 'filled', fill_price: price['ask'] });
    expect(place(alice, { ...perp, side: 'sell' })).toMatchObject({
      status: 'filled',
      fill_price: price['bid'],
      fee: '0.01',
      fill_qty: expect.stringMatching(/^0\.\d+$/),
    });
  });

  it('TRD34, ERR16 answers MARKET_CLOSED on a closed market and makes no order; cancels go through', () => {
    const { stage, alice, oracle } = tradingStage();
    const price = oracle.text('ETH', Math.round(oracle.mid('ETH') / 2));
    const resting = place(alice, { type: 'limit', price });
    stage.fault({ kind: 'market-closed', service: 'trading', market: 'ETH-USDC', forMs: 3_600_000 });
    const before = stage.snapshot();
    expectRefused(alice.post(orderPath, spot), 'MARKET_CLOSED');
    expectRefused(alice.post(orderPath, { ...spot, type: 'limit', price }), 'MARKET_CLOSED');
    expectRefused(alice.post(orderPathA, orderA), 'MARKET_CLOSED');
    expect(alice.post(orderPath, spot).status).toBe(409);
    expect(ordersOf(alice)).toHaveLength(1);
    expect(stage.snapshot().replace(/"settledRequests":\d+/g, '')).toBe(
      before.replace(/"settledRequests":\d+/g, ''),
    );
    expect(alice.post(orderPath, { ...spot, pair: 'SOL-USDC' }).status).toBe(201);
    expect(cancel(alice, textOf(resting, 'order_id')).status).toBe(200);
    stage.advance('1h');
    expect(alice.post(orderPath, spot).status).toBe(201);
  });

  it('ERR16 closes one perpetual and leaves its spot pair open, and marks it in the list of markets', () => {
    const { stage, alice } = tradingStage();
    stage.fault({ kind: 'market-closed', service: 'trading', market: 'ETH-PERP', forMs: 60_000 });
    expectRefused(alice.post(orderPathA, orderA), 'MARKET_CLOSED');
    expect(alice.post(orderPath, spot).status).toBe(201);
    const closed = alice
      .get('/trading/api/v1/markets')
      .list('markets')
      .filter(({ status }) => status === 'closed');
    expect(closed.map(({ symbol }) => symbol)).toEqual(['ETH-PERP']);
  });

  it('ERR07 answers 404 NOT_FOUND for an unknown order, and for an order of another agent', () => {
    const { stage, alice, oracle } = tradingStage();
    const price = oracle.text('ETH', Math.round(oracle.mid('ETH') / 2));
    const id = textOf(place(alice, { type: 'limit', price }), 'order_id');
    const bob = trader(stage, 'bob', 100);
    expectRefused(cancel(alice, 'ord_none'), 'NOT_FOUND');
    expectRefused(alice.post(`${orderPathA}/ord_none/cancel`), 'NOT_FOUND');
    expectRefused(cancel(bob, id), 'NOT_FOUND');
    expectRefused(bob.post(`${orderPathA}/${id}/cancel`), 'NOT_FOUND');
  });

  it('ERR07 speaks in the order of the documents: validation, existence, closed market, balance', () => {
    const { stage } = tradingStage();
    const poor = trader(stage, 'poor', 10);
    stage.fault({ kind: 'market-closed', service: 'trading', market: 'ETH-USDC', forMs: 60_000 });
    const asks = [
      [{ ...spot, pair: 'NOTHING-USDC', amount: 0.5 }, 'BAD_REQUEST'],
      [{ ...spot, pair: 'NOTHING-USDC', amount: 500 }, 'NOT_FOUND'],
      [{ ...spot, amount: 500 }, 'MARKET_CLOSED'],
      [{ ...spot, pair: 'SOL-USDC', amount: 500 }, 'INSUFFICIENT_BALANCE'],
      [{ ...spot, pair: 'SOL-USDC', side: 'sell' }, 'INSUFFICIENT_BALANCE'],
    ] as const;
    for (const [body, code] of asks) expectRefused(poor.post(orderPath, body), code);
    expect(poor.post(orderPath, { ...spot, pair: 'SOL-USDC', side: 'sell' }).text('error')).toContain('SOL');
    expect(poor.spendable).toBe(10_000_000);
  });

  it('TRD03, TRD10 reads one state from both styles', () => {
    const { alice } = tradingStage();
    alice.post(orderPathA, { ...orderA, size: 0.02 });
    place(alice, { ...perp, pair: 'SOL-USDC', side: 'sell', amount: 90, leverage: 3 });
    const inA = alice.get('/trading/api/v1/positions').list('positions');
    const inB = positionsOf(alice);
    expect(inA.map(({ size }) => size)).toEqual(inB.map((position) => numberOf(position, 'qty')));
    expect(inA.map(({ margin }) => margin)).toEqual(inB.map((position) => numberOf(position, 'margin')));
    expect(inA.map(({ mark_price: mark }) => mark)).toEqual(
      inB.map((position) => numberOf(position, 'mark_price')),
    );
    const [fromB] = ordersOf(alice, { pair: 'ETH-USDC' });
    expect(fromB).toMatchObject({ side: 'buy', fill_qty: '0.02' });
  });
});

describe('limits and referrals', () => {
  const invalid = (member: Member) => (): Reply => member.post(orderPath, {});

  it('LIM16 caps GET /positions at 300 a minute, whatever the tier', () => {
    const { stage, alice } = tradingStage();
    const ask = (): Reply => alice.get('/trading/api/v1/positions');
    expect(admitted(400, ask)).toBe(300);
    stage.advance(59_999);
    expect(ask().status).toBe(429);
    stage.advance(1);
    expect(admitted(400, ask)).toBe(300);
  });

  it('LIM31, LIM33 admits 120 order placements a minute in style B, and counts no other call', () => {
    const { stage, alice } = tradingStage();
    expect(admitted(300, () => alice.get('/api/trading-api/orders'))).toBe(300);
    expect(admitted(201, invalid(alice))).toBe(120);
    expect(admitted(201, () => alice.post(orderPathA, {}))).toBe(201);
    expect(admitted(300, () => alice.get('/api/trading-api/portfolio'))).toBe(300);
    expect(cancel(alice, 'ord_none').status).toBe(404);
    stage.advance(60_000);
    expect(admitted(201, invalid(alice))).toBe(120);
  });

  it('LIM31 admits a burst of 200 placements, then 120 a minute (policy limits.algorithm: gcra)', () => {
    const { stage, alice } = tradingStage({ 'limits.algorithm': 'gcra' });
    expect(admitted(300, invalid(alice))).toBe(200);
    stage.advance(500);
    expect(admitted(2, invalid(alice))).toBe(1);
  });

  it('LIM32 admits 50,000 placements a day, and again from midnight UTC on', () => {
    const { stage, alice } = tradingStage({}, { startAt: '2026-03-04T00:00:00.000Z' });
    expect(greedy(stage, 86_399_999, invalid(alice))).toBe(50_000);
    stage.advanceTo('2026-03-04T23:59:59.999Z');
    expect(invalid(alice)().body).toMatchObject({ limit: 50_000, window: '1d' });
    stage.advance(1);
    expect(invalid(alice)().status).toBe(400);
  });

  it('LIM50 has a client that fetches the list of markets at most once in 5 s, however often it is told to', () => {
    const live = liveOf();
    live.run((agent) => marketWatcher.run(agent, { every: 1_000, rounds: 300 }));
    const looks = live.sent('/trading/api/v1/markets');
    expect(looks).toHaveLength(300);
    expect(Math.min(...looks.slice(1).map(({ secondsAfter }) => secondsAfter))).toBe(5);
  });

  it('REF01 gives the referrer 20% of the fees of agents that registered with its name', () => {
    const { stage, alice } = tradingStage();
    const caller = stage.anonymous();
    const joined = caller.post('/faucet/register', { agent_id: 'bob', referrer: 'alice' });
    const bob = caller.withKey(joined.text('api_key'));
    expect(bob.post(orderPath, { ...spot, amount: 5 }).body['fee']).toBe('0.005');
    expect(bob.post(orderPathA, { ...orderA, symbol: 'DOGE-PERP', size: 10 }).status).toBe(201);
    const fees = bob
      .get('/api/trading-api/orders')
      .list('orders')
      .reduce((sum, order) => sum + microsOf(order, 'fee'), 0);
    const shares = bob
      .get('/api/trading-api/orders')
      .list('orders')
      .reduce((sum, order) => sum + Math.floor(microsOf(order, 'fee') / 5), 0);
    const seen = alice.get('/faucet/referrals').body;
    expect(microsOf(seen, 'fees_earned')).toBe(shares);
    expect(stage.account('trading:fees')).toBe(fees - shares);
  });
});

const idOf = (order: JsonObject): string => textOf(order, 'order_id');
