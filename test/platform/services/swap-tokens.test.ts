/** How the assets of a swap are named: every symbol on every chain, and every contract. */
import { expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import { readSymbol, readToken, swapChains } from '../../../src/platform/services/wallet/swap-tokens.ts';

const policiesWith = (overrides: Record<string, string> = {}): Policies =>
  resolvePolicies('published', overrides) as Policies;

/** The native asset of each chain of the primary interface (WAL02), and whether it has USDC. */
const table = {
  ethereum: ['ETH', true],
  base: ['ETH', true],
  solana: ['SOL', true],
  bitcoin: ['BTC', false],
  tron: ['TRX', true],
  monero: ['XMR', false],
} as const;
const chains = Object.keys(table) as (keyof typeof table)[];
const withUsdc = chains.filter((chain) => table[chain][1]);
const symbols = ['USDC', 'ETH', 'SOL', 'BTC', 'TRX', 'XMR', 'POL', 'DOGE', ''];

it('a symbol with its chain is the native asset or USDC there, in any case', () => {
  for (const chain of chains)
    for (const symbol of symbols) {
      const [native, hasUsdc] = table[chain];
      const kind = symbol === native ? 'native' : symbol === 'USDC' && hasUsdc ? 'usdc' : undefined;
      for (const text of [`${chain}:${symbol}`, `${chain.toUpperCase()}:${symbol.toLowerCase()}`]) {
        const found = readSymbol(text, 'from_asset');
        if (kind !== undefined) expect(found, text).toEqual({ network: chain, kind });
        else expect(found, text).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(/^from_asset must be/) });
      }
    }
}); // prettier-ignore

it('a symbol alone is on the chain that it belongs to, ETH and USDC on Ethereum', () => {
  const own = { USDC: 'ethereum', ETH: 'ethereum', SOL: 'solana', BTC: 'bitcoin', TRX: 'tron', XMR: 'monero' } as const;
  for (const [symbol, network] of Object.entries(own)) {
    const expected = { network, kind: symbol === 'USDC' ? 'usdc' : 'native' };
    expect(readSymbol(symbol, 'to_asset')).toEqual(expected);
    expect(readSymbol(symbol.toLowerCase(), 'to_asset')).toEqual(expected);
  }
  for (const text of ['POL', 'DOGE', '', ':ETH', 'base:', 'a:base:ETH', 'polygon:POL', 'ETH:base'])
    expect(readSymbol(text, 'to_asset'), text).toBeInstanceOf(Refusal);
}); // prettier-ignore

it('swaps go through six chains, or those with contracts of tokens alone', () => {
  expect(swapChains(policiesWith({ 'wallet.swapChains': 'six' }))).toEqual(chains);
  expect(swapChains(policiesWith({ 'wallet.swapChains': 'tokens' }))).toEqual(withUsdc);
});

/** USDC on the real networks. */
const contracts = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  tron: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
} as const;
const nativeContract = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

it.each(['named', 'contracts'])('a token is the contract of USDC on its chain, or the native asset (%s)', (naming) => {
  const policies = policiesWith({ 'wallet.nativeToken': naming });
  const tokens = [...Object.values(contracts), nativeContract, 'native', 'USDC', 'ETH', ''];
  for (const chain of chains)
    for (const token of tokens) {
      const isEvm = chain === 'ethereum' || chain === 'base';
      const isNative = naming === 'named' && (token === 'native' || (isEvm && token === nativeContract));
      const isUsdc = Object.entries(contracts).some(([name, contract]) => name === chain && contract === token);
      const found = readToken({ chain, token, side: 'from' }, policies);
      if (isNative || isUsdc) expect(found, `${token} on ${chain}`).toEqual({ network: chain, kind: isNative ? 'native' : 'usdc' });
      else expect(found, `${token} on ${chain}`).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(/^from_token (?:must be|is no token)/) });
    }
}); // prettier-ignore

it('a token on a chain without swaps is refused by its chain; another contract of the chain as a token', () => {
  const messageOf = (chain: (typeof chains)[number], token: string): string =>
    (readToken({ chain, token, side: 'to' }, policiesWith({ 'wallet.swapChains': 'tokens' })) as Refusal)
      .message;
  expect(messageOf('bitcoin', 'native')).toBe('to_chain is no chain that swaps go through');
  expect(messageOf('ethereum', contracts.base)).toBe('to_token is no token that is swapped on ethereum');
  expect(messageOf('ethereum', 'USDC')).toBe('to_token must be a contract address on ethereum, not a symbol');
});
