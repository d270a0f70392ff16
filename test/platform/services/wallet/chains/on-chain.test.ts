/** Transfers on the simulated chains: what they need, what they hold while they wait, and what their end leaves. */
import { expect, it } from 'vitest';
import type { Stream } from '../../../../../src/core/kernel/stream.ts';
import type { ChainAsset } from '../../../../../src/platform/services/wallet/chains/assets.ts';
import { miners } from '../../../../../src/platform/services/wallet/chains/native-book.ts';
import { networks, type ChainNetwork } from '../../../../../src/platform/services/wallet/chains/networks.ts';
import { minuteMs } from '../../trading/bench.ts';
import { accepted, native, refused, usdc, WalletBench } from '../bench.ts';

const dayMs = 1_440 * minuteMs;
let hashes = 0;

/** Sends under the terms of the moment. */
function send(bench: WalletBench, payment: { asset: ChainAsset; amount: bigint; from: string; to: string }, done?: () => void) {
  const { onChain } = bench.wallet;
  const terms = accepted(onChain.terms(payment));
  const { network } = payment.asset;
  const rest = { hash: `hash ${(hashes += 1)}`, network, fee: terms.fee, feeAsset: native(network), simulated: true };
  return onChain.send({ ...payment, ...rest }, terms, done === undefined ? {} : { done });
} // prettier-ignore

const ends = (network: ChainNetwork) => ({ from: `${network} from`, to: `${network} to` });
const minersOn = (bench: WalletBench, network: ChainNetwork) => bench.at(network, miners);
const coinsOf = (bench: WalletBench, address: string): bigint[] =>
  bench.wallet.onChain.book.coins(address).map(({ amount }) => amount);
const isEven = (bench: WalletBench): boolean =>
  bench.wallet.drift() === 0 && bench.held().reduce((sum, micros) => sum + micros, 0) === bench.reserved();

it('native assets have to cover the amount and the fee, to the last unit', () => {
  const bench = new WalletBench();
  const { onChain } = bench.wallet;
  const { from, to } = ends('base');
  const fee = bench.fees.fee('base', 'native', { atMs: bench.clock.nowMs });
  onChain.give('base', from, 1_000n + fee);
  const terms = (amount: bigint) => onChain.terms({ asset: native('base'), from, to, amount });
  expect(terms(1_000n)).toEqual({ fee, coins: undefined });
  expect(refused(terms(1_001n))).toBe('INSUFFICIENT_BALANCE: the balance of ETH on base does not cover the amount and the fee');
}); // prettier-ignore

it('USDC has to cover the amount, and the native asset of its chain the fee, to the last unit', () => {
  const bench = new WalletBench();
  const { onChain, reserves } = bench.wallet;
  const { from, to } = ends('base');
  const fee = bench.fees.fee('base', 'usdc', { atMs: bench.clock.nowMs });
  const terms = (amount: bigint) => onChain.terms({ asset: usdc('base'), from, to, amount });
  expect([bench.at('base', from, 'usdc'), bench.at('base', from)]).toEqual([0n, 0n]);
  expect(refused(terms(1n))).toBe(
    'INSUFFICIENT_BALANCE: the balance of USDC on base does not cover the amount',
  );
  reserves.fund(usdc('base'), from, 5_000_000n);
  onChain.give('base', from, fee - 1n);
  expect(refused(terms(5_000_000n))).toBe(
    'INSUFFICIENT_BALANCE: the balance of ETH on base does not cover the fee',
  );
  onChain.give('base', from, 1n);
  expect(terms(5_000_000n)).toEqual({ fee, coins: undefined });
  expect(refused(terms(5_000_001n))).toMatch(/USDC on base does not cover the amount$/);
});

it.each(['ethereum', 'solana', 'tron', 'monero'] as const)('%s holds amount and fee, then delivers the one and pays the other', (network) => {
  const bench = new WalletBench();
  const { from, to } = ends(network);
  bench.wallet.onChain.give(network, from, 10n ** 18n);
  const { fee } = send(bench, { asset: native(network), from, to, amount: 10n ** 15n });
  expect([bench.at(network, from), bench.at(network, to)]).toEqual([10n ** 18n - 10n ** 15n - fee, 0n]);
  expect([bench.held(), isEven(bench)]).toEqual([[], true]);
  expect(bench.pass(dayMs)).toEqual([['walletConfirmed', 0]]);
  expect([bench.at(network, from), bench.at(network, to), minersOn(bench, network)]).toEqual([10n ** 18n - 10n ** 15n - fee, 10n ** 15n, fee]);
  expect(isEven(bench)).toBe(true);
}); // prettier-ignore

it.each(['none', 'all'])('USDC is held until its block; the fee is paid in either case (failures: %s)', (failures) => {
  const bench = new WalletBench({ 'wallet.failures': failures });
  const { from, to } = ends('base');
  bench.wallet.onChain.give('base', from, 10n ** 18n);
  bench.wallet.reserves.fund(usdc('base'), from, 5_000_000n);
  let reported = 0;
  const { fee } = send(bench, { asset: usdc('base'), from, to, amount: 3_000_000n }, () => (reported += 1));
  expect([bench.held(), bench.at('base', from, 'usdc'), bench.at('base', from)]).toEqual([[3_000_000], 2_000_000n, 10n ** 18n - fee]);
  expect(isEven(bench)).toBe(true);
  const isSent = failures === 'none';
  expect(bench.pass(dayMs)).toEqual([[isSent ? 'walletConfirmed' : 'walletFailed', 3_000_000]]);
  expect(bench.at('base', to, 'usdc')).toBe(isSent ? 3_000_000n : 0n);
  expect(bench.at('base', from, 'usdc')).toBe(isSent ? 2_000_000n : 5_000_000n);
  expect([bench.at('base', from), minersOn(bench, 'base')]).toEqual([10n ** 18n - fee, fee]);
  expect([reported, isEven(bench), bench.held(), bench.reserved()]).toEqual([isSent ? 1 : 0, true, [], 0]);
}); // prettier-ignore

it.each(['ethereum', 'solana', 'tron', 'monero'] as const)('a transfer that fails costs its fee alone, on monero nothing (%s)', (network) => {
  const bench = new WalletBench({ 'wallet.failures': 'all' });
  const { from, to } = ends(network);
  bench.wallet.onChain.give(network, from, 10n ** 18n);
  const { fee } = send(bench, { asset: native(network), from, to, amount: 10n ** 15n });
  expect(bench.pass(dayMs)).toEqual([['walletFailed', 0]]);
  const lost = network === 'monero' ? 0n : fee;
  expect([bench.at(network, from), bench.at(network, to), minersOn(bench, network)]).toEqual([10n ** 18n - lost, 0n, lost]);
  expect(isEven(bench)).toBe(true);
}); // prettier-ignore

it.each(['none', 'all'])('bitcoin spends coins; a transaction that fails gives them back (failures: %s)', (failures) => {
  const bench = new WalletBench({ 'wallet.failures': failures });
  const { from, to } = ends('bitcoin');
  for (const amount of [70_000n, 60_000n, 50_000n]) bench.wallet.onChain.give('bitcoin', from, amount);
  const { fee } = send(bench, { asset: native('bitcoin'), from, to, amount: 80_000n });
  expect([coinsOf(bench, from), bench.at('bitcoin', from), isEven(bench)]).toEqual([[50_000n], 50_000n, true]);
  bench.pass(dayMs);
  const change = 130_000n - 80_000n - fee;
  const [left, sent] = failures === 'all' ? [[50_000n, 70_000n, 60_000n], []] : [[50_000n, change], [80_000n]];
  expect([coinsOf(bench, from), coinsOf(bench, to), isEven(bench)]).toEqual([left, sent, true]);
  expect(minersOn(bench, 'bitcoin')).toBe(failures === 'all' ? 0n : fee);
}); // prettier-ignore

it('bitcoin leaves no coin of nothing where there is no change, and asks a satoshi more each time', () => {
  const bench = new WalletBench({ 'wallet.failures': 'all' });
  const { from, to } = ends('bitcoin');
  const fee = bench.fees.fee('bitcoin', 'native', { atMs: bench.clock.nowMs });
  bench.wallet.onChain.give('bitcoin', from, 100_000n + fee + 1n);
  const payment = { asset: native('bitcoin'), from, to, amount: 90_000n };
  expect(send(bench, payment).fee).toBe(fee);
  bench.pass(dayMs);
  const now = bench.fees.fee('bitcoin', 'native', { atMs: bench.clock.nowMs });
  expect(send(bench, payment).fee).toBe(now + 1n);
  const sound = new WalletBench();
  sound.wallet.onChain.give('bitcoin', from, 100_000n + fee);
  expect(refused(sound.wallet.onChain.terms({ ...payment, amount: 100_001n }))).toMatch(/BTC on bitcoin does not cover/);
  send(sound, { ...payment, amount: 100_000n });
  sound.pass(dayMs);
  expect([coinsOf(sound, from), coinsOf(sound, to), sound.wallet.drift()]).toEqual([[], [100_000n], 0]);
}); // prettier-ignore

it('what is taken back or sent without a fee spends coins of any number, and keeps the change however small', () => {
  const bench = new WalletBench();
  const { onChain } = bench.wallet;
  const { from, to } = ends('bitcoin');
  for (let count = 0; count < 150; count++) onChain.give('bitcoin', from, 1_000n);
  onChain.take('bitcoin', from, 120_500n);
  expect([bench.at('bitcoin', from), coinsOf(bench, from).includes(500n), isEven(bench)]).toEqual([29_500n, true, true]);
  const large = onChain.freeTerms({ asset: native('bitcoin'), from, amount: 28_000n });
  expect([large.fee, large.coins?.inputs.length, large.coins?.change]).toEqual([0n, 28, 0n]);
  onChain.take('bitcoin', from, 29_000n);
  expect([coinsOf(bench, from), isEven(bench)]).toEqual([[500n], true]);
  onChain.take('bitcoin', from, 500n);
  expect([coinsOf(bench, from), bench.at('bitcoin', from), isEven(bench)]).toEqual([[], 0n, true]);
  expect(() => onChain.take('bitcoin', from, 1n)).toThrow('what moves is there');
  expect(() => onChain.freeTerms({ asset: native('bitcoin'), from, amount: 1n })).toThrow('coins make up the balance');
  expect(onChain.freeTerms({ asset: native('base'), from: to, amount: 1n })).toEqual({ fee: 0n, coins: undefined });
  onChain.give('base', to, 5n);
  onChain.take('base', to, 5n);
  expect([bench.at('base', to), isEven(bench)]).toEqual([0n, true]);
}); // prettier-ignore

/** The fate of a transaction by its draws: of a thousand, then of ten for every block. */
const fated = (ofThousand: number, ofTen: number) => ({
  draws: (path: string) =>
    path.startsWith('wallet/fate/')
      ? ({ integer: (range: number) => (range === 1_000 ? ofThousand : ofTen) } as unknown as Stream)
      : undefined,
});

it.each([
  ['half-percent', 4, 5],
  ['tenth', 99, 100],
  ['all', 999, undefined],
  ['none', undefined, 0],
])('of a thousand transactions, those below the share fail (%s)', (failures, last, next) => {
  const statusAt = (drawn: number) => {
    const bench = new WalletBench({ 'wallet.failures': failures }, fated(drawn, 9));
    bench.wallet.onChain.give('base', 'a', 10n ** 18n);
    const sent = send(bench, { asset: native('base'), from: 'a', to: 'b', amount: 1n });
    bench.pass(dayMs);
    return sent.status;
  };
  if (last !== undefined) expect(statusAt(last)).toBe('failed');
  if (next !== undefined) expect(statusAt(next)).toBe('confirmed');
});

it.each([
  [2, 1],
  [1, 5],
])('a transaction whose draws of ten are %i enters block %i', (ofTen, block) => {
  const { blockMs, confirmations } = networks.ethereum;
  for (const confirmed of ['inclusion', 'depth']) {
    const bench = new WalletBench({ 'wallet.confirmed': confirmed }, fated(999, ofTen));
    bench.wallet.onChain.give('ethereum', 'a', 10n ** 18n);
    const sent = send(bench, { asset: native('ethereum'), from: 'a', to: 'b', amount: 1n });
    bench.pass(dayMs);
    const blocks = block + (confirmed === 'depth' ? confirmations - 1 : 0);
    expect(sent.settledAtMs).toBe((Math.floor(sent.sentAtMs / blockMs) + blocks) * blockMs);
  }
});

it('the chains keep their pace and their depth', () => {
  const seconds = { ethereum: 12, base: 2, solana: 0.4, bitcoin: 600, tron: 3, monero: 120, polygon: 2, arbitrum: 0.25 };
  for (const [network, pace] of Object.entries(seconds)) expect(networks[network as ChainNetwork].blockMs).toBe(pace * 1_000);
}); // prettier-ignore
