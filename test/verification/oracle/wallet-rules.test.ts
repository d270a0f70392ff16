/** Sends from a balance, what they cost and come to, and whom addresses belong to: each rule at its bounds. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { refused } from './followed-run.ts';
import { usdc, Wallets, type More, type Policies } from './wallets.ts';

const outside = `0x${'c'.repeat(40)}`;
const lifecycle = (message: string): string[] => [`send-lifecycle: ${message}`];

describe('a send', () => {
  it('is held back with its fee, and arrives or comes back', () => {
    for (const [alice, bob, state, fees] of [[47.98, 7, 'confirmed', 1], [50, 5, 'failed', 0]] as const) {
      const run = new Wallets();
      expect([run.sends(), run.has('alice')]).toEqual([[], [47.98 * usdc, 2.02 * usdc]]);
      expect([run.sees([47.98, 2.02], 5), run.sees([alice, 0], bob), run.has('alice')]).toEqual([0, 0, [alice * usdc, 0]]);
      expect(run.fees).toHaveLength(fees);
      expect([run.polls(state), run.polls('pending')]).toEqual([[], lifecycle(`status is pending; expected ${state}`)]);
      if (fees === 1) expect(run.fees).toEqual([{ service: 'wallet', payer: 'alice', feeMicros: 20_000, isBooked: false, isSure: true }]);
    }
    expect(new Wallets().sees([49, 0], 5)).toBe(1);
  });

  it('pays its fee inside of its amount under one reading', () => {
    const run = new Wallets({ 'wallet.sendFee': 'inside' });
    expect([run.sends({}, { amount: 1.98 }), run.has('alice'), run.blurred]).toEqual([[], [48 * usdc, 2 * usdc], [['alice']]]);
    expect([run.sees([48, 0], 6.98), run.has('bob')]).toEqual([0, [6.98 * usdc, 0]]);
    expect(new Wallets({ 'wallet.sendFee': 'inside' }).sends()).toEqual(lifecycle('amount is 2.00 USDC; expected 1.98 USDC'));
    expect(new Wallets().sends({}, { amount: 1.98 })).toEqual(lifecycle('amount is 1.98 USDC; expected 2.00 USDC'));
    const daily = new Wallets({ 'referral.payout': 'daily-all' });
    daily.sends();
    expect(daily.blurred).toEqual([['alice']]);
  });

  it.each<[Body, Body, string | undefined, Policies?]>([
    [{}, { fee: 0.000001 }, undefined],
    [{}, { fee: 0 }, 'a send on base costs 0.00 USDC'],
    [{}, { fee: 0.5 }, undefined],
    [{}, { fee: 0.500001 }, 'a send on base costs 0.500001 USDC'],
    [{ chain: 'arbitrum' }, { fee: 0.500001 }, 'a send on arbitrum costs 0.500001 USDC'],
    [{ chain: 'ethereum' }, { fee: 20 }, undefined],
    [{ chain: 'ethereum' }, { fee: 20.000001 }, 'a send on ethereum costs 20.000001 USDC'],
    [{ chain: 'polygon' }, { fee: 20.000001 }, 'a send on polygon costs 20.000001 USDC'],
    [{ chain: undefined }, { fee: 20.000001 }, 'a send on undefined costs 20.000001 USDC'],
    [{ chain: 'solana' }, { fee: 40 }, undefined],
    [{}, { fee: 0 }, undefined, { 'wallet.sendFee': 'none' }],
    [{}, { fee: 0.01 }, 'a send on base costs 0.01 USDC', { 'wallet.sendFee': 'none' }],
    [{ amount: 0.01 }, {}, undefined],
    [{ amount: 0.009999 }, {}, '0.009999 USDC is sent, less than the least'],
    [{ amount: 1.5 }, {}, '1.50 USDC is sent, less than the least', { 'wallet.sendMin': '2' }],
    [{ amount: 49.98 }, {}, undefined],
    [{ amount: 49.980001 }, {}, '49.980001 USDC and a fee of 0.02 USDC are sent, of 50.00 USDC'],
    [{ to: outside }, {}, undefined],
    [{ to: '@bob' }, {}, undefined],
    [{ to: 'zed' }, {}, 'a send on base to "zed", where there is no agent, is taken'],
    [{ to: 'zed', chain: 'polygon' }, {}, 'a send on polygon to "zed", where there is no agent, is taken'],
    [{ to: 'zed', chain: 'solana' }, {}, undefined],
    [{ to: outside.slice(0, 41) }, {}, `a send on base to "${outside.slice(0, 41)}", where there is no agent, is taken`],
    [{ to: `ref_${'a'.repeat(16)}`, chain: 'solana' }, {}, `2.00 USDC is sent to ref_${'a'.repeat(16)}, which is a referral code and no agent`],
    [{ to: `ref_${'a'.repeat(15)}`, chain: 'solana' }, {}, undefined],
    [{ to: `ref_${'a'.repeat(17)}`, chain: 'solana' }, {}, undefined],
    [{ to: `ref_${'g'.repeat(16)}`, chain: 'solana' }, {}, undefined],
  ])('of %j with %j: %s', (body, answer, message, policies = {}) => {
    expect(new Wallets(policies).sends(body, answer)).toEqual(message === undefined ? [] : lifecycle(message));
  });

  it('of another token, or of no amount, is not looked at', () => {
    const run = new Wallets();
    expect([run.sends({ token: 'native' }, { fee: 9 }), run.sends({ amount: 'x' }, { fee: 9 }), run.has('alice')]).toEqual([[], [], [50 * usdc, 0]]);
    expect([new Wallets().sends({ token: 'USDC' }, { fee: 0 }).length, run.asks(undefined, 'B/send', { body: { amount: 1 } })]).toEqual([1, []]);
    run.unknownRegistrations.add('zed');
    expect(run.sends({ to: 'zed' })).toEqual([]);
    expect(new Wallets({}, { isMisspelt: () => true }).sends({ to: outside })).toHaveLength(1);
  });

  it.each<[Body, number, Policies?, More?]>([
    [{}, 1],
    [{ amount: 49.5 }, 1],
    [{ amount: 49.500001 }, 0],
    [{ chain: 'ethereum', amount: 30 }, 1],
    [{ chain: 'ethereum', amount: 30.000001 }, 0],
    [{ chain: undefined, amount: 30 }, 1],
    [{ chain: 'solana' }, 0],
    [{ to: 'alice' }, 0],
    [{ to: 'zed' }, 0],
    [{ to: outside }, 0],
    [{ amount: 0.01 }, 1],
    [{ amount: 0.009999 }, 0],
    [{ amount: 0.5 }, 0, { 'wallet.sendFee': 'inside' }],
    [{ amount: 0.500001 }, 1, { 'wallet.sendFee': 'inside' }],
    [{ amount: 50 }, 1, { 'wallet.sendFee': 'inside' }],
    [{ amount: 50.000001 }, 0, { 'wallet.sendFee': 'inside' }],
    [{}, 0, {}, { status: 429 }],
    [{}, 0, {}, refused('SERVICE_UNAVAILABLE', 503)],
  ])('of %j is refused though it is covered: %i', (body, count, policies = {}, more = refused('CONFLICT', 409)) => {
    const said = new Wallets(policies).sends(body, {}, more);
    expect(said).toHaveLength(count);
    if (Object.keys(body).length === 0 && count > 0) expect(said).toEqual(lifecycle('a send of 2.00 USDC is answered CONFLICT though it is covered'));
  });
}); // prettier-ignore

describe('a transaction', () => {
  it('ends once, as it is shown', () => {
    for (const [state, alice, bob] of [['confirmed', 47.98, 7], ['failed', 50, 5]] as const) {
      const run = new Wallets();
      run.sends();
      expect([run.polls('pending'), run.polls(state), run.has('alice'), run.has('bob')]).toEqual([[], [], [alice * usdc, 0], [bob * usdc, 0]]);
      expect([run.polls(state), run.fees.length]).toEqual([[], state === 'confirmed' ? 1 : 0]);
      expect(run.sees([alice, 0], bob)).toBe(0);
    }
  });

  it('is found by its hash, and shows its memo to its parties', () => {
    const poll = (caller: string, more: More, policies: Policies = {}, memo?: unknown) => {
      const run = new Wallets(policies);
      run.sends({ memo });
      return run.polls('pending', caller, more);
    };
    const lost = refused('NOT_FOUND', 404);
    expect([poll('alice', lost), poll('carol', lost)]).toEqual([lifecycle('a transaction that was sent is not found'), lifecycle('a transaction that was sent is not found')]);
    const parties = { 'wallet.visibility': 'parties' };
    expect([poll('alice', lost, parties).length, poll('bob', lost, parties).length, poll('carol', lost, parties)]).toEqual([1, 1, []]);
    expect([poll('alice', refused('FORBIDDEN', 403)), poll('alice', { params: { hash: '0x2' }, ...lost })]).toEqual([[], []]);
    const memo = (caller: string, shown: unknown) => poll(caller, { answer: { status: 'pending', memo: shown } }, {}, 'rent');
    expect([memo('alice', 'rent'), memo('bob', 'rent'), memo('carol', undefined)]).toEqual([[], [], []]);
    expect(memo('alice', 'x')).toEqual(lifecycle('memo is x; expected rent'));
    expect(memo('carol', 'rent')).toEqual(lifecycle('memo is rent; expected undefined'));
  });

  it('to an address that an agent was shown is paid to that agent', () => {
    const paid = (to: string, shownTo: string) => {
      const run = new Wallets();
      run.asks('bob', 'A/addresses', { answer: { addresses: { base: '0xB', other: 7 } } });
      run.sends({ to }, { to: shownTo });
      run.polls('confirmed');
      return run.has('bob')[0] / usdc;
    };
    expect([paid(outside, '0xb'), paid(outside, '0xB'), paid(outside, '0xd'), paid('bob', '0xd')]).toEqual([7, 7, 5, 7]);
  });

  it('that keys of an address have signed pays an agent', () => {
    const signed = (answer: Body, more: More = {}) => {
      const run = new Wallets();
      run.asks('bob', 'B/addresses', { answer: { base: '0xB' } });
      run.asks('alice', 'primary/sendSigned', { answer: { asset: 'USDC', to: '0xb', amount: '3', tx_hash: '0x1', chain: 'base', ...answer }, ...more });
      const before = run.sees([50, 0], 8);
      run.polls('confirmed');
      return [before, run.has('bob')[0] / usdc];
    };
    expect(signed({})).toEqual([0, 8]);
    for (const answer of [{ asset: 'ETH' }, { to: '0xd' }, { amount: 'x' }]) expect(signed(answer)).toEqual([1, 5]);
    expect(signed({}, { status: 400 })).toEqual([1, 5]);
    const run = new Wallets();
    run.asks('bob', 'B/addresses', { answer: { base: '0xB' } });
    run.asks('alice', 'primary/sendSigned', { answer: { asset: 'USDC', to: '0xb', amount: '3', tx_hash: '0x1' } });
    expect([run.polls('confirmed', 'carol'), run.has('bob')[0], run.fees]).toEqual([[], 8 * usdc, []]);
    expect(run.asks('alice', 'primary/openSwap', { answer: {}, body: {} })).toEqual([]);
    expect(run.blurred).toEqual([['alice']]);
  });
}); // prettier-ignore

it('the wallet shows the balance at its home', () => {
  const shown = (style: string, answer: Body, query: Readonly<Record<string, string>> = {}, policies: Policies = {}) => new Wallets(policies).asks('alice', `${style}/balance`, { method: 'GET', query, answer });
  expect([shown('B', { usdc: 50 }), shown('B', { usdc: 50 }, { chain: 'ethereum' }), shown('B', { usdc: 0 }, { chain: 'base' }), shown('B', { usdc: 50 }, { chain: 'base' }, { 'wallet.balanceHome': 'everywhere' })]).toEqual([[], [], [], []]);
  expect([shown('B', { usdc: 49 }), shown('B', { usdc: 50 }, { chain: 'base' })].flat()).toEqual(['wallet-balances: usdc is 49.00 USDC; expected 50.00 USDC', 'wallet-balances: usdc is 50.00 USDC; expected 0.00 USDC']);
  expect([shown('A', { chains: { ethereum: { usdc: 50 } } }), shown('A', { chains: { ethereum: { usdc: 0 }, base: { usdc: 50 } } })]).toEqual([[], ['styles-agree: usdc is 0.00 USDC; expected 50.00 USDC']]);
  expect(new Wallets().asks('alice', 'B/balance', refused('BAD_REQUEST'))).toEqual([]);
}); // prettier-ignore

it('an address is shown to one agent', () => {
  const run = new Wallets();
  const shown = (caller: string, style: string, answer: Body, more: More = {}) => run.asks(caller, `${style}/addresses`, { answer, ...more });
  expect([shown('alice', 'A', { addresses: { base: '0xA' } }), shown('alice', 'B', { base: '0xa', polygon: '0xE' })]).toEqual([[], []]);
  const wrong = ['keys-isolated: owner of an address is alice; expected bob'];
  expect([shown('bob', 'B', { base: '0xa' }), shown('bob', 'A', { addresses: { base: '0xe' }, polygon: '0xa' })]).toEqual([wrong, wrong]);
  expect([shown('carol', 'A', { polygon: '0xe' }), shown('carol', 'B', {}, refused('BAD_REQUEST')), shown('carol', 'B', { addresses: { base: '0xe' } })]).toEqual([[], [], []]);
}); // prettier-ignore
