/** Who joins by which call, under which names and key, and what a registration has to be answered (FAU09, gaps A7, A8, X7, X9). */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import {
  evmAddress,
  hasEvmForm,
  isChainAddress,
  mayBeBech32,
} from '../../../src/verification/oracle/addresses.ts';
import { Followed, homeOf } from '../../../src/verification/oracle/followed.ts';
import { keyIn, namesShown, registered } from '../../../src/verification/oracle/registration.ts';
import { FollowedRun, refused } from './followed-run.ts';
import { exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type More = Partial<AuditedExchange>;
const evm = `0x${'a'.repeat(40)}`;
const solana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const tron = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

function registers(call: string, body: Body, { policies = {}, more = {}, unknown = [] }: { policies?: Policies; more?: More; unknown?: readonly string[] } = {}) {
  const run = new FollowedRun({ policies, agents: { alice: 0, bob: 0 } });
  for (const id of unknown) run.unknownRegistrations.add(id);
  const joined: unknown[] = [];
  const exchange = exchangeOf(call, { atMs: 7, body, answer: { agent_id: 'agent_1', api_key: 'k', agent_address: '0xAB' }, ...more });
  registered(run.file, exchange, (...each) => void joined.push(each));
  return { said: run.said, joined };
} // prettier-ignore

const wrong = (call: string, seen: string, wanted: string): string[] => [
  `registration-rules: ${call} is answered ${seen}; expected ${wanted}`,
];

describe('a registration with the faucet', () => {
  it.each<[Body, string, Policies?]>([
    [{ agent_id: 'dave' }, 'OK'],
    [{ agent_id: 'D._-9' }, 'OK'],
    [{ agent_id: 'd'.repeat(64) }, 'OK'],
    [{ agent_id: 'd'.repeat(65) }, 'BAD_REQUEST'],
    [{ agent_id: '' }, 'BAD_REQUEST'],
    [{ agent_id: 'da ve' }, 'BAD_REQUEST'],
    [{ agent_id: 7 }, 'BAD_REQUEST'],
    [{ agent_id: evm }, 'BAD_REQUEST'],
    [{ agent_id: solana }, 'BAD_REQUEST'],
    [{ agent_id: tron }, 'BAD_REQUEST'],
    [{ agent_id: 'alice' }, 'CONFLICT'],
    [{ agent_id: 'dave', referrer: 'bob' }, 'OK'],
    [{ agent_id: 'dave', referrer: 'dave' }, 'BAD_REQUEST'],
    [{ agent_id: 'dave', referrer: 'zed' }, 'OK'],
    [{ agent_id: 'dave', referrer: 'zed' }, 'BAD_REQUEST', { 'referral.unknown': 'reject' }],
    [{ agent_id: 'dave', referrer: 'bob' }, 'OK', { 'referral.unknown': 'reject' }],
    [{ agent_id: 'dave', referrer: 'Zed' }, 'OK?', { 'referral.unknown': 'reject' }],
    [{ agent_id: 'dave', referrer: 'z'.repeat(20) }, 'BAD_REQUEST', { 'referral.unknown': 'reject' }],
    [{ agent_id: 'dave', referrer: 'z'.repeat(21) }, 'OK?', { 'referral.unknown': 'reject' }],
    [{ agent_id: 'dave', referrer: 'misspelt' }, 'BAD_REQUEST'],
    [{ agent_id: 'dave', referrer: 7 }, 'OK?'],
    [{ agent_id: 'dave', referrer: '@bob' }, 'OK'],
    [{ agent_id: 'dave', metadata: {} }, 'OK'],
    [{ agent_id: 'dave', metadata: { a: 'x'.repeat(3990) } }, 'OK'],
    [{ agent_id: 'dave', metadata: { a: 'x'.repeat(3992) } }, 'OK?'],
    [{ agent_id: 'dave', metadata: [] }, 'OK?'],
    [{ agent_id: 'dave', metadata: null }, 'OK?'],
    [{ agent_id: 'dave', metadata: 'x' }, 'OK?'],
    [{ agent_id: 'bc1dave' }, 'OK?'],
    [{ agent_id: 'BC1dave' }, 'OK?'],
    [{ agent_id: 'xbc1dave' }, 'OK'],
  ])('as %j has to be answered %s', (body, outcome, policies = {}) => {
    const call = 'faucet/B/register';
    const wanted = outcome.replace('?', '');
    for (const seen of ['BAD_REQUEST', 'CONFLICT']) {
      const isRight = seen === wanted || (seen === 'BAD_REQUEST' && outcome.endsWith('?'));
      expect(registers(call, body, { policies, more: refused(seen) }).said).toEqual(isRight ? [] : wrong(call, seen, wanted));
    }
    const taken = registers(call, body, { policies });
    expect(taken.said[0]).toBe(wanted === 'OK' ? undefined : wrong(call, 'OK', wanted)[0]);
    if (wanted === 'OK') expect(taken.joined).toHaveLength(1);
  });

  it('adds an agent with its address in lower case, its key and its referrer', () => {
    const agent = { agentId: 'dave', number: 2, referrer: 'bob', atMs: 7 };
    expect(registers('faucet/A/register', { agent_id: 'dave', referrer: '0xbob' }).joined).toEqual([[agent, 'k', ['0xab']]]);
    const without = registers('faucet/B/register', { agent_id: 'dave', referral_code: 'bob' }, { more: { answer: { api_key: 'k' } } });
    expect(without.joined).toEqual([[{ ...agent, referrer: undefined }, 'k', []]]);
    expect([registers('faucet/B/register', { agent_id: 'dave' }, { more: { answer: {} } }).joined, registers('faucet/B/register', { agent_id: 'dave' }, { more: { status: 500 } }).joined]).toEqual([[], []]);
    expect(registers('faucet/B/register', { agent_id: 'alice' }).said).toEqual([...wrong('faucet/B/register', 'OK', 'CONFLICT'), 'registration-rules: alice is registered a second time']);
  });

  it('is open where an earlier one may have succeeded', () => {
    const unknown = { unknown: ['alice', 'zed'], policies: { 'referral.unknown': 'reject' } };
    expect(registers('faucet/B/register', { agent_id: 'alice' }, unknown)).toMatchObject({ said: [], joined: [[{ agentId: 'alice' }, 'k', ['0xab']]] });
    expect(registers('faucet/B/register', { agent_id: 'alice' }, { ...unknown, more: refused('CONFLICT') }).said).toEqual([]);
    expect(registers('faucet/B/register', { agent_id: 'dave', referrer: 'zed' }, { unknown: ['zed'], more: refused('BAD_REQUEST') }).said).toEqual([]);
    expect(registers('faucet/B/register', {}, { more: { isRaw: true, ...refused('CONFLICT') } }).said).toEqual([]);
  });
}); // prettier-ignore

describe('a registration elsewhere', () => {
  it.each<[Body, string | undefined, Policies?, (readonly string[])?]>([
    [{ referral_code: 'bob' }, 'OK'],
    [{ referral_code: 'zed' }, 'OK'],
    [{ referral_code: 'zed' }, 'BAD_REQUEST', { 'referral.unknown': 'reject' }],
    [{ referral_code: 'bob' }, 'OK', { 'referral.unknown': 'reject' }],
    [{ referral_code: 'Zed' }, undefined],
    [{ referral_code: 'zed' }, undefined, {}, ['zed']],
    [{ referral_code: 'bob', x: 1 }, undefined],
    [{}, undefined],
  ])('with %j has to be answered %s', (body, outcome, policies = {}, unknown = []) => {
    for (const call of ['casino/A/register', 'wallet/primary/register']) {
      const said = (seen: string) => registers(call, body, { policies, unknown, ...(seen === 'OK' ? {} : { more: refused(seen) }) }).said;
      for (const seen of ['OK', 'BAD_REQUEST', 'CONFLICT']) expect(said(seen)).toEqual(outcome === undefined || seen === outcome ? [] : wrong(call, seen, outcome));
      expect([registers(call, body, { policies, unknown, more: { status: 429 } }).said, registers(call, body, { policies, unknown, more: { isRaw: true, ...refused('CONFLICT') } }).said]).toEqual([[], []]);
    }
  });

  it('adds the agent of its answer, and none with the registry of names', () => {
    expect(registers('casino/A/register', { referral_code: 'bob', agent_id: 'x' }).joined).toEqual([[{ agentId: 'agent_1', number: 2, referrer: 'bob', atMs: 7 }, 'k', ['0xab']]]);
    expect([registers('domains/A/register', { agent_id: 'x' }), registers('casino/A/other', {})]).toEqual([{ said: [], joined: [] }, { said: [], joined: [] }]);
  });
}); // prettier-ignore

it('answers show codes and addresses, each of its agent', () => {
  const shown = (call: string, answer: Body, caller: string | undefined = 'alice', more: More = {}) => namesShown(exchangeOf(call, { answer, ...more }), caller);
  expect(shown('casino/A/referralCode', { referral_code: 'r' })).toEqual([['r', 'alice']]);
  expect(namesShown(exchangeOf('casino/A/referralCode', { answer: { referral_code: 'r' } }), undefined)).toEqual([]);
  expect([shown('casino/A/referralCode', {}), shown('casino/A/referralCode', { referral_code: 'r' }, 'alice', { status: 400 })]).toEqual([[], []]);
  expect(shown('wallet/A/addresses', { addresses: { base: '0xA', tron: 'T' } })).toEqual([['0xA', 'alice'], ['T', 'alice']]);
  expect([shown('casino/A/addresses', { addresses: { base: '0xA' } }), shown('wallet/A/addresses', {}), shown('wallet/A/other', { agent_address: 'x', agent_id: 'y' })]).toEqual([[], [], []]);
  expect(shown('faucet/B/agentDetail', { agent_address: '0xb', agent_id: 'bob' })).toEqual([['0xb', 'bob']]);
}); // prettier-ignore

it.each([
  ['Bearer k', 'k'],
  ['bearer k', 'k'],
  ['BEARER   k', 'k'],
  ['Bearerk', ''],
  ['Basic k', ''],
  ['xBearer k', ''],
  ['Bearer a b', ''],
  ['Bearer ', ''],
  [undefined, ''],
])('the key of %j is %j', (header, key) => expect(keyIn(header)).toBe(key));

describe('an address', () => {
  const mixed = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  it('of an EVM chain has 40 digits, in one case or with its checksum', () => {
    const texts = [evm, evm.toUpperCase().replace('X', 'x'), mixed, mixed.replace('f', 'F'), mixed.toUpperCase(), evm.slice(1), `${evm}a`, evm.slice(0, 41), `0x${'g'.repeat(40)}`];
    expect(texts.map(hasEvmForm)).toEqual([true, true, true, true, true, false, false, false, false]);
    expect(texts.map(evmAddress)).toEqual([evm, evm, mixed.toLowerCase(), undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('of another chain is one in base58', () => {
    const right = [evm, solana, tron, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '1'.repeat(32)];
    const no = ['', 'alice', `${solana}1`, tron.replace('T', 'U'), tron.replace(/H$/, 'J'), solana.replace('H', '0'), '1'.repeat(31), '1'.repeat(33), '1'.repeat(25), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'];
    expect([right.filter((text) => !isChainAddress(text)), no.filter(isChainAddress)]).toEqual([[], []]);
    expect(['bc1x', 'BC1', 'bc', 'xbc1'].map(mayBeBech32)).toEqual([true, true, false, false]);
  });
}); // prettier-ignore

describe('a service that is not followed', () => {
  const fault = (kind: string, service = 'escrow') => ({ setting: { faults: [{ kind, service, atMs: 5 }] } });
  const followedIn = (given: object = {}) => {
    const run = new FollowedRun({ agents: { alice: 1, bob: 1, carol: 1 }, ...given });
    return { run, followed: new Followed(run.file) };
  };

  it('is one whose clock is moved, or whose call may have been carried out unseen', () => {
    for (const kind of ['clock-step', 'clock-hold', 'slow']) {
      const { run, followed } = followedIn(fault(kind));
      run.timers.advance(4);
      expect(followed.isFollowed('escrow')).toBe(true);
      run.timers.advance(5);
      expect([followed.isFollowed('escrow'), followed.isFollowed('casino'), run.houses.known('escrow:fees')]).toEqual(kind === 'slow' ? [true, true, 0] : [false, true, undefined]);
      if (kind !== 'slow') expect(run.timers.latest?.what).toBe('a move of the clock of escrow');
    }
    expect(followedIn({ setting: { changed: ['trading.reservation'] }, policies: { 'trading.reservation': 'none' } }).followed.isFollowed('trading')).toBe(false);
  });

  it.each<[string, More, boolean, boolean?]>([
    ['casino/A/bet', { method: 'POST' }, false],
    ['casino/A/bet', { method: 'GET' }, true],
    ['escrow/B/create', { method: 'POST' }, true],
    ['escrow/B/create', { method: 'POST' }, false, true],
    ['escrow/B/create', { method: 'POST', headers: { 'idempotency-key': 'k' } }, false],
    ...['escrow/B/release', 'escrow/B/refund', 'domains/B/register', 'domains/B/renew', 'faucet/B/claimDaily', 'faucet/A/claimOnce', 'casino/A/createChallenge', 'casino/short/launch'].map((call) => [call, { method: 'POST' }, true] as [string, More, boolean]),
    ['escrow/B/dispute', { method: 'POST' }, false],
    ['control/_/deposit', { method: 'POST' }, true],
  ])('after a failed %s of %j is followed: %s', (call, more, isFollowed, hasMoved = false) => {
    const { run, followed } = followedIn();
    followed.failed(exchangeOf(call, { status: 500, ...more }), new Map([...run.agents.keys()].map((agent) => [agent, { availableMicros: 1_000_000, heldMicros: hasMoved ? 1 : 0 }])));
    expect(followed.isFollowed(call.split('/')[0] ?? '')).toBe(isFollowed);
    if (call.startsWith('control')) expect([followed.isFollowed('casino'), homeOf(exchangeOf(call)), homeOf(exchangeOf('casino/A/bet'))]).toEqual([false, 'casino', 'casino']);
  });

  it('leaves open the money of those who have acted in it, or are named there', () => {
    const loose = ({ run }: { run: FollowedRun }) => ['alice', 'bob', 'carol'].filter((agent) => run.books.isLoose(agent));
    const acted = (more: More, parties: object = {}) => {
      const both = followedIn(fault('clock-step'));
      both.followed.answered(exchangeOf('escrow/B/create', more), { caller: 'alice', owner: undefined, ...parties });
      expect(loose(both)).toEqual([]);
      both.run.timers.advance(5);
      return loose(both);
    };
    expect([acted({}), acted({ status: 400 }), acted({ status: 500 }), acted({ body: { receiver: '0xbob' } }), acted({ answer: { receiver: 'carol' } }), acted({}, { owner: 'bob' }), acted({ body: { receiver: 7 } })]).toEqual([['alice'], [], ['alice'], ['alice', 'bob'], ['alice', 'carol'], ['alice', 'bob'], ['alice']]);
    const later = followedIn(fault('clock-step'));
    later.run.timers.advance(5);
    later.followed.answered(exchangeOf('escrow/B/create', { body: { receiver: 'bob', referrer: 'carol' } }), { caller: 'alice', owner: undefined });
    expect(loose(later)).toEqual(['alice', 'bob', 'carol']);
    expect(later.run.blurred.map((each) => each.join(' ')).toSorted()).toEqual(['alice', 'alice carol', 'bob', 'carol']);
  });
}); // prettier-ignore
