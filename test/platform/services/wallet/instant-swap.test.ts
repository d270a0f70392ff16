/** Swaps in one instant: how far the price moves, what is received, and who bears it. */
import { expect, it } from 'vitest';
import type { Stream } from '../../../../src/core/kernel/stream.ts';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { ChainAsset } from '../../../../src/platform/services/wallet/chains/assets.ts';
import { accepted, native, refused, usdc, WalletBench } from './bench.ts';

/** The price moves by as many hundredths of a percent as a test says, of as many as there are. */
const movesBy = (draw: (range: number) => number) => ({
  draws: (path: string) =>
    path.startsWith('wallet/slippage/') ? ({ integer: draw } as unknown as Stream) : undefined,
});
const most = movesBy((range) => range - 1);

type Request = { from: ChainAsset; to: ChainAsset; amount: bigint; slippageBasisPoints: number };
const boughtSol = { from: usdc('base'), to: native('solana'), amount: 50_000_000n, slippageBasisPoints: 100 };
const soldSol = { from: native('solana'), to: usdc('base'), amount: 10n ** 9n, slippageBasisPoints: 100 };

const swapped = (bench: WalletBench, request: Request, agent: RegisteredAgent) =>
  bench.wallet.instantSwap.swap(request, agent);

it('the price moves by a percent at most, which an allowance of less refuses', () => {
  const bench = new WalletBench({}, most);
  const alice = bench.agent('alice', 100_000_000);
  const less = { ...boughtSol, slippageBasisPoints: 99 };
  expect(refused(swapped(bench, less, alice))).toBe('CONFLICT: the price has moved by 1%, more than the slippage allows');
  expect([bench.ledger.balance(alice.account), bench.events]).toEqual([100_000_000, []]);
  const { quote, out } = accepted(swapped(bench, boughtSol, alice));
  expect(out).toBe((quote.out * 99n) / 100n);
}); // prettier-ignore

it.each([0, 37])('a movement of %i of ten thousand is borne by the agent alone', (moved) => {
  const bench = new WalletBench({ 'wallet.liquidity': '1000' }, movesBy(() => moved));
  const alice = bench.agent('alice', 100_000_000);
  const bought = accepted(swapped(bench, boughtSol, alice));
  const { platformMicros } = bought.quote.fees;
  expect(bought.out).toBe((bought.quote.out * BigInt(10_000 - moved)) / 10_000n);
  expect(bought.receivedMicros).toBe(Number(bought.out / 10n));
  const address = accepted(bench.wallet.addresses({ networks: ['solana'] }, alice)).get('solana') ?? '';
  expect([bench.at('solana', address), bench.ledger.balance(alice.account)]).toEqual([bought.out, 50_000_000]);
  expect(bench.balance('wallet:aggregator')).toBe(1_050_000_000 - platformMicros);
  expect(bench.balance('wallet:fees')).toBe(platformMicros);
  expect(bench.accrued).toMatchObject([{ service: 'wallet', payer: alice, feeMicros: platformMicros }]);
  expect(bench.events).toEqual([['walletFeeCharged', platformMicros], ['swapped', 50_000_000]]);
  const sold = accepted(swapped(bench, { ...soldSol, amount: bought.out }, alice));
  expect([bench.at('solana', address), bench.ledger.balance(alice.account)]).toEqual([0n, 50_000_000 + Number(sold.out)]);
  expect(sold.receivedMicros).toBe(Number(sold.out));
  expect([bench.wallet.drift(), bench.reserved()]).toEqual([0, 0]);
}); // prettier-ignore

it('what is sold has to be there, of that very asset', () => {
  const bench = new WalletBench({}, most);
  const alice = bench.agent('alice', 1_000_000_000);
  expect(refused(swapped(bench, soldSol, alice))).toBe('INSUFFICIENT_BALANCE: the balance of SOL on solana does not cover the amount');
  const address = accepted(bench.wallet.addresses({ networks: ['solana'] }, alice)).get('solana') ?? '';
  bench.wallet.onChain.give('solana', address, 10n ** 10n);
  expect(refused(swapped(bench, { ...soldSol, amount: 10n ** 10n + 1n }, alice))).toMatch(/^INSUFFICIENT/);
  expect(accepted(swapped(bench, { ...soldSol, amount: 10n ** 10n }, alice)).out).toBeGreaterThan(0n);
  const bob = bench.agent('bob', 49_999_999);
  expect(refused(swapped(bench, boughtSol, bob))).toBe('INSUFFICIENT_BALANCE: the balance of USDC on base does not cover the amount');
}); // prettier-ignore

it('where the movement leaves nothing, nothing is swapped', () => {
  const bench = new WalletBench({}, most);
  const alice = bench.agent('alice', 1_000_000);
  const to = native('bitcoin');
  // A satoshi is worth one micro-USDC here.
  let amount = 1n;
  while (!('out' in bench.wallet.quote({ from: usdc('base'), to, amount }))) amount += 1n;
  const request = { from: usdc('base'), to, amount, slippageBasisPoints: 100 };
  expect(refused(swapped(bench, request, alice))).toBe('BAD_REQUEST: amount does not cover the fees of the swap');
  expect(bench.ledger.balance(alice.account)).toBe(1_000_000);
  const still = new WalletBench({}, movesBy(() => 0));
  expect(accepted(swapped(still, request, still.agent('alice', 1_000_000))).out).toBe(1n);
}); // prettier-ignore

it('USDC is one on all chains', () => {
  const bench = new WalletBench();
  const request = { ...boughtSol, to: usdc('solana') };
  expect(refused(swapped(bench, request, bench.agent('alice', 1e9)))).toBe('BAD_REQUEST: the balance of USDC is one on all chains');
}); // prettier-ignore

it('the movement is one for an agent and an instant, and others for others', () => {
  const bench = new WalletBench();
  const agents = ['alice', 'bob', 'carol', 'dave'].map((name) => bench.agent(name, 1_000_000_000));
  const moves = (): string[] => agents.map((agent) => refused(swapped(bench, { ...boughtSol, slippageBasisPoints: -1 }, agent)));
  const first = moves();
  expect(moves()).toEqual(first);
  bench.pass(1);
  expect(new Set([...first, ...moves()]).size).toBeGreaterThan(4);
}); // prettier-ignore
