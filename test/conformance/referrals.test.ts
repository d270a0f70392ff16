import { describe, expect, it } from 'vitest';
import { present } from '../../src/core/base/assert.ts';
import { expectRefused, isoInstant, open, type Member, type Overrides, type Stage } from './harness.ts';
import { fund, take } from './domain-stage.ts';
import { betA, placed, table } from './casino-stage.ts';

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

  it('REF03 earns 15% of what agents registered with its code pay for domains', () => {
    const stage = open({ 'referral.payout': 'immediate' });
    const ruth = stage.joinB('ruth');
    const alice = stage.joinB('alice', { referrer: ruth.agent.referralCode });
    fund(stage, alice, 1_000);
    take(alice, 'alices-own.agent', { years: 2 });
    expect(ruth.spendable).toBe(10_000_000 + 3_000_000);
    expect(stage.account('domains:fees')).toBe(17_000_000);
    alice.post('/api/domains-api/renew', { domain: 'alices-own.agent', years: 1 });
    expect(ruth.spendable).toBe(10_000_000 + 4_500_000);
    expect(stage.world.driftMicros()).toBe(0);
  });

  it('REF04 earns 10% of the casino fees of agents registered with its code (policy referral.casinoBase: fees)', () => {
    const { stage, alice } = referredPlayer({ 'referral.casinoBase': 'fees' });
    const address = `0x${'ab'.repeat(20)}`;
    placed(alice.post('/casino/api/v1/auth/withdraw', { amount: 5, address }));
    expect(earningsAt(stage, 'ruth')).toBe(50_000);
    expect(stage.account('casino:fees')).toBe(450_000);
    lose(alice);
    expect(earningsAt(stage, 'ruth')).toBe(50_000);
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
    const byCode = alice.lock('bob', 4, { referrer: rita.agent.referralCode });
    alice.post(`/escrow/escrow/${byCode}/release`);
    expect(rita.spendable).toBe(10_013_500);
    const ownCode = { receiver: 'bob', amount: 1, referrer: alice.agent.referralCode };
    expectRefused(alice.post('/escrow/escrow', ownCode), 'BAD_REQUEST');
  });
});

/** Ruth refers Alice, who sits in the casino with money that no limit holds back. */
function referredPlayer(overrides: Overrides = {}) {
  const stage = open({ 'limits.enterpriseCaps': 'lifted', ...overrides });
  stage.joinB('ruth');
  const alice = stage.joinB('alice', { referrer: 'ruth' });
  fund(stage, alice, 1_000);
  stage.setTier(alice, 'enterprise');
  return { stage, alice };
}

function earningsAt(stage: Stage, agentId: string): number {
  const agent = present(stage.world.agents.byId(agentId), 'it has joined');
  return stage.world.platform.referral.earningsOf(agent).earnedMicros;
}

/** Bets a dollar until it has lost one. */
function lose(player: Member): void {
  while (placed(betA(player, 'coin-flip', { side: 'heads' }, 1))['win'] === true) continue;
}

/** What a player has lost so far, at the most and now, and how many rounds it spent below that. */
interface Standing {
  netMicros: number;
  highMicros: number;
  roundsBelow: number;
}

/** Bets a dollar as many times, and keeps the books. */
function play(
  player: Member,
  rounds: number,
  look: (standing: Standing) => void = () => undefined,
): Standing {
  const standing = { netMicros: 0, highMicros: 0, roundsBelow: 0 };
  for (let round = 0; round < rounds; round++) {
    const bet = placed(betA(player, 'coin-flip', { side: 'heads' }, 1));
    standing.netMicros += 1_000_000 - Math.round(Number(bet['payout']) * 1e6);
    if (standing.netMicros < standing.highMicros) standing.roundsBelow += 1;
    standing.highMicros = Math.max(standing.highMicros, standing.netMicros);
    look(standing);
  }
  return standing;
}

describe('what a referrer earns at the casino', () => {
  it('REF08 earns 10% of the net losses of a referred agent, out of the house: each new high, and no more', () => {
    const { stage, alice } = referredPlayer();
    const seen = play(alice, 200, ({ highMicros }) =>
      expect(earningsAt(stage, 'ruth')).toBe(highMicros / 10),
    );
    // Both happened: losses to a new high, and winnings that took nothing back.
    expect(seen.highMicros).toBeGreaterThan(1_000_000);
    expect(seen.roundsBelow).toBeGreaterThan(10);
    expect(stage.account('casino:house')).toBe(1_000_000_000_000 + seen.netMicros - seen.highMicros / 10);
    expect(stage.world.driftMicros()).toBe(0);
  });

  it('REF08 pays no share for an agent without a referrer', () => {
    const { stage, alice } = table();
    lose(alice);
    expect(stage.account('referral:payable')).toBe(0);
  });

  it('REF08 counts a bet once, however often it is sent again after a failure', () => {
    const { stage, alice } = referredPlayer();
    let [netMicros, highMicros, failures] = [0, 0, 0];
    for (let round = 0; round < 40; round++) {
      const effect = (['before', 'after', 'undone'] as const)[round % 3] ?? 'after';
      stage.fault({ kind: 'error', service: 'casino', forMs: 1, rate: 1, effect });
      const headers = { 'idempotency-key': `bet-${round}` };
      const send = () => alice.post('/casino/api/v1/games/coin-flip', { amount: 1, side: 'heads' }, headers);
      while (send().status === 500) {
        failures += 1;
        stage.advance(1);
      }
      const bet = placed(send());
      expect(send().body).toEqual(bet);
      netMicros += 1_000_000 - Math.round(Number(bet['payout']) * 1e6);
      highMicros = Math.max(highMicros, netMicros);
      expect(earningsAt(stage, 'ruth')).toBe(highMicros / 10);
    }
    expect([failures, highMicros > 0, stage.world.driftMicros()]).toEqual([40, true, 0]);
  });

  it('REF09 reaches three levels: seven, two and one part of the ten, and no fourth', () => {
    const { stage } = referredPlayer();
    const chain = ['alice', 'great', 'grand', 'near', 'player'];
    const members = chain.slice(1).map((id, index) => stage.joinB(id, { referrer: chain[index] }));
    const player = present(members.at(-1), 'the player is the last to join');
    fund(stage, player, 100);
    const { highMicros } = play(player, 40);
    const earned = ['near', 'grand', 'great', 'alice', 'ruth'].map((id) => earningsAt(stage, id));
    expect(earned).toEqual([7, 2, 1, 0, 0].map((parts) => (highMicros * parts) / 100));
    expect(stage.account('referral:payable')).toBe(highMicros / 10);
    expect(highMicros).toBeGreaterThan(0);
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
      stage.anonymous().post('/faucet/register', { agent_id: 'narcissus', referrer: 'narcissus' }),
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
        { agent_id: 'bob', registered_at: isoInstant, fees_earned: '0.00' },
        { agent_id: 'alice', registered_at: isoInstant, fees_earned: '0.006' },
      ],
      referred_count: 2,
      fees_earned: '0.006',
      pending_payouts: '0.006',
      total: 2,
      page: 1,
    });
    expect(ruth.spendable).toBe(10_000_000);
    stage.advanceTo('2026-03-02T00:00:00.000Z');
    expect(ruth.get('/faucet/referrals').body).toEqual({ ...before, pending_payouts: '0.00' });
    expect(ruth.spendable).toBe(10_006_000);
  });
});
