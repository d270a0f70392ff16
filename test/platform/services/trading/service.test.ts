/** The service as its callers see it: who may cancel what, what is shown of a market, an order and a position, and when markets are open. */
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../conformance/harness.ts';
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
} from '../../../conformance/trading-book.ts';

const unlimited = { 'limits.rowScaling': 'tier' } as const;
const farBelow = { type: 'limit', price: '100.00', amount: 5 } as const;
const ticker = (symbol: string): string => `/trading/api/v1/ticker/${symbol}`;

describe('the cancellation of an order', () => {
  it('is answered in both styles, once, for the agent that placed it', () => {
    const { alice } = tradingStage(unlimited);
    const held = alice.held;
    const [one, two] = [place(alice, farBelow), place(alice, farBelow)];
    expect([
      one['status'],
      one['fill_price'],
      one['fill_qty'],
      one['fee'],
      one['price'],
      one['amount'],
      one['leverage'],
    ]).toEqual(['open', null, '0.00', '0.00', '100.00', '5.00', '1.00']);
    const a = alice.post(`${orderPathA}/${textOf(one, 'order_id')}/cancel`);
    expect([a.status, a.body]).toEqual([200, { order_id: one['order_id'], status: 'cancelled' }]);
    const b = alice.send({ method: 'DELETE', path: `${orderPath}/${textOf(two, 'order_id')}` });
    expect([b.status, b.body]).toEqual([200, { ...two, status: 'cancelled' }]);
    expect(alice.held).toBe(held);
    const again = alice.send({ method: 'DELETE', path: `${orderPath}/${textOf(two, 'order_id')}` });
    expect([again.status, again.body['code'], textOf(again.body, 'error')]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('already cancelled'),
    ]);
  });

  it.each([
    ['404', 404, 'NOT_FOUND'],
    ['403', 403, 'FORBIDDEN'],
  ] as const)('of another agent is refused (%s), and the order stays', (policy, status, code) => {
    const { stage, alice } = tradingStage({ ...unlimited, 'trading.foreignOrder': policy });
    const bob = trader(stage, 'bob', 10);
    const id = textOf(place(alice, farBelow), 'order_id');
    const refused = bob.send({ method: 'DELETE', path: `${orderPath}/${id}` });
    expect([refused.status, refused.body['code']]).toEqual([status, code]);
    expect(alice.get('/api/trading-api/orders', { status: 'open' }).list('orders')).toHaveLength(1);
    expect(bob.get('/api/trading-api/orders').list('orders')).toEqual([]);
  });

  it('of no order is refused', () => {
    const { alice } = tradingStage(unlimited);
    expect(alice.send({ method: 'DELETE', path: `${orderPath}/ord_none` }).status).toBe(404);
    expect(alice.post(`${orderPathA}/ord_none/cancel`).status).toBe(404);
  });
});

describe('a resting order', () => {
  it.each<[string, object, number]>([
    ['a purchase holds its amount and the fee', { amount: 200 }, 200_200_000],
    [
      'a leveraged order holds its margin and the fee',
      { amount: 200, market_type: 'perp', leverage: 4 },
      50_200_000,
    ],
  ])('%s', (_what, fields, held) => {
    const { alice } = tradingStage(unlimited);
    const before = alice.held;
    place(alice, { type: 'limit', price: '100.00', ...fields });
    expect(alice.held - before).toBe(held);
  });

  it.each([
    [0, true],
    [1, false],
  ])('may hold all that is free, and not a micro more (%i): %s', (more, may) => {
    const { alice } = tradingStage(unlimited, { usdc: 100.1 });
    const spent = alice.spendable - 100_100_000;
    expect(spent).toBe(0);
    const reply = alice.post(orderPath, {
      pair: 'ETH-USDC',
      side: 'buy',
      amount: 100 + more / 100,
      type: 'limit',
      price: '100.00',
    });
    expect([reply.status, reply.body['code']]).toEqual(
      may ? [201, undefined] : [422, 'INSUFFICIENT_BALANCE'],
    );
  });

  it('of a sale reserves its lots: as many as there are, and then none', () => {
    const { alice } = tradingStage(unlimited);
    place(alice, { amount: 100 });
    const [holding] = positionsOf(alice);
    const price = (numberOf(holding!, 'mark_price') * 900).toFixed(2);
    const sell = (size: number) =>
      alice.post(orderPath, { pair: 'ETH-USDC', side: 'sell', amount: size, type: 'limit', price });
    const whole = Math.floor(numberOf(holding!, 'qty') * Number(price) * 100) / 100;
    const first = sell(whole - 1);
    expect(first.status).toBe(201);
    expect(numberOf(positionsOf(alice)[0]!, 'reserved_qty')).toBeGreaterThan(0);
    expect([sell(2).status, sell(2).body['code']]).toEqual([422, 'INSUFFICIENT_BALANCE']);
    alice.post(`${orderPathA}/${textOf(first.body, 'order_id')}/cancel`);
    expect(numberOf(positionsOf(alice)[0]!, 'reserved_qty')).toBe(0);
    expect(sell(2).status).toBe(201);
  });

  it('holds nothing where nothing is reserved, and lapses after a day where it lives so long', () => {
    const { stage, alice } = tradingStage({
      ...unlimited,
      'trading.reservation': 'none',
      'trading.orderLife': 'day',
    });
    const before = alice.held;
    const { order_id: id } = place(alice, farBelow);
    expect(alice.held).toBe(before);
    const state = (): unknown =>
      alice
        .get('/api/trading-api/orders')
        .list('orders')
        .find((order) => order['order_id'] === id)?.['status'];
    stage.advance('23h59m');
    expect(state()).toBe('open');
    stage.advance('2m');
    expect(state()).toBe('cancelled');
  });
});

describe('what is shown', () => {
  it('of a market is its mark, and a funding rate of a perpetual alone', () => {
    const { stage, alice, oracle } = tradingStage(unlimited);
    const mark = oracle.mid('ETH') / 10 ** oracle.asset('ETH').priceDecimals;
    const [perp, spot] = [alice.get(ticker('ETH-PERP')), alice.get(ticker('ETH-USDC'))];
    expect(perp.body).toEqual({
      symbol: 'ETH-PERP',
      mark_price: mark,
      funding_rate: oracle.feed.fundingRate(oracle.asset('ETH'), oracle.feed.stepAt(stage.nowMs)) / 1e8,
    });
    expect(spot.body).toEqual({ symbol: 'ETH-USDC', mark_price: mark });
    expect([
      alice.get(ticker('NONE-PERP')).status,
      alice.get('/api/trading-api/price/NONE-USDC').status,
    ]).toEqual([404, 404]);
  });

  it('of a price is the turnover and the change of a day, and the rate of the next settlement', () => {
    const { alice, oracle, stage } = tradingStage(unlimited);
    const quote = oracle.feed.quote(oracle.asset('ETH'), oracle.feed.stepAt(stage.nowMs));
    const shown = priceOf(alice);
    expect(numberOf(shown, 'volume_24h')).toBe(quote.volumeUsdc);
    expect(numberOf(shown, 'change_24h')).toBe(quote.changeBasisPoints / 100);
    expect(numberOf(shown, 'ask') - numberOf(shown, 'bid')).toBeGreaterThan(0);
  });

  it.each([
    ['perp-only', false],
    ['with-perp', true],
  ])('of a pair with both markets has a funding rate (%s): %s', (policy, has) => {
    const options = { ...unlimited, 'trading.fundingShown': policy } as never;
    const shown = priceOf(tradingStage(options).alice);
    expect('funding_rate' in shown).toBe(has);
  });

  it('of a position is what it is worth, in both styles', () => {
    const { alice } = tradingStage(unlimited);
    place(alice, { market_type: 'perp', side: 'sell', leverage: 5, amount: 100 });
    const [a] = alice.get('/trading/api/v1/positions').list('positions');
    const [b] = positionsOf(alice);
    expect([
      a?.['side'],
      b?.['side'],
      b?.['market_type'],
      microsOf(b!, 'margin'),
      a?.['margin'],
      b?.['funding'],
    ]).toEqual(['short', 'sell', 'perp', 20_000_000, 20, '0.00']);
    for (const [inA, inB] of [
      ['mark_price', 'mark_price'],
      ['current_price', 'current_price'],
      ['liquidation_price', 'liquidation_price'],
      ['size', 'qty'],
      ['unrealized_pnl', 'unrealized_pnl'],
    ] as const)
      expect(a?.[inA]).toBe(numberOf(b!, inB));
    expect(numberOf(b!, 'value')).toBeCloseTo(numberOf(b!, 'qty') * numberOf(b!, 'mark_price'), 5);
    expect(numberOf(b!, 'liquidation_price')).toBeGreaterThan(numberOf(b!, 'mark_price'));
  });

  it('of a portfolio are spot holdings after positions', () => {
    const { alice } = tradingStage(unlimited);
    place(alice, { amount: 50 });
    place(alice, { amount: 50, market_type: 'perp' });
    expect(positionsOf(alice).map((each) => each['market_type'])).toEqual(['perp', 'spot']);
    expect(alice.get('/trading/api/v1/positions').list('positions')).toHaveLength(1);
  });
});

describe('a request for an order', () => {
  const refused = (policies: object, body: object, path = orderPath) => {
    const reply = tradingStage({ ...unlimited, ...policies }).alice.post(path, body);
    return [reply.status, reply.body['code']];
  };
  const order = { pair: 'ETH-USDC', side: 'buy', amount: 10 };
  const inA = { symbol: 'ETH-PERP', side: 'long', size: 0.01, leverage: 2 };

  it.each<[string, object, object, string, unknown[]]>([
    ['at the market with a price', {}, { ...order, price: '1' }, orderPath, [201, undefined]],
    [
      'at the market with a price that is refused',
      { 'trading.marketPrice': 'reject' },
      { ...order, price: '1' },
      orderPath,
      [400, 'BAD_REQUEST'],
    ],
    ['with a limit and no price', {}, { ...order, type: 'limit' }, orderPath, [400, 'BAD_REQUEST']],
    ['with a price of nothing', {}, { ...order, type: 'limit', price: '0' }, orderPath, [400, 'BAD_REQUEST']],
    ['on the spot market with leverage', {}, { ...order, leverage: 2 }, orderPath, [400, 'BAD_REQUEST']],
    ['on the spot market with a leverage of one', {}, { ...order, leverage: 1 }, orderPath, [201, undefined]],
    [
      'on the spot market with leverage that is ignored',
      { 'trading.spotLeverage': 'ignore' },
      { ...order, leverage: 2 },
      orderPath,
      [201, undefined],
    ],
    ['on no market', {}, { ...order, pair: 'NONE-USDC' }, orderPath, [404, 'NOT_FOUND']],
    [
      'for too little on no market',
      {},
      { ...order, pair: 'NONE-USDC', amount: 0.5 },
      orderPath,
      [400, 'BAD_REQUEST'],
    ],
    ['on a pair without a spot market', {}, { ...order, pair: '1INCH-USDC' }, orderPath, [404, 'NOT_FOUND']],
    ['in style A', {}, inA, orderPathA, [201, undefined]],
    ['in style A, bought', {}, { ...inA, side: 'buy' }, orderPathA, [400, 'BAD_REQUEST']],
    [
      'in style A, bought where that is a name',
      { 'trading.sidesA': 'any' },
      { ...inA, side: 'buy' },
      orderPathA,
      [201, undefined],
    ],
    ['in style A with a leverage of ten', {}, { ...inA, leverage: 10 }, orderPathA, [201, undefined]],
    [
      'in style A with a leverage above ten',
      {},
      { ...inA, leverage: 10.01 },
      orderPathA,
      [400, 'BAD_REQUEST'],
    ],
    [
      'in style A with a wide leverage',
      { 'trading.leverageA': 'wide' },
      { ...inA, leverage: 100 },
      orderPathA,
      [201, undefined],
    ],
    [
      'in style A with a leverage below one',
      {},
      { ...inA, leverage: 0.99 },
      orderPathA,
      [400, 'BAD_REQUEST'],
    ],
    ['in style A with no size', {}, { ...inA, size: 0 }, orderPathA, [400, 'BAD_REQUEST']],
    ['in style A with a limit and no price', {}, { ...inA, type: 'limit' }, orderPathA, [400, 'BAD_REQUEST']],
  ])('%s', (_what, policies, body, path, outcome) => expect(refused(policies, body, path)).toEqual(outcome));

  it.each([
    ['base', 0.01],
    ['quote', 25],
  ])('in style A has a size in %s', (policy, size) => {
    const { alice } = tradingStage({ ...unlimited, 'trading.sizeA': policy });
    const reply = alice.post(orderPathA, { ...inA, size });
    expect(reply.status).toBe(201);
    const [position] = positionsOf(alice);
    const worth = numberOf(position!, 'qty') * numberOf(position!, 'entry_price');
    if (policy === 'base') expect(numberOf(position!, 'qty')).toBe(0.01);
    else expect(worth).toBeCloseTo(25, 4);
    expect(reply.body['entry_price']).toBe(numberOf(position!, 'entry_price'));
  });

  it('pays a thousandth at the market, or nothing', () => {
    for (const [policy, fee] of [
      ['same', '0.10'],
      ['none', '0.00'],
    ] as const)
      expect(
        place(tradingStage({ ...unlimited, 'trading.takerFee': policy }).alice, { amount: 100 })['fee'],
      ).toBe(fee);
  });
});

describe('the hours of the markets', () => {
  it.each<[string, 'always' | 'weekdays', boolean]>([
    ['2026-03-06T23:59:00Z', 'weekdays', true],
    ['2026-03-07T00:00:00Z', 'weekdays', false],
    ['2026-03-08T23:59:00Z', 'weekdays', false],
    ['2026-03-09T00:00:00Z', 'weekdays', true],
    ['2026-03-07T12:00:00Z', 'always', true],
  ])('at %s (%s) they are open: %s', (startAt, hours, isOpen) => {
    const { alice } = tradingStage({ ...unlimited, 'trading.hours': hours }, { startAt });
    const [market] = alice.get('/trading/api/v1/markets').list('markets');
    expect(market?.['status']).toBe(isOpen ? 'open' : 'closed');
    const reply = alice.post(orderPath, { pair: 'ETH-USDC', side: 'buy', amount: 10 });
    expect([reply.status, reply.body['code']]).toEqual(
      isOpen ? [201, undefined] : [reply.status, 'MARKET_CLOSED'],
    );
  });
});
