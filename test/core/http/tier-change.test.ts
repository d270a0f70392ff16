/** Caps across changes of tier: a key that changes its tier begins a new quota of the tier, and keeps what it has used of every cap. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assert } from '../../../src/core/base/assert.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import type { Principal } from '../../../src/core/http/exchange.ts';
import { Gate } from '../../../src/core/http/gate.ts';
import type { Tier } from '../../../src/core/http/limits/published-limits.ts';
import { tierRows } from '../../../src/core/http/limits/published-limits.ts';
import type { BoundRoute } from '../../../src/core/http/bound-route.ts';
import { resolvePolicies } from '../../../src/core/policy/policies.ts';

const minuteMs = 60_000;
const startMs = 1_772_345_700_000;

const cap = (name: string, limit: number) =>
  ({ name, limit, windowMs: minuteMs, line: 'a test', countedPer: 'key' }) as const;
const row = { name: 'a row', perMinute: 9, burstPer10s: 9, perDay: 1_000, line: 'a test' } as const;

const route = (index: number, style: 'A' | 'B', limits: object): BoundRoute =>
  ({ index, style, service: 'x', row: { limits } }) as unknown as BoundRoute;
const capped = {
  endpoint: route(0, 'A', { endpoint: cap('calls', 7) }),
  operation: route(1, 'B', { operation: cap('sends', 5) }),
  row: route(2, 'B', { row }),
};
const plain = route(3, 'A', {});

function newGate(overrides: Readonly<Record<string, string>> = {}): Gate {
  const policies = resolvePolicies('published', overrides);
  assert(!(policies instanceof Refusal), 'a test names policies that exist');
  return new Gate(policies);
}

const key = (tier: Tier, number = 1): Principal => ({ number, tier });

const isAdmitted = (gate: Gate, target: BoundRoute, principal: Principal, nowMs: number): boolean =>
  gate.admit({ route: target, principal, ip: '10.0.0.1', nowMs }) === undefined;

const tiers = fc.constantFrom<Tier>('free', 'pro', 'enterprise');
/** Calls within half a minute, each on some tier. */
const calls = fc.array(fc.record({ tier: tiers, waitMs: fc.integer({ min: 0, max: 400 }) }), {
  minLength: 1,
  maxLength: 40,
});

describe('a cap', () => {
  it.each([
    ['endpoint', 7],
    ['operation', 5],
    ['row', 9],
  ] as const)(
    'of an %s admits its number of calls in a minute, whatever tiers the key goes through',
    (name, limit) => {
      fc.assert(
        fc.property(calls, (sequence) => {
          const gate = newGate({ 'limits.enterpriseCaps': 'bind', 'limits.rowScaling': 'fixed' });
          let nowMs = startMs;
          let admitted = 0;
          for (const { tier, waitMs } of sequence) {
            nowMs += waitMs;
            if (isAdmitted(gate, capped[name], key(tier), nowMs)) admitted += 1;
          }
          expect(admitted).toBe(Math.min(sequence.length, limit));
        }),
      );
    },
  );

  it('is one for all routes that share its name, and another key has its own', () => {
    const gate = newGate();
    const other = route(9, 'A', { endpoint: cap('calls', 7) });
    const targets = [capped.endpoint, other];
    const admitted = Array.from({ length: 12 }, (_, n) =>
      isAdmitted(gate, targets[n % 2]!, key(n < 6 ? 'free' : 'pro'), startMs),
    );
    expect(admitted.filter(Boolean)).toHaveLength(7);
    expect(isAdmitted(gate, other, key('free', 2), startMs)).toBe(true);
  });
});

describe('a tier', () => {
  it('counts from the start after each change, by its own row', () => {
    const admittedOn = (gate: Gate, tier: Tier): number => {
      let admitted = 0;
      while (admitted < 600 && isAdmitted(gate, plain, key(tier), startMs)) admitted += 1;
      return admitted;
    };
    const gate = newGate();
    const [free, pro] = [tierRows.free?.burstPer10s, tierRows.pro?.burstPer10s];
    expect([admittedOn(gate, 'free'), admittedOn(gate, 'free')]).toEqual([free, 0]);
    expect([admittedOn(gate, 'pro'), admittedOn(gate, 'pro')]).toEqual([pro, 0]);
    expect(admittedOn(gate, 'enterprise')).toBe(600);
    expect(admittedOn(gate, 'free')).toBe(free);
  });
});

describe('a row that is scaled by the tier', () => {
  const admittedOf = (gate: Gate, tier: Tier, number: number): number =>
    Array.from({ length: 200 }).filter(() => isAdmitted(gate, capped.row, key(tier, number), startMs)).length;

  it.each([[['free', 'pro', 'free']], [['pro', 'free', 'pro']]] as const)(
    'has a quota for each tier, whichever of %j calls first',
    (order) => {
      const gate = newGate({ 'limits.rowScaling': 'tier', 'limits.styleB': 'row' });
      const admitted = order.map((tier, number) => admittedOf(gate, tier, number));
      expect(admitted).toEqual(order.map((tier) => (tier === 'free' ? 9 : 90)));
    },
  );

  it.each(['free', 'pro', 'enterprise'] as const)(
    'is the published one for %s where it is not scaled',
    (tier) => {
      const gate = newGate({ 'limits.rowScaling': 'fixed', 'limits.styleB': 'row' });
      expect([admittedOf(gate, 'free', 1), admittedOf(gate, tier, 2)]).toEqual([9, 9]);
    },
  );

  it('does not bind on the unlimited tier', () => {
    const gate = newGate({ 'limits.rowScaling': 'tier', 'limits.styleB': 'row' });
    expect(admittedOf(gate, 'enterprise', 1)).toBe(200);
  });
});
