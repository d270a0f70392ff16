/** Swaps at once, and what the wallet shows on each chain: each rule at its bounds. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { WalletBalances } from '../../../src/verification/oracle/facts/wallet-balances.ts';
import { refused } from './followed-run.ts';
import { caseOf, exchangeOf } from './said.ts';
import { usdc, Wallets, type More, type Policies } from './wallets.ts';

describe('a swap at once', () => {
  const swap = (body: Body, answer: Body, { policies = {}, more = {} }: { policies?: Policies; more?: More } = {}) => {
    const run = new Wallets(policies);
    const said = run.asks('alice', 'A/swap', { body: { from: 'USDC', to: 'base:ETH', amount: 40, ...body }, answer: { from: 'USDC', to: 'ETH', received: 0.01, received_usdc: 39.6, fee_usdc: 0.4, ...answer }, ...more });
    return { said, has: run.has('alice')[0] / usdc, fees: run.fees, blurred: run.blurred };
  };
  const terms = (message: string): string[] => [`swap-terms: ${message}`];
  const loss = (worth: string) => terms(`40.00 USDC less a fee of 0.40 USDC is swapped into what is worth ${worth} USDC`);

  it('takes USDC, and half a percent of it is shared', () => {
    expect(swap({}, {})).toEqual({ said: [], has: 10, fees: [{ service: 'wallet', payer: 'alice', feeMicros: 200_000 }], blurred: [] });
    expect(swap({ from: 'ETH', to: 'USDC' }, { from: 'ETH', to: 'USDC', received: 9.9, fee_usdc: 0.1 })).toEqual({ said: [], has: 59.9, fees: [], blurred: [['alice']] });
    expect(swap({}, { from: 'ETH', to: 'SOL' })).toMatchObject({ said: [], has: 50, fees: [], blurred: [] });
    for (const [from, to, count] of [['USDC', 'usdc', 1], ['base:USDC', 'solana:usdc', 1], ['USDC', 'xUSDC', 0], ['USDC', 'ETH', 0]] as const)
      expect(swap({ from, to }, {}).said.filter((message) => message.includes('one balance'))).toHaveLength(count);
    expect(swap({ to: 'USDC' }, {}).said).toContain('swap-terms: USDC is swapped into USDC, of which there is one balance (gap W2)');
  });

  it.each<[Body, Body, readonly string[], Policies?]>([
    // Three quarters of a percent of 40 USDC are 0.30.
    [{}, { fee_usdc: 0.3, received_usdc: 39.7 }, []],
    [{}, { fee_usdc: 0.299997, received_usdc: 39.7 }, []],
    [{}, { fee_usdc: 0.299996, received_usdc: 39.7 }, terms('the fee of a swap worth 40.00 USDC is 0.299996 USDC; expected 0.30 USDC or more')],
    [{}, { received_usdc: 39.600002 }, []],
    [{}, { received_usdc: 39.600003 }, loss('39.600003')],
    // One percent less, and two units of the asset.
    [{}, { received_usdc: 39.204 }, []],
    [{}, { received_usdc: 39.203991 }, []],
    [{}, { received_usdc: 39.20399 }, loss('39.20399')],
    [{}, { received_usdc: 39.19 }, loss('39.19')],
    [{ slippage: 0.5 }, { received_usdc: 39.402 }, []],
    [{ slippage: 0.5 }, { received_usdc: 39.39 }, loss('39.39')],
    [{ slippage: 50 }, { received_usdc: 39.19 }, loss('39.19')],
    [{ slippage: 0.005 }, { received_usdc: 39.402 }, [], { 'wallet.slippage': 'fraction' }],
    [{ slippage: 0.005 }, { received_usdc: 39.39 }, loss('39.39'), { 'wallet.slippage': 'fraction' }],
    [{}, { received_usdc: 39.204 }, [], { 'wallet.slippage': 'fraction' }],
    [{}, { to: 'TRX', received: 1, received_usdc: 39.20392 }, []],
    [{}, { to: 'TRX', received: 1, received_usdc: 39.2039 }, loss('39.2039')],
    [{}, { to: 'BTC', received: 0.01, received_usdc: 39.20392 }, []],
    [{}, { to: 'BTC', received: 0.01, received_usdc: 39.2039 }, loss('39.2039')],
    [{}, { to: 'BTC', received: 0, received_usdc: 39.203999 }, []],
    [{}, { to: 'BTC', received: 0, received_usdc: 39.203997 }, loss('39.203997')],
  ])('of %j with %j: %j', (body, answer, said, policies = {}) => expect(swap(body, answer, { policies }).said).toEqual(said));

  it('back into USDC has its fee', () => {
    const back = (fee: number) => swap({ from: 'ETH', to: 'USDC' }, { from: 'ETH', to: 'USDC', received: 40 - fee, fee_usdc: fee }).said;
    expect([back(0.3), back(0.299997), back(0.299996)]).toEqual([[], [], terms('the fee of a swap worth 40.00 USDC is 0.299996 USDC; expected 0.30 USDC or more')]);
  });

  it('is not refused where it is covered', () => {
    const short = (amount: unknown, from = 'USDC', more: More = refused('INSUFFICIENT_BALANCE', 402)) => swap({ amount, from }, {}, { more }).said;
    expect([short(50), short(50, 'base:usdc')]).toEqual([terms('a swap of 50.00 USDC is refused though that is there'), terms('a swap of 50.00 USDC is refused though that is there')]);
    expect([short(50.000001), short('x'), short(1, 'ETH'), short(1, 'USDC', refused('CONFLICT'))]).toEqual([[], [], [], []]);
  });

  it.each<[number | undefined, string, boolean, Policies?]>([
    [undefined, '1.00', true],
    [undefined, '1.01', false],
    [2, '2', true],
    [2, '2.01', false],
    [0.02, '2', true, { 'wallet.slippage': 'fraction' }],
    [0.02, '2.01', false, { 'wallet.slippage': 'fraction' }],
    [undefined, '1', true, { 'wallet.slippage': 'fraction' }],
  ])('with a slippage of %s is not refused for a movement of %s%%', (slippage, moved, isWrong, policies = {}) => {
    const answer = { code: 'CONFLICT', error: `the price has moved by ${moved}%` };
    const shown = slippage ?? (policies['wallet.slippage'] === 'fraction' ? 0.01 : 1);
    const message = terms(`a swap with a slippage of ${shown} is refused for a movement of ${moved}%`);
    expect(swap({ slippage }, {}, { policies, more: { status: 409, answer } }).said).toEqual(isWrong ? message : []);
  });
}); // prettier-ignore

describe('what the wallet shows on each chain', () => {
  const shown = (chains: Body, { policies = {}, faults = [], query = {}, first = [] }: { policies?: Policies; faults?: readonly object[]; query?: Readonly<Record<string, string>>; first?: readonly (readonly [string, More])[] } = {}) => {
    const { file, said } = caseOf({ setting: { faults, policies: { 'wallet.genesis': 'empty', 'wallet.balanceHome': 'ethereum', ...policies } } });
    const wallet = new WalletBalances(file);
    const at = { agent: 'alice', balances: new Map([['alice', { availableMicros: 5 * usdc, heldMicros: 0 }]]) };
    for (const [call, more] of first) wallet.answered(exchangeOf(call, more), at);
    wallet.answered(exchangeOf('wallet/A/balance', { query, answer: { chains } }), at);
    return said;
  };
  const everywhere = { policies: { 'wallet.balanceHome': 'everywhere' } };
  const brought: readonly [string, More] = ['wallet/A/swap', { body: { from: 'USDC', to: 'base:ETH', amount: 5 }, answer: { from: 'USDC', to: 'ETH', received: 0.5 } }];

  it('is the balance at its home, and none elsewhere', () => {
    const usdcOn = (chain: string, amount: number | string) => ({ [chain]: { usdc: amount } });
    expect([shown(usdcOn('ethereum', 5)), shown(usdcOn('ethereum', '5.00')), shown(usdcOn('base', 0)), shown(usdcOn('base', 5), everywhere), shown(usdcOn('polygon', 7), everywhere), shown({ base: {} })]).toEqual([[], [], [], [], [], []]);
    expect(shown(usdcOn('ethereum', 4))).toEqual(['wallet-balances: usdc on ethereum is 4; expected 5.00 USDC']);
    expect(shown(usdcOn('base', '5.00'))).toEqual(['wallet-balances: usdc on base is "5.00"; expected 0.00 USDC']);
    expect([shown(usdcOn('base', 0), everywhere).length, shown(usdcOn('ethereum', 0), everywhere).length]).toEqual([1, 1]);
  });

  it('is of native assets what swaps have brought', () => {
    const eth = (native: number, more: object = {}) => shown({ base: { symbol: 'ETH', native } }, { first: [brought], ...more });
    expect([eth(0.5), eth(0.5 + 1e-9), eth(0.5 - 1e-9), eth(0.3, { query: { chain: 'base' } }), eth(9, { policies: { 'wallet.genesis': 'gas' } })]).toEqual([[], [], [], [], []]);
    expect([eth(0.6), eth(0.4), eth(0.6, { query: { chain: 'base' } })].map((said) => said.length)).toEqual([1, 1, 1]);
    expect(eth(0.75)).toEqual(['wallet-balances: alice has 0.75 ETH on all chains; expected 0.5']);
    expect([shown({ polygon: { pol: 1 } }), shown({ arbitrum: { eth: 1 } }), shown({ tron: { symbol: 'TRX', native: 1 } })].map((said) => said.length)).toEqual([1, 1, 1]);
    expect(shown({ base: { symbol: 'ETH', native: 0.2 }, arbitrum: { eth: 0.3 } }, { first: [brought] })).toEqual([]);
  });

  it.each<[string, More, boolean]>([
    ['wallet/primary/openSwap', { answer: { from_chain: 'base' } }, true],
    ['wallet/primary/openSwap', { answer: { to_chain: 'ethereum' } }, true],
    ['wallet/primary/openSwap', { answer: { to_chain: 'solana' } }, false],
    ['control/_/fund', { answer: { chain: 'base' } }, true],
    ['wallet/B/send', { body: { chain: 'base', token: 'native' } }, true],
    ['wallet/B/send', { body: { chain: 'base', token: 'USDC' } }, false],
    ['wallet/B/send', { body: { chain: 'base' } }, false],
    ['wallet/primary/sendSigned', { answer: { chain: 'base' } }, true],
    ['wallet/primary/sendSigned', { answer: { chain: 'base' }, status: 400 }, false],
    ['wallet/B/other', { answer: { chain: 'base' } }, false],
  ])('is open after %s with %j: %s', (call, more, isOpen) => {
    expect(shown({ base: { symbol: 'ETH', native: 7 } }, { first: [[call, more]] })).toHaveLength(isOpen ? 0 : 1);
  });

  it('is open where swaps may be executed without an answer', () => {
    const after = (fault: object) => shown({ base: { symbol: 'ETH', native: 7 } }, { faults: [{ service: 'wallet', effect: 'after', ...fault }] });
    expect([after({}), after({ service: 'casino' }).length, after({ effect: 'undone' }).length]).toEqual([[], 1, 1]);
  });

  it('covers a swap of them', () => {
    const sold = (amount: number, more: object = {}) => shown({}, { first: [brought, ['wallet/A/swap', { body: { from: 'ETH', to: 'USDC', amount }, answer: { from: 'ETH', to: 'USDC', received: 1 } }]], ...more });
    expect([sold(0.5), sold(0.5 + 1e-9), sold(7, { policies: { 'wallet.genesis': 'gas' } })]).toEqual([[], [], []]);
    expect(sold(0.75)).toEqual(['wallet-balances: alice swaps 0.75 ETH and has 0.5']);
  });
}); // prettier-ignore
