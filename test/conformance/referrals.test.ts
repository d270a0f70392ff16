import { describe, expect, it } from 'vitest';
import { expectRefused, isoInstant, open } from './harness.ts';

describe('what a referrer earns', () => {
  it('REF02 earns 15% of the escrow fees of agents registered with its code', () => {
    const stage = open({ 'referral.payout': 'immediate' });
    const ruth = stage.joinB('ruth');
    const alice = stage.joinB('alice', { referrer: 'ruth' });
    const bob = stage.joinB('bob');
    alice.post(`/escrow/escrow/${alice.lock('bob', 8)}/release`);
    expect(ruth.spendable).toBe(10_000_000 + 12_000);
    bob.post(`/escrow/escrow/${bob.lock('alice', 8)}/release`);
    expect(ruth.spendable).toBe(10_012_000);
    expect(stage.account('escrow:fees')).toBe(160_000 - 12_000);
    expect(stage.world.driftMicros()).toBe(0);
  });

  it('REF06 earns a flat 15% of all later fees, whatever the service (policy referral.faucetRate: flat)', () => {
    const flat = { 'referral.faucetRate': 'flat', 'referral.payout': 'immediate' } as const;
    const stage = open(flat, { startAt: '2026-03-04T06:15:00.000Z' });
    const ruth = stage.joinB('ruth');
    const alice = stage.joinB('alice', { referrer: 'ruth' });
    stage.grant(alice, 100_000_000);
    const earned = (act: () => void): number => {
      const before = ruth.spendable;
      act();
      return ruth.spendable - before;
    };
    expect(earned(() => alice.post(`/escrow/escrow/${alice.lock('ruth', 1)}/refund`))).toBe(0);
    const domain = { domain: 'some-name.agent', years: 1 };
    expect(earned(() => alice.post('/api/domains-api/register', domain))).toBe(1_500_000);
    const order = { pair: 'ETH-USDC', side: 'buy', amount: 20 };
    expect(earned(() => alice.post('/api/trading-api/order', order))).toBe(3_000);
    const id = alice.lock(`0x${'a'.repeat(40)}`, 10);
    expect(earned(() => alice.post(`/escrow/escrow/${id}/release`))).toBe(15_000);
  });

  it("REF07 gives an escrow's referrer 15% of the escrow's 1% fee, in place of the sender's own", () => {
    const stage = open({ 'referral.payout': 'immediate' });
    const [ruth, rita] = [stage.joinB('ruth'), stage.joinB('rita')];
    const alice = stage.joinB('alice', { referrer: 'ruth' });
    stage.joinB('bob');
    const id = alice.lock('bob', 5, { referrer: 'rita' });
    expect(rita.spendable).toBe(10_000_000);
    alice.post(`/escrow/escrow/${id}/release`);
    expect(rita.spendable).toBe(10_000_000 + 7_500);
    expect(ruth.spendable).toBe(10_000_000);
    const refunded = alice.lock('bob', 4, { referrer: 'rita' });
    alice.post(`/escrow/escrow/${refunded}/refund`);
    expect(rita.spendable).toBe(10_007_500);
  });
});

describe('who refers whom', () => {
  it('REF10 ties a new agent to the referrer it names, by id or by address, and asks for none', () => {
    const stage = open();
    const ruth = stage.joinB('ruth');
    const referred = [
      stage.joinB('by-id', { referrer: 'ruth' }),
      stage.joinA('by-id-in-a', { referrer: 'ruth' }),
      stage.joinB('by-address', { referrer: ruth.address }),
      stage.joinB('by-address-in-capitals', { referrer: `0x${ruth.address.slice(2).toUpperCase()}` }),
    ];
    const alone = [stage.joinB('alone'), stage.joinA('alone-in-a')];
    expect(referred.map(({ agent }) => agent.referrer?.agentId)).toEqual(['ruth', 'ruth', 'ruth', 'ruth']);
    expect(alone.map(({ agent }) => agent.referrer)).toEqual([null, null]);
    expectRefused(
      stage.nobody().post('/faucet/register', { agent_id: 'narcissus', referrer: 'narcissus' }),
      'BAD_REQUEST',
    );
  });

  it('REF11 returns referred agents, fees earned and pending payouts', () => {
    const stage = open();
    const ruth = stage.joinB('ruth');
    const alice = stage.joinB('alice', { referrer: 'ruth' });
    stage.joinB('bob', { referrer: 'ruth' });
    expect(ruth.get('/faucet/referrals').body).toMatchObject({
      fees_earned: '0.00',
      pending_payouts: '0.00',
    });
    alice.post(`/escrow/escrow/${alice.lock('bob', 4)}/release`);
    const before = ruth.get('/faucet/referrals').body;
    expect(before).toEqual({
      referred_agents: [
        { agent_id: 'alice', registered_at: isoInstant, fees_earned: '0.006' },
        { agent_id: 'bob', registered_at: isoInstant, fees_earned: '0.00' },
      ],
      referred_count: 2,
      fees_earned: '0.006',
      pending_payouts: '0.006',
    });
    expect(ruth.spendable).toBe(10_000_000);
    stage.advanceTo('2026-03-02T00:00:00.000Z');
    expect(ruth.get('/faucet/referrals').body).toEqual({ ...before, pending_payouts: '0.00' });
    expect(ruth.spendable).toBe(10_006_000);
  });
});
