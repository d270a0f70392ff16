/** Names and contracts of assets, as the chains themselves know them. */
import { expect, it } from 'vitest';
import { contractOf, nameOf } from '../../../../../src/platform/services/wallet/chains/assets.ts';
import { networkNames } from '../../../../../src/platform/services/wallet/chains/networks.ts';
import { native, usdc } from '../bench.ts';

/** The native asset of each chain, and the contract of USDC on the real network. */
const known = {
  ethereum: ['ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  base: ['ETH', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  solana: ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  bitcoin: ['BTC', null],
  tron: ['TRX', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  monero: ['XMR', null],
  polygon: ['POL', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  arbitrum: ['ETH', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
} as const;

it.each(networkNames)('%s', (network) => {
  const [symbol, contract] = known[network];
  expect([nameOf(native(network)), nameOf(usdc(network))]).toEqual([
    `${symbol} on ${network}`,
    `USDC on ${network}`,
  ]);
  expect([contractOf(native(network)), contractOf(usdc(network))]).toEqual([null, contract]);
});
