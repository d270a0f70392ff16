/** Histories of a wallet, withdrawals, lists of orders, and when an order that rests is filled: each rule on both sides. */
import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../src/core/base/time.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import type { AnsweredSend } from '../../../src/verification/oracle/models/answered-send.ts';
import { checkFilteredOrders } from '../../../src/verification/oracle/models/filtered-orders.ts';
import { LimitFills } from '../../../src/verification/oracle/models/limit-fills.ts';
import { checkOrderBounds } from '../../../src/verification/oracle/models/order-bounds.ts';
import { Quotes } from '../../../src/verification/oracle/models/quotes.ts';
import { parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import type { TradingOrder } from '../../../src/verification/oracle/models/trading-order.ts';
import { checkHistory } from '../../../src/verification/oracle/models/wallet-history.ts';
import { checkWithdrawal } from '../../../src/verification/oracle/models/withdrawals.ts';
import { caseOf, exchangeOf } from './said.ts';

type Query = Readonly<Record<string, string>>;
const usdc = 1_000_000;

describe('the history of a wallet', () => {
  const sent = { hash: '0x1', sender: 'alice', receiver: 'bob', to: '0xb', chain: 'base', amount: usdc, fee: 10_000, state: 'pending' };
  const row: Body = { tx_hash: '0x1', type: 'send', amount: '1.00', counterparty: '0xb', fee: '0.01', chain: 'base' };
  const received: Body = { ...row, type: 'receive', counterparty: '0xa', fee: '0.00' };
  const said = (rows: readonly Body[], { query = {}, caller = 'alice', total = rows.length, send = {}, status = 200 }:
    { query?: Query; caller?: string; total?: number; send?: object; status?: number } = {}): string[] => {
    const { file, said: all } = caseOf();
    const sends = new Map([['0x1', { ...sent, ...send } as unknown as AnsweredSend]]);
    checkHistory(file, exchangeOf('wallet/B/transactions', { query, status, answer: { total, transactions: rows } }), { caller, sends });
    return all;
  };

  it.each([
    ['type', 'receive', 'type is receive; expected send'],
    ['amount', '1.01', 'amount is 1.01 USDC; expected 1.00 USDC'],
    ['counterparty', '0xa', 'counterparty is 0xa; expected 0xb'],
    ['fee', '0.00', 'fee is 0.00 USDC; expected 0.01 USDC'],
  ])('has the %s of a send', (name, value, message) => {
    expect(said([row])).toEqual([]);
    expect(said([{ ...row, [name]: value }])).toEqual([`send-lifecycle: ${message}`]);
  });

  it.each([
    ['type', 'send', 'type is send; expected receive'],
    ['counterparty', '0xb', 'counterparty is the sender is false; expected true'],
    ['fee', '0.01', 'fee is 0.01 USDC; expected 0.00 USDC'],
  ])('has the %s of what was received', (name, value, message) => {
    expect(said([received], { caller: 'bob' })).toEqual([]);
    expect(said([{ ...received, [name]: value }], { caller: 'bob' })).toEqual([`send-lifecycle: ${message}`]);
  });

  it('has no fees in style A, and those alone that an answer named', () => {
    expect(said([{ ...row, fee: undefined }])).toEqual([]);
    expect(said([{ ...row, fee: '0.09' }], { send: { fee: undefined } })).toEqual([]);
    expect(said([{ ...received, fee: '0.09' }], { caller: 'bob', send: { fee: undefined } })).toHaveLength(1);
  });

  it('has the state that is known', () => {
    const at = (state: string, status: string) => said([{ ...row, status }], { send: { state } });
    expect([at('pending', 'confirmed'), at('confirmed', 'confirmed'), at('failed', 'failed')]).toEqual([[], [], []]);
    expect(at('confirmed', 'pending')).toEqual(['send-lifecycle: status is pending; expected confirmed']);
  });

  it.each<[Query, string, boolean]>([
    [{}, 'alice', true],
    [{}, 'bob', true],
    [{}, 'carol', false],
    [{ type: 'send' }, 'alice', true],
    [{ type: 'send' }, 'bob', false],
    [{ type: 'receive' }, 'alice', false],
    [{ type: 'receive' }, 'bob', true],
    [{ type: 'all' }, 'alice', true],
    [{ chain: 'base' }, 'alice', true],
    [{ chain: 'polygon' }, 'alice', false],
  ])('with %j of %s has the send: %s', (query, caller, isThere) => {
    const wrong = ['lists-complete: at least as many as were sent or received is false; expected true', 'lists-complete: the latest send is false; expected true'];
    expect(said([], { query, caller })).toEqual(isThere ? wrong : []);
    expect(said([{ tx_hash: '0x9', type: query['type'], chain: query['chain'] }], { query, caller })).toEqual(isThere ? wrong.slice(1) : []);
  });

  it('has rows of the kind and the chain that were asked for', () => {
    const other = { tx_hash: '0x9', type: 'send', chain: 'base' };
    expect(said([other], { caller: 'carol', query: { type: 'receive' } })).toEqual(['lists-complete: type is send; expected receive']);
    expect(said([{ ...other, type: 'receive' }], { caller: 'carol', query: { type: 'send' } })).toHaveLength(1);
    expect(said([other], { caller: 'carol', query: { type: 'all' } })).toEqual([]);
    expect(said([other], { caller: 'carol', query: { chain: 'polygon' } })).toEqual(['lists-complete: chain is base; expected polygon']);
  });

  it('is complete where it is one page that is not full', () => {
    const others = (count: number) => Array.from({ length: count }, (_, at) => ({ tx_hash: `0x${at + 2}` }));
    expect([said(others(20)), said(others(1), { query: { limit: '1' } }), said([], { query: { page: '2' } })]).toEqual([[], [], []]);
    expect(said(others(19))).toEqual(['lists-complete: the latest send is false; expected true']);
    expect(said([], { status: 400 })).toEqual([]);
  });
}); // prettier-ignore

describe('a withdrawal', () => {
  const said = (amount: unknown, status: number, answer: Body, policies: object = {}, isMisspelt = false) => {
    const moved: (string | number)[] = [];
    const { file, said: all } = caseOf({
      setting: { faults: [], policies },
      isMisspelt: () => isMisspelt,
      books: { available: () => 5 * usdc, move: (_: string, by: number) => moved.push(by) },
      houses: { move: (account: string, by: number) => moved.push(account, by) },
      feeCharged: ({ feeMicros, service }: { feeMicros: number; service: string }) => moved.push(`${service} ${feeMicros}`),
    });
    checkWithdrawal(file, exchangeOf('casino/A/withdraw', { method: 'POST', status, body: { amount, address: '0x1' }, answer }), 'alice');
    return { all, moved };
  };
  const paid = (amount: number): Body => ({ fee: '0.50', received: String(amount - 0.5) });
  const message = (seen: string, wanted: string) => [`withdrawal-terms: casino/A/withdraw is answered ${seen}; expected ${wanted}`];

  it('is of one USDC at least, and of no more than there is', () => {
    expect(said(1, 200, paid(1))).toEqual({ all: [], moved: [-usdc, 'casino 500000'] });
    expect(said(5, 200, paid(5)).all).toEqual([]);
    expect(said(0.999999, 200, paid(0.999999)).all).toEqual(message('OK', 'BAD_REQUEST'));
    expect(said(5.000001, 200, paid(5.000001)).all).toEqual(message('OK', 'INSUFFICIENT_BALANCE'));
    expect(said('x', 200, {}).all).toEqual(message('OK', 'BAD_REQUEST'));
    expect(said(1, 200, paid(1), {}, true).all).toEqual(message('OK', 'BAD_REQUEST'));
    expect(said(5, 402, { code: 'INSUFFICIENT_BALANCE' }).all).toEqual(message('INSUFFICIENT_BALANCE', 'OK'));
    expect(said(5, 400, { code: 'BAD_REQUEST' }).all).toEqual([]);
  });

  it('costs half a USDC, which is shown', () => {
    expect(said(2, 200, { ...paid(2), fee: '0.51' }).all).toEqual(['withdrawal-terms: fee is 0.51 USDC; expected 0.50 USDC']);
    expect(said(2, 200, { ...paid(2), received: '1.51' }).all).toEqual(['withdrawal-terms: received is 1.51 USDC; expected 1.50 USDC']);
  });

  it.each([
    [{ 'referral.casinoBase': 'net-losses' }, ['casino:fees', 500_000]],
    [{ 'referral.casinoBase': 'net-losses', 'referral.faucetRate': 'flat' }, ['casino 500000']],
    [{ 'referral.casinoBase': 'stakes' }, ['casino 500000']],
  ])('shares its fee under %j', (policies, moved) => {
    expect(said(2, 200, paid(2), policies).moved).toEqual([-2 * usdc, ...moved]);
  });
}); // prettier-ignore

describe('an order that rests', () => {
  const scaled = (price: string) => parseScaled(price)!;
  const placedMs = 30_000;
  const order = (more: Partial<TradingOrder> = {}) => ({
    id: 'ord_1', pair: 'ETH-USDC', side: 'buy', limit: 3000n * 10n ** 12n, atMs: placedMs, isNamed: false, isUnseen: false, state: 'open', ...more,
  }) as TradingOrder;
  const byDefault = { 'trading.marketableLimit': 'rests', 'trading.limitFill': 'side', 'trading.orderLife': 'unbounded', 'trading.hours': 'always' };
  type Prices = readonly (readonly [minute: number, bid: string, ask: string])[];
  interface How { readonly policies?: object; readonly prices?: Prices; readonly faults?: readonly object[]; readonly changed?: readonly string[] }
  const fills = ({ policies = {}, prices = [], faults = [], changed = [] }: How) => {
    const { file, said } = caseOf({ setting: { faults, changed, policies: { ...byDefault, ...policies } } });
    const quotes = new Quotes(file);
    for (const [minute, bid, ask] of prices)
      quotes.saw('ETH-USDC', { minute, bid: scaled(bid), ask: scaled(ask), mid: scaled(String((Number(bid) + Number(ask)) / 2)), rate: undefined });
    return { fills: new LimitFills(file, quotes), said };
  };
  const shown = (state: TradingOrder['state'], atMs: number, how: How, more: Partial<TradingOrder> = {}): string[] => {
    const { fills: model, said } = fills(how);
    model.shown(order(more), state, atMs);
    return said;
  };
  const open = ['order-lifecycle: order ord_1 is open though the price of 1970-01-01T00:01:00.000Z has reached its limit'];
  const filled = ['order-lifecycle: order ord_1 is filled though no minute has reached its limit'];
  const sale = { side: 'sell' } as const;

  it.each<[string, string, Partial<TradingOrder>, boolean]>([
    ['2999', '3000', {}, true],
    ['2999', '3000.01', {}, false],
    ['3000', '3001', sale, true],
    ['2999.99', '3001', sale, false],
  ])('at %s to %s with %j is filled: %s', (bid, ask, more, isFilled) => {
    const how = { prices: [[1, bid, ask]] as const };
    expect(shown('open', minuteMs, how, more)).toEqual(isFilled ? open : []);
    expect(shown('filled', minuteMs, how, more)).toEqual(isFilled ? [] : filled);
    expect(shown('cancelled', minuteMs, how, { ...more, isNamed: true })).toEqual([]);
  });

  it('is filled at the middle under one reading', () => {
    const how = { prices: [[1, '2998', '3002']] as const, policies: { 'trading.limitFill': 'mid' } };
    expect([shown('open', minuteMs, how), shown('filled', minuteMs, how)]).toEqual([open, []]);
  });

  it('is filled neither by the price of the minute of its placing, nor by one after the answer', () => {
    expect(shown('open', minuteMs, { prices: [[0, '2999', '3000']] })).toEqual([]);
    expect(shown('open', 2 * minuteMs - 1, { prices: [[2, '2999', '3000']] })).toEqual([]);
    expect(shown('open', 2 * minuteMs, { prices: [[1, '2999', '3000']] })).toEqual(open);
    expect(shown('filled', minuteMs - 1, { prices: [[0, '3000', '3001']] })).toEqual([]);
    expect(shown('filled', 2 * minuteMs, { prices: [[1, '3000', '3001']] })).toEqual([]);
    expect(shown('filled', 2 * minuteMs, { prices: [[1, '3000', '3001'], [2, '3000', '3001']] })).toEqual(filled);
  });

  it.each<[How, Partial<TradingOrder>?]>([
    [{ faults: [{ service: 'trading' }] }],
    [{ policies: { 'trading.hours': 'weekdays' } }],
    [{ policies: { 'trading.marketableLimit': 'taker' } }],
    [{ changed: ['trading.venue'] }, sale],
    [{}, { limit: undefined }],
  ])('may be open with %j', (how, more = {}) => {
    expect(shown('open', minuteMs, { ...how, prices: [[1, '3000', '3000']] }, more)).toEqual([]);
  });

  it('is followed in spite of faults of other services, and to buy whatever the venue has', () => {
    for (const how of [{ faults: [{ service: 'casino' }] }, { changed: ['trading.venue'] }])
      expect(shown('open', minuteMs, { ...how, prices: [[1, '3000', '3000']] })).toEqual(open);
  });

  it('is over after its day, with the next price, under one reading', () => {
    const policies = { 'trading.orderLife': 'day' };
    const last = placedMs + dayMs + minuteMs;
    expect([shown('open', last, { policies }), shown('open', last + 1, {})]).toEqual([[], []]);
    expect(shown('open', last + 1, { policies })).toEqual(['order-lifecycle: order ord_1 is open after a day']);
    const early = ['order-lifecycle: order ord_1 is cancelled within its day, and by no call'];
    const cancelled = (atMs: number, more: Partial<TradingOrder> = {}, how: How = {}) => shown('cancelled', atMs, { policies, ...how }, more);
    expect([cancelled(placedMs + dayMs - 1), cancelled(placedMs + dayMs)]).toEqual([early, []]);
    const others = [cancelled(minuteMs, { isNamed: true }), cancelled(minuteMs, { isUnseen: true }), cancelled(minuteMs, {}, { faults: [{ service: 'trading' }] })];
    expect(others.flat()).toEqual([]);
  });

  it.each([['buy', '3001', '3000.99', true], ['buy', '3001', '3001', false], ['sell', '2998.99', '2999', false], ['sell', '2999.01', '2999', true]] as const)(
    'to %s at %s beside %s rests: %s',
    (side, limit, other, rests) => {
      const price = side === 'buy' ? (['2999', rests ? '3001.01' : other] as const) : ([rests ? '2999' : other, '3001'] as const);
      const twelfths = BigInt(Math.round(Number(limit) * 100)) * 10n ** 10n;
      const of = (marketableLimit: string) => {
        const { fills: model, said } = fills({ prices: [[0, ...price]], policies: { 'trading.marketableLimit': marketableLimit } });
        model.rested(order({ side, limit: twelfths }));
        return said.length;
      };
      expect([of('taker'), of('rests')]).toEqual([rests ? 0 : 1, 0]);
    },
  );

  it.each([['buy', 3001n], ['sell', 2999n]] as const)('to %s is not filled beyond its limit, at %i', (side, beyond) => {
    const taken = (price: bigint, limit: bigint | undefined = 3000n) => {
      const { fills: model, said } = fills({});
      model.taken({ side, limit, pair: 'ETH-USDC' }, price);
      return said;
    };
    expect([taken(3000n), taken(6000n - beyond)]).toEqual([[], []]);
    expect(taken(beyond)).toEqual([`order-lifecycle: an order to ${side} ETH-USDC is filled beyond its limit`]);
  });
}); // prettier-ignore

describe('a list of orders of one state', () => {
  const own = (['open', 'filled', 'cancelled'] as const).map((state, at) => ({ id: `ord_${at}`, state, atMs: 0, isUnseen: false }) as TradingOrder);
  const listed = (status: string, rows: readonly Body[], total = rows.length, more: object = {}): string[] => {
    const { file, said } = caseOf(more);
    checkFilteredOrders(file, exchangeOf('trading/B/orders', { query: { status }, answer: { orders: rows, total } }), own);
    return said;
  };

  it.each(['open', 'filled', 'cancelled'])('has those that are %s', (status) => {
    const id = own.find(({ state }) => state === status)?.id ?? '';
    expect(listed(status, [{ order_id: id, status }])).toEqual([]);
    expect(listed(status, [{ order_id: id, status }, { order_id: 'ord_9', status }])).toEqual([]);
    expect(listed(status, [])).toHaveLength(1);
    expect(listed(status, [], 1)).toEqual([]);
    expect(listed(status, [{ order_id: id, status: 'x' }])).toEqual([`lists-complete: status is x; expected ${status}`]);
  });

  it('is not known of open ones where prices jump', () => {
    expect(listed('open', [], 0, { setting: { faults: [{ service: 'trading' }] } })).toEqual([]);
    expect(listed('open', [], 0, { setting: { faults: [{ service: 'casino' }] } })).toHaveLength(1);
  });
}); // prettier-ignore

it.each<[string, Body, Query, boolean]>([
  ['B', { side: 'buy', amount: 0.999999 }, {}, false],
  ['B', { side: 'buy', amount: 1 }, {}, true],
  ['B', { side: 'sell', amount: 0.999999 }, {}, true],
  ['B', { side: 'buy', amount: 0.999999, market_type: 'perp' }, {}, true],
  ['B', { side: 'sell', amount: 100 }, {}, true],
  ['B', { side: 'sell', amount: 100.000001 }, {}, false],
  ['A', { side: 'long', size: 100.000001 }, {}, true],
  ['A', { side: 'long', size: 100.000001 }, { 'trading.sizeA': 'quote' }, false],
  ['A', { side: 'long', size: 100 }, { 'trading.sizeA': 'quote' }, true],
])('an order of style %s with %j under %j is taken: %s', (style, body, more, isTaken) => {
  const policies = { 'trading.orderMin': '1', 'trading.orderMax': '100', ...more };
  const answered = (status: number, code?: string): number => {
    const { file, said } = caseOf({ setting: { policies } });
    checkOrderBounds(file, exchangeOf(`trading/${style}/place`, { body, status, answer: { code } }));
    return said.length;
  };
  expect([answered(201), answered(400, 'BAD_REQUEST'), answered(429)]).toEqual([isTaken ? 0 : 1, 0, 0]);
  expect(answered(402, 'INSUFFICIENT_BALANCE')).toBe(isTaken ? 0 : 1);
});
