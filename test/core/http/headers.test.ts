/** The three quota headers and Retry-After, on whatever answer: present, whole, and true. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tier } from '../../../src/core/http/limits/published-limits.ts';
import { domainCap, domainsRow } from '../../../src/platform/services/domains/limits.ts';
import { faucetRow } from '../../../src/platform/services/faucet/limits.ts';
import { sendCap, swapCap, walletRow } from '../../../src/platform/services/wallet/limits.ts';
import type { RouteLimits } from '../../../src/core/http/route.ts';
import { policyRow, type PolicyName } from '../../../src/core/policy/policies.ts';
import { admitted, open, textOf } from '../../conformance/harness.ts';
import { ToyServices } from '../../conformance/toy-services.ts';

const quotaHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Any option of a policy that has a list of them. */
const anyOption = (name: PolicyName): fc.Arbitrary<string> => {
  const { options } = policyRow(name);
  return fc.constantFrom(...Object.keys(options));
};

const anyLimitPolicies = fc.record({
  'limits.burst': anyOption('limits.burst'),
  'limits.algorithm': anyOption('limits.algorithm'),
  'limits.window': anyOption('limits.window'),
  'limits.day': anyOption('limits.day'),
  'limits.rejections': anyOption('limits.rejections'),
  'limits.styleB': anyOption('limits.styleB'),
  'limits.rowBurst': anyOption('limits.rowBurst'),
  'limits.rowScaling': anyOption('limits.rowScaling'),
  'limits.enterpriseCaps': anyOption('limits.enterpriseCaps'),
});

const anyLimits: fc.Arbitrary<RouteLimits> = fc.constantFrom<RouteLimits>(
  {},
  { row: faucetRow },
  { row: domainsRow, operation: domainCap },
  { row: walletRow, operation: sendCap, endpoint: swapCap },
  { register: true },
);

describe('the quota headers', () => {
  it('are on a 404, a 401 and a 503 too, and leave sandbox calls alone', () => {
    const stage = open();
    const anonymous = stage.anonymous();
    stage.fault({ kind: 'outage', service: 'escrow', forMs: 60_000 });
    const replies = [
      anonymous.get('/none'),
      anonymous.get('/faucet/status'),
      anonymous.get('/escrow/escrows'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 401, 503]);
    for (const { headers } of replies) {
      for (const name of quotaHeaders) expect(headers[name]).toSatisfy(Number.isSafeInteger);
    }
    expect(replies.map((reply) => reply.header('x-ratelimit-remaining'))).toEqual([49, 9, 47]);
    const sandbox = anonymous.get('/_sim/clock');
    expect([sandbox.status, sandbox.headers]).toEqual([200, {}]);
  });

  it('are a new object each time: no caller can change what the next one sees', () => {
    const { alice } = open().pair();
    const first = alice.get('/none');
    (first.headers as Record<string, number>)['x-ratelimit-limit'] = 1;
    expect(alice.get('/none').header('x-ratelimit-limit')).toBe(50);
  });
});

describe('Retry-After', () => {
  it('of a 429 is true under every policy: a lone client that waits so long is admitted', () => {
    const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(300), fc.nat(40_000)), {
      minLength: 40,
      maxLength: 160,
    });
    const tiers = fc.constantFrom<Tier>('free', 'pro', 'enterprise');
    fc.assert(
      fc.property(
        anyLimitPolicies,
        anyLimits,
        tiers,
        gaps,
        fc.boolean(),
        (policies, limits, tier, delays, isB) => {
          const toys = new ToyServices({ any: limits }, policies);
          const call = () => toys.call(isB ? 'B' : 'A', 'any', tier);
          for (const delay of delays) {
            toys.nowMs += delay;
            const { status, headers, body } = call();
            if (status !== 429) continue;
            const waitMs = Number(headers['retry-after']) * 1_000;
            expect(waitMs).toBeGreaterThanOrEqual(1_000);
            expect(Date.parse(textOf(body, 'reset_at'))).toBe(
              Math.floor((toys.nowMs + waitMs) / 1_000) * 1_000,
            );
            expect(Number(headers['x-ratelimit-reset']) * 1_000).toBe(Date.parse(textOf(body, 'reset_at')));
            expect(headers['x-ratelimit-remaining']).toBe(0);
            toys.nowMs += waitMs;
            expect(call().status).toBe(200);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of a 503 is true: the service is up then, whenever the outage was planned and however many overlap', () => {
    const stage = open();
    const { alice } = stage.pair();
    stage.world.faults.add({
      kind: 'outage',
      service: 'escrow',
      atMs: stage.nowMs - 3_600_000,
      forMs: 90_500,
    });
    stage.advance('20s');
    stage.fault({ kind: 'outage', service: 'escrow', forMs: 30_000 });
    const refused = alice.get('/escrow/escrows');
    expect([refused.status, refused.header('retry-after')]).toEqual([503, 71]);
    stage.advance(70_499);
    expect(alice.get('/escrow/escrows').header('retry-after')).toBe(1);
    stage.advance(1);
    expect(alice.get('/escrow/escrows').status).toBe(200);
  });

  it('of a 503 without a known end is a minute', () => {
    const stage = open({ 'faucet.pool': '0' });
    const refused = stage.anonymous().post('/faucet/register', { agent_id: 'alice' });
    expect([refused.status, refused.header('retry-after')]).toEqual([503, 60]);
  });

  it('is on no other answer', () => {
    const stage = open();
    const { alice } = stage.pair();
    for (const path of ['/none', '/escrow/escrows', '/escrow/escrow/x']) {
      expect(alice.get(path).headers).not.toHaveProperty('retry-after');
    }
    expect(alice.post('/faucet/claim').headers).not.toHaveProperty('retry-after');
    expect(admitted(60, () => alice.get('/none'))).toBe(46);
    expect(alice.get('/none').headers).toHaveProperty('retry-after');
  });
});
