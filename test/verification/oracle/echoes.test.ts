/** What is asked for comes back in the answer, unless a field of the same name means another thing there. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { Echoes } from '../../../src/verification/oracle/facts/echoes.ts';

type Asked = Partial<Pick<AuditedExchange, 'params' | 'query' | 'body'>>;

/** What is said of answers, one after another. */
function echoes(policies: Readonly<Record<string, string>> = {}) {
  const said: string[] = [];
  const file = { setting: { policies }, breaks: (property: string, message: string) => said.push(`${property}: ${message}`) };
  const model = new Echoes(file as unknown as Case);
  return (call: string, asked: Asked, answer: Body): string[] => {
    said.length = 0;
    const [service = '', operation = ''] = call.split('/');
    model.answered({ service, operation, params: {}, query: {}, body: undefined, ...asked, answer } as unknown as AuditedExchange);
    return [...said];
  };
} // prettier-ignore

const wrong = (operation: string, name: string, asked: string, told: string): string[] => [
  `answers-echo: ${operation} is asked for ${name} ${asked} and tells ${told}; expected ${asked}`,
];

describe('a field of the same name', () => {
  it.each([
    ['text', 'a', 'b'],
    ['a truth', true, false],
  ])('that is %s has the value that was asked for', (_, value, other) => {
    const tell = echoes();
    for (const part of ['body', 'query', 'params'] as const) {
      expect(tell('escrow/create', { [part]: { x: value } }, { x: value })).toEqual([]);
      expect(tell('escrow/create', { [part]: { x: value } }, { x: other })).toEqual(wrong('create', 'x', String(value), String(other)));
      for (const none of [null, undefined, ['b'], {}]) expect(tell('escrow/create', { [part]: { x: value } }, { x: none })).toEqual([]);
    }
    for (const none of [null, ['b'], {}]) expect(tell('escrow/create', { body: { x: none } }, { x: other })).toEqual([]);
    expect(tell('escrow/create', { query: { x: 'q' }, body: { x: value } }, { x: value })).toEqual([]);
  }); // prettier-ignore

  it.each([
    ['casino/bet', ['amount', 'nonce', 'client_seed']],
    ['casino/deal', ['amount']],
    ['casino/referralCode', ['note']],
    ['casino/playTournament', ['client_seed']],
    ['wallet/send', []],
  ] as const)('may be another in the answer to %s where it is one of %j', (call, names) => {
    for (const name of ['amount', 'nonce', 'client_seed', 'note', 'side'])
      expect(echoes()(call, { body: { [name]: 'a' } }, { [name]: 'b' })).toHaveLength((names as readonly string[]).includes(name) ? 0 : 1);
  }); // prettier-ignore

  it('may be another under a policy', () => {
    const sent = [{ body: { amount: 1, leverage: 2 } }, { amount: 0.9, leverage: 1 }] as const;
    expect(echoes({ 'wallet.sendFee': 'inside' })('wallet/send', ...sent)).toHaveLength(1);
    expect(echoes({ 'wallet.sendFee': 'beside' })('wallet/send', ...sent)).toHaveLength(2);
    expect(echoes({ 'trading.spotLeverage': 'ignore' })('trading/place', ...sent)).toHaveLength(1);
    expect(echoes()('trading/place', ...sent)).toHaveLength(2);
  });
});

describe('a record that a path names', () => {
  it.each(['escrow_id', 'order_id', 'challenge_id', 'bet_id', 'tournament_id'])('is told as %s', (field) => {
    for (const name of ['id', 'betId', 'orderId']) {
      expect(echoes()('x/detail', { params: { [name]: 'a' } }, { [field]: 'a' })).toEqual([]);
      expect(echoes()('x/detail', { params: { [name]: 'a' } }, { [field]: 'b' })).toEqual(wrong('detail', field, 'a', 'b'));
      expect(echoes()('x/detail', { params: { [name]: 'a' } }, { [field]: 'b', nonce: 1 })).toEqual([]);
    }
  }); // prettier-ignore

  it('may be a transaction', () => {
    expect(echoes()('wallet/transaction', { params: { hash: '0xa' } }, { tx_hash: '0xa' })).toEqual([]);
    expect(echoes()('wallet/transaction', { params: { hash: '0xa' } }, { tx_hash: '0xb' })).toEqual(
      wrong('transaction', 'tx_hash', '0xa', '0xb'),
    );
  });
});

it('an agent is told by its id or its address, the same one each time', () => {
  const tell = echoes();
  const send = (to: string, told: string): number => tell('escrow/create', { body: { receiver: to } }, { receiver: told }).length;
  expect([send('alice', '0xa'), send('alice', '0xa'), send('alice', '0xb')]).toEqual([0, 0, 1]);
  expect([send('0xa', 'alice'), send('0xa', 'bob'), send('0xc', 'carol'), send('carol', '0xc'), send('carol', '0xd')]).toEqual([0, 1, 0, 0, 1]);
  expect([send('0xa', '0xa'), send('0xa', '0xb'), send('bob', 'bob'), send('bob', 'carol')]).toEqual([0, 1, 0, 1]);
}); // prettier-ignore

it.each([
  ['ethereum', 1],
  ['base', 1],
  ['arbitrum', 1],
  ['polygon', 1],
  [undefined, 1],
  ['solana', 0],
])('what is sent on %s goes where it was to go', (chain, count) => {
  const answer = { to: 'bob', ...(chain === undefined ? {} : { chain }) };
  expect(echoes()('wallet/send', { body: { to: 'alice' } }, answer)).toHaveLength(count);
  expect(echoes()('wallet/other', { body: { to: 'alice' } }, answer)).toHaveLength(1);
  expect(echoes()('other/send', { body: { to: 'alice' } }, answer)).toHaveLength(1);
});

it('a dispute repeats its reason and its evidence', () => {
  const asked = { body: { reason: 'late', evidence: 'photo' } };
  const tell = (call: string, dispute: unknown, by: Asked = asked) => echoes()(call, by, { dispute }).length;
  expect(tell('escrow/dispute', { reason: 'late', evidence: 'photo' })).toBe(0);
  expect(tell('escrow/dispute', { reason: 'late', evidence: null })).toBe(1);
  expect(tell('escrow/dispute', { reason: 'early', evidence: 'none' })).toBe(2);
  expect(tell('escrow/dispute', { reason: 'late', evidence: null }, { body: { reason: 'late' } })).toBe(0);
  expect(tell('escrow/dispute', { reason: null, evidence: null }, {})).toBe(0);
  for (const none of [null, undefined, 'text']) expect(tell('escrow/dispute', none)).toBe(0);
  expect(tell('escrow/detail', { reason: 'early', evidence: 'none' })).toBe(0);
});
