/** Orders as answers show them: placed, filled, cancelled and listed, with what they take from a balance. */
import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { TradingModel } from '../../../src/verification/oracle/models/trading.ts';
import { FollowedRun, refused } from './followed-run.ts';

type Policies = Readonly<Record<string, string>>;
type More = Partial<AuditedExchange>;
type Query = Readonly<Record<string, string>>;
const usdc = 1_000_000;
const pair = 'ETH-USDC';
const byDefault = {
  'trading.sizeA': 'base', 'trading.marketableLimit': 'rests', 'trading.takerFee': 'same', 'trading.orderLife': 'unbounded', 'trading.limitFill': 'side', 'trading.hours': 'always',
  'trading.foreignOrder': '404', 'trading.netting': 'net', 'trading.portfolio': 'all', 'trading.liquidation': 'maintenance', 'trading.orderMin': '1', 'trading.orderMax': '1000000',
}; // prettier-ignore

class Orders extends FollowedRun {
  readonly model: TradingModel;
  constructor(policies: Policies = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 100, bob: 100 }, setting: { changed: [] } });
    this.model = new TradingModel(this.file);
  }

  asks(caller: string | undefined, call: string, more: More = {}): string[] {
    return this.hears(this.model, caller, [`trading/${call}`, more]);
  }

  prices(bid: string, ask: string, more: Body = {}): string[] {
    return this.asks(undefined, 'B/price', { method: 'GET', answer: { pair, bid, ask, mid: String((Number(bid) + Number(ask)) / 2), ...more } });
  }

  /** An order of 6 USDC that is filled at 3 USDC. */
  buys(body: Body = {}, answer: Body = {}, caller = 'alice'): string[] {
    const filled = { order_id: 'o1', status: 'filled', amount: '6.00', fill_qty: '2', fill_price: '3', fee: '0.006' };
    return this.asks(caller, 'B/place', { body: { pair, side: 'buy', amount: 6, ...body }, answer: { ...filled, ...answer } });
  }

  /** An order of 6 USDC that rests below the market. */
  rests(id = 'o1', body: Body = {}, caller = 'alice'): string[] {
    const sent = { pair, side: 'buy', amount: 6, type: 'limit', price: '2', ...body };
    return this.asks(caller, 'B/place', { body: sent, answer: { order_id: id, status: 'open', amount: sent.amount } });
  }

  cancels(id = 'o1', more: More = {}, caller = 'alice'): string[] {
    return this.asks(caller, 'B/cancel', { params: { id }, answer: { status: 'cancelled' }, ...more });
  }

  lists(rows: readonly (readonly [id: string, status: string])[], query: Query = {}, { caller = 'alice', total = rows.length } = {}): string[] {
    const orders = rows.map(([id, status]) => ({ order_id: id, status }));
    return this.asks(caller, 'B/orders', { method: 'GET', query, answer: { orders, total, page: Number(query['page'] ?? 1) } });
  }

  sees(available: number, held: number): number {
    const of = (free: number, kept: number) => ({ availableMicros: Math.round(free * usdc), heldMicros: Math.round(kept * usdc) });
    return this.books.unexplained(new Map([['alice', of(available, held)], ['bob', of(100, 0)]])).length;
  }
} // prettier-ignore

describe('prices', () => {
  it('lie in order, above zero', () => {
    const wrong = ['order-terms: bid, mid and ask in order is false; expected true'];
    const said = (bid: string, ask: string, more: Body = {}) => new Orders().prices(bid, ask, more);
    expect([said('2', '4'), said('3', '3'), said('x', '4'), said('2', '4', { mid: 'x' })]).toEqual([[], [], [], []]);
    for (const [bid, ask, mid] of [['3', '4', '2.9'], ['3', '4', '4.1'], ['0', '4', '2']] as const) expect(said(bid, ask, { mid })).toEqual(wrong);
    expect(new Orders().asks(undefined, 'B/price', { status: 304, answer: { bid: '5', mid: '1', ask: '0' } })).toEqual([]);
  });

  it('of its minute are those of a fill', () => {
    const filled = (side: string, price: string, atMs = 0) => {
      const run = new Orders();
      run.prices('3', '3.00003', { mid: '3.00001' });
      run.timers.advance(atMs);
      return run.buys({ side, amount: 3 }, { amount: '3.00', fill_qty: '1', fill_price: price, fee: '0.003' }).filter((message) => message.includes('fill_price'));
    };
    expect([filled('buy', '3.00003'), filled('sell', '3'), filled('buy', '3', minuteMs)]).toEqual([[], [], []]);
    expect([filled('buy', '3'), filled('sell', '3.00003')].flat()).toEqual(['order-terms: fill_price is 3; expected 3.00003', 'order-terms: fill_price is 3.00003; expected 3']);
  });
}); // prettier-ignore

describe('an order that is filled at once', () => {
  it('takes its amount and a fee, and is held', () => {
    const run = new Orders();
    expect([run.buys(), run.has('alice'), run.fees]).toEqual([[], [93_994_000, 0], [{ service: 'trading', payer: 'alice', feeMicros: 6000 }]]);
    expect([run.buys({ side: 'sell', amount: 3 }, { order_id: 'o2', amount: '3.00', fill_qty: '1', fee: '0.003' }), run.has('alice')]).toEqual([[], [96_991_000, 0]]);
    expect(run.buys({ side: 'sell' }, { order_id: 'o3' })).toEqual([`order-lifecycle: ${pair} is sold that the seller does not have`]);
    const free = new Orders({ 'trading.takerFee': 'none' });
    expect([free.buys({}, { fee: '0.00' }), free.has('alice')]).toEqual([[], [94 * usdc, 0]]);
    expect(free.buys({}, {})).toEqual(['order-terms: fee is 0.006 USDC; expected 0.00 USDC']);
  });

  it.each<[Body, string]>([
    [{ amount: '6.01' }, 'amount is 6.01 USDC; expected 6.00 USDC'],
    [{ fee: '0.007' }, 'fee is 0.007 USDC; expected 0.006 USDC'],
    [{ fill_qty: '1.8' }, 'a fair quantity for 6.00 USDC, 1.8 is false; expected true'],
  ])('with %j is wrong', (answer, message) => expect(new Orders().buys({}, answer)).toEqual([`order-terms: ${message}`]));

  it('is held as the portfolio shows it, unless that has perpetuals alone', () => {
    const shown = (positions: readonly Body[], policies: Policies = {}, more: More = {}) => {
      const run = new Orders(policies);
      run.buys();
      return run.asks('alice', 'B/portfolio', { method: 'GET', answer: { positions }, ...more });
    };
    const held = { market_type: 'spot', pair, symbol: 'ETH-USDC', qty: '2', reserved_qty: '0', value: '6', unrealized_pnl: '0' };
    const missing = [`position-value: holdings: alice/${pair} is 0; expected 2`];
    expect([shown([held]), shown([]), shown([], { 'trading.portfolio': 'perps' }), shown([], {}, refused('BAD_REQUEST'))]).toEqual([[], missing, [], []]);
  });

  it('of a perpetual has a margin behind it', () => {
    const run = new Orders();
    expect([run.buys({ market_type: 'perp', leverage: 3 }), run.has('alice')]).toEqual([[], [97_994_000, 0]]);
    const row = { market_type: 'perp', pair, symbol: 'ETH-PERP', side: 'buy', qty: '2', mark_price: '3', entry_price: '3', margin: '2', unrealized_pnl: '0', funding: '0', liquidation_price: '2.01' };
    expect(run.asks('alice', 'B/portfolio', { answer: { positions: [row] } })).toEqual([]);
    expect(run.asks('alice', 'A/positions', { answer: { positions: [{ ...row, symbol: 'ETH-PERP', side: 'long', size: '2' }] } })).toEqual([]);
    expect(run.asks('alice', 'A/positions', { answer: { positions: [] } })[0]).toMatch(/^position-value: the position in ETH-USDC is missing/);
    const byA = (answer: Body, body: Body = {}, policies: Policies = {}) => {
      const one = new Orders(policies);
      const said = one.asks('alice', 'A/place', { body: { symbol: 'ETH-PERP', side: 'long', size: '2', leverage: 3, ...body }, answer: { order_id: 'o1', entry_price: '3', ...answer } });
      return [said, one.has('alice'), one.books.isLoose('alice')];
    };
    expect([byA({}), byA({ entry_price: null }, { type: 'limit', price: '3' }), byA({ entry_price: null })]).toEqual([[[], [97_994_000, 0], false], [[], [97_994_000, 2_006_000], false], [[], [100 * usdc, 0], true]]);
    expect(byA({}, { size: '6' }, { 'trading.sizeA': 'quote' })).toEqual([[], [100 * usdc, 0], false]);
    expect(byA({ entry_price: '3.1' }, { type: 'limit', price: '3' })[0]).toEqual([`order-lifecycle: an order to buy ${pair} is filled beyond its limit`]);
    expect(new Orders().buys({ type: 'limit', price: '2.9' })).toEqual([`order-lifecycle: an order to buy ${pair} is filled beyond its limit`]);
  });

  it.each<[Body, number, Policies?]>([
    [{ amount: 99 }, 1],
    [{ amount: 99.9001 }, 1],
    [{ amount: 99.9002 }, 0],
    [{ amount: 100 }, 1, { 'trading.takerFee': 'none' }],
    [{ amount: 100.000001 }, 0, { 'trading.takerFee': 'none' }],
    [{ amount: 100, type: 'limit', price: '3' }, 0, { 'trading.takerFee': 'none' }],
    // Whether it is taken at once or rests is up to a price that no answer has shown.
    [{ amount: 100, type: 'limit', price: '3' }, 0, { 'trading.takerFee': 'none', 'trading.marketableLimit': 'taker' }],
    [{ amount: 99.9, type: 'limit', price: '3' }, 1, { 'trading.takerFee': 'none', 'trading.marketableLimit': 'taker' }],
    [{ amount: 99, side: 'sell' }, 0],
    [{ amount: 290, market_type: 'perp', leverage: 3 }, 1],
    [{ amount: 300, market_type: 'perp', leverage: 3 }, 0],
    [{ amount: 99, side: 'sell', market_type: 'perp' }, 1],
    [{ amount: 'x' }, 1],
  ])('of %j is refused as too dear: %i wrong', (body, count, policies = {}) => {
    const ask = (run: Orders, more: More) => run.asks('alice', 'B/place', { body: { pair, side: 'buy', ...body }, ...more }).filter((message) => message.startsWith('order-lifecycle'));
    const said = ask(new Orders(policies), refused('INSUFFICIENT_BALANCE', 402));
    expect(said).toHaveLength(count);
    if (body['amount'] === 99 && count === 1 && body['market_type'] === undefined) expect(said).toEqual(['order-lifecycle: an order that needs 99.099 USDC is refused though that is there']);
    expect([ask(new Orders(policies), refused('CONFLICT', 409)), ask(new Orders(policies), { status: 429 })]).toEqual([[], []]);
    const open = new Orders(policies);
    open.books.blur('alice', 'x');
    expect(ask(open, refused('INSUFFICIENT_BALANCE', 402))).toEqual([]);
  });
}); // prettier-ignore

describe('an order that rests', () => {
  const wrong = (seen: string, wanted: string) => [`order-lifecycle: trading/B/cancel is answered ${seen}; expected ${wanted}`];

  it('holds what it needs back, until it is cancelled or filled', () => {
    const run = new Orders();
    expect([run.rests(), run.has('alice')]).toEqual([[], [93_994_000, 6_006_000]]);
    expect([run.cancels(), run.has('alice'), run.lists([['o1', 'cancelled']])]).toEqual([[], [100 * usdc, 0], []]);
    expect([run.cancels(), run.cancels('o1', refused('CONFLICT', 409))]).toEqual([wrong('OK', 'CONFLICT'), []]);
    const filled = new Orders();
    filled.rests();
    filled.timers.advance(minuteMs);
    expect([filled.sees(93.994, 0), filled.fees, filled.lists([['o1', 'filled']])]).toEqual([0, [{ service: 'trading', payer: 'alice', feeMicros: 6000, isBooked: false, isSure: true }], []]);
    expect(filled.lists([['o1', 'open']])).toEqual(['order-lifecycle: order o1 is open; expected filled']);
    const margin = new Orders();
    margin.rests('o1', { market_type: 'perp', leverage: 3 });
    expect(margin.has('alice')).toEqual([97_994_000, 2_006_000]);
    expect(new Orders().cancels('o1', { answer: { status: 'open' } })).toEqual(wrong('OK', 'NOT_FOUND'));
    const shown = new Orders();
    shown.rests();
    expect(shown.cancels('o1', { answer: { status: 'open' } })).toEqual(['order-lifecycle: status is open; expected cancelled']);
  });

  it('to sell reserves the asset', () => {
    const run = new Orders();
    run.prices('3.00000001', '3.00000001');
    run.buys({}, { fill_qty: '2', fill_price: '3' });
    run.asks('alice', 'B/place', { body: { pair, side: 'buy', amount: 1 }, answer: { order_id: 'o2', status: 'filled', amount: '1.00', fill_qty: '0.3333', fill_price: '3', fee: '0.001' } });
    expect([run.rests('o3', { side: 'sell', amount: 3, price: '3.00000000' }), run.has('alice')[1]]).toEqual([[], 0]);
    const portfolio = (reserved: string) => run.asks('alice', 'B/portfolio', { answer: { positions: [{ market_type: 'spot', pair, symbol: pair, qty: '2.3333', reserved_qty: reserved, value: '7', unrealized_pnl: '0' }] } });
    expect([portfolio('1'), portfolio('0').length]).toEqual([[], 1]);
  });

  it.each<[string, string, string, Policies?]>([
    ['bob', 'o1', 'NOT_FOUND'],
    ['bob', 'o1', 'FORBIDDEN', { 'trading.foreignOrder': '403' }],
    ['bob', 'o2', 'NOT_FOUND', { 'trading.foreignOrder': '403' }],
    ['alice', 'o2', 'NOT_FOUND'],
  ])('is not to be cancelled by %s as %s: %s', (caller, id, outcome, policies = {}) => {
    for (const seen of ['OK', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT']) {
      const run = new Orders(policies);
      run.rests();
      expect(run.cancels(id, seen === 'OK' ? {} : refused(seen), caller)).toEqual(seen === outcome ? [] : wrong(seen, outcome));
    }
    expect(new Orders().cancels(id, { status: 429 }, caller)).toEqual([]);
  });

  it('may have been filled before it is cancelled, where the balance says so', () => {
    const refusedCancel = (filled: boolean) => {
      const run = new Orders();
      run.rests();
      run.timers.advance(minuteMs);
      if (filled) run.sees(93.994, 0);
      return run.cancels('o1', refused('CONFLICT', 409));
    };
    expect([refusedCancel(true), refusedCancel(false)]).toEqual([[], ['order-lifecycle: order o1 is filled, and the balances of its owner are those of open']]);
    const cancelled = new Orders();
    cancelled.rests();
    cancelled.timers.advance(minuteMs);
    cancelled.sees(93.994, 0);
    expect(cancelled.cancels()[0]).toBe('order-lifecycle: order o1 is open, and the balances of its owner are those of filled');
    expect([cancelled.cancels('o1', refused('NOT_FOUND', 404))]).toEqual([wrong('NOT_FOUND', 'CONFLICT')]);
    const open = new Orders();
    open.rests();
    expect(open.cancels('o1', refused('NOT_FOUND', 404))).toEqual(wrong('NOT_FOUND', 'OK'));
  });

  it('is over after a day under one reading', () => {
    const run = new Orders({ 'trading.orderLife': 'day' });
    run.rests();
    run.timers.advance(dayMs + minuteMs);
    expect([run.sees(100, 0), run.lists([['o1', 'cancelled']]), run.cancels('o1', refused('CONFLICT', 409))]).toEqual([0, [], []]);
    const other = new Orders();
    other.rests();
    other.timers.advance(dayMs + minuteMs);
    expect(other.sees(100, 0)).toBe(1);
  });

  it('is one of several, of which a list says which was filled', () => {
    const run = new Orders();
    run.rests('o1');
    run.rests('o2', { price: '2.5' });
    run.timers.advance(minuteMs);
    expect(run.sees(87.988, 6.006)).toBe(0);
    expect(run.lists([['o2', 'open'], ['o1', 'filled']])).toEqual([]);
    expect(run.lists([['o2', 'filled'], ['o1', 'filled']])).toEqual(['order-lifecycle: order o2 is filled, and the balances of its owner are those of open']);
  });
}); // prettier-ignore

describe('a list of orders', () => {
  const run = () => {
    const orders = new Orders();
    orders.rests('o1');
    orders.rests('o2', { pair: 'BTC-USDC' });
    orders.rests('o3', {}, 'bob');
    orders.buys({}, { order_id: 'o4' });
    return orders;
  };
  const own = [['o4', 'filled'], ['o2', 'open'], ['o1', 'open']] as const;

  it('has those of its caller, the latest first', () => {
    expect([run().lists(own), run().lists([own[0], own[2]], { pair }), run().lists([own[1]], { page: '2', limit: '1' }, { total: 3 }), run().lists([['o3', 'open']], {}, { caller: 'bob' })]).toEqual([[], [], [], []]);
    expect(run().lists(own.toReversed())).toEqual(['lists-complete: orders is o1 o2 o4; expected o4 o2 o1']);
    expect(run().lists(own, {}, { total: 4 })).toEqual(['lists-complete: total is 4; expected 3']);
    expect(run().lists([...own, ['o3', 'open']], {}, { total: 3 })).toEqual(['keys-isolated: owner of an order is bob; expected alice', 'lists-complete: orders is o4 o2 o1 o3; expected o4 o2 o1']);
    expect(run().lists([['o4', 'open'], own[1], own[2]])).toEqual(['order-lifecycle: order o4 is open; expected filled']);
    expect(run().asks('alice', 'B/orders', refused('BAD_REQUEST'))).toEqual([]);
    expect([run().lists([own[1], own[2]], { status: 'open' }), run().lists([own[1]], { status: 'open' }).length]).toEqual([[], 1]);
    expect(run().lists([own[2]], { status: 'open', pair })).toEqual([]);
    const many = new Orders();
    for (let at = 0; at < 15; at += 1) many.rests(`n${at}`, { amount: 1 });
    for (let at = 15; at < 21; at += 1) many.rests(`n${at}`, { amount: 1 });
    const shown = Array.from({ length: 20 }, (_, at) => [`n${20 - at}`, 'open'] as const);
    expect([many.lists(shown, {}, { total: 21 }), many.lists(shown.slice(1), {}, { total: 21 }).length]).toEqual([[], 1]);
  });
}); // prettier-ignore
