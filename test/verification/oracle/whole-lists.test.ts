/** Lists from which nothing goes and in which nothing is twice, and what an audit shows a bet to have been. */
import { expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { BetParams } from '../../../src/verification/oracle/facts/bet-params.ts';
import { GrowingLists } from '../../../src/verification/oracle/facts/growing-lists.ts';
import { checkOrder } from '../../../src/verification/oracle/facts/lists.ts';

type Asked = readonly [call: string, answer: Body, more?: object];

const exchangeOf = ([call, answer, more]: Asked): AuditedExchange => {
  const [service, style, operation] = call.split('/');
  const about = { atMs: 0, service, style, operation, path: '/', params: {}, query: {}, headers: {} };
  return { ...about, answer, ...more } as unknown as AuditedExchange;
};

function saidBy(look: (file: Case) => (exchange: AuditedExchange) => void, asked: readonly Asked[]): string[] {
  const said: string[] = [];
  const setting = { policies: {}, changed: [], faults: [] };
  const file = { setting, breaks: (_: string, message: string): number => said.push(message) } as unknown as Case;
  const answered = look(file);
  for (const each of asked) answered(exchangeOf(each));
  return said;
} // prettier-ignore

const twice = (list: string, rows: readonly unknown[]): string[] =>
  saidBy((file) => (exchange) => checkOrder(file, exchange), [['trading/A/positions', { [list]: rows }]]);

it('no row is listed twice', () => {
  const row = { symbol: 'ETH-PERP', size: 1 };
  expect(twice('positions', [row, { ...row, size: 2 }])).toEqual([]);
  expect(twice('positions', [row, { ...row, size: 2 }, { ...row }])).toEqual([
    'trading/A/positions has two rows of positions that are alike',
  ]);
  for (const list of ['results', 'moves', 'history', 'biggest_wins'])
    expect(twice(list, [row, row])).toEqual([]);
  expect(twice('reels', ['bell', 'bell'])).toEqual([]);
});

const growing = (asked: readonly (readonly [caller: string, Asked])[]): string[] => {
  const callers = asked.map(([caller]) => caller);
  const look = (file: Case) => {
    const lists = new GrowingLists(file);
    return (exchange: AuditedExchange): void => lists.answered(exchange, callers.shift());
  };
  return saidBy(
    look,
    asked.map(([, each]) => each),
  );
};

it('no row goes from a list to which rows come, for each that asks for it', () => {
  const seeds = (count: number, more: object = {}): Asked => ['casino/A/seeds', { seeds: Array.from({ length: count }, () => ({})) }, more];
  expect(growing([['alice', seeds(1)], ['alice', seeds(2)], ['bob', seeds(0)], ['alice', seeds(2)]])).toEqual([]);
  expect(growing([['alice', seeds(2)], ['alice', seeds(1)]])).toEqual(['casino/A/seeds has 1 rows of seeds; it had 2']);
  expect(growing([['alice', seeds(2)], ['alice', seeds(1, { query: { limit: '1' } })]])).toEqual([]);
  expect(growing([['alice', seeds(2)], ['alice', seeds(1, { params: { address: 'a' } })]])).toEqual([]);
  expect(growing([['alice', ['domains/B/list', { domains: [{}] }]], ['alice', ['domains/B/list', { domains: [] }]]])).toEqual([]);
  const lists = { balance: 'recent', withdrawals: 'withdrawals', bankrollCurve: 'history' };
  for (const [operation, list] of Object.entries(lists)) {
    const shown = (rows: readonly Body[]): readonly [string, Asked] => ['alice', [`casino/A/${operation}`, { [list]: rows }]];
    expect(growing([shown([{}]), shown([])])).toHaveLength(1);
  }
  for (const [call, list] of [['wallet/A/transactions', 'transactions'], ['wallet/primary/chainBalance', 'tokens'], ['wallet/primary/chainTransactions', 'transactions']] as const)
    expect(growing([['alice', [call, { [list]: [{}] }]], ['alice', [call, { [list]: [] }]]])).toHaveLength(1);
}); // prettier-ignore

it('an audit shows the parameters that a bet was placed with', () => {
  const body = { amount: 1, client_seed: 'x', picks: [1, 2] };
  const bet: Asked = ['casino/A/bet', { bet_id: 'bet_1' }, { body }];
  const audit = (params: Body, bet_id = 'bet_1'): Asked => ['casino/A/verifyBet', { bet_id, params }, { path: '/audit/bet_1' }];
  const said = (...asked: readonly Asked[]): string[] =>
    saidBy((file) => {
      const bets = new BetParams(file);
      return (exchange) => bets.answered(exchange);
    }, asked);
  expect(said(bet, audit({ picks: [1, 2] }))).toEqual([]);
  expect(said(bet, audit({ picks: [2, 1] }))).toEqual(['an audit of a bet with picks [1,2] tells picks [2,1]']);
  expect(said(bet, audit({ picks: [1, 2], extra: 1 }))).toEqual(['an audit of a bet with extra left out tells extra 1']);
  expect(said(bet, audit({ amount: 2, client_seed: 'y' }))).toEqual([]);
  expect(said(bet, audit({ picks: [2] }, 'bet_2'))).toEqual([]);
  expect(said(bet, ['casino/A/verifyBet', { bet_id: 'bet_1', params: { picks: [] } }])).toEqual([]);
  // The bet of an open hand has moves.
  expect(said(['casino/A/bet', { bet_id: 'bet_1', status: 'settled' }, { body }], audit({ picks: [2] }))).toEqual([]);
}); // prettier-ignore
