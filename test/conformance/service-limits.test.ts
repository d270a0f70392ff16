import { describe, expect, it } from 'vitest';
import type { Tier } from '../../src/core/http/limits/published-limits.ts';
import { betA } from './casino-stage.ts';
import {
  admitted,
  expectRefused,
  greedy,
  open,
  type Member,
  type Overrides,
  type Reply,
  type Stage,
} from './harness.ts';

/**
 * Rows of the style B table. Where a tier's numbers would speak first, the caller is on Enterprise, which has none.
 * A burst above the minute limit (80 against 60) can only show itself where the burst is an allowance on top of a
 * rate, which is policy `limits.algorithm: gcra`; under the default windows the minute limit is the lower one.
 */
const minuteMs = 60_000;

/** A funded agent on Enterprise, and a call of style B that costs nothing. */
function atEnterprise(
  overrides = {},
  startAt = '2026-03-01T06:15:00.000Z',
): { stage: Stage; member: Member } {
  const stage = open(overrides, { startAt });
  const member = stage.joinB('alice');
  stage.setTier(member, 'enterprise');
  return { stage, member };
}

const faucetCall = (member: Member) => (): Reply => member.get('/faucet/status');
const escrowCall = (member: Member) => (): Reply => member.get('/escrow/escrows');

/** Sends at an even pace for a time; how many were admitted. */
function paced(stage: Stage, pace: { count: number; everyMs: number }, send: () => Reply): number {
  let count = 0;
  for (let sent = 0; sent < pace.count; sent++) {
    if (send().status !== 429) count += 1;
    stage.advance(pace.everyMs);
  }
  return count;
}

describe('the faucet row', () => {
  it('LIM40 admits 10 faucet requests a minute with a burst of 10, in style B alone', () => {
    const { stage, member } = atEnterprise();
    expect(admitted(11, faucetCall(member))).toBe(10);
    stage.advance(minuteMs - 1);
    expect(faucetCall(member)().status).toBe(429);
    stage.advance(1);
    expect(admitted(11, faucetCall(member))).toBe(10);
    expect(admitted(20, () => member.get('/faucet/api/v1/faucet/status'))).toBe(20);
  });

  it('LIM41 admits 100 faucet requests a day, and again from midnight UTC on', () => {
    const { stage, member } = atEnterprise({}, '2026-03-01T00:00:00.000Z');
    expect(paced(stage, { count: 101, everyMs: 10_000 }, faucetCall(member))).toBe(100);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    expect(faucetCall(member)().body).toMatchObject({ limit: 100, window: '1d' });
    stage.advance(1);
    expect(faucetCall(member)().status).toBe(200);
  });

  it('LIM42 grants one claim a day to each agent: 24 hours apart (policy faucet.claimDay: rolling)', () => {
    const stage = open();
    const { alice, bob } = stage.pair();
    stage.advance('24h');
    for (const member of [alice, bob]) {
      expect(member.post('/faucet/claim').status).toBe(200);
      expect(member.post('/faucet/claim').body['code']).toBe('FAUCET_CLAIMED');
    }
    stage.advance(86_399_999);
    expect(alice.post('/faucet/claim').body['code']).toBe('FAUCET_CLAIMED');
    stage.advance(1);
    expect(alice.post('/faucet/claim').status).toBe(200);
  });

  it('LIM42 grants one claim a UTC day to each agent, and answers the next with 429 (policies faucet.claimDay: calendar, faucet.repeatClaim: rate-limit)', () => {
    const stage = open({ 'faucet.claimDay': 'calendar', 'faucet.repeatClaim': 'rate-limit' });
    const { alice, bob } = stage.pair();
    stage.advanceTo('2026-03-02T00:00:00.000Z');
    expect(alice.post('/faucet/claim').status).toBe(200);
    expect(bob.post('/faucet/claim').status).toBe(200);
    stage.advanceTo('2026-03-02T23:59:59.999Z');
    const refused = alice.post('/faucet/claim');
    expectRefused(refused, 'RATE_LIMIT');
    expect(refused.body).toMatchObject({ limit: 1, window: '1d', reset_at: '2026-03-03T00:00:00.000Z' });
    expect(refused.header('retry-after')).toBe(1);
    stage.advance(1);
    expect(alice.post('/faucet/claim').status).toBe(200);
  });
});

describe('the escrow row', () => {
  it('LIM43 admits 60 escrow requests a minute (policy limits.algorithm: windows)', () => {
    const { stage, member } = atEnterprise();
    expect(admitted(81, escrowCall(member))).toBe(60);
    stage.advance(minuteMs - 1);
    expect(escrowCall(member)().status).toBe(429);
    stage.advance(1);
    expect(admitted(81, escrowCall(member))).toBe(60);
    expect(admitted(100, () => member.get('/escrow/api/v1/escrow/list'))).toBe(100);
  });

  it('LIM43 admits a burst of 80 escrow requests, then 60 a minute (policy limits.algorithm: gcra)', () => {
    const { stage, member } = atEnterprise({ 'limits.algorithm': 'gcra' });
    expect(admitted(81, escrowCall(member))).toBe(80);
    stage.advance(999);
    expect(escrowCall(member)().status).toBe(429);
    stage.advance(1);
    expect(admitted(2, escrowCall(member))).toBe(1);
    stage.advance(minuteMs);
    expect(admitted(81, escrowCall(member))).toBe(60);
  });

  it('LIM44 admits 10,000 escrow requests a day, and again from midnight UTC on', () => {
    const { stage, member } = atEnterprise({}, '2026-03-01T00:00:00.000Z');
    expect(greedy(stage, 86_399_999, escrowCall(member))).toBe(10_000);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    expect(escrowCall(member)().body).toMatchObject({ limit: 10_000, window: '1d' });
    stage.advance(1);
    expect(escrowCall(member)().status).toBe(200);
  });

  it('LIM45 limits escrow creation to 100 a day, refused ones included, in style B alone', () => {
    const { stage, member } = atEnterprise({}, '2026-03-01T00:00:00.000Z');
    stage.joinB('bob');
    const create = (): Reply => member.post('/escrow/escrow', { receiver: 'bob', amount: '0.10' });
    expect(paced(stage, { count: 50, everyMs: 1_000 }, create)).toBe(50);
    expect(paced(stage, { count: 51, everyMs: 1_000 }, () => member.post('/escrow/escrow', {}))).toBe(50);
    expect(create().body).toMatchObject({ limit: 100, window: '1d' });
    expect(escrowCall(member)().status).toBe(200);
    const orderA = { buyer: 'alice', seller: 'bob', amount: 0.1 };
    expect(member.post('/escrow/api/v1/escrow/create', orderA).status).toBe(201);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    expect(create().status).toBe(429);
    stage.advance(1);
    expect(create().status).toBe(201);
  });
});

/** An agent on a tier with 1,000 USDC, on a platform of its own. */
function onTier(tier: Tier, overrides: Overrides = {}, startAt = '2026-03-01T06:15:00.000Z') {
  const stage = open(overrides, { startAt });
  const member = stage.joinB('alice');
  stage.setTier(member, tier);
  stage.grant(member, 1_000_000_000);
  return { stage, member };
}

const play = (member: Member) => (): Reply => betA(member, 'coin-flip', { side: 'heads' });
const positions = (member: Member) => (): Reply => member.get('/trading/api/v1/positions');

describe('endpoint caps', () => {
  it('LIM14 adds an endpoint cap to the tier limit, and whichever is lower decides', () => {
    for (const [call, cap] of [
      [play, 60],
      [positions, 300],
    ] as const) {
      for (const [tier, limit] of [
        ['free', 100],
        ['pro', 1_000],
        ['enterprise', Infinity],
      ] as const) {
        const { stage, member } = onTier(tier);
        expect(greedy(stage, 59_000, call(member)), `${cap} ${tier}`).toBe(Math.min(cap, limit));
      }
    }
  });

  it('LIM15 caps casino /play at 60 requests a minute', () => {
    const { stage, member } = onTier('pro');
    expect(admitted(61, play(member))).toBe(60);
    expect(member.get('/casino/api/v1/games').status).toBe(200);
    stage.advance(minuteMs - 1);
    expect(play(member)().body).toMatchObject({ limit: 60, window: '1m' });
    stage.advance(1);
    expect(play(member)().status).toBe(200);
  });

  it('LIM17 caps wallet /swap at 120 requests a minute', () => {
    const { stage, member } = onTier('pro');
    const swap = (): Reply => member.post('/wallet/api/v1/swap', {});
    expect(admitted(121, swap)).toBe(120);
    expect(member.get('/wallet/api/v1/balance').status).toBe(200);
    stage.advance(minuteMs - 1);
    expect(swap().body).toMatchObject({ limit: 120, window: '1m' });
    stage.advance(1);
    expect(swap().status).toBe(400);
  });

  it('LIM53 makes the casino /play cap work out at one bet a second', () => {
    const fast = onTier('enterprise');
    expect(greedy(fast.stage, 10 * minuteMs, play(fast.member))).toBe(600);
    const steady = onTier('free');
    for (let second = 0; second < 600; second++) {
      expect(play(steady.member)().status).toBe(200);
      steady.stage.advance('1s');
    }
  });
});

describe('the casino row', () => {
  const stats = (member: Member) => (): Reply => member.get('/api/casino-api/stats');

  it('LIM28 admits 60 casino requests a minute in style B alone (policy limits.algorithm: windows)', () => {
    const { stage, member } = onTier('enterprise');
    expect(admitted(101, stats(member))).toBe(60);
    expect(admitted(101, () => member.get('/casino/api/v1/stats/me'))).toBe(101);
    stage.advance(minuteMs - 1);
    expect(stats(member)().status).toBe(429);
    stage.advance(1);
    expect(admitted(101, stats(member))).toBe(60);
  });

  it('LIM28 admits a burst of 100 casino requests, then 60 a minute (policy limits.algorithm: gcra)', () => {
    const { stage, member } = onTier('enterprise', { 'limits.algorithm': 'gcra' });
    expect(admitted(101, stats(member))).toBe(100);
    stage.advance(minuteMs);
    expect(admitted(101, stats(member))).toBe(60);
  });

  it('LIM29 admits 10,000 casino requests a day in style B, and again from midnight UTC on', () => {
    const { stage, member } = onTier('enterprise', {}, '2026-03-01T00:00:00.000Z');
    expect(greedy(stage, 86_399_999, stats(member))).toBe(10_000);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    expect(stats(member)().body).toMatchObject({ limit: 10_000, window: '1d' });
    stage.advance(1);
    expect(stats(member)().status).toBe(200);
  });
});

describe('the wallet row', () => {
  const balance = (member: Member) => (): Reply => member.get('/api/wallet-api/balance');
  const send = (member: Member, base: string) => (): Reply =>
    member.post(`${base}/send`, { to: 'nobody', amount: '0.01' });

  it('LIM34 admits 60 wallet requests a minute in style B alone (policy limits.algorithm: windows)', () => {
    const { stage, member } = onTier('enterprise');
    expect(admitted(81, balance(member))).toBe(60);
    expect(admitted(81, () => member.get('/wallet/api/v1/balance'))).toBe(81);
    stage.advance(minuteMs - 1);
    expect(balance(member)().status).toBe(429);
    stage.advance(1);
    expect(admitted(81, balance(member))).toBe(60);
  });

  it('LIM34 admits a burst of 80 wallet requests, then 60 a minute (policy limits.algorithm: gcra)', () => {
    const { stage, member } = onTier('enterprise', { 'limits.algorithm': 'gcra' });
    expect(admitted(81, balance(member))).toBe(80);
    stage.advance(minuteMs);
    expect(admitted(81, balance(member))).toBe(60);
  });

  it('LIM35 admits 5,000 wallet requests a day in style B, and again from midnight UTC on', () => {
    const { stage, member } = onTier('enterprise', {}, '2026-03-01T00:00:00.000Z');
    expect(greedy(stage, 86_399_999, balance(member))).toBe(5_000);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    expect(balance(member)().body).toMatchObject({ limit: 5_000, window: '1d' });
    stage.advance(1);
    expect(balance(member)().status).toBe(200);
  });

  it('LIM36 limits the wallet send call to 20 a minute in style B, and no other wallet call', () => {
    const { stage, member } = onTier('enterprise');
    expect(admitted(21, send(member, '/api/wallet-api'))).toBe(20);
    expect(send(member, '/api/wallet-api')().body).toMatchObject({ limit: 20, window: '1m' });
    expect(admitted(41, balance(member))).toBe(40);
    expect(admitted(30, send(member, '/wallet/api/v1'))).toBe(30);
    stage.advance(minuteMs - 1);
    expect(send(member, '/api/wallet-api')().status).toBe(429);
    stage.advance(1);
    expect(admitted(21, send(member, '/api/wallet-api'))).toBe(20);
  });
});
