/** What every answer is held to: codes and statuses, keys, inputs, secrets, faults. Each rule on both sides. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import {
  exampleKeys,
  exportedKeys,
  checkKnownAddresses,
  isExample,
  isKnownAddress,
  keyMistake,
} from '../../../src/verification/oracle/facts/known-addresses.ts';
import {
  checkErrorForm,
  checkErrorInput,
  checkErrors,
  checkKeys,
  checkSecrets,
} from '../../../src/verification/oracle/models/errors.ts';
import { caseOf, exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type More = Partial<AuditedExchange>;
type Rule = (file: ReturnType<typeof caseOf>['file'], exchange: AuditedExchange) => unknown;

const saidBy = (
  rule: Rule,
  call: string,
  more: More,
  policies: Policies = {},
  about: object = {},
): string[] => {
  const { file, said } = caseOf({ setting: { faults: [], policies }, ...about });
  rule(file, exchangeOf(call, more));
  return said;
};

describe('a refusal', () => {
  const form = (code: unknown, status: number, more: More = {}, policies: Policies = {}) => saidBy(checkErrorForm, 'casino/A/bet', { status, answer: { code, error: 'x' }, answerHeaders: { 'retry-after': 1 }, ...more }, policies);

  it.each([['BAD_REQUEST', 400], ['UNAUTHORIZED', 401], ['FORBIDDEN', 403], ['NOT_FOUND', 404], ['CONFLICT', 409], ['FAUCET_CLAIMED', 409], ['GAME_CLOSED', 409], ['MARKET_CLOSED', 409], ['INSUFFICIENT_BALANCE', 422], ['RATE_LIMIT', 429], ['INTERNAL_ERROR', 500], ['SERVICE_UNAVAILABLE', 503]])('with %s has the status %i', (code, status) => {
    expect(form(code, status)).toEqual([]);
    for (const other of [400, 405, 409, 418, 429, 503].filter((each) => each !== status)) expect(form(code, other)).toEqual([`errors-well-formed: bet: ${other} comes with the code ${code}`]);
  });

  it('may have another status by policy', () => {
    expect([form('FAUCET_CLAIMED', 429, {}, { 'errors.faucetClaimedStatus': '429' }), form('MARKET_CLOSED', 503, { answerHeaders: {} }, { 'errors.marketClosedStatus': '503' })]).toEqual([[], []]);
    expect([form('FAUCET_CLAIMED', 409, {}, { 'errors.faucetClaimedStatus': '429' }).length, form('MARKET_CLOSED', 409, {}, { 'errors.marketClosedStatus': '503' }).length, form('CONFLICT', 409, {}, { 'errors.marketClosedStatus': '503' }).length]).toEqual([1, 1, 0]);
    const methods = { 'errors.unknownMethod': '405' };
    expect([form('NOT_FOUND', 405, {}, methods), form('NOT_FOUND', 404, {}, methods), form('CONFLICT', 405, {}, methods).length]).toEqual([[], [], 1]);
    expect([form('x', 418), form(undefined, 418)].flat()).toEqual(['errors-well-formed: bet: 418 comes with the code x', 'errors-well-formed: bet: 418 comes with the code undefined']);
  });

  it('has a message, and where it is to be made again says when', () => {
    for (const error of [undefined, '', ' ', 7]) expect(form('CONFLICT', 409, { answer: { code: 'CONFLICT', error } })).toEqual(['errors-well-formed: bet: 409 comes without a message']);
    const begun = (error: string) => form('CONFLICT', 409, { answer: { code: 'CONFLICT', error } });
    expect(['amount is none', 'Ångström', '9 is none', '"x" is none', "'x' is none", '$.amount'].flatMap(begun)).toEqual([]);
    expect(['.amount is none', ' amount', '/amount', '(x)'].map((error) => begun(error).length)).toEqual([1, 1, 1, 1]);
    for (const status of [429, 503]) {
      const code = status === 429 ? 'RATE_LIMIT' : 'SERVICE_UNAVAILABLE';
      const after = (value: number | string) => form(code, status, { answerHeaders: { 'retry-after': value } });
      expect([after(1), after('2')]).toEqual([[], []]);
      for (const none of [0, 0.9, 'x']) expect(after(none)).toEqual([`retry-after: bet: ${status} comes without a Retry-After`]);
      expect(form(code, status, { answerHeaders: {} })).toHaveLength(1);
    }
    expect(form('CONFLICT', 409, { answerHeaders: {} })).toEqual([]);
    expect(form(undefined, 404, { operation: '', method: 'GET', path: '/x' })).toEqual(['errors-well-formed: GET /x: 404 comes with the code undefined']);
    for (const status of [200, 204, 302, 399]) expect(form(undefined, status)).toEqual([]);
    expect(form(undefined, 199)).toHaveLength(1);
  });

  it('of a limit has no code under one reading', () => {
    const literal = { 'errors.rateLimitBody': 'literal' };
    const limited = (code: unknown, policies: Policies) => form(code, 429, {}, policies);
    expect([limited(undefined, literal), limited('RATE_LIMIT', {}), limited(undefined, {}).length]).toEqual([[], [], 1]);
    expect(limited('RATE_LIMIT', literal)).toEqual(['errors-well-formed: bet: the literal body of a 429 has the code "RATE_LIMIT"']);
    expect(form('CONFLICT', 409, {}, literal)).toEqual([]);
  });
}); // prettier-ignore

describe('a key', () => {
  const keys = (call: string, status: number, { caller, key, policies = {} }: { caller?: string; key?: string; policies?: Policies } = {}) =>
    saidBy((file, exchange) => checkKeys(file, exchange, caller), call, { status, answer: { code: status === 401 ? 'UNAUTHORIZED' : 'CONFLICT' }, headers: key === undefined ? {} : { authorization: key } }, policies);
  const free = ['faucet/B/register', 'casino/A/register', 'faucet/B/publicAgents', 'casino/A/gossip', 'wallet/primary/chains', 'wallet/primary/gossip'];
  const kept = ['casino/A/bet', 'domains/A/register', 'escrow/B/create', 'faucet/B/status'];

  it.each(kept)('is needed for %s', (call) => {
    const name = call.replace(/\/\w+\//, '/');
    expect([keys(call, 401), keys(call, 200, { caller: 'alice', key: 'k' }), keys(call, 401, { key: 'k' }), keys(call, 429), keys(call, 500)]).toEqual([[], [], [], [], []]);
    expect([keys(call, 200), keys(call, 409, { key: 'k' })]).toEqual([[`keys-needed: ${name} without a key is answered OK`], [`keys-needed: ${name} without a key is answered CONFLICT`]]);
    expect(keys(call, 401, { caller: 'alice', key: 'k' })).toEqual([`keys-needed: ${name} with a key is answered UNAUTHORIZED`]);
    const first = { policies: { 'errors.order': 'auth-first' } };
    expect([keys(call, 429, first), keys(call, 429, { ...first, key: 'k' }), keys(call, 429, { ...first, caller: 'alice' })]).toEqual([[`keys-needed: ${name} without a key is limited before it is refused`], [], []]);
  });

  it.each(free)('is not needed for %s', (call) => {
    const name = call.replace(/\/\w+\//, '/');
    expect([keys(call, 200), keys(call, 409), keys(call, 200, { key: 'k' }), keys(call, 429, { policies: { 'errors.order': 'auth-first' } })]).toEqual([[], [], [], []]);
    for (const more of [{}, { key: 'k' }]) expect(keys(call, 401, more)).toEqual([`keys-needed: ${name} needs no key and is answered UNAUTHORIZED`]);
  });

  it.each([['faucet/B/claimDaily', 'faucet.firstClaim', 'keyless'], ['domains/B/lookup', 'domains.lookup', 'open'], ['wallet/primary/health', 'wallet.health', 'open']])('may be needed for %s by %s', (call, policy, keyless) => {
    const isClaim = call.endsWith('claimDaily');
    expect([keys(call, 200, { policies: { [policy]: keyless } }), keys(call, 200, { policies: { [policy]: 'other' } }).length, keys(call, 401, { policies: { [policy]: keyless } }).length, keys(call, 401, { policies: { [policy]: 'other' } })]).toEqual([[], 1, isClaim ? 0 : 1, []]);
  });

  it.each([['faucet/B/claimDaily', 'faucet.firstClaim', 'keyless'], ['domains/B/lookup', 'domains.lookup', 'open']])('that is wrong is refused by %s, which may come without', (call, policy, keyless) => {
    expect(keys(call, 401, { key: 'k', policies: { [policy]: keyless } })).toEqual([]);
  });

  it('is of no service of control, nor of a path that leads nowhere', () => {
    for (const call of ['control/_/clock', '//x']) expect([keys(call, 200), keys(call, 401), keys(call, 404)]).toEqual([[], [], []]);
    expect(keys('control/_/clock', 401, { caller: 'alice' })).toHaveLength(1);
  });
}); // prettier-ignore

it.each<[string, More, string | undefined]>([
  ['casino/A/history', { query: { limit: '1', page: '10' } }, undefined],
  ['casino/A/history', { query: { limit: '0' } }, 'history takes a limit of 0'],
  ['casino/A/history', { query: { limit: '01' } }, 'history takes a limit of 01'],
  ['casino/A/history', { query: { limit: '1.5' } }, 'history takes a limit of 1.5'],
  ['casino/A/history', { query: { page: '-1' } }, 'history takes a page of -1'],
  ['casino/A/history', { query: { page: '1x' } }, 'history takes a page of 1x'],
  ['casino/A/history', { query: { limit: '0' }, status: 400 }, undefined],
  ['escrow/B/create', { body: { amount: '1.123456' } }, undefined],
  ['escrow/B/create', { body: { amount: '1.1234560' } }, undefined],
  ['escrow/B/create', { body: { amount: '1.1234567' } }, 'create takes an amount of 1.1234567'],
  ['casino/A/bet', { body: { amount: 1e-7 } }, 'bet takes an amount of 0.0000001'],
  ['trading/B/place', { body: { amount: '1.12345678' } }, 'place takes an amount of 1.12345678'],
  ['wallet/B/send', { body: { amount: '1.1234567' } }, 'send takes an amount of 1.1234567'],
  ['wallet/B/send', { body: { amount: '1.1234567', token: 'USDC' } }, 'send takes an amount of 1.1234567'],
  ['wallet/B/send', { body: { amount: '1.1234567', token: 'native' } }, undefined],
  ['wallet/A/swap', { body: { amount: '1.1234567' } }, undefined],
  ['domains/B/transfer', { body: { amount: '1.1234567' } }, undefined],
])('%s takes %j within its bounds: %s', (call, more, message) => {
  expect(saidBy(checkErrorInput, call, more)).toEqual(message === undefined ? [] : [`input-within-bounds: ${message}`]);
}); // prettier-ignore

it.each(['private_key', 'view_key', 'spend_key', 'mnemonic'])('a trace holds no %s', (name) => {
  const wrong = [`secrets-not-told: create: the trace holds a ${name}`];
  const trace = (more: More) => saidBy(checkSecrets, 'wallet/primary/create', more);
  for (const part of ['body', 'query', 'answer'] as const) {
    expect(trace({ [part]: { [name]: 'x' } })).toEqual(wrong);
    for (const value of ['', '[redacted]', 7, null]) expect(trace({ [part]: { [name]: value } })).toEqual([]);
  }
  const deep = (depth: number): Body => (depth === 0 ? { [name]: 'x' } : { part: [deep(depth - 1)] });
  expect([trace({ answer: deep(20) }), trace({ answer: deep(21) }), trace({ answer: { other: 'x', public_key: 'x' } })]).toEqual([wrong, [], []]);
}); // prettier-ignore

describe('an error of the platform', () => {
  const fault = { kind: 'error', service: 'casino', atMs: 5, endMs: 9, effect: 'after' };
  const errors = (more: More, faults: readonly object[], { pool = 1e12, call = 'casino/A/bet' }: { pool?: number | undefined; call?: string } = {}) => {
    const { file, said } = caseOf({ setting: { faults, policies: {} }, houses: { known: () => pool } });
    return [checkErrors(file, exchangeOf(call, { status: 500, atMs: 5, ...more })).isWhole, said];
  };
  const wrong = (status: number, call = 'casino/bet') => [`no-unexplained-errors: ${call} is answered ${status} though nothing is planned`];

  it('is one that is planned', () => {
    expect([errors({}, [fault]), errors({ atMs: 9 }, [fault]), errors({}, [{ ...fault, effect: 'before' }]), errors({ status: 503 }, [{ ...fault, kind: 'outage' }])]).toEqual([[true, []], [true, []], [false, []], [true, []]]);
    expect([errors({ atMs: 4 }, [fault]), errors({ atMs: 10 }, [fault]), errors({}, [{ ...fault, service: 'wallet' }]), errors({}, [{ ...fault, kind: 'outage' }]), errors({}, [])]).toEqual(Array.from({ length: 5 }, () => [false, wrong(500)]));
    expect(errors({ status: 503 }, [fault])).toEqual([false, wrong(503)]);
    for (const code of ['MARKET_CLOSED', 'GAME_CLOSED']) expect(errors({ answer: { code } }, [])).toEqual([false, []]);
    expect(errors({ answer: { code: 'CLOSED_MARKET' } }, [])).toEqual([false, wrong(500)]);
  });

  it.each([['faucet/B/register', 10_000_000], ['faucet/B/claimDaily', 2_000_000], ['faucet/A/claimOnce', 1_000_000]])('may be that of a pool without enough for %s', (call, micros) => {
    const name = call.replace(/\/\w+\//, '/');
    const empty = (pool: number | undefined, status = 503) => errors({ status }, [], { pool, call });
    expect([empty(micros - 1), empty(micros), empty(micros - 1, 500)]).toEqual([[false, []], [false, wrong(503, name)], [false, wrong(500, name)]]);
  });
}); // prettier-ignore

describe('keys that are published', () => {
  const of = (chain: keyof typeof exampleKeys, status: number, error = 'private_key is none', more: Body = {}, policies: Policies = {}) => keyMistake({ chain, ...exampleKeys[chain], ...more }, { status, body: { error } }, policies);

  it.each(['ethereum', 'base', 'bitcoin', 'tron', 'solana', 'monero'] as const)('sign for their account on %s', (chain) => {
    for (const name of ['private_key', 'view_key', 'spend_key']) expect(of(chain, 400, `the ${name} is none`)).toBe(`the keys are those of the first account of ${chain}; they are answered ${JSON.stringify(`the ${name} is none`)}`);
    const other = chain === 'monero' ? { view_key: 'x' } : { private_key: 'x' };
    const silent = [of(chain, 400, 'amount is none'), of(chain, 400, 'myprivate_keys'), of(chain, 409), of(chain, 400, undefined, other), of(chain, 400, undefined, { from: 'x' })];
    expect(silent).toEqual(silent.map(() => undefined));
    expect([of(chain, 400, undefined, {}, { 'wallet.bitcoinSend': 'refused', 'wallet.monero': 'refused' }) === undefined]).toEqual([chain === 'bitcoin' || chain === 'monero']);
    expect(keyMistake({ chain }, { status: 400, body: { error: 'private_key' } }, {})).toBeUndefined();
  });

  const taken = (chain: string, key: unknown) => keyMistake({ chain, private_key: key }, { status: 200, body: {} }, {});
  const none = (chain: string) => `a private_key is taken that is no key of ${chain}`;
  const [hex, version] = ['a'.repeat(64), `0x${'A9'.repeat(32)}`];
  const strange = ['a'.repeat(63), 'a'.repeat(65), `x${'a'.repeat(64)}`, 'g'.repeat(64), 7, undefined];

  it.each(['ethereum', 'base', 'tron', 'bitcoin'])('are 32 bytes of hex on %s where they are taken', (chain) => {
    expect([hex, version].map((key) => taken(chain, key))).toEqual([undefined, undefined]);
    expect(strange.map((key) => taken(chain, key))).toEqual(strange.map(() => none(chain)));
  });

  it('of bitcoin have a version, a mark and a checksum where wallets have exported them', () => {
    const keys = ['KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d', 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9e', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss'];
    expect(keys.map((key) => taken('bitcoin', key))).toEqual([undefined, none('bitcoin'), none('bitcoin')]);
  });

  it('of solana are 32 or 64 bytes in base58', () => {
    const right = ['4m6wvvyb9xdht29bJUwmLgB7r7J3mwEPV4AzHKC4Kg2p', exampleKeys.solana.private_key];
    expect(right.map((key) => taken('solana', key))).toEqual([undefined, undefined]);
    const wrong = ['rR1DDgZCzvBAkJojvujftvVjr1EmcrFcMf4ToiUVFH', 'HbfFT3EmkYZ1SC4vQALihqufDknFFLN6Eq15q1HofRH4b', hex.replace('a', '0'), '', 7];
    expect(wrong.map((key) => taken('solana', key))).toEqual(wrong.map(() => none('solana')));
  });

  it.each(Object.entries(exportedKeys))('sign in the form in which wallets of %s export them', (chain, key) => {
    const refused = (private_key: unknown) => keyMistake({ chain, private_key }, { status: 400, body: { error: 'private_key is none' } }, {});
    expect(refused(key)).toMatch(/^the keys are those of the first account/);
    expect([refused(`${key}x`), refused(7)]).toEqual([undefined, undefined]);
  });

  it('of monero have no one form', () => {
    expect(taken('monero', 'x')).toBeUndefined();
  });

  it('belong to addresses that are known of their chain', () => {
    const [evm, tron] = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'];
    expect([isKnownAddress('base', evm), isKnownAddress('ethereum', evm.toLowerCase()), isKnownAddress('tron', tron), isKnownAddress('tron', evm), isKnownAddress('x', evm), isKnownAddress('tron', tron.toLowerCase()), isKnownAddress('base', evm.toUpperCase())]).toEqual([true, true, true, false, false, false, false]);
    const contract = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    expect([isExample('base', evm), isExample('base', contract), isKnownAddress('base', contract), isExample('x', evm)]).toEqual([true, false, true, false]);
    const said = (more: More, error = 'to is no address on base') => saidBy(checkKnownAddresses, 'wallet/B/send', { answer: { error }, ...more });
    expect(said({ body: { to: evm, chain: 'base' } })).toEqual(['forms-admitted: wallet/B/send: to is an address of base; it is answered "to is no address on base"']);
    for (const field of ['address', 'from']) expect(said({ query: { [field]: tron, chain: 'tron' } }, `${field} is no address on tron`)).toHaveLength(1);
    expect(said({ params: { address: tron }, query: { chain: 'tron' } }, 'address is no address on tron')).toHaveLength(1);
    expect(said({ body: { to_address: tron, to_chain: 'tron', chain: 'base' } }, 'to_address is no address on tron')).toHaveLength(1);
    const silent = [said({ body: { to: evm, chain: 'tron' } }), said({ body: { to: evm, chain: 'base' } }, 'to is missing'), said({ body: { to: evm, chain: 'base' } }, 'from is no address on base'), said({ body: { to_address: tron, chain: 'tron' } }, 'to_address is no address on tron'), said({ body: { to: evm, chain: 'base' } }, 'tox is no address on base')];
    expect(silent).toEqual(silent.map(() => []));
  });
}); // prettier-ignore
