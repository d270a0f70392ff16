/** Calls of the control API that every world answers, heard otherwise than they were: each rule on one exchange. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { ControlAnswers } from '../../../src/verification/oracle/models/control-answers.ts';
import { controlMistakes } from '../../../src/verification/oracle/models/control-forms.ts';
import { caseOf, exchangeOf } from './said.ts';

const key = `sk_live_${'a'.repeat(32)}`;
const evm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const start = '1970-01-01T00:00:00.000Z';
const policies = { 'limits.upgrade': 'bound' };

const about = {
  setting: { faults: [], policies },
  agents: new Map([['alice', {}]]),
  houses: { known: () => undefined },
};

type Call = readonly [operation: string, more: Partial<AuditedExchange>];

/** What is said of calls one after the other; the key is that of alice. */
function said(...calls: readonly Call[]): readonly string[] {
  const { file, said: all } = caseOf(about);
  const control = new ControlAnswers(file);
  for (const [operation, more] of calls) {
    const owner = more.body?.['api_key'] === key ? 'alice' : undefined;
    control.answered(exchangeOf(`control/control/${operation}`, more), owner);
  }
  return all;
}

const refused = (error: string, code = 'BAD_REQUEST'): Partial<AuditedExchange> => ({
  status: code === 'BAD_REQUEST' ? 400 : 404,
  answer: { error, code },
});

describe('a body', () => {
  it.each<[string, Body, readonly string[]]>([
    ['requestTier', { api_key: key, tier: 'pro' }, []],
    ['requestTier', { api_key: key, tier: 'free', at_once: true, unknown: 1 }, []],
    ['requestTier', { api_key: key, tier: 'gold' }, ['tier']],
    ['requestTier', { api_key: 7, tier: 'pro' }, ['api_key']],
    ['requestTier', {}, ['api_key', 'tier']],
    ['requestTier', { api_key: key, tier: 'pro', at_once: 'true' }, ['at_once']],
    ['deposit', { api_key: key, amount: 0.000001 }, []],
    ['deposit', { api_key: key, amount: '0.0000001' }, ['amount']],
    ['deposit', { api_key: key, amount: 0 }, ['amount']],
    ['deposit', { api_key: key }, ['amount']],
    ['deposit', { api_key: key, amount: 8_589_934_592 }, ['amount']],
    ['deposit', { api_key: key, amount: 1, chain: 'polygon' }, ['chain']],
    ['deposit', { api_key: key, amount: 1, chain: 'monero' }, ['USDC']],
    ['deposit', { amount: 1 }, ['api_key']],
    ['deposit', { api_key: key, address: evm, amount: 1 }, ['api_key']],
    ['fund', { chain: 'polygon', address: evm, amount: '1.5' }, []],
    ['fund', { chain: 'optimism', address: evm, amount: '1.5' }, ['chain']],
    ['fund', { chain: 'base', address: 'a'.repeat(129), amount: '1.5' }, ['address']],
    ['fund', { chain: 'base', address: 'x', amount: '1.5' }, ['address']],
    ['fund', { chain: 'base', address: evm, amount: '0' }, ['amount']],
    ['fund', { chain: 'base', address: evm, amount: '01' }, ['amount']],
    ['fund', { chain: 'base', address: evm, amount: 1e31 }, ['amount']],
    ['fund', { chain: 'base', address: evm, amount: '0.0000000000000000001' }, ['amount']],
    ['fund', { chain: 'base', address: evm, amount: '0.0000001', asset: 'usdc' }, ['amount']],
    ['fund', { chain: 'base', address: evm, amount: '1', asset: 'USDC' }, ['asset']],
  ])('of %s, %j, has the mistakes %j', (operation, body, fields) =>
    expect(controlMistakes(operation, body)?.map(({ field }) => field)).toEqual(fields),
  );
});

const tier = { api_key: key, tier: 'pro' };
const asked = { agent_id: 'alice', effective_at: start };
const fund = { chain: 'base', address: evm, amount: '1' };
const given = {
  chain: 'base',
  address: evm.toLowerCase(),
  asset: 'ETH',
  amount: '1.00',
  balance: '1.00',
  tx_hash: '0x1',
};
const wrongTier = 'tier must be equal to one of the allowed values (free, pro, enterprise)';
const row = { chain: 'base', symbol: 'ETH', minted: '1.00', fees: '0.10' };
const books = (...chains: readonly Body[]): Call => ['books', { answer: { drift: 0, chains } }];

describe('one answer', () => {
  it.each<[string, Call, number]>([
    ['a tier', ['requestTier', { body: tier, answer: asked }], 0],
    ['a tier of another agent', ['requestTier', { body: tier, answer: { ...asked, agent_id: 'bob' } }], 1],
    ['a tier that waits though it may not', ['requestTier', { body: { ...tier, at_once: true }, answer: { ...asked, effective_at: '1970-01-02T00:00:00.000Z' } }], 1],
    ['a tier that is refused without a cause', ['requestTier', { body: tier, ...refused(wrongTier) }], 1],
    ['a tier of a known key that is not found', ['requestTier', { body: tier, ...refused('no key', 'NOT_FOUND') }], 1],
    ['a tier of what is no key', ['requestTier', { body: { ...tier, api_key: 'x' }, answer: asked }], 1],
    ['an unknown tier', ['requestTier', { body: { ...tier, tier: 'gold' }, answer: asked }], 1],
    ['an unknown tier that is refused', ['requestTier', { body: { ...tier, tier: 'gold' }, ...refused(wrongTier) }], 0],
    ['words about another field', ['requestTier', { body: { ...tier, tier: 'gold' }, ...refused('api_key must be string') }], 1],
    ['other words', ['requestTier', { body: { ...tier, tier: 'gold' }, ...refused('tier must be equal to one of the allowed values (free, pro)') }], 1],
    ['a repeat', ['requestTier', { body: { ...tier, tier: 'gold' }, answer: asked, headers: { 'idempotency-key': 'k' } }], 0],
    ['a deposit of an address', ['deposit', { body: { address: evm, amount: 1 }, answer: { address: evm.toLowerCase(), amount: '1.00' } }], 0],
    ['a deposit of another address', ['deposit', { body: { address: evm, amount: 1 }, answer: { address: '0x1', amount: '1.00' } }], 1],
    ['a deposit of more', ['deposit', { body: { address: evm, amount: 1 }, answer: { address: evm, amount: '1.01' } }], 1],
    ['money', ['fund', { body: fund, answer: given }], 0],
    ['money elsewhere', ['fund', { body: fund, answer: { ...given, chain: 'ethereum' } }], 1],
    ['other money', ['fund', { body: fund, answer: { ...given, asset: 'USDC' } }], 1],
    ['money for another address', ['fund', { body: fund, answer: { ...given, address: '0x1' } }], 1],
    ['less money', ['fund', { body: fund, answer: { ...given, amount: '0.99' } }], 1],
    ['money that is refused without a cause', ['fund', { body: fund, ...refused('address is no address on base') }], 1],
    ['the clock', ['clock', { answer: { now: start } }], 0],
    ['another clock', ['clock', { answer: { now: '1970-01-01T00:00:00.001Z' } }], 1],
    ['a clock that is refused', ['clock', refused('x')], 1],
    ['policies', ['policy', { answer: { policies } }], 0],
    ['another policy', ['policy', { answer: { policies: { 'limits.upgrade': 'immediate' } } }], 1],
    ['a policy more', ['policy', { answer: { policies: { ...policies, other: 'x' } } }], 1],
    ['fewer accounts than agents', ['ledger', { answer: { accounts: 0, transfers: 1 } }], 1],
    ['books', books(row), 0],
    ['an asset of another chain', books({ ...row, symbol: 'POL' }), 1],
    ['more fees than money', books({ ...row, fees: '1.01' }), 1],
  ])('%s', (_what, call, count) => expect(said(call)).toHaveLength(count));
}); // prettier-ignore

const ledger = (accounts: number, transfers: number): Call => ['ledger', { answer: { accounts, transfers } }];
const digest = (name: string, events: number): Call => ['digest', { answer: { digest: name, events } }];
const policy = (hash: string): Call => ['policy', { answer: { policies, policy_hash: hash } }];
const funded = (hash: string): Call => ['fund', { body: fund, answer: { ...given, tx_hash: hash } }];

describe('one answer after another', () => {
  it.each<[string, readonly Call[], number]>([
    ['accounts that grow', [ledger(1, 1), ledger(2, 1)], 0],
    ['accounts that vanish', [ledger(2, 1), ledger(1, 1)], 1],
    ['transfers that vanish', [ledger(1, 2), ledger(1, 1)], 1],
    ['events that vanish', [digest('a', 2), digest('b', 1)], 1],
    ['two digests of one count', [digest('a', 2), digest('b', 2)], 1],
    ['a digest that moves on', [digest('a', 2), digest('b', 3), digest('b', 3)], 0],
    ['other policies', [policy('a'), policy('b')], 1],
    ['money twice', [funded('0x1'), funded('0x2')], 0],
    ['money twice in one transaction', [funded('0x1'), funded('0x1')], 1],
    ['money that a swap takes', [books(row), books({ ...row, minted: '0.50' })], 0],
    ['fees that are paid back', [books(row), books({ ...row, fees: '0.09' })], 1],
  ])('%s', (_what, calls, count) => expect(said(...calls)).toHaveLength(count));
});

it.each([
  ['none', 0],
  [key, 1],
])('a chain without USDC is not found only with a key that no agent has: %s', (apiKey, count) => {
  const body = { api_key: apiKey, amount: 1, chain: 'monero' };
  expect(said(['deposit', { body, ...refused('there is no such agent', 'NOT_FOUND') }])).toHaveLength(count);
});
