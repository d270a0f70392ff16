import { describe, expect, it } from 'vitest';
import { admitted, expectRefused, isoInstant, open, txHash, type Member } from './harness.ts';
import {
  api,
  balanceOn,
  drop,
  makeWallet,
  order,
  poll,
  sendA,
  sendB,
  sendSigned,
  short,
  stranger,
  testKeys,
  usdcOn,
  v1,
  walletPair,
} from './wallet-stage.ts';

const six = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'];
const four = ['ethereum', 'arbitrum', 'base', 'polygon'];

const chainsOf = (member: Member, path: string): Record<string, Record<string, unknown>> =>
  member.get(path).body['chains'] as unknown as Record<string, Record<string, unknown>>;

describe('style A', () => {
  it('WAL35 WAL36 answers GET /api/v1/balance with chains, each with what it is worth in USDC as a number', () => {
    const { stage, alice } = walletPair();
    const before = chainsOf(alice, `${api}/balance`);
    expect(Object.keys(before)).toEqual(six);
    expect(before['ethereum']?.['usdc_equivalent']).toBe(1_010);
    drop(stage, 'base', alice.address, '2');
    const { native, usdc_equivalent: worth } = chainsOf(alice, `${api}/balance`)['base'] ?? {};
    expect([native, typeof worth]).toEqual([2, 'number']);
    expect(worth).toBeGreaterThan(4_000);
  });

  it('WAL37 answers GET /api/v1/addresses with a deposit address for every chain, which takes deposits', () => {
    const { stage, alice, bob } = walletPair();
    const addresses = (member: Member) =>
      member.get(`${api}/addresses`).body['addresses'] as Record<string, string>;
    expect(Object.keys(addresses(alice))).toEqual(six);
    expect(addresses(alice)).toEqual(addresses(alice));
    for (const chain of ['base', 'solana', 'tron']) {
      drop(stage, chain, addresses(alice)[chain] ?? '', '5', 'usdc');
      expect(addresses(bob)[chain]).not.toBe(addresses(alice)[chain]);
    }
    expect(alice.spendable).toBe(1_025_000_000);
    drop(stage, 'bitcoin', addresses(alice)['bitcoin'] ?? '', '0.5');
    expect(chainsOf(alice, `${api}/balance`)['bitcoin']?.['native']).toBe(0.5);
  });

  it('WAL38 sends USDC and native assets on any chain and returns the result', () => {
    const { stage, alice } = walletPair();
    const { addresses } = makeWallet(alice);
    for (const chain of ['ethereum', 'base', 'solana', 'tron']) {
      const sent = sendA(alice, { chain, to: addresses[chain], amount: 3 });
      expect(sent.body).toMatchObject({ status: 'pending', chain, token: 'USDC', amount: 3 });
      stage.advance('10m');
      const [token] = balanceOn(alice, chain, addresses[chain] ?? '').list('tokens');
      expect(token?.['balance']).toBe('3.00');
    }
    for (const [chain, to, token] of [
      ['bitcoin', addresses['bitcoin'], 'BTC'],
      ['solana', addresses['solana'], 'SOL'],
    ] as const) {
      const mine = (alice.get(`${api}/addresses`).body['addresses'] as Record<string, string>)[chain];
      drop(stage, chain, mine ?? '', '1');
      expect(sendA(alice, { chain, to, token, amount: 0.25 }).status).toBe(200);
      expectRefused(sendA(alice, { chain, to, token, amount: 1 }), 'INSUFFICIENT_BALANCE');
      stage.advance('3h');
      expect(balanceOn(alice, chain, to ?? '').body['balance']).toBe('0.25');
    }
    for (const fields of [
      { chain: 'bitcoin', to: addresses['bitcoin'], amount: 1 },
      { chain: 'base', to: addresses['bitcoin'], amount: 1, token: 'DOGE' },
      { chain: 'base', to: 'alice', amount: 1 },
      { chain: 'base', to: stranger, amount: '1.0000001' },
    ]) {
      expectRefused(sendA(alice, fields), 'BAD_REQUEST');
    }
    // Gap E7: an address of another chain.
    expectRefused(sendA(alice, { to: addresses['bitcoin'], amount: 1 }), 'BAD_REQUEST');
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });

  it('WAL39 WAL40 swaps from, to, amount and slippage and returns received_usdc, a number', () => {
    const { stage, alice } = walletPair();
    const swap = (fields: object) => alice.post(`${api}/swap`, { slippage: 2, ...fields });
    const there = swap({ from: 'USDC', to: 'SOL', amount: 100 });
    expect(there.status).toBe(200);
    expect(alice.spendable).toBe(910_000_000);
    const back = swap({ from: 'SOL', to: 'USDC', amount: there.body['received'] });
    const received = back.body['received_usdc'];
    expect(received).toBeTypeOf('number');
    expect(alice.spendable).toBe(910_000_000 + Math.round(Number(received) * 1e6));
    expect(Number(received)).toBeGreaterThan(90);
    expect(Number(received)).toBeLessThan(100);
    expectRefused(swap({ from: 'USDC', to: 'SOL', amount: 5_000 }), 'INSUFFICIENT_BALANCE');
    for (const fields of [
      { from: 'USDC', to: 'USDC', amount: 1 },
      { from: 'USDC', to: 'base:USDC', amount: 1 },
      { from: 'USDC', to: 'constructor', amount: 1 },
      { from: 'USDC', to: 'base:ETH:x', amount: 1 },
      { from: 'USDC', to: 'SOL', amount: -1 },
      { from: 'USDC', to: 'SOL', amount: 0.00001 },
      { from: 'USDC', to: 'SOL', amount: 1, slippage: '1' },
      { from: 5, to: 'SOL', amount: 1 },
    ]) {
      expectRefused(swap(fields), 'BAD_REQUEST');
    }
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
  });

  it('WAL41 VER14 answers GET /api/v1/transactions with the history, newest first', () => {
    const { alice } = walletPair();
    sendB(alice, { to: 'bob', amount: 1 });
    alice.post(`${api}/swap`, { from: 'USDC', to: 'ETH', amount: 10, slippage: 2 });
    const entries = alice.get(`${api}/transactions`).list('transactions');
    expect(entries.map(({ type, token }) => [type, token])).toEqual([
      ['receive', 'ETH'],
      ['send', 'USDC'],
      ['send', 'USDC'],
    ]);
    expect(entries[2]).toMatchObject({ status: 'pending', chain: 'ethereum', amount: 1, at: isoInstant });
  });
});

describe('style B', () => {
  it('WAL42 WAL43 WAL44 WAL45 answers GET /balance with the total and usdc and eth of four chains, or of one', () => {
    const { stage, alice } = walletPair();
    drop(stage, 'base', alice.address, '0.5');
    const { body } = alice.get(`${short}/balance`);
    expect(body['usdc']).toBe('1010.00');
    expect(Object.keys(body['chains'] as object)).toEqual(four);
    expect(body['chains']).toMatchObject({
      ethereum: { usdc: '1010.00', eth: '0.00' },
      base: { usdc: '0.00', eth: '0.50' },
    });
    for (const chain of four) {
      expect(Object.keys(chainNamed(alice, chain))).toEqual([chain]);
    }
    for (const chain of ['solana', 'x', '']) {
      expectRefused(alice.get(`${short}/balance`, { chain }), 'BAD_REQUEST');
    }
  });

  it('WAL46 WAL47 WAL48 WAL49 sends to an EVM address or an agent, on ethereum unless told, with a memo', () => {
    const { stage, alice, bob } = walletPair();
    const sent = sendB(alice, { to: 'bob', amount: 2.5, memo: 'for the tea' });
    expect(sent.body).toEqual({
      tx_hash: txHash,
      status: 'pending',
      amount: '2.50',
      fee: expect.stringMatching(/^\d+\.\d{2,6}$/),
      to: bob.address,
      chain: 'ethereum',
      memo: 'for the tea',
    });
    const outside = sendB(alice, { to: stranger, amount: '4', chain: 'polygon' });
    expect([outside.status, outside.body['chain']]).toEqual([200, 'polygon']);
    stage.advance('1h');
    expect(bob.spendable).toBe(1_012_500_000);
    expect(stage.account(`external:polygon:${stranger}`)).toBe(4_000_000);
    const [entry] = bob.get(`${short}/transactions`).list('transactions');
    expect(entry).toMatchObject({ type: 'receive', amount: '2.50', memo: 'for the tea' });
    for (const fields of [
      { amount: 1 },
      { to: 'bob' },
      { to: 'bob', amount: 0 },
      { to: 'bob', amount: '0.0000001' },
      { to: 'bob', amount: 1, chain: 'solana' },
      { to: 'bob', amount: 1, memo: 5 },
      { to: 'alice', amount: 1 },
      { to: alice.address, amount: 1 },
      { to: `0x${'aB'.repeat(20)}`, amount: 1 },
      { to: '', amount: 1 },
      { to: 'no agent id', amount: 1 },
    ]) {
      expectRefused(sendB(alice, fields), 'BAD_REQUEST');
    }
    for (const to of ['nobody', '__proto__', '0x12', 'BOB']) {
      expectRefused(sendB(alice, { to, amount: 1 }), 'NOT_FOUND');
    }
  });

  it('WAL57 WAL58 WAL54 WAL55 takes a covered send as pending; polling shows confirmed, or failed and paid back', () => {
    for (const [failures, status] of [
      ['none', 'confirmed'],
      ['all', 'failed'],
    ]) {
      const { stage, alice, bob } = walletPair({ 'wallet.failures': failures ?? '' });
      expectRefused(sendB(alice, { to: 'bob', amount: 1_010 }), 'INSUFFICIENT_BALANCE');
      expect(alice.held).toBe(0);
      const sent = sendB(alice, { to: 'bob', amount: 10 });
      const fee = Math.round(Number(sent.body['fee']) * 1e6);
      expect([alice.held, bob.spendable]).toEqual([10_000_000 + fee, 1_010_000_000]);
      expect(poll(bob, sent.text('tx_hash')).body).toMatchObject({ status: 'pending', settled_at: null });
      stage.advance('10m');
      expect(poll(alice, sent.text('tx_hash')).body).toMatchObject({ status, settled_at: isoInstant });
      const isThrough = status === 'confirmed';
      expect(alice.spendable).toBe(1_010_000_000 - (isThrough ? 10_000_000 + fee : 0));
      expect(bob.spendable).toBe(1_010_000_000 + (isThrough ? 10_000_000 : 0));
      expect(stage.world.driftMicros()).toBe(0);
    }
    const { alice } = walletPair();
    for (const hash of ['0x0', 'x', `0x${'0'.repeat(64)}`]) expectRefused(poll(alice, hash), 'NOT_FOUND');
  });

  it('WAL50 answers GET /address with a deposit address for each of four chains', () => {
    const { alice } = walletPair();
    const { body } = alice.get(`${short}/address`);
    expect(Object.keys(body).toSorted()).toEqual(four.toSorted());
    expect(new Set(Object.values(body))).toEqual(new Set([alice.address]));
  });

  it('WAL51 WAL52 WAL53 lists twenty transactions unless told otherwise, by type and chain', () => {
    const { stage, alice, bob } = walletPair();
    stage.setTier(alice, 'enterprise');
    for (let sent = 0; sent < 22; sent++) {
      if (sent === 15) stage.advance('1m');
      sendB(alice, { to: 'bob', amount: `1.${sent + 10}`, chain: sent % 2 === 0 ? 'base' : 'polygon' });
    }
    sendB(bob, { to: 'alice', amount: 1, chain: 'base' });
    const list = (query: Record<string, string>) =>
      alice.get(`${short}/transactions`, query).list('transactions');
    expect(list({})).toHaveLength(20);
    expect(list({})[0]).toMatchObject({ type: 'receive', counterparty: bob.address, fee: '0.00' });
    expect(list({ limit: '100', type: 'send' })).toHaveLength(22);
    expect(list({ limit: '100', type: 'receive' })).toHaveLength(1);
    expect(list({ limit: '100', type: 'all', chain: 'base' })).toHaveLength(12);
    for (const [name, value] of [
      ['type', 'x'],
      ['chain', 'solana'],
      ['limit', '0'],
    ] as const) {
      expectRefused(alice.get(`${short}/transactions`, { [name]: value }), 'BAD_REQUEST');
    }
  });

  it('LIM17 counts the swap calls of every style at 120 a minute together', () => {
    const { stage, alice } = walletPair();
    stage.setTier(alice, 'enterprise');
    expect(admitted(70, () => order(alice, { amount: 'x' }))).toBe(70);
    expect(admitted(70, () => alice.post(`${api}/swap`))).toBe(50);
    expect(alice.post(`${v1}/wallet/swap`).status).toBe(429);
    expect(alice.get(`${v1}/wallet/swap/status/x`).status).toBe(404);
  });

  it('VER04 VER05 stands under /api/wallet-api beside the other services', () => {
    const anonymous = open().anonymous();
    const paths = [
      '/faucet/status',
      '/escrow/escrows',
      '/api/trading-api/portfolio',
      '/api/domains-api/domains',
      '/api/wallet-api/balance',
      '/api/casino-api/games',
    ];
    expect(paths.map((path) => anonymous.get(path).status)).toEqual(paths.map(() => 401));
  });
});

describe('a way out and back', () => {
  it('WAL10 WAL46 brings USDC back from a chain to the platform balance of whose address it is sent to', () => {
    const { stage, alice, bob } = walletPair();
    const { address, privateKey: private_key } = testKeys.base;
    sendB(alice, { to: address, amount: 50, chain: 'base' });
    drop(stage, 'base', address, '1');
    stage.advance('10m');
    const fields = { chain: 'base', token: usdcOn.base, private_key, amount: '20' };
    expect(sendSigned(alice, { ...fields, to: bob.address }).status).toBe(200);
    expectRefused(sendSigned(alice, { ...fields, to: address }), 'BAD_REQUEST');
    expectRefused(
      sendSigned(alice, { ...fields, to: stranger, amount: '30.000001' }),
      'INSUFFICIENT_BALANCE',
    );
    stage.advance('10m');
    expect(bob.spendable).toBe(1_030_000_000);
    expect(stage.account(`external:base:${address.toLowerCase()}`)).toBe(30_000_000);
    expect(stage.world.driftMicros()).toBe(0);
  });
});

describe('the referral programme', () => {
  it('REF12 REF13 REF14 REF15 REF16 has three levels, a code that registers, and statistics', () => {
    const { stage, alice } = walletPair();
    const anonymous = stage.anonymous();
    const mine = alice.get(`${v1}/referral/code`);
    expect(mine.body['commission']).toEqual([
      { level: 1, percent: 7 },
      { level: 2, percent: 2 },
      { level: 3, percent: 1 },
    ]);
    const referral_code = mine.text('referral_code');
    const joined = anonymous.post(`${v1}/auth/register`, { referral_code });
    const second = anonymous.withKey(joined.text('api_key'));
    const third = anonymous.post(`${v1}/auth/register`, {
      referral_code: second.get(`${v1}/referral/code`).body['referral_code'],
    });
    expect(third.status).toBe(201);
    const { body } = alice.get(`${v1}/referral/stats`);
    expect(body).toEqual({
      total_earned: '0.00',
      withdrawn: '0.00',
      available: '0.00',
      levels: [
        { level: 1, agents: 1, earned: '0.00' },
        { level: 2, agents: 1, earned: '0.00' },
        { level: 3, agents: 0, earned: '0.00' },
      ],
    });
    const gossip = anonymous.get(`${v1}/gossip`).body;
    expect(gossip['live_agents']).toBe(4);
    expect(gossip['referral_programme']).toMatchObject({ levels: mine.body['commission'] });
    expect(anonymous.post(`${v1}/auth/register`, { referral_code: 'nobody' }).status).toBe(201);
  });

  it('REF05 REF17 REF18 REF19 pays a share of wallet fees, which a withdrawal takes to a chain, base where none is named', () => {
    const { stage } = walletPair();
    const payer = stage.joinB('payer', { referrer: 'alice' });
    const alice = stage.world.agents.byId('alice');
    const caller = stage.anonymous().withKey(alice?.apiKey);
    const withdraw = (fields: object) => caller.post(`${v1}/referral/withdraw`, fields);
    expectRefused(withdraw({ address: stranger }), 'CONFLICT');
    const { fee } = sendB(payer, { to: 'bob', amount: 1 }).body;
    stage.advance('10m');
    const feeMicros = Math.round(Number(fee) * 1e6);
    const { available } = caller.get(`${v1}/referral/stats`).body;
    const earned = Math.round(Number(available) * 1e6);
    expect(Math.abs(earned - feeMicros * 0.1)).toBeLessThan(3);
    for (const fields of [{}, { address: 5 }, { address: 'x' }, { address: stranger, chain: 'bitcoin' }]) {
      expectRefused(withdraw(fields), 'BAD_REQUEST');
    }
    expectRefused(withdraw({ address: stranger, chain: 'solana' }), 'BAD_REQUEST');
    const reply = withdraw({ address: stranger });
    expect(reply.body).toMatchObject({ status: 'initiated', amount: available, chain: 'base' });
    expect(stage.account(`external:base:${stranger}`)).toBe(earned);
    expect(caller.get(`${v1}/referral/stats`).body).toMatchObject({
      withdrawn: available,
      available: '0.00',
    });
    expectRefused(withdraw({ address: stranger }), 'CONFLICT');
    expect(stage.world.driftMicros()).toBe(0);
  });
});

function chainNamed(member: Member, chain: string): object {
  return member.get(`${short}/balance`, { chain }).body['chains'] as object;
}
