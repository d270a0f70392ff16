/** Which quotas count a request, under each reading of the documents, and what the headers and a refusal say of them. */
import { describe, expect, it } from 'vitest';
import { assert } from '../../../src/core/base/assert.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { Gate, type GatedRequest } from '../../../src/core/http/gate.ts';
import type { Tier } from '../../../src/core/http/limits/published-limits.ts';
import type { BoundRoute } from '../../../src/core/http/bound-route.ts';
import { resolvePolicies } from '../../../src/core/policy/policies.ts';

const minuteMs = 60_000;
const startMs = 1_772_345_700_000;

const cap = (name: string, limit: number) => ({ name, limit, windowMs: minuteMs, line: 'a test', countedPer: 'key' }) as const; // prettier-ignore
const row = { name: 'a row', perMinute: 9, burstPer10s: 6, perDay: 1_000, line: 'a test' } as const;

let index = 0;
const route = (limits: object, style: 'A' | 'B' = 'B', service = 'x'): BoundRoute =>
  ({ index: index++, style, service, row: { limits } }) as unknown as BoundRoute;

function newGate(overrides: Readonly<Record<string, string>> = {}): Gate {
  const policies = resolvePolicies('published', overrides);
  assert(!(policies instanceof Refusal), 'a test names policies that exist');
  return new Gate(policies);
}

const by = (tier: Tier | undefined, change: Partial<GatedRequest> = {}): GatedRequest => ({
  route: undefined, principal: tier === undefined ? undefined : { number: 1, tier }, ip: '10.0.0.1', nowMs: startMs, ...change,
}); // prettier-ignore

/** How many requests are admitted at once, up to a thousand. */
function admitted(gate: Gate, request: GatedRequest): number {
  for (let count = 0; count < 1_000; count++) if (gate.admit(request) !== undefined) return count;
  return 1_000;
}

const bodyOf = (gate: Gate, request: GatedRequest): Record<string, unknown> => {
  const refusal = gate.admit(request);
  assert(refusal !== undefined, 'the quota is used up');
  return refusal as unknown as Record<string, unknown>;
};

describe('a request is counted', () => {
  it.each<[string, GatedRequest, Record<string, string>, number]>([
    ['by its tier', by('free'), {}, 50],
    ['by its tier, Pro', by('pro'), {}, 500],
    ['by nothing on Enterprise', by('enterprise'), {}, 1_000],
    ['by its address without a key, as Free', by(undefined), {}, 50],
    ['by nothing without a key, where no quota counts addresses', by(undefined), { 'limits.anonymous': 'none' }, 1_000],
    ['by nothing where the route is exempt', by('free', { route: route({ exempt: true }) }), {}, 1_000],
    ['by the row of style B', by('free', { route: route({ row }) }), {}, 6],
    ['by the row of Pro, which is the same', by('pro', { route: route({ row }) }), {}, 6],
    ['by the row of Enterprise, which is the same', by('enterprise', { route: route({ row }) }), {}, 6],
    ['by ten times the row on Pro', by('pro', { route: route({ row }) }), { 'limits.rowScaling': 'tier' }, 60],
    ['by the row on Free, scaled or not', by('free', { route: route({ row }) }), { 'limits.rowScaling': 'tier' }, 6],
    ['by no row on Enterprise', by('enterprise', { route: route({ row }) }), { 'limits.rowScaling': 'tier' }, 1_000],
    ['by the row in a second', by('free', { route: route({ row }) }), { 'limits.rowBurst': '1s' }, 6],
    ['by no row in style A', by('free', { route: route({ row }, 'A') }), {}, 50],
    ['by a wider row and the tier', by('free', { route: route({ row: { ...row, perMinute: 900, burstPer10s: 900 } }) }), {}, 50],
    ['by a wider row alone', by('free', { route: route({ row: { ...row, perMinute: 900, burstPer10s: 900 } }) }), { 'limits.styleB': 'row' }, 900],
    ['by the cap of its operation', by('free', { route: route({ operation: cap('o', 5) }) }), {}, 5],
    ['by no cap of an operation in style A', by('free', { route: route({ operation: cap('o', 5) }, 'A') }), {}, 50],
    ['by the cap of its endpoint, in both styles', by('free', { route: route({ endpoint: cap('e', 5) }, 'A') }), {}, 5],
    ['by the cap of its endpoint on Enterprise', by('enterprise', { route: route({ endpoint: cap('e', 5) }) }), {}, 5],
    ['by no cap of its endpoint where Enterprise lifts it', by('enterprise', { route: route({ endpoint: cap('e', 5) }) }), { 'limits.enterpriseCaps': 'lifted' }, 1_000],
    ['by the cap of its endpoint where only Enterprise lifts it', by('pro', { route: route({ endpoint: cap('e', 5) }) }), { 'limits.enterpriseCaps': 'lifted' }, 5],
    ['by the cap of an operation on Enterprise, lifted or not', by('enterprise', { route: route({ operation: cap('o', 5) }) }), { 'limits.enterpriseCaps': 'lifted' }, 5],
    ['by the cap of registrations', by('enterprise', { route: route({ register: true }) }), { 'limits.enterpriseCaps': 'lifted' }, 10],
    ['by the cap of registrations without a key and quota', by(undefined, { route: route({ register: true }) }), { 'limits.anonymous': 'none' }, 10],
    ['by the row where policy says so', by('free', { route: route({ row, rowWhen: { policy: 'limits.styleB', is: 'lower' } }) }), {}, 6],
    ['by no row where policy does not say so', by('free', { route: route({ row, rowWhen: { policy: 'limits.styleB', is: 'row' } }) }), {}, 50],
  ])('%s', (_what, request, policies, count) => expect(admitted(newGate(policies), request)).toBe(count)); // prettier-ignore

  it.each([
    ['10s', [6, 0, 3]],
    ['1s', [6, 3, 0]],
  ])('by the burst of a row in %s, and by its minute', (policy, counts) => {
    const gate = newGate({ 'limits.rowBurst': policy });
    const rows = route({ row });
    const at = (ms: number) => admitted(gate, by('free', { route: rows, nowMs: startMs + ms }));
    expect([at(0), at(1_000), at(10_000)]).toEqual(counts);
  });

  it.each(['10s', '1s'])('by the day of a row, whatever its burst (%s)', (policy) => {
    const gate = newGate({ 'limits.rowBurst': policy });
    expect(admitted(gate, by('free', { route: route({ row: { ...row, perDay: 4 } }) }))).toBe(4);
  });

  it('for its key and for its address alone', () => {
    const gate = newGate();
    expect([admitted(gate, by('free')), admitted(gate, by('free', { principal: { number: 2, tier: 'free' } })), admitted(gate, by(undefined)), admitted(gate, by(undefined, { ip: '10.0.0.2' }))]).toEqual([50, 50, 50, 50]);
  }); // prettier-ignore

  it('by a row for each bucket, and by one cap for all routes that share it', () => {
    const rows = route({ row });
    const gate = newGate();
    expect(['one', 'two', undefined].map((bucket) => admitted(gate, by('free', { route: rows, bucket })))).toEqual([6, 6, 6]);
    const shared = newGate();
    const both = [route({ endpoint: cap('e', 5) }, 'A'), route({ endpoint: cap('e', 5) }, 'B')];
    expect(both.map((each) => admitted(shared, by('free', { route: each })))).toEqual([5, 0]);
    const kinds = [route({ endpoint: cap('e', 5) }), route({ operation: cap('e', 5) })];
    expect(kinds.map((each) => admitted(shared, by('free', { route: each, principal: { number: 3, tier: 'free' } })))).toEqual([5, 5]);
  }); // prettier-ignore

  it.each([
    ['every', [10, 0, 10, 10]],
    ['accounts', [10, 0, 10, 10]],
    ['paths', [10, 10, 10, 10]],
  ])('by the cap of registrations for a service, or a path, and an address (%s)', (policy, counts) => {
    const gate = newGate({ 'limits.registerCap': policy });
    const [a, b, other] = [route({ register: true }, 'A'), route({ register: true }), route({ register: true }, 'B', 'y')]; // prettier-ignore
    const on = (target: BoundRoute, ip = '10.0.0.1') =>
      admitted(gate, by('enterprise', { route: target, ip }));
    expect([on(a), on(b), on(other), on(a, '10.0.0.2')]).toEqual(counts);
  });

  it('by no cap of registrations where policy lifts it for the route', () => {
    const unless = { unless: { policy: 'limits.registerCap', is: 'accounts' } };
    const count = (policy: string) => admitted(newGate({ 'limits.registerCap': policy }), by('enterprise', { route: route({ register: unless }) }));
    expect([count('accounts'), count('every')]).toEqual([1_000, 10]);
  }); // prettier-ignore

  it('where every quota admits it, and by none where one does not', () => {
    const gate = newGate();
    const capped = by('free', { route: route({ endpoint: cap('e', 5) }) });
    expect(admitted(gate, capped)).toBe(5);
    for (let n = 0; n < 9; n++) gate.admit(capped);
    expect(admitted(gate, by('free'))).toBe(45);
    const strict = newGate({ 'limits.rejections': 'consume' });
    expect(admitted(strict, capped)).toBe(5);
    for (let n = 0; n < 9; n++) strict.admit(capped);
    expect(admitted(strict, by('free'))).toBe(35);
  });
});

describe('the headers', () => {
  const headersAfter = (policies: Record<string, string>, ...requests: GatedRequest[]) => {
    const gate = newGate(policies);
    for (const request of requests) gate.admit(request);
    return gate.headers();
  };
  const capped = by('free', { route: route({ endpoint: cap('e', 5) }) });

  it('are those of the quota with the smallest share left, or of the tier', () => {
    expect(headersAfter({}, capped)).toEqual({ 'x-ratelimit-limit': 5, 'x-ratelimit-remaining': 4, 'x-ratelimit-reset': startMs / 1_000 + 60 });
    expect(headersAfter({}, by('free'), capped)).toMatchObject({ 'x-ratelimit-limit': 5, 'x-ratelimit-remaining': 4 });
    expect(headersAfter({ 'limits.headers': 'tier' }, capped)).toMatchObject({ 'x-ratelimit-limit': 50, 'x-ratelimit-remaining': 49 });
    expect(headersAfter({}, { ...capped, nowMs: startMs + 1 })['x-ratelimit-reset']).toBe(startMs / 1_000 + 61);
  }); // prettier-ignore

  it.each<[string, GatedRequest, Record<string, string>]>([
    ['nothing', by('enterprise'), {}],
    ['nothing of its tier', by('enterprise', { route: route({ endpoint: cap('e', 5) }) }), { 'limits.headers': 'tier' }],
    ['nothing on an exempt route', by('free', { route: route({ exempt: true }) }), {}],
  ])('are none, or the largest, where %s is limited', (_what, request, policies) => {
    const most = 2 ** 31 - 1;
    expect(headersAfter({ ...policies, 'limits.unlimitedHeaders': 'omit' }, request)).toEqual({});
    expect(headersAfter({ ...policies, 'limits.unlimitedHeaders': 'maximum' }, request)).toEqual({ 'x-ratelimit-limit': most, 'x-ratelimit-remaining': most, 'x-ratelimit-reset': 0 });
    expect(headersAfter({ ...policies, 'limits.unlimitedHeaders': 'omit' }, capped, request)).toEqual({});
  }); // prettier-ignore
});

describe('a refusal', () => {
  it('names the quota with the longest wait, and the tier', () => {
    const gate = newGate();
    const capped = by('pro', { route: route({ endpoint: cap('e', 5), row }) });
    expect(admitted(gate, capped)).toBe(5);
    const text = JSON.stringify(bodyOf(gate, capped));
    expect(text).toContain('"limit":5');
    expect(text).toContain('"tier":"pro"');
    const anonymous = newGate();
    expect(admitted(anonymous, by(undefined))).toBe(50);
    expect(JSON.stringify(bodyOf(anonymous, by(undefined)))).toContain('"tier":"free"');
  });

  it('is over when its wait is', () => {
    const gate = newGate();
    const capped = by('free', { route: route({ endpoint: cap('e', 5) }) });
    admitted(gate, capped);
    expect(gate.admit({ ...capped, nowMs: startMs + minuteMs - 1 })).toBeDefined();
    expect(gate.admit({ ...capped, nowMs: startMs + minuteMs })).toBeUndefined();
  });
});
