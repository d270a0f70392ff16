/** The orders of the swap aggregator from deposit to payout, refund or expiry, with the money of each step. */
import { expect, it } from 'vitest';
import type { Stream } from '../../../../src/core/kernel/stream.ts';
import type { ChainAsset } from '../../../../src/platform/services/wallet/chains/assets.ts';
import type { SwapOrder } from '../../../../src/platform/services/wallet/swap-order.ts';
import { minuteMs } from '../trading/bench.ts';
import { accepted, native, refused, usdc, WalletBench, type Draws } from './bench.ts';

const liquidityMicros = 50_000_000_000;
const agentPays = { 'wallet.swapDeposit': 'agent', 'wallet.liquidity': '50000' };
const oneSol = 10n ** 9n;
/** Swaps out of and into the native asset. */
const soldSol = { from: native('solana'), to: usdc('base'), amount: oneSol };
const boughtSol = { from: usdc('base'), to: native('solana'), amount: 100_000_000n };

const both = { soldSol, boughtSol };
const names = ['soldSol', 'boughtSol'] as const;

type Terms = { from: ChainAsset; to: ChainAsset; amount: bigint };

function opened(bench: WalletBench, terms: Terms, agentId = 'alice'): SwapOrder {
  const agent = bench.agents.find((one) => one.agentId === agentId) ?? bench.agent(agentId);
  return accepted(bench.wallet.openSwap({ ...terms, toAddress: bench.place(terms.to.network) }, agent));
}

/** Pays into an order from outside, at once. */
const pay = (bench: WalletBench, order: SwapOrder, fields: { asset?: ChainAsset; amount?: bigint } = {}) =>
  bench.wallet.reserves.fund(fields.asset ?? order.from, order.depositAddress, fields.amount ?? order.amount);

const swapEvents = (bench: WalletBench): [string, number][] =>
  bench.events.filter(([event]) => event.startsWith('swap'));

const isSound = (bench: WalletBench): boolean =>
  bench.wallet.drift() === 0 && bench.held().reduce((sum, micros) => sum + micros, 0) === bench.reserved();

it('an order waits half an hour for its deposit, and expires then', () => {
  const bench = new WalletBench(agentPays);
  const order = opened(bench, soldSol);
  const { createdAtMs, expiresAtMs, orderId, state, out, depositHash, payoutHash, refundHash } = order;
  expect([createdAtMs, expiresAtMs]).toEqual([bench.clock.nowMs, bench.clock.nowMs + 30 * minuteMs]);
  expect([orderId, state, out, depositHash, payoutHash, refundHash]).toEqual(['swap_1', 'awaiting_deposit', null, null, null, null]);
  expect(bench.events).toEqual([['swapOpened', 100_000_000]]);
  expect([bench.pass(30 * minuteMs - 1), order.state]).toEqual([[], 'awaiting_deposit']);
  expect([bench.pass(1), order.state]).toEqual([[['swapExpired', 0]], 'expired']);
}); // prettier-ignore

it.each(names)('a deposit is swapped, and every account has its part (%s)', (name) => {
  const terms = both[name];
  const bench = new WalletBench(agentPays);
  const order = opened(bench, terms);
  const quote = accepted(bench.wallet.quote(terms));
  bench.events = [];
  const deposit = pay(bench, order);
  expect([order.state, order.depositHash, order.out]).toEqual(['processing', deposit.hash, quote.out]);
  const payout = bench.wallet.onChain.mempool.find(order.payoutHash ?? '');
  const { to, amount, asset, status, feeAsset, fee } = payout!;
  expect([to, amount, asset, status]).toEqual([order.toAddress, quote.out, terms.to, 'pending']);
  expect([feeAsset, fee]).toEqual([native(terms.to.network), 0n]);
  expect(bench.at(terms.to.network, order.toAddress, terms.to.kind)).toBe(0n);
  expect(isSound(bench)).toBe(true);
  bench.pass(29 * minuteMs);
  expect([order.state, order.out, order.refundHash]).toEqual(['completed', quote.out, null]);
  expect(swapEvents(bench)).toEqual([['swapCompleted', quote.valueMicros]]);
  expect(bench.at(terms.to.network, order.toAddress, terms.to.kind)).toBe(quote.out);
  expect(bench.at(terms.from.network, order.depositAddress, terms.from.kind)).toBe(0n);
  const given = terms.from.kind === 'usdc' ? Number(terms.amount) : 0;
  const taken = terms.to.kind === 'usdc' ? Number(quote.out) : 0;
  const { platformMicros } = quote.fees;
  expect(bench.balance('wallet:fees')).toBe(platformMicros);
  expect(bench.balance('wallet:aggregator')).toBe(liquidityMicros + given - taken - platformMicros);
  expect(bench.accrued).toMatchObject([{ service: 'wallet', payer: order.agent, feeMicros: platformMicros }]);
  expect([isSound(bench), bench.reserved(), bench.held()]).toEqual([true, 0, []]);
  bench.pass(2 * minuteMs);
  expect([order.state, bench.events]).toEqual(['completed', []]);
});

it('more than the amount is swapped as a whole', () => {
  const bench = new WalletBench(agentPays);
  const order = opened(bench, soldSol);
  const { out } = accepted(bench.wallet.quote({ ...soldSol, amount: 3n * oneSol }));
  pay(bench, order, { amount: 3n * oneSol });
  bench.pass(minuteMs);
  expect([order.state, order.out]).toEqual(['completed', out]);
});

const wrongDeposits = {
  'less than the amount': { amount: oneSol - 1n },
  'another asset': { asset: usdc('solana'), amount: oneSol },
};

it.each(Object.keys(wrongDeposits) as (keyof typeof wrongDeposits)[])(
  '%s is sent back whole, and the order refunded without having begun',
  (name) => {
    const fields = wrongDeposits[name];
    const bench = new WalletBench(agentPays);
    const order = opened(bench, soldSol);
    bench.events = [];
    const deposit = pay(bench, order, fields);
    expect([order.state, order.depositHash, order.payoutHash]).toEqual(['awaiting_deposit', null, null]);
    const refund = bench.wallet.onChain.mempool.find(order.refundHash ?? '');
    const [from, to] = [order.depositAddress, deposit.from];
    expect(refund).toMatchObject({ from, to, amount: fields.amount, asset: deposit.asset, fee: 0n });
    expect(isSound(bench)).toBe(true);
    bench.pass(minuteMs);
    expect([order.state, swapEvents(bench)]).toEqual(['refunded', [['swapRefunded', 0]]]);
    expect(bench.at('solana', deposit.from, deposit.asset.kind)).toBe(fields.amount);
    expect([isSound(bench), bench.reserved()]).toEqual([true, 0]);
  },
);

it('every deposit after the first is sent back; the order shows the first refund, and stays what it is', () => {
  const bench = new WalletBench(agentPays);
  const order = opened(bench, soldSol);
  pay(bench, order);
  pay(bench, order, { amount: 7n });
  const shown = order.refundHash;
  const second = pay(bench, order, { amount: 8n });
  expect([typeof shown, order.refundHash]).toEqual(['string', shown]);
  bench.pass(minuteMs);
  expect([order.state, bench.at('solana', second.from)]).toEqual(['completed', 15n]);
  expect(bench.events.map(([event]) => event)).not.toContain('swapRefunded');
});

it('a deposit that is late is sent back, and the order stays expired', () => {
  const bench = new WalletBench(agentPays);
  const order = opened(bench, soldSol);
  bench.pass(30 * minuteMs);
  const { from } = pay(bench, order);
  bench.pass(minuteMs);
  expect([order.state, bench.at('solana', from)]).toEqual(['expired', oneSol]);
  expect(order.refundHash).not.toBeNull();
});

it.each([
  ['refunded', 'soldSol'],
  ['refunded', 'boughtSol'],
  ['kept', 'soldSol'],
  ['kept', 'boughtSol'],
] as const)('where payouts fail, the deposit is %s (%s)', (fate, name) => {
  const terms = both[name];
  const bench = new WalletBench({ ...agentPays, 'wallet.failures': 'all', 'wallet.failedSwap': fate });
  const order = opened(bench, terms);
  bench.events = [];
  const { from } = pay(bench, order);
  expect(order.state).toBe('processing');
  bench.pass(29 * minuteMs);
  const isKept = fate === 'kept';
  expect([order.state, order.out, order.refundHash === null]).toEqual([isKept ? 'failed' : 'refunded', null, isKept]);
  expect(swapEvents(bench)).toEqual(isKept ? [['swapFailed', 0]] : [['swapFailed', 0], ['swapRefunded', 0]]);
  expect(bench.at(terms.from.network, from, terms.from.kind)).toBe(isKept ? 0n : terms.amount);
  expect(bench.at(terms.from.network, order.depositAddress, terms.from.kind)).toBe(0n);
  expect(bench.at(terms.to.network, order.toAddress, terms.to.kind)).toBe(0n);
  const gain = isKept && terms.from.kind === 'usdc' ? Number(terms.amount) : 0;
  expect([bench.balance('wallet:aggregator'), bench.balance('wallet:fees')]).toEqual([liquidityMicros + gain, 0]);
  expect([isSound(bench), bench.reserved(), bench.accrued]).toEqual([true, 0, []]);
}); // prettier-ignore

it('a deposit that cannot be paid out any more fails its order at once', () => {
  const bench = new WalletBench({ ...agentPays, 'wallet.liquidity': '150' });
  const [first, second] = [opened(bench, soldSol), opened(bench, soldSol, 'bob')];
  pay(bench, first);
  pay(bench, second);
  expect([first.state, second.state, second.out]).toEqual(['processing', 'failed', null]);
  bench.pass(minuteMs);
  expect([first.state, second.state]).toEqual(['completed', 'refunded']);
  expect(isSound(bench)).toBe(true);
});

/** The outside wallet pays unless its first draw is 0; its second is when. */
const outsideDraws = (first: number, second: (range: number) => number): Draws => {
  const integer = (range: number): number => (range === 50 ? first : second(range));
  return (path) => (path.startsWith('wallet/swap-outside/') ? ({ integer } as unknown as Stream) : undefined);
};

it.each([
  ['a millisecond', () => 0, 1],
  ['two minutes', (range: number) => range - 1, 2 * minuteMs],
])('the wallet outside pays after %s', (_, second, afterMs) => {
  const bench = new WalletBench({ 'wallet.liquidity': '50000' }, { draws: outsideDraws(1, second) });
  const { createdAtMs, depositAddress, amount } = opened(bench, boughtSol);
  bench.pass(20 * minuteMs);
  const [deposit] = bench.wallet.onChain.mempool.ofAddress('base', depositAddress);
  expect(deposit).toMatchObject({ sentAtMs: createdAtMs + afterMs, to: depositAddress, amount });
});

it('the wallet outside does not pay where its draw says so, nor for an order that has its deposit', () => {
  const idle = new WalletBench({}, { draws: outsideDraws(0, () => 0) });
  const order = opened(idle, soldSol);
  idle.pass(30 * minuteMs);
  expect(order.state).toBe('expired');
  const bench = new WalletBench({}, { draws: outsideDraws(49, () => 0) });
  const paid = opened(bench, soldSol);
  const { hash } = pay(bench, paid);
  bench.pass(30 * minuteMs);
  const hashes = bench.wallet.onChain.mempool.ofAddress('solana', paid.depositAddress).map((one) => one.hash);
  expect([paid.state, hashes]).toEqual(['completed', [hash]]);
});

it.each(names)('the wallets outside are others, at other times, for every order (%s)', (name) => {
  const terms = both[name];
  const bench = new WalletBench();
  const orders = Array.from({ length: 12 }, () => opened(bench, terms));
  bench.pass(30 * minuteMs);
  const { mempool } = bench.wallet.onChain;
  const deposits = orders.flatMap(({ depositHash }) => (depositHash === null ? [] : [mempool.find(depositHash)]));
  expect(deposits.length).toBeGreaterThan(8);
  expect(new Set(deposits.map((one) => one?.from)).size).toBe(deposits.length);
  expect(new Set(deposits.map((one) => one?.sentAtMs)).size).toBe(deposits.length);
  expect([isSound(bench), bench.reserved()]).toEqual([true, 0]);
}); // prettier-ignore

it('no money comes from outside beyond what may be issued', () => {
  const bench = new WalletBench({}, { draws: outsideDraws(1, () => 0) });
  bench.wallet.onChain.give('tron', bench.place('tron'), 10n ** 15n - 1n);
  const order = opened(bench, { from: native('tron'), to: usdc('base'), amount: 10n ** 8n });
  bench.pass(30 * minuteMs);
  expect([order.state, order.depositHash]).toEqual(['expired', null]);
});

it('an order names an address of the chain that it pays to', () => {
  const bench = new WalletBench();
  const wrong = bench.wallet.openSwap({ ...soldSol, toAddress: bench.place('tron') }, bench.agent('alice'));
  expect(refused(wrong)).toBe('BAD_REQUEST: to_address is no address on base');
});
