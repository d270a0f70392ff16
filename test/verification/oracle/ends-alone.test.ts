/** What is still open after its end: each record by itself, just before its end and just after it. */
import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { EndsModel } from '../../../src/verification/oracle/models/ends.ts';
import { caseOf, exchangeOf } from './said.ts';

type More = Partial<AuditedExchange>;
type Heard = readonly [call: string, more: More];

const at = (hours: number): string => new Date(hours * hourMs).toISOString();

/** What is said of the last of these; `faults` and `changed` are of the run. */
function saidOf(heard: readonly Heard[], setting: object = {}): string[] {
  const policies = { 'trading.hours': 'always' };
  const { file, said } = caseOf({ setting: { faults: [], changed: [], policies, ...setting } });
  const ends = new EndsModel(file);
  for (const [call, more] of heard) ends.answered(exchangeOf(call, more), 'alice');
  return said;
}

const until = (name: string, status: string, ends: Body): Body => ({ [`${name}_id`]: 'x', status, ...ends });
const expiry = { expires_at: at(2) };

const rows: readonly (readonly [string, string, Body])[] = [
  ['escrow/B/detail', 'locked', until('escrow', 'locked', expiry)],
  ['escrow/B/detail', 'disputed', until('escrow', 'disputed', expiry)],
  ['escrow/B/detail', 'frozen', until('escrow', 'frozen', expiry)],
  ['escrow/B/list', 'locked', { escrows: [until('escrow', 'locked', expiry)] }],
  ['wallet/primary/swapStatus', 'awaiting_deposit', until('order', 'awaiting_deposit', expiry)],
  ['casino/A/challenges', 'pending', { incoming: [until('challenge', 'pending', expiry)] }],
  ['casino/A/challenges', 'pending', { outgoing: [until('challenge', 'pending', expiry)] }],
  ['casino/A/tournament', 'upcoming', until('tournament', 'upcoming', { starts_at: at(2), ends_at: at(9) })],
  ['casino/A/tournament', 'active', until('tournament', 'active', { starts_at: at(1), ends_at: at(2) })],
];

describe.each(rows)('%s: %s', (call, status, answer) => {
  it('is open until its end', () => {
    const words = (minutes: number): string[] => [`ends-reached: x is still ${status}, ${minutes} minutes after it was due`];
    expect(saidOf([[call, { answer, atMs: 2 * hourMs - 1 }]])).toEqual([]);
    expect(saidOf([[call, { answer, atMs: 2 * hourMs }]])).toEqual(words(0));
    expect(saidOf([[call, { answer, atMs: 3 * hourMs }]])).toEqual(words(60));
    expect(saidOf([[call, { answer, atMs: 3 * hourMs, status: 404 }]])).toEqual([]);
    expect(saidOf([[call, { answer: JSON.parse(JSON.stringify(answer).replace(status, 'ended')) as Body, atMs: 3 * hourMs }]])).toEqual([]);
  });
  it('may be open until the faults of the run are over, and their shift of a clock', () => {
    const fault = { endMs: 4 * hourMs, byMs: -hourMs };
    const late = (hours: number): number => saidOf([[call, { answer, atMs: hours * hourMs }]], { faults: [fault] }).length;
    expect([late(4), late(4.99), late(5)]).toEqual([0, 0, 1]);
  });
}); // prettier-ignore

describe('an escrow in dispute', () => {
  const disputed = (more: More): number => {
    const answer = until('escrow', 'disputed', expiry);
    const list = (hours: number): number =>
      saidOf([['escrow/B/dispute', { atMs: hourMs, ...more }], ['escrow/B/detail', { answer, atMs: hours * hourMs }]]).length;
    return [2, 48, 48.9, 49].findIndex((hours) => list(hours) > 0);
  };
  it('is open until its ruling, two days after it was opened', () => {
    expect(disputed({ params: { id: 'x' } })).toBe(3);
    expect(disputed({ body: { escrow_id: 'x' } })).toBe(3);
    expect(disputed({ params: { id: 'other' } })).toBe(0);
  });
}); // prettier-ignore

describe('an order', () => {
  const price = (more: Body, atMs = 2 * hourMs): Heard => ['trading/B/price', { atMs, answer: { pair: 'ETH-USDC', bid: '10', ask: '11', ...more } }];
  const orders = (more: Body): Heard => ['trading/B/orders', { atMs: 2 * hourMs + 1, answer: { orders: [{ order_id: 'x', pair: 'ETH-USDC', status: 'open', side: 'buy', price: '11', ts: at(1), ...more }] } }];
  const words = ['ends-reached: x is still open, 0 minutes after it was due'];
  it('is filled at a price that reaches its limit', () => {
    expect(saidOf([price({}), orders({})])).toEqual(words);
    expect(saidOf([price({}), orders({ side: 'sell', price: '10' })])).toEqual(words);
  });
  it.each<[Body, Body]>([
    [{}, { price: '10.9' }], [{}, { side: 'sell', price: '10.1' }], [{}, { status: 'filled' }], [{}, { ts: at(2) }], [{}, { pair: 'BTC-USDC' }],
    [{}, { price: null }], [{ ask: '0' }, {}], [{ bid: '0' }, { side: 'sell' }],
  ])('may be open otherwise: %j %j', (shown, order) => expect(saidOf([price(shown), orders(order)])).toEqual([]));
  it('rests while markets may be closed', () => {
    expect(saidOf([price({}), orders({})], { policies: { 'trading.hours': 'weekdays' } })).toEqual([]);
  });
}); // prettier-ignore

describe('a position over a settlement of funding', () => {
  const place = (body: Body = {}): Heard => ['trading/B/place', { atMs: hourMs, body: { pair: 'ETH-USDC', ...body } }];
  const row = { pair: 'ETH-USDC', market_type: 'perp', qty: '100', mark_price: '3000', funding: '0.00' };
  const held = (more: Body = {}, atMs = 8 * hourMs): Heard => ['trading/B/portfolio', { atMs, answer: { positions: [{ ...row, ...more }] } }];
  const words = ['ends-reached: alice/ETH-USDC has been held over a settlement of funding, and none was paid'];
  it('has paid or received some', () => {
    expect(saidOf([place(), held()])).toEqual(words);
    expect(saidOf([place({ pair: undefined, symbol: 'ETH-PERP' }), held()])).toEqual(words);
    expect(saidOf([place(), held({}, 2 * hourMs)], { policies: { 'trading.fundingEvery': '1h' } })).toEqual(words);
  });
  it.each<[Body, Body, number?]>([
    [{}, { funding: '-0.01' }], [{}, { market_type: 'spot' }], [{}, { qty: '0.0001' }], [{}, {}, 8 * hourMs - 1], [{ type: 'limit' }, {}], [{ price: '3000' }, {}], [{ pair: 'BTC-USDC' }, {}],
  ])('may show none otherwise: %j %j %j', (order, shown, atMs) => expect(saidOf([place(order), held(shown, atMs)])).toEqual([]));
  it.each(['trading.fundingRest', 'trading.venue', 'trading.venueShort'])('may show none under %s', (changed) => {
    expect(saidOf([place(), held()], { changed: [changed] })).toEqual([]);
  });
  it('has some whatever else is changed', () => expect(saidOf([place(), held()], { changed: ['trading.netting', 'x.trading.venue'] })).toEqual(words));
}); // prettier-ignore
