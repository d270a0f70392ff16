/** Faults, closures, ends and advice at their exact instants, and sums of chains and deposits to the smallest unit. */
import { describe, expect, it } from 'vitest';
import { formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { checkClosures } from '../../../src/verification/oracle/models/closures.ts';
import { DepositModel } from '../../../src/verification/oracle/models/deposits.ts';
import { EndsModel } from '../../../src/verification/oracle/models/ends.ts';
import { checkPlannedFaults } from '../../../src/verification/oracle/models/planned-faults.ts';
import { ServedModel } from '../../../src/verification/oracle/models/served.ts';
import { caseOf, exchangeOf } from './said.ts';

type More = Partial<AuditedExchange>;
const under = (faults: readonly object[], policies: object = {}, changed: readonly string[] = []) =>
  caseOf({ setting: { faults, policies, changed } });

describe('a game that is closed', () => {
  const said = (target: string, operation: string, more: More = {}, service = 'casino'): string[] => {
    const { file, said: all } = under([{ kind: 'game-closed', target, atMs: 5, endMs: 10 }]);
    checkClosures(file, exchangeOf(`${service}/A/${operation}`, { atMs: 5, path: '/x', ...more }));
    return all;
  };
  const named = (game: string): More => ({ body: { game } });
  const wrong = (operation: string, game = 'dice') => [`faults-as-planned: ${operation} on ${game} is answered OK while it is closed`];

  it('takes no bet, by whatever call', () => {
    for (const operation of ['bet', 'launch', 'deal', 'createChallenge']) {
      expect(said('dice', operation, named('dice'))).toEqual(wrong(operation));
      expect(said('all', operation, { path: '/casino/api/v1/games/slots/bet' })).toEqual(wrong(operation, 'slots'));
    }
    for (const operation of ['playTournament', 'acceptChallenge']) {
      expect(said('dice', operation, { answer: { game: 'dice' } })).toEqual(wrong(operation));
      expect(said('all', operation, { answer: {} })).toEqual([]);
    }
    expect(said('coin_flip', 'bet', { path: '/games/coin-flip' })).toEqual(wrong('bet', 'coin-flip'));
    expect(said('dice', 'batch', { answer: { results: [{ game: 'dice' }, { game: 'dice', code: 'x' }, {}, { game: 'slots' }] } })).toEqual(wrong('batch'));
    expect(said('all', 'batch', { answer: { results: [{}] } })).toEqual([]);
  });

  it('is closed until before its last instant, and for its own game alone', () => {
    const at = (atMs: number) => said('dice', 'bet', { ...named('dice'), atMs }).length;
    expect([4, 5, 9, 10, 11].map(at)).toEqual([0, 1, 1, 0, 0]);
    expect([said('dice', 'bet', named('slots')), said('all', 'games', named('dice')), said('all', 'bet', named('blackjack')), said('all', 'bet')]).toEqual([[], [], [], []]);
    expect([said('all', 'bet', named('dice'), 'wallet'), said('all', 'bet', { ...named('dice'), status: 400 })]).toEqual([[], []]);
  });
}); // prettier-ignore

describe('a planned fault', () => {
  const fault = { kind: 'outage', service: 'trading', atMs: 0, endMs: 10_000, rate: 1, target: '' };
  const said = (faults: readonly object[], call: string, more: More = {}, policies: object = {}): string[] => {
    const { file, said: all } = under(faults, policies);
    checkPlannedFaults(file, exchangeOf(call, { atMs: 5_000, ...more }));
    return all.map((line) => line.replace('faults-as-planned: ', ''));
  };

  it('stops calls of its service, and no repeat of what failed after its effect', () => {
    expect(said([fault], 'trading/B/orders')).toEqual(['trading/orders is answered 200 during a planned outage']);
    expect(said([{ ...fault, service: 'control' }], 'control/_/clock')).toEqual([]);
    const keyed = { headers: { 'idempotency-key': 'k' } };
    const error = { ...fault, kind: 'error' };
    expect([said([error], 'trading/B/orders').length, said([error], 'trading/B/orders', keyed).length, said([fault], 'trading/B/orders', keyed).length]).toEqual([1, 0, 1]);
    expect([said([{ ...error, rate: 0.999 }], 'trading/B/orders'), said([fault], 'trading/B/message')]).toEqual([[], []]);
  });

  it('that follows at once on others lasts with them, in whatever order they are planned', () => {
    const parts = [[20, 30], [10, 20], [0, 10], [31, 40]].map(([from = 0, to = 0]) => ({ ...fault, atMs: from * 1_000, endMs: to * 1_000 }));
    const advised = (seconds: number) => said(parts, 'trading/B/orders', { status: 503, answer: { code: 'SERVICE_UNAVAILABLE' }, answerHeaders: { 'retry-after': seconds } });
    expect([advised(25), advised(24)]).toEqual([[], ['trading/orders is out for 25 s; its Retry-After is 24']]);
  });

  it('leaves the markets that there are', () => {
    const missing = { status: 404, answer: { code: 'NOT_FOUND' } };
    for (const symbol of ['ETH-USDC', 'BTC-USDC', 'ETH-PERP', 'BTC-PERP'])
      expect(said([], 'trading/A/ticker', { ...missing, params: { symbol } })).toEqual([`trading/ticker of ${symbol} is not found`]);
    expect(said([], 'trading/A/ticker', { ...missing, params: { symbol: 'ACE-PERP' } })).toHaveLength(1);
    expect(said([], 'trading/B/price', { ...missing, params: { pair: 'ACE-USDC' } })).toHaveLength(1);
    expect([said([], 'trading/A/ticker', { ...missing, params: { symbol: 'ACE-USDC' } }), said([], 'trading/B/cancel', { ...missing, params: { pair: 'ETH-USDC' } })]).toEqual([[], []]);
  });

  it('closes no market for a sale that can be paid', () => {
    const closed = (style: string, body: Body, policies = {}) => said([], `trading/${style}/place`, { status: 409, answer: { code: 'MARKET_CLOSED' }, body: { pair: 'ETH-USDC', ...body } }, policies).length;
    const issued = { 'trading.venueShort': 'issuer' };
    expect([closed('B', { side: 'sell' }), closed('B', { side: 'sell' }, issued), closed('B', { side: 'buy' }), closed('A', { side: 'sell' }), closed('B', { side: 'sell', market_type: 'perp' })]).toEqual([0, 1, 1, 1, 1]);
  });
}); // prettier-ignore

describe('funding', () => {
  const held = (more: Body = {}, { faults = [] as readonly object[], changed = [] as readonly string[], atMs = 9 * hourMs, tradedAtMs = 7 * hourMs, body = {}, call = 'trading/B/place' } = {}): number => {
    const { file, said } = under(faults, { 'trading.fundingEvery': '8h' }, changed);
    const ends = new EndsModel(file);
    ends.answered(exchangeOf(call, { atMs: tradedAtMs, body: { pair: 'ETH-USDC', ...body } }), 'alice');
    const row = { pair: 'ETH-USDC', market_type: 'perp', qty: '1', mark_price: '4', funding: '0.00', ...more };
    ends.answered(exchangeOf('trading/B/portfolio', { atMs, answer: { positions: [row] } }), 'alice');
    return said.length;
  };

  it('is due for a position of four dollars or more that was open over a settlement', () => {
    expect([held(), held({ mark_price: '3.9999995' }), held({ mark_price: '3.999999' }), held({ funding: '0.01' }), held({ market_type: 'spot' })]).toEqual([1, 0, 0, 0, 0]);
    expect([held({}, { tradedAtMs: 8 * hourMs - 1 }), held({}, { tradedAtMs: 8 * hourMs }), held({}, { atMs: 8 * hourMs }), held({}, { atMs: 8 * hourMs - 1 })]).toEqual([1, 0, 1, 0]);
  });

  it('of an order that may rest, or of a venue that cannot pay, is not known', () => {
    expect([held({}, { body: { type: 'limit' } }), held({}, { body: { price: 3 } }), held({}, { body: { type: 'market' } }), held({}, { call: 'wallet/B/place' })]).toEqual([0, 0, 1, 0]);
    expect([held({}, { changed: ['trading.fundingRest'] }), held({}, { changed: ['trading.venueShort'] }), held({}, { changed: ['trading.x'] })]).toEqual([0, 0, 1]);
  });

  it('waits for as long as clocks may differ', () => {
    const faults = [{ endMs: 0, byMs: -hourMs }];
    expect([held({}, { faults, atMs: 9 * hourMs - 1 }), held({}, { faults, atMs: 9 * hourMs, tradedAtMs: 6 * hourMs }), held({}, { faults, atMs: 9 * hourMs, tradedAtMs: 7 * hourMs })]).toEqual([0, 1, 0]);
  });
}); // prettier-ignore

it('an order is filled by a price that came after it', () => {
  const open = (row: Body, quote: Body = {}, faults: readonly object[] = [], call = 'trading/B/price'): number => {
    const { file, said } = under(faults, { 'trading.hours': 'always' });
    const ends = new EndsModel(file);
    ends.answered(exchangeOf(call, { atMs: 2 * hourMs, answer: { pair: 'ETH-USDC', bid: '3', ask: '4', ...quote } }), 'alice');
    const order = { order_id: 'o', status: 'open', pair: 'ETH-USDC', side: 'buy', price: '4', ts: formatInstant(0), ...row };
    ends.answered(exchangeOf('trading/B/orders', { atMs: 3 * hourMs, answer: { orders: [order] } }), 'alice');
    return said.length;
  };
  expect([open({}), open({ price: '3.99' }), open({ side: 'sell', price: '3' }), open({ side: 'sell', price: '3.01' })]).toEqual([1, 0, 1, 0]);
  expect([open({}, { bid: '0' }), open({}, { ask: '0' }), open({ side: 'sell', price: '0' }), open({}, {}, [], 'wallet/B/price')]).toEqual([0, 0, 0, 0]);
  expect([open({ ts: formatInstant(2 * hourMs) }), open({ ts: formatInstant(2 * hourMs - 1) }), open({ ts: 'x' })]).toEqual([0, 1, 0]);
  const faults = [{ endMs: 0, byMs: hourMs }];
  expect([open({ ts: formatInstant(1.5 * hourMs) }, {}, faults), open({ ts: formatInstant(hourMs - 1) }, {}, faults)]).toEqual([0, 1]);
}); // prettier-ignore

it('advice to wait is kept, but for a clock that is moved or a fault that begins in the meantime', () => {
  const again = (fault?: object): number => {
    const { file, said } = under(fault === undefined ? [] : [fault]);
    const served = new ServedModel(file);
    for (const atMs of [1_000, 2_000]) served.answered(exchangeOf('wallet/B/send', { atMs, status: 429, answerHeaders: { 'retry-after': 1 } }));
    return said.length;
  };
  const hold = { kind: 'clock-hold', atMs: 0, endMs: 1_500 };
  expect([again(), again(hold), again({ ...hold, endMs: 1_000 }), again({ ...hold, endMs: 1_001 }), again({ ...hold, kind: 'outage' })]).toEqual([1, 0, 1, 0, 1]);
  expect([again({ ...hold, atMs: 2_000, endMs: 9_000 }), again({ ...hold, atMs: 2_001, endMs: 9_000 }), again({ ...hold, kind: 'outage', atMs: 1_000 }), again({ ...hold, kind: 'outage', atMs: 1_001 })]).toEqual([0, 1, 1, 0]);
}); // prettier-ignore

it('a transfer of bitcoin leaves nothing, or 546 satoshi, where all that an address has is known', () => {
  const left = (fee: string, { genesis = 'empty', chain = 'bitcoin', before = [] as readonly (readonly [string, More])[] } = {}): string[] => {
    const { file, said } = under([], { 'wallet.genesis': genesis });
    const books = new ChainBooks(file);
    const symbol = chain === 'bitcoin' ? 'BTC' : 'SOL';
    for (const [call, more] of before) books.answered(exchangeOf(call, more));
    books.answered(exchangeOf('control/_/fund', { answer: { chain, address: 'bc1', asset: symbol, amount: '1', tx_hash: 'in' } }));
    books.answered(exchangeOf('wallet/primary/sendSigned', { body: { amount: '0.5' }, answer: { chain, from: 'bc1', to: 'x', amount: '0.5', fee, tx_hash: 'out', status: 'pending', fee_asset: symbol, asset: symbol, settled_at: null } }));
    return said;
  };
  const dust = [`chain-balances: a transfer leaves ${545n * 10n ** 22n} times 1e-30 of bitcoin, which is never spent`];
  expect([left('0.49999455'), left('0.49999454'), left('0.5'), left('0.49999455', { genesis: 'funded' }), left('0.49999455', { chain: 'solana' })]).toEqual([dust, [], [], [], []]);
  const paid = (address: string, amount: string, chain = 'bitcoin') => ['control/_/fund', { answer: { chain, address, asset: 'BTC', amount, tx_hash: 'd' } }] as const;
  expect([left('0.49999455', { before: [paid('other', '0.00000545')] }), left('0.49999455', { before: [paid('other', '0.00000546')] }), left('0.49999455', { before: [paid('other', '0.1', 'solana')] })]).toEqual([[], dust, dust]);
  expect(left('0.49999455', { before: [paid('other', '0.00000001', 'solana')] })).toEqual(dust);
  expect(left('0.49999455', { before: [['casino/A/withdraw', { body: { address: 'bc1', chain: 'bitcoin', amount: '1' } }]] })).toEqual(dust);
}); // prettier-ignore

it('all deposits of a world, those at addresses among them, come to its most exactly', () => {
  const books = { move: () => undefined };
  const { file, said } = caseOf({ books, timers: { at: () => undefined } });
  const deposits = new DepositModel(file);
  const at = (amount: string, status = 200): number => {
    deposits.answered(exchangeOf('control/_/deposit', { status, body: { address: '0xaB', amount }, answer: { chain: 'base', code: 'BAD_REQUEST' } }), undefined);
    return said.length;
  };
  deposits.answered(exchangeOf('casino/A/depositAddress', { answer: { address: '0xAb', chain: 'base' } }), 'alice');
  expect([at('600000000'), at('400000000.000001', 400), at('400000000'), at('0.000001', 400), at('0.000001')]).toEqual([0, 0, 0, 0, 1]);
}); // prettier-ignore
