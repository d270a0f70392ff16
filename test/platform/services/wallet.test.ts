/** The wallet under adverse conditions: dropped transactions, exhausted reserves, requests that are rolled back. */
import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../src/core/base/time.ts';
import { Streams } from '../../../src/core/kernel/stream.ts';
import { storedAddress } from '../../../src/platform/services/wallet/chains/assets.ts';
import { BlockClock } from '../../../src/platform/services/wallet/chains/block-clock.ts';
import { networkNames, networks } from '../../../src/platform/services/wallet/chains/networks.ts';
import { standInAddress } from '../../../src/platform/services/wallet/stand-in-address.ts';
import {
  api,
  balanceOn,
  drop,
  order,
  poll,
  sendB,
  sendSigned,
  statusOf,
  stranger,
  testKeys,
  usdcOn,
  v1,
  walletPair,
} from '../../conformance/wallet-stage.ts';

const { base, bitcoin } = testKeys;
const streams = new Streams('wallet');
const someone = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('slippage', () => {
  it.each([
    ['percent', 100],
    ['fraction', 10_000],
  ] as const)('a movement of all that it allows is allowed, in %s', (unit, perUnit) => {
    const { stage, alice } = walletPair({ 'wallet.slippage': unit });
    const swap = (slippage: number) =>
      alice.post(`${api}/swap`, { from: 'USDC', to: 'ETH', amount: 1, slippage });
    const moves = new Set<number>();
    while (moves.size < 80) {
      stage.advance('30s');
      const { status, body } = swap(0);
      if (status === 200) continue;
      const moved = Math.round(Number(/moved by ([\d.]+)%/.exec(JSON.stringify(body))?.[1]) * 100);
      moves.add(moved);
      // The movement is that of the instant.
      const wanted = [409, 409, 200, 200];
      expect([
        moved,
        ...[moved - 1, moved - 0.01, moved, moved + 0.5].map((most) => swap(most / perUnit).status),
      ]).toEqual([moved, ...wanted]);
    }
    expect(swap(10_000 / perUnit).status).toBe(200);
    expect(swap(10_000.1 / perUnit).status).toBe(400);
  });
});

describe('blocks', () => {
  it('come at the interval of their chain, in order', () => {
    for (const network of networkNames) {
      const clock = new BlockClock(network, (path) => streams.stream(path));
      const times = [1, 2, 3, 50].map((count) => clock.blockAfter(dayMs * 20_000 + 1, count));
      expect(times.toSorted((left, right) => left - right)).toEqual(times);
      expect(new Set(times).size).toBe(4);
      if (network !== 'bitcoin') expect((times[3] ?? 0) % networks[network].blockMs).toBe(0);
    }
  });

  it('of bitcoin are ten minutes apart on average, across midnight too, whatever has been read before', () => {
    const clock = new BlockClock('bitcoin', (path) => streams.stream(path));
    const start = dayMs * 20_000;
    let count = 0;
    for (let atMs = start; atMs < start + 30 * dayMs; atMs = clock.blockAfter(atMs, 1)) count += 1;
    expect(count / 30).toBeGreaterThan(138);
    expect(count / 30).toBeLessThan(150);
    const other = new BlockClock('bitcoin', (path) => streams.stream(path));
    expect(other.blockAfter(start + 12 * dayMs, 400)).toBe(clock.blockAfter(start + 12 * dayMs, 400));
  });
});

describe('stand-in addresses', () => {
  it('are valid on every chain, and different for every owner', () => {
    for (const network of networkNames) {
      const made = [1, 2].map((number) => standInAddress(network, streams.stream(`${network}/${number}`)));
      expect(new Set(made).size).toBe(2);
      for (const address of made) expect(storedAddress(network, address)).toBe(address);
    }
    for (const [network, { usdc }] of Object.entries(networks)) {
      if (usdc !== undefined) expect(storedAddress(network as 'base', usdc), network).toBeDefined();
    }
  });
});

describe('a chain that drops transactions', () => {
  it('lets a bitcoin transaction be sent again, coins and all', () => {
    const { stage, alice } = walletPair({ 'wallet.failures': 'all' });
    drop(stage, 'bitcoin', bitcoin.address, '1');
    const fields = { chain: 'bitcoin', to: someone, amount: '0.4', private_key: bitcoin.privateKey };
    const hashes = [1, 2, 3].map(() => {
      const sent = sendSigned(alice, fields);
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      expect(sendSigned(alice, fields).verdict).toEqual([422, 'INSUFFICIENT_BALANCE']);
      stage.advance('3h');
      expect(poll(alice, sent.text('tx_hash')).body['status']).toBe('failed');
      return sent.text('tx_hash');
    });
    expect(new Set(hashes).size).toBe(3);
    expect(balanceOn(alice, 'bitcoin', bitcoin.address).body['balance']).toBe('1.00');
    const whole = { ...fields, amount: '0.9999' };
    const again = [1, 2].map(() => {
      const { status } = sendSigned(alice, whole);
      stage.advance('3h');
      return status;
    });
    expect(again[0]).toBe(200);
    expect([200, 409, 422]).toContain(again[1]);
    expect(stage.world.wallet.drift()).toBe(0);
  });

  it('keeps the fee of a failed transfer elsewhere, and nothing but the fee', () => {
    const { stage, alice } = walletPair({ 'wallet.failures': 'all' });
    drop(stage, 'base', base.address, '1');
    drop(stage, 'base', base.address, '5', 'usdc');
    const fields = { chain: 'base', to: stranger, amount: '2', token: usdcOn.base };
    const sent = sendSigned(alice, { ...fields, private_key: base.privateKey });
    stage.advance('5m');
    const { balance, tokens } = balanceOn(alice, 'base', base.address).body as {
      balance: string;
      tokens: { balance: string }[];
    };
    expect(tokens[0]?.balance).toBe('5.00');
    expect(Number(balance)).toBeCloseTo(1 - Number(sent.body['fee']), 15);
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });
});

describe('swap orders', () => {
  it('give back a deposit that is too small, too late, or of another asset', () => {
    const { stage, alice } = walletPair({ 'wallet.swapDeposit': 'agent' });
    const fields = { from_chain: 'base', from_token: usdcOn.base, to_chain: 'solana', to_token: 'native' };
    const open = () => order(alice, { ...fields, amount: 20, to_address: testKeys.solana.address });
    const [small, other, late] = [open(), open(), open()];
    const deposit = (opened: typeof small, amount: number) =>
      sendB(alice, { to: opened.text('deposit_address'), amount, chain: 'base' });
    const before = alice.spendable;
    deposit(small, 19);
    drop(stage, 'base', other.text('deposit_address'), '1');
    stage.advance('31m');
    deposit(late, 20);
    stage.advance('31m');
    const states = [small, other, late].map(
      (opened) => statusOf(alice, opened.text('order_id')).body['status'],
    );
    expect(states).toEqual(['refunded', 'refunded', 'expired']);
    expect(before - alice.spendable).toBeLessThan(100_000);
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });

  it('do not promise the same money twice', () => {
    const { stage, alice } = walletPair({ 'wallet.liquidity': '5000' });
    const states = (): unknown[] => ids.map((id) => statusOf(alice, id).body['status']);
    const ids = [1, 2, 3, 4].map(() => order(alice, { amount: '1' }).text('order_id'));
    stage.advance('29m');
    const seen = states();
    expect(seen.filter((state) => state === 'completed')).toHaveLength(1);
    expect(seen.filter((state) => state === 'refunded').length).toBeGreaterThan(1);
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });

  it('never take more from outside than the range of the ledger', () => {
    const { stage, alice } = walletPair();
    const most = { from_chain: 'base', from_token: usdcOn.base, to_chain: 'tron', to_token: 'native' };
    const to_address = testKeys.tron.address;
    for (let count = 0; count < 6; count++) order(alice, { ...most, amount: '90000000', to_address });
    const funds = [1, 2, 3].map(
      () =>
        stage
          .anonymous()
          .post('/_sim/chain/fund', { chain: 'base', address: stranger, amount: '4000000000', asset: 'usdc' })
          .status,
    );
    stage.advance('2h');
    expect(funds).toEqual([200, 409, 409]);
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });
});

describe('a request that fails half-way', () => {
  it.each(['before', 'after', 'undone'] as const)('has its whole effect or none (%s)', (effect) => {
    const { stage, alice } = walletPair();
    drop(stage, 'base', base.address, '1');
    drop(stage, 'bitcoin', bitcoin.address, '1');
    const books = () => [
      stage.snapshot(),
      alice.get(`${api}/balance`).body,
      alice.get(`${api}/transactions`).body,
      balanceOn(alice, 'bitcoin', bitcoin.address).body,
      stage.anonymous().get('/_sim/chain/books').body,
    ];
    const before = books();
    stage.fault({ kind: 'error', service: 'wallet', forMs: 1_000, rate: 1, effect });
    const calls = [
      () => sendB(alice, { to: 'bob', amount: 1 }),
      () => alice.post(`${api}/swap`, { from: 'USDC', to: 'SOL', amount: 5, slippage: 2 }),
      () =>
        sendSigned(alice, { chain: 'bitcoin', to: someone, amount: '0.3', private_key: bitcoin.privateKey }),
      () => order(alice),
      () => alice.post(`${v1}/wallet/create`),
    ];
    expect(calls.map((call) => call().status)).toEqual([500, 500, 500, 500, 500]);
    stage.advance('1s');
    const settled = (parts: unknown): string =>
      JSON.stringify(parts).replaceAll(/settledRequests\W+\d+/g, '');
    if (effect === 'after') expect(settled(books())).not.toBe(settled(before));
    else expect(settled(books())).toBe(settled(before));
    stage.advance(30 * minuteMs);
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });
});
