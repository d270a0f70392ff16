/** What the aggregator's reserves promise, hold and give back, and how its movements are named in histories. */
import { expect, it } from 'vitest';
import { networks } from '../../../../src/platform/services/wallet/chains/networks.ts';
import type { SwapOrder } from '../../../../src/platform/services/wallet/swap-order.ts';
import { minuteMs } from '../trading/bench.ts';
import { accepted, native, usdc, WalletBench } from './bench.ts';

const agentPays = { 'wallet.swapDeposit': 'agent' };
const boughtSol = { from: usdc('base'), to: native('solana'), amount: 100_000_000n };
const supplyOfSol = networks.solana.supplyMax * 10n ** BigInt(networks.solana.decimals);

/** An order with its deposit. */
function begun(bench: WalletBench, terms: Pick<SwapOrder, 'from' | 'to' | 'amount'> = boughtSol): SwapOrder {
  const toAddress = bench.place(terms.to.network);
  const order = accepted(bench.wallet.openSwap({ ...terms, toAddress }, bench.agent('alice')));
  bench.wallet.reserves.fund(order.from, order.depositAddress, order.amount);
  return order;
}

it.each(['none', 'all'])(
  'native assets that are promised cannot be given out a second time (failures: %s)',
  (failures) => {
    const bench = new WalletBench({ ...agentPays, 'wallet.failures': failures });
    const { out, state } = begun(bench);
    expect(state).toBe('processing');
    const { book } = bench.wallet.onChain;
    const canMint = (amount: bigint) => [amount, amount + 1n].map((units) => book.canMint('solana', units));
    expect(canMint(supplyOfSol - out!)).toEqual([true, false]);
    bench.pass(minuteMs);
    expect(canMint(failures === 'all' ? supplyOfSol : supplyOfSol - out!)).toEqual([true, false]);
  },
);

it('a swap that costs the platform nothing holds, charges and reports nothing for it', () => {
  const [sol, onBase] = [native('solana'), usdc('base')];
  const toSol = { from: onBase, to: sol, amount: 199n };
  const toUsdc = { from: sol, to: usdc('solana'), amount: 199_000n };
  for (const terms of [toSol, toUsdc]) {
    const bench = new WalletBench(agentPays, { prices: { SOL: 1_000_000 } });
    const order = begun(bench, terms);
    const payout = terms.to.kind === 'usdc' ? [Number(order.out)] : [];
    expect([order.state, bench.held()]).toEqual(['processing', payout]);
    bench.pass(minuteMs);
    expect([order.state, bench.accrued, bench.balance('wallet:fees')]).toEqual(['completed', [], 0]);
  }
});

it('a payout of USDC holds the payout and the fee, one of native assets the fee', () => {
  const quoted = (bench: WalletBench, terms: typeof boughtSol) => accepted(bench.wallet.quote(terms));
  const toUsdc = { from: native('solana'), to: usdc('base'), amount: 10n ** 9n };
  for (const terms of [boughtSol, toUsdc]) {
    const bench = new WalletBench(agentPays);
    const { out, fees } = quoted(bench, terms);
    begun(bench, terms);
    const payout = terms.to.kind === 'usdc' ? [Number(out)] : [];
    expect(bench.held()).toEqual([...payout, fees.platformMicros]);
    bench.pass(minuteMs);
    expect(bench.held()).toEqual([]);
  }
});

it('a payout of USDC to the deposit address of an agent is credited to the agent', () => {
  const bench = new WalletBench(agentPays);
  const bob = bench.agent('bob');
  const terms = { from: native('solana'), to: usdc('base'), amount: 10n ** 9n };
  const order = { ...terms, toAddress: bob.address };
  const { depositAddress } = accepted(bench.wallet.openSwap(order, bench.agent('alice')));
  bench.wallet.reserves.fund(terms.from, depositAddress, terms.amount);
  bench.pass(minuteMs);
  expect(bench.ledger.balance(bob.account)).toBe(Number(accepted(bench.wallet.quote(terms)).out));
});

it('money from outside goes to an address, or to the agent whose deposit address it is', () => {
  const bench = new WalletBench();
  const alice = bench.agent('alice');
  const { reserves, onChain } = bench.wallet;
  expect(reserves.fund(usdc('base'), alice.address, 5n)).toMatchObject({
    receiver: alice,
    status: 'confirmed',
  });
  expect(bench.ledger.balance(alice.account)).toBe(5);
  const place = bench.place('base');
  const funds = [usdc('base'), native('base')].map((asset) => reserves.fund(asset, place, 7n));
  expect([bench.at('base', place), bench.at('base', place, 'usdc')]).toEqual([7n, 7n]);
  expect(funds).toMatchObject([
    { to: place, amount: 7n, receiver: undefined },
    { to: place, amount: 7n },
  ]);
  expect(new Set(funds.map(({ from }) => from)).size).toBe(1);
  expect(onChain.mempool.ofAddress('base', place)).toEqual(funds);
});

it('a swap within the platform is in the history of the agent as two movements with the aggregator', () => {
  const bench = new WalletBench();
  const alice = bench.agent('alice', 100_000_000);
  const terms = { from: usdc('base'), to: native('solana'), amount: 10_000_000n };
  const { out } = accepted(bench.wallet.instantSwap.swap({ ...terms, slippageBasisPoints: 100 }, alice));
  const [sent, received] = bench.wallet.onChain.mempool.ofAgent(alice);
  const deposit = bench.wallet.onChain.mempool.ofAddress('solana', received!.to);
  expect(sent).toMatchObject({
    from: alice.address,
    sender: alice,
    amount: terms.amount,
    asset: terms.from,
    fee: 0n,
  });
  expect(received).toMatchObject({ receiver: alice, sender: undefined, amount: out, asset: terms.to });
  expect(accepted(bench.wallet.addresses({ networks: ['solana'] }, alice)).get('solana')).toBe(received!.to);
  expect(deposit).toEqual([received]);
  expect([sent!.to, received!.from]).not.toContain(alice.address);
});
