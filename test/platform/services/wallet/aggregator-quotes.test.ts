/** What the swap aggregator quotes, by arithmetic of the test, and what it cannot cover or pay. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatUsdc } from '../../../../src/core/base/money.ts';
import type { ChainAsset } from '../../../../src/platform/services/wallet/chains/assets.ts';
import {
  networkNames,
  networks,
  type ChainNetwork,
} from '../../../../src/platform/services/wallet/chains/networks.ts';
import { accepted, native, refused, usdc, WalletBench, worths } from './bench.ts';

const rich = { 'wallet.liquidity': '1000000000' };

const worthOf = (network: ChainNetwork): bigint => BigInt(worths[networks[network].symbol] ?? 0);
const unitOf = (network: ChainNetwork): bigint => 10n ** BigInt(networks[network].decimals);

/** Micro-USDC of an amount, rounded down. */
const microsOf = ({ network, kind }: ChainAsset, amount: bigint): bigint =>
  kind === 'usdc' ? amount : (amount * worthOf(network)) / unitOf(network);

/** Base units that micro-USDC buy, rounded down. */
const unitsOf = ({ network, kind }: ChainAsset, micros: bigint): bigint =>
  kind === 'usdc' ? micros : (micros * unitOf(network)) / worthOf(network);

const assets = networkNames.flatMap((network) =>
  networks[network].usdc === undefined ? [native(network)] : [native(network), usdc(network)],
);

/** What is taken from the worth of a swap in any case: the gas of its payout, rounded up. */
const gasMicros = (bench: WalletBench, { network, kind }: ChainAsset): bigint =>
  microsOf(native(network), bench.fees.fee(network, kind, { atMs: bench.clock.nowMs })) + 1n;

const sold = fc.constantFrom(...assets);

it('what is received is the worth of the amount less gas, a quarter and a half of a percent', () => {
  const isAsReckoned = fc.property(sold, sold, fc.integer({ min: 0, max: 1e10 }), (from, to, micros) => {
    const bench = new WalletBench(rich);
    bench.clock.nowMs += micros % 86_400_000;
    const amount = unitsOf(from, BigInt(micros));
    const value = microsOf(from, amount);
    const fees = [gasMicros(bench, to), (value * 25n) / 10_000n, (value * 50n) / 10_000n];
    const out = unitsOf(to, fees.reduce((left, fee) => left - fee, value));
    const quoted = bench.wallet.quote({ from, to, amount });
    if (from.network === to.network && from.kind === to.kind)
      expect(refused(quoted)).toBe('BAD_REQUEST: from and to are the same asset');
    else if (out <= 0n) expect(refused(quoted)).toBe('BAD_REQUEST: amount does not cover the fees of the swap');
    else {
      const [networkMicros, providerMicros, platformMicros] = fees.map(Number);
      const shown = { networkMicros, providerMicros, platformMicros };
      expect(quoted).toEqual({ from, to, amount, out, valueMicros: Number(value), fees: shown });
    }
  });
  fc.assert(isAsReckoned);
}); // prettier-ignore

it('an asset is swapped into another one of its chain, and into USDC of another chain', () => {
  const { wallet } = new WalletBench(rich);
  const amount = 100_000_000n;
  expect(accepted(wallet.quote({ from: usdc('base'), to: native('base'), amount })).out).toBeGreaterThan(0n);
  expect(accepted(wallet.quote({ from: usdc('base'), to: usdc('tron'), amount })).out).toBeGreaterThan(0n);
});

it('what is left after the fees is at least one base unit', () => {
  const bench = new WalletBench(rich);
  const outs = (from: ChainAsset, to: ChainAsset): (bigint | string)[] =>
    [0n, 1n, 2n].map((more) => {
      const gas = gasMicros(bench, to);
      // The least worth of which the shares of the fees leave the gas.
      let amount = gas;
      while (amount - (amount * 25n) / 10_000n - (amount * 50n) / 10_000n < gas) amount += 1n;
      const quoted = bench.wallet.quote({ from, to, amount: amount + more });
      return 'out' in quoted ? quoted.out : quoted.code;
    });
  expect(outs(usdc('base'), usdc('solana'))).toEqual(['BAD_REQUEST', 1n, 2n]);
  // A satoshi is worth one micro-USDC here, a sun a fifth of it.
  expect(outs(usdc('base'), native('bitcoin'))).toEqual(['BAD_REQUEST', 1n, 2n]);
  expect(outs(usdc('base'), native('tron'))).toEqual(['BAD_REQUEST', 5n, 10n]);
});

it('an amount that is worth less than a unit of what it buys buys nothing', () => {
  const bench = new WalletBench(rich, { prices: { BTC: 100_000_000_000 } });
  const to = native('bitcoin');
  const gas = (bench.fees.fee('bitcoin', 'native', { atMs: bench.clock.nowMs }) * 100_000_000_000n) / 10n ** 8n + 1n;
  // A satoshi costs a thousand micro-USDC, and nearly as much is left.
  const amount = ((gas + 990n) * 10_000n) / 9_925n;
  expect(refused(bench.wallet.quote({ from: usdc('base'), to, amount }))).toMatch(/^BAD_REQUEST: amount does not cover/);
  expect(accepted(bench.wallet.quote({ from: usdc('base'), to, amount: amount + 20n })).out).toBe(1n);
}); // prettier-ignore

it('a swap is worth what a double counts exactly, twice over, at most', () => {
  const { wallet } = new WalletBench(rich);
  const swap = (amount: bigint) => wallet.quote({ from: usdc('base'), to: native('ethereum'), amount });
  expect(accepted(swap(2n ** 52n)).valueMicros).toBe(2 ** 52);
  expect(refused(swap(2n ** 52n + 1n))).toBe('BAD_REQUEST: amount is worth more than can be swapped');
});

it.each(['usdc', 'native'] as const)('what a swap into %s takes of USDC is there', (kind) => {
  const to = { network: 'solana', kind } as const;
  const terms = { from: native('base'), to, amount: 10n ** 18n };
  const { out, fees } = accepted(new WalletBench(rich).wallet.quote(terms));
  const takenMicros = (to.kind === 'usdc' ? Number(out) : 0) + fees.platformMicros;
  const withLiquidity = (micros: number) =>
    new WalletBench({ 'wallet.liquidity': formatUsdc(micros) }).wallet.quote(terms);
  expect(accepted(withLiquidity(takenMicros)).out).toBe(out);
  const name = to.kind === 'usdc' ? 'USDC' : 'SOL';
  expect(refused(withLiquidity(takenMicros - 1))).toBe(`CONFLICT: there is not enough ${name} on solana to swap into`);
}); // prettier-ignore

it('native assets are paid out until all of them are given out, USDC of the chain without regard to that', () => {
  const bench = new WalletBench(rich);
  const { onChain } = bench.wallet;
  const left = 10n ** 18n;
  onChain.give('base', bench.place('base'), networks.base.supplyMax * unitOf('base') - left);
  const swap = (amount: bigint) => bench.wallet.quote({ from: usdc('solana'), to: native('base'), amount });
  expect(accepted(swap(1_900_000_000n)).out).toBeLessThan(left);
  expect(refused(swap(2_100_000_000n))).toBe('CONFLICT: there is not enough ETH on base to swap into');
  onChain.give('base', bench.place('base'), left);
  expect(refused(swap(1_900_000_000n))).toMatch(/^CONFLICT/);
  const into = bench.wallet.quote({ from: usdc('solana'), to: usdc('base'), amount: 1_900_000_000n });
  expect(accepted(into).out).toBeGreaterThan(1_800_000_000n);
});
