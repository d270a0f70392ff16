import { describe, expect, it } from 'vitest';
import { policyNames } from '../../../src/core/policy/policies.ts';
import { newWorld, policiesWith, startMs, textIn } from './new-world.ts';

const hourMs = 3_600_000;

describe('the control room', () => {
  it('shows the virtual time', () => {
    const { call, runTo } = newWorld();
    expect(call('GET', '/_sim/clock').body).toEqual({ now: '2026-01-01T00:00:00.000Z' });
    runTo(25 * hourMs + 1);
    expect(call('GET', '/_sim/clock').body).toEqual({ now: '2026-01-02T01:00:00.001Z' });
  });

  it('shows every policy with its value, the profile and the hash', () => {
    const { call, world } = newWorld({ policies: { 'limits.burst': 'x3' } });
    const { body } = call('GET', '/_sim/policy');
    const policies = policiesWith({ 'limits.burst': 'x3' });
    expect(body).toEqual({ profile: 'published', policy_hash: world.policyHash, policies });
    expect(Object.keys(body['policies'] as object)).toEqual(policyNames);
  });

  it('shows the totals of the ledger', () => {
    const { call, join, world } = newWorld();
    join('ann');
    const { body } = call('GET', '/_sim/ledger');
    expect(body).toEqual({
      accounts: world.ledger.accountCount,
      transfers: 2,
      drift_micros: 0,
      faucet_pool: '999990.00',
    });
  });

  it('shows a digest that changes with every request, its own included', () => {
    const { call } = newWorld();
    const digests = Array.from({ length: 5 }, () => call('GET', '/_sim/digest').body);
    expect(new Set(digests.map(({ digest }) => digest)).size).toBe(5);
    const events = digests.map((body) => Number(body['events']));
    expect(events).toEqual(events.map((_, index) => (events[0] ?? 0) + index));
  });

  it('counts against no limit and carries no limit headers', () => {
    const { call } = newWorld();
    for (let count = 0; count < 300; count++) {
      expect(call('GET', '/_sim/clock')).toMatchObject({ status: 200, headers: {} });
    }
    expect(call('GET', '/faucet/agents').headers['x-ratelimit-remaining']).toBe(9);
  });
});

describe('an upgrade', () => {
  const ask = (world: ReturnType<typeof newWorld>, key: string, tier: string) =>
    world.post('/_sim/tier', { api_key: key, tier });

  function joined(upgrade: string) {
    const world = newWorld({ policies: { 'limits.upgrade': upgrade } });
    const headers = world.join('ann');
    const key = headers.authorization.slice('Bearer '.length);
    const tier = (): string | undefined => world.world.agents.byId('ann')?.tier;
    return { world, key, tier };
  }

  it.each([
    ['pro', 24],
    ['enterprise', 48],
  ])(
    'to %s takes effect at its bound of %d hours, to the millisecond, where policy says `bound`',
    (to, hours) => {
      const { world, key, tier } = joined('bound');
      const { status, body } = ask(world, key, to);
      expect([status, body['agent_id']]).toEqual([200, 'ann']);
      expect(Date.parse(textIn(body, 'effective_at')) - startMs).toBe(hours * hourMs);
      world.runTo(hours * hourMs - 1);
      expect(tier()).toBe('free');
      world.runTo(hours * hourMs);
      expect([tier(), world.happened.at(-1)?.event]).toEqual([to, 'tierUpgraded']);
    },
  );

  it('takes effect within its bound at the announced instant under `seeded`', () => {
    const { world, key, tier } = joined('seeded');
    const atMs = Date.parse(textIn(ask(world, key, 'pro').body, 'effective_at')) - startMs;
    expect(atMs).toBeGreaterThan(0);
    expect(atMs).toBeLessThanOrEqual(24 * hourMs);
    world.runTo(atMs - 1);
    expect(tier()).toBe('free');
    world.runTo(atMs);
    expect(tier()).toBe('pro');
  });

  it('takes effect at once under `immediate`', () => {
    const { world, key, tier } = joined('immediate');
    ask(world, key, 'enterprise');
    expect(tier()).toBe('enterprise');
  });

  it.each(['seeded', 'bound', 'immediate'])('back to free takes effect at once under `%s`', (upgrade) => {
    const { world, key, tier } = joined(upgrade);
    ask(world, key, 'pro');
    world.runTo(24 * hourMs);
    expect(tier()).toBe('pro');
    const { body } = ask(world, key, 'free');
    expect([tier(), Date.parse(textIn(body, 'effective_at')) - startMs]).toEqual(['free', 24 * hourMs]);
  });

  it.each([
    [{ api_key: 'sk_live_nobody', tier: 'pro' }, 404, 'NOT_FOUND'],
    [{ api_key: 'sk_live_nobody', tier: 'gold' }, 400, 'BAD_REQUEST'],
    [{ tier: 'pro' }, 400, 'BAD_REQUEST'],
    [undefined, 400, 'BAD_REQUEST'],
  ])('asked for with %j is answered %d', (body, status, code) => {
    expect(newWorld().post('/_sim/tier', body)).toMatchObject({ status, body: { code } });
  });
});
