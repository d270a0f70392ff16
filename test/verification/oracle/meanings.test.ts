/** Which requests of the right form may be refused with 400 all the same (gap E11), each side of every boundary. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { exampleKeys } from '../../../src/verification/oracle/facts/known-addresses.ts';
import { isPlainResolver, mayBeRefused } from '../../../src/verification/oracle/facts/meanings.ts';
import { exchangeOf } from './said.ts';

interface At {
  readonly method?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly policies?: Readonly<Record<string, string>>;
}

function mayBe(name: string, part: Body, { method = 'POST', params = {}, policies = {} }: At = {}): boolean {
  const sent = method === 'GET' ? { query: part as Record<string, string> } : { body: part };
  return mayBeRefused(name, { exchange: exchangeOf('x/A/y', { method, params, ...sent }), caller: 'carol', policies });
} // prettier-ignore

type Row = readonly [name: string, plain: Body, fine: readonly Body[], doubtful: readonly Body[]];
const stake = { amount: 0.01 };
const others = [{ amount: 0.02 }, { amount: 0.009999 }, { amount: undefined }];

const limits = [
  { type: 'limit', price: 1000 },
  { type: 'limit', price: 100_000 },
  { type: 'limit', price: '2500.25' },
  { type: 'market', price: 1 },
];
const strangeLimits = [
  { type: 'limit', price: 999.99 },
  { type: 'limit', price: 100_000.01 },
  { type: 'limit', price: 2500.125 },
  { type: 'limit', price: 'x2500' },
  { type: 'limit' },
];
const names = ['a.agent', 'ab.bot', 'a-b.dao', '7.orrery', 'A1.SIM', `a${'b'.repeat(61)}c.agent`].map(
  (domain) => ({ domain }),
);
const strangeNames = ['a', 'a.com', '-a.agent', 'a-.agent', 'a_b.agent', 'x.a.agent', 'a.agent.', ' a.agent', `a${'b'.repeat(62)}c.agent`, 7].map((domain) => ({ domain })); // prettier-ignore

const selfs = (field: string): Body[] =>
  ['carol', '0xabc', 'bob1', 'Bob', 'b'.repeat(21), '', 7, undefined].map((value) => ({ [field]: value }));
const plainIds = (field: string): Body[] =>
  ['b', 'dave', 'b'.repeat(20)].map((value) => ({ [field]: value }));

const rows: readonly Row[] = [
  ['faucet/A/register', { agent_id: 'bob' }, [{ agent_id: 'B' }, { agent_id: 'a._-9' }, { agent_id: `a${'b'.repeat(19)}` }, { metadata: 'x'.repeat(5000) }],
    [{ agent_id: `a${'b'.repeat(20)}` }, { agent_id: '9a' }, { agent_id: 'a b' }, { agent_id: '.a' }, { agent_id: 7 }, { referrer: 'bob' }]],
  ['faucet/B/register', { agent_id: 'bob' }, [{ metadata: { a: 'x'.repeat(3992) } }], [{ metadata: { a: 'x'.repeat(3993) } }, { referrer: 'x' }, { agent_id: '9' }]],
  ['escrow/A/create', { seller: 'bob', buyer: 'erin' }, plainIds('seller'), [...selfs('seller'), { buyer: 'bob' }]],
  ['escrow/B/create', { receiver: 'bob' }, plainIds('receiver'), [...selfs('receiver'), { referrer: 'dave' }, { conditions: {} }]],
  ['escrow/B/list', {}, ['locked', 'released', 'refunded', 'expired'].map((status) => ({ status })), ['disputed', 'frozen', ''].map((status) => ({ status }))],
  ['trading/B/place', { pair: 'ETH-USDC', amount: 1 }, [...limits, { pair: 'BTC-USDC' }, { amount: 1_000_000 }, { market_type: 'perp', leverage: 2.25 }, { market_type: 'perp', leverage: '3' }],
    [...strangeLimits, { pair: 'SOL-USDC' }, { pair: 'ETH-PERP' }, { amount: 0.999999 }, { amount: 1_000_000.000001 }, { leverage: 2 }, { market_type: 'perp', leverage: 2.125 }]],
  ['trading/A/place', { symbol: 'ETH-PERP', size: 1 }, [...limits, { size: 0.01 }, { size: 10 }, { size: '1.2345' }, { symbol: 'BTC-PERP', size: 0.001 }, { symbol: 'BTC-PERP', size: 1 }, { leverage: 2.25 }],
    [...strangeLimits, { size: 0.009 }, { size: 10.01 }, { size: '1.23456' }, { symbol: 'BTC-PERP', size: 0.0009 }, { symbol: 'BTC-PERP', size: 1.01 }, { symbol: 'SOL-PERP' }, { leverage: 2.125 }]],
  ['trading/B/orders', {}, [{ status: 'x' }], [{ pair: 'ETH-USDC' }]],
  ...['domains/A/check', 'domains/A/valuation', 'domains/A/register'].map((name): Row => [name, { domain: 'abc.agent' }, names, strangeNames]),
  ['domains/B/register', { domain: 'abc.agent' }, [{ resolver: '10.0.0.1' }], [...strangeNames, { resolver: '::1' }]],
  ['domains/B/transfer', { domain: 'abc.agent', to: 'bob' }, plainIds('to'), [...strangeNames, ...selfs('to')]],
  ['wallet/A/send', { to: 'bob', chain: 'base', amount: 1 }, [{ chain: 'ethereum' }, { token: 'USDC' }, { token: 'native', amount: '0.0123456789' }, { amount: 0.01 }],
    [...selfs('to'), { chain: 'solana' }, { token: 'ETH' }, { amount: 0.009 }, { amount: '0.0123456789' }, { token: 'native', amount: 0.009 }]],
  ['wallet/B/send', { to: 'bob' }, [...plainIds('to'), { chain: 'solana' }], selfs('to')],
  ['wallet/A/swap', { from: 'USDC', to: 'SOL', amount: 1 }, [{ to: 'base:ETH' }, { slippage: 0.01 }, { slippage: 100 }, { amount: '1.25' }],
    [{ from: 'SOL' }, { to: 'ETH' }, { slippage: 0 }, { slippage: 100.5 }, { slippage: '5' }, { amount: 1.255 }, { amount: 'a1' }]],
  ['wallet/primary/withdrawReferral', { address: `0x${'a'.repeat(40)}` }, [{ chain: 'ethereum' }, { chain: 'base' }],
    [{ chain: 'solana' }, { address: `0x${'a'.repeat(39)}` }, { address: `0x${'A'.repeat(40)}` }, { address: `0x${'a'.repeat(41)}` }, { address: `10x${'a'.repeat(40)}` }]],
  ...['wallet/primary/register', 'casino/A/register'].map((name): Row => [name, {}, [{ x: 1 }], [{ referral_code: 'x' }]]),
  ['casino/blackjack', stake, [{ action: 'hit' }], [...others, { action: 'double' }]],
  ['casino/dice', stake, [{ direction: 'under', threshold: 2 }, { direction: 'over', threshold: 1 }], [...others, { direction: 'under', threshold: 1 }]],
  ['casino/multiplier', stake, [{ target_multiplier: 2.25 }], [...others, { target_multiplier: 2.125 }]],
  ['casino/roulette', stake, [{ bet_type: 'red' }, { bet_type: 'number', bet_value: 7 }], [...others, { bet_type: 'number' }, { bet_type: 'red', bet_value: 7 }]],
  ...['casino/crash', 'casino/short/launch'].map((name): Row => [name, stake, [{ cash_out_at: 2.25 }, { cash_out_at: '3' }], [...others, { cash_out_at: 2.125 }, { cash_out_at: '' }]]),
  ['casino/plinko', { ...stake, rows: 8 }, [{ rows: 12 }], [...others, { rows: 9 }, { rows: 10 }]],
  ['casino/mines', { ...stake, mines: 5, reveals: 20 }, [{ mines: 4 }], [...others, { mines: 6 }]],
  ...['coin-flip', 'coinflip', 'simple-dice', 'custom', 'slots', 'wheel', 'scratch-card', 'hilo', 'keno', 'baccarat'].map((game): Row => [`casino/${game}`, stake, [{ x: 1 }], others]),
  ['casino/B/bet', { ...stake, game: 'coinflip', params: { side: 'heads' } },
    [{ params: { side: 'tails' } }, { game: 'roulette', params: { bet: 0 } }, { game: 'roulette', params: { bet: 36 } }],
    [...others, { params: { side: 'edge' } }, { params: undefined }, { params: { side: 'heads', bet: 1 } }, { params: { side: 'heads', x: 1 } }, { game: 'dice' },
      ...[-1, 37, 1.5, '7', 'red'].map((bet) => ({ game: 'roulette', params: { bet } })), { game: 'roulette', params: { bet: 7, side: 'heads' } }, { game: 'dice', params: { bet: 7 } }]],
  ['casino/A/withdraw', { address: `0x${'c'.repeat(40)}` }, [{ amount: 5 }], [{ address: `0x${'c'.repeat(39)}` }, { address: undefined }]],
  ['casino/A/configureKelly', {}, [{ risk_factor: 0.25 }], [{ risk_factor: 0.125 }]],
  ['casino/A/createChallenge', { challenged_agent_id: 'bob', game: 'dice', amount: 5 }, [...plainIds('challenged_agent_id'), { message: 'hi' }],
    [...selfs('challenged_agent_id'), { game: 'blackjack' }, { rows: 8 }]],
]; // prettier-ignore

it.each(rows)('%s is in doubt for what it means alone', (name, plain, fine, doubtful) => {
  for (const more of [{}, ...fine]) expect(mayBe(name, { ...plain, ...more }), JSON.stringify(more)).toBe(false);
  for (const more of doubtful) expect(mayBe(name, { ...plain, ...more }), JSON.stringify(more)).toBe(true);
}); // prettier-ignore

const certain = `faucet/B/referrals escrow/A/release escrow/A/dispute escrow/B/dispute escrow/A/list domains/A/list domains/B/list
  wallet/B/balance wallet/A/transactions wallet/B/transactions wallet/primary/depositPath casino/B/history casino/A/batch
  casino/B/verifyRound casino/A/deal casino/A/leaderboard casino/A/transactions casino/A/tournaments casino/A/challenges
  casino/A/bankrollCurve casino/A/depositAddress casino/A/verifyBet casino/A/rotate`.split(' ').filter((name) => name.trim() !== '').map((name) => name.trim()); // prettier-ignore

it.each(certain)('%s is in doubt for a huge number alone', (name) => {
  expect(mayBe(name, { limit: 1_000_000, page: '1000000', seed: `0x${'f'.repeat(10)}` })).toBe(false);
  expect(mayBe(name, { limit: 1_000_001 })).toBe(true);
  expect(mayBe(name, { page: '1000001' })).toBe(true);
});

it('a call without a row is always in doubt, and a query counts of a read alone', () => {
  expect(mayBe('casino/A/none', {})).toBe(true);
  expect(mayBe('escrow/B/list', { status: 'frozen' }, { method: 'GET' })).toBe(true);
  const both = exchangeOf('x/A/y', { query: { status: 'frozen' }, body: { status: 'locked' } });
  const doubted = (method: string) =>
    mayBeRefused('escrow/B/list', { exchange: { ...both, method }, caller: undefined, policies: {} });
  expect([doubted('GET'), doubted('POST')]).toEqual([true, false]);
  expect(mayBeRefused('escrow/B/list', { exchange: exchangeOf('x/A/y', { method: 'POST' }), caller: undefined, policies: {} })).toBe(false);
}); // prettier-ignore

it('a size is an amount under one reading', () => {
  const quote = { policies: { 'trading.sizeA': 'quote' } };
  const sized = (size: unknown, symbol = 'BTC-PERP') => mayBe('trading/A/place', { symbol, size }, quote);
  expect([1, 999_999, '500.25', 1_000_000].map((size) => sized(size))).toEqual([false, false, false, true]);
  expect([0.99, 500, 1_000_001].map((size) => sized(size))).toEqual([true, false, true]);
  expect(sized(5, 'SOL-PERP')).toBe(true);
});

describe('an address of a chain', () => {
  const [tron, monero] = ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', exampleKeys.monero.from];
  const [gift, evm] = ['888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94']; // prettier-ignore
  const { view_key: viewKey } = exampleKeys.monero;

  it.each([
    [{ chain: 'base' }, evm, false],
    [{ chain: 'base' }, evm.toLowerCase(), false],
    [{ chain: 'base' }, tron, true],
    [{ chain: 'tron' }, tron, false],
    [{ chain: 'monero' }, monero, true],
    [{ chain: 'monero', view_key: viewKey }, monero, false],
    [{ chain: 'monero', view_key: viewKey.replace('8', '9') }, monero, true],
    [{ chain: 'monero', view_key: viewKey }, gift, true],
  ])('has a balance: %j of %s', (part, address, isDoubted) => {
    const balance = (policies: object) =>
      mayBe('wallet/primary/chainBalance', part, { params: { address }, policies: { ...policies } });
    expect(balance({})).toBe(isDoubted);
    const isShown = part.chain === 'monero' && !('view_key' in part);
    expect(balance({ 'wallet.moneroBalance': 'zero' })).toBe(isShown ? false : isDoubted);
  });

  it('has a history, unless four chains alone have one', () => {
    const history = (chain: string, address: string, policies: object = {}) =>
      mayBe('wallet/primary/chainTransactions', { chain }, { params: { address }, policies: { ...policies } });
    const four = { 'wallet.history': 'four' };
    expect([history('tron', tron), history('monero', gift), history('base', evm), history('base', tron)]).toEqual([false, false, false, true]);
    expect([history('tron', tron, four), history('monero', gift, four), history('base', evm, four)]).toEqual([true, true, false]);
  }); // prettier-ignore
});

describe('a swap', () => {
  const usdc = { ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }; // prettier-ignore
  const plain = {
    from_chain: 'base',
    to_chain: 'ethereum',
    from_token: usdc.base,
    to_token: usdc.ethereum,
    amount: 1_000,
  };
  const named = { policies: { 'wallet.nativeToken': 'named' } };
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

  it.each(['wallet/primary/quote', 'wallet/primary/openSwap'])('of %s that is plain covers its fees', (name) => {
    const swap = (more: object, at: At = named) => mayBe(name, { ...plain, to_address: address, ...more }, at);
    const native = { from_token: 'native', amount: 1 };
    expect([{}, { amount: '1000.25' }, native, { to_token: 'native' }, { from_chain: 'solana', from_token: usdc.solana }].map((more) => swap(more))).toEqual([false, false, false, false, false]);
    const strange = [
      { amount: 999.99 }, { amount: 1000.125 }, { ...native, amount: 0.99 }, { from_chain: 'solana' }, { from_chain: 'solana', ...native }, { to_token: usdc.base },
      { to_token: undefined }, { from_token: 'ETH' }, { to_chain: 'solana', to_token: usdc.solana }, { from_chain: 'ethereum', to_token: 'native', from_token: 'native' },
    ];
    expect(strange.map((more) => swap(more))).toEqual(strange.map(() => true));
    expect([swap(native, {}), swap({ to_token: 'native' }, {}), swap({}, {})]).toEqual([true, true, false]);
    expect(swap({ from_chain: 'ethereum', from_token: 'native', amount: 1 })).toBe(false);
  }); // prettier-ignore

  it('that is opened pays to an address of its chain', () => {
    const to = (other: unknown, name = 'wallet/primary/openSwap') => mayBe(name, { ...plain, to_address: other }, named);
    expect([to(address), to('0xabc'), to(undefined), to(undefined, 'wallet/primary/quote')]).toEqual([false, true, true, false]);
  }); // prettier-ignore
});

it('a resolver is an address of version 4 or the name of a host', () => {
  const plain = ['0.0.0.0', '9.10.99.100', '199.200.249.250', '255.255.255.255', 'a.bc', `${'a'.repeat(20)}.${'b'.repeat(20)}`, 'a.bc.de.fg'];
  const strange = ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.256', '1.2.3.4 ', ' a.bc', 'a', 'a.b', 'a.bc.de.fg.hi', `${'a'.repeat(21)}.bc`, `a.${'b'.repeat(21)}`, 'A.bc', 'a.bc1', 7, undefined];
  expect(plain.filter((value) => !isPlainResolver(value))).toEqual([]);
  expect(strange.filter(isPlainResolver)).toEqual([]);
}); // prettier-ignore
