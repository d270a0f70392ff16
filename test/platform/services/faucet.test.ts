/** The faucet under any sequence of registrations, claims and waits, compared with a small model of the documents. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, textOf, type Member, type Stage } from '../../conformance/harness.ts';
import { expectSame } from '../../expect-same.ts';

const dayMs = 86_400_000;
const names = ['a', 'b', 'c', 'd'];

type Step =
  | { kind: 'register'; style: 'A' | 'B'; who: number }
  | { kind: 'claim'; style: 'A' | 'B'; who: number }
  | { kind: 'wait'; ms: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('register' as const),
    style: fc.constantFrom<'A' | 'B'>('A', 'B'),
    who: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant('claim' as const),
    style: fc.constantFrom<'A' | 'B'>('A', 'B'),
    who: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(1, dayMs - 1, dayMs, 6 * 3_600_000, 60_000),
  }),
);

const anyReadings = fc.record({
  'faucet.crossStyle': fc.constantFrom<'blocked' | 'independent'>('blocked', 'independent'),
  'faucet.claimDay': fc.constantFrom<'rolling' | 'calendar'>('rolling', 'calendar'),
  'faucet.firstNextClaim': fc.constantFrom<'after-a-day' | 'at-once'>('after-a-day', 'at-once'),
});
type Readings = typeof anyReadings extends fc.Arbitrary<infer Each> ? Each : never;

interface Known {
  isFunded: boolean;
  hasClaimedOnce: boolean;
  nextClaimAtMs: number;
  balance: number;
}

/** The model: the documents' rules on the faucet. */
class Model {
  pool: number;
  readonly agents = new Map<string, Known>();
  readonly #readings: Readings;

  constructor(pool: number, readings: Readings) {
    this.pool = pool;
    this.#readings = readings;
  }

  register(name: string, style: 'A' | 'B', nowMs: number): number {
    if (this.agents.has(name)) return 409;
    const isFunded = style === 'B';
    if (isFunded && this.pool < 10_000_000) return 503;
    const waits = isFunded && this.#readings['faucet.firstNextClaim'] === 'after-a-day';
    const agent = {
      isFunded,
      hasClaimedOnce: false,
      nextClaimAtMs: waits ? this.#nextAfter(nowMs) : nowMs,
      balance: 0,
    };
    this.agents.set(name, agent);
    if (isFunded) this.#pay(agent, 10_000_000);
    return 201;
  }

  claim(name: string, style: 'A' | 'B', nowMs: number): number | undefined {
    const agent = this.agents.get(name);
    if (agent === undefined) return undefined;
    const isBlocked = agent.isFunded && this.#readings['faucet.crossStyle'] === 'blocked';
    const mayClaim = style === 'A' ? !agent.hasClaimedOnce && !isBlocked : nowMs >= agent.nextClaimAtMs;
    if (!mayClaim) return 409;
    const amount = style === 'A' ? 1_000_000 : 2_000_000;
    if (this.pool < amount) return 503;
    if (style === 'A') agent.hasClaimedOnce = true;
    else agent.nextClaimAtMs = this.#nextAfter(nowMs);
    this.#pay(agent, amount);
    return 200;
  }

  #nextAfter(nowMs: number): number {
    return this.#readings['faucet.claimDay'] === 'rolling' ? nowMs + dayMs : nowMs - (nowMs % dayMs) + dayMs;
  }

  #pay(agent: Known, amount: number): void {
    agent.balance += amount;
    this.pool -= amount;
  }
}

const paths = {
  register: { A: '/faucet/api/v1/agents/register', B: '/faucet/register' },
  claim: { A: '/faucet/api/v1/faucet/claim', B: '/faucet/claim' },
};

class Play {
  readonly stage: Stage;
  readonly model: Model;
  readonly members = new Map<string, Member>();

  constructor(readings: Readings, pool: number) {
    this.stage = open({ ...readings, 'faucet.pool': String(pool), 'limits.rowScaling': 'tier' });
    this.model = new Model(pool * 1_000_000, readings);
  }

  /** Takes a step in the world and in the model: what each says. */
  take(step: Step): readonly [number | undefined, number | undefined] {
    if (step.kind === 'wait') {
      this.stage.advance(step.ms);
      return [undefined, undefined];
    }
    const name = names[step.who] ?? '';
    if (step.kind === 'claim') {
      const claimed = this.members.get(name)?.post(paths.claim[step.style]);
      return [claimed?.status, this.model.claim(name, step.style, this.stage.nowMs)];
    }
    const expected = this.model.register(name, step.style, this.stage.nowMs);
    if (expected !== 201) {
      const refused = this.stage.anonymous().post(paths.register[step.style], { agent_id: name });
      return [refused.status, expected];
    }
    const member = step.style === 'A' ? this.stage.joinA(name) : this.stage.joinB(name);
    this.stage.setTier(member, 'enterprise');
    this.members.set(name, member);
    return [201, 201];
  }
}

const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 40 });

describe('any sequence of registrations and claims', () => {
  it('gets the responses and payments of the documents, under every policy and until the pool is empty', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(anySteps, anyReadings, fc.integer({ min: 0, max: 60 }), (steps, readings, pool) => {
        const game = new Play(readings, pool);
        for (const step of steps) {
          const [status, expected] = game.take(step);
          expectSame(status, expected, step);
          if (step.kind !== 'wait') reached.add(`${step.kind} ${step.style} ${status}`);
          expectSame(game.stage.world.faucet.poolMicros, game.model.pool, step);
          for (const [name, { balance }] of game.model.agents) {
            expectSame(game.members.get(name)?.spendable, balance, { step, name });
          }
          expectSame(game.stage.world.driftMicros(), 0, step);
        }
      }),
      { numRuns: 450 },
    );
    for (const outcome of [
      'register B 503',
      'claim A 200',
      'claim A 409',
      'claim B 200',
      'claim B 409',
      'claim B 503',
    ]) {
      expect([...reached]).toContain(outcome);
    }
  });

  it('pays only out of the pool: pool and agents add up to its opening balance', () => {
    fc.assert(
      fc.property(anySteps, anyReadings, fc.integer({ min: 0, max: 60 }), (steps, readings, pool) => {
        const game = new Play(readings, pool);
        for (const step of steps) game.take(step);
        const balances = [...game.members.values()].reduce((sum, { spendable }) => sum + spendable, 0);
        expect(game.stage.world.faucet.poolMicros + balances).toBe(pool * 1_000_000);
      }),
      { numRuns: 50 },
    );
  });

  it('predicts its responses: a claim succeeds exactly if the status said it would', () => {
    fc.assert(
      fc.property(anySteps, anyReadings, (steps, readings) => {
        const game = new Play(readings, 1_000);
        for (const step of steps) {
          game.take(step);
          for (const member of game.members.values()) {
            const daily = member.get('/faucet/status').body;
            const once = member.get(paths.claim.A.replace('claim', 'status')).body;
            expect(once['balance_usdc']).toBe(member.spendable / 1_000_000);
            expect(daily['can_claim']).toBe(Number(daily['next_claim_in_seconds']) === 0);
            const leftMs = Date.parse(textOf(daily, 'next_claim')) - game.stage.nowMs;
            expect(daily['next_claim_in_seconds']).toBe(Math.max(0, Math.ceil(leftMs / 1_000)));
          }
          const first = game.members.get('a');
          if (first === undefined) continue;
          const canClaim = first.get('/faucet/status').body['can_claim'];
          const claimed = first.post(paths.claim.B).status;
          game.model.claim('a', 'B', game.stage.nowMs);
          expect(claimed === 200).toBe(canClaim);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('publishes the total that it has paid, and each agent once', () => {
    fc.assert(
      fc.property(anySteps, anyReadings, (steps, readings) => {
        const game = new Play(readings, 1_000);
        for (const step of steps) game.take(step);
        const list = game.stage.anonymous().get('/faucet/agents');
        const paid = 1_000_000_000 - game.stage.world.faucet.poolMicros;
        expect(Number(list.body['total_claimed']) * 1_000_000).toBe(paid);
        const listed = list.list('agents').map((agent) => textOf(agent, 'agent_id'));
        expect(listed.toSorted()).toEqual([...game.members.keys()].toSorted());
        const activity = list.list('agents').map((agent) => Number(agent['activity']));
        expect(activity).toEqual(activity.toSorted((left, right) => right - left));
      }),
      { numRuns: 50 },
    );
  });
});
