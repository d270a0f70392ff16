/** Whatever is sent to whatever route: an answer below 500, never an exception, never a micro astray. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../../src/core/http/message.ts';
import { attempts } from '../../campaigns.ts';
import { open, textOf, type Member, type Stage } from '../../conformance/harness.ts';

const numRuns = attempts('arbitraryRequests');

/** Names that routes read, so that arbitrary objects reach further than the first missing field. */
const fieldNames = [
  'agent_id',
  'referrer',
  'metadata',
  'amount',
  'receiver',
  'description',
  'expires_in',
  'conditions',
  'buyer',
  'seller',
  'currency',
  'memo',
  'escrow_id',
  'reason',
  'evidence',
  'api_key',
  'tier',
  '__proto__',
  'constructor',
];

const likely = fc.constantFrom<unknown>(
  'alice',
  'bob',
  'esc_unknown',
  'USDC',
  'pro',
  `0x${'ab'.repeat(20)}`,
  0.1,
  '0.10',
  1,
  9_007_199_254_740_991,
  3_600,
  '__proto__',
  '',
);

const anyValue = fc.oneof(
  { weight: 3, arbitrary: likely },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, undefined, -0, 1e21, '1e5', []),
  },
);

const anyBody = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), anyValue, { maxKeys: 8 }) },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const anyText = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant(undefined));
const anyHeaders = fc.dictionary(
  fc.constantFrom('content-type', 'idempotency-key', 'x-forwarded-for', 'authorization', 'accept'),
  fc.oneof(fc.string(), fc.constantFrom('application/json', 'text/plain', 'k', 'Bearer x', '__proto__')),
);
const anyQuery = fc.dictionary(
  fc.constantFrom('role', 'status', 'limit', 'page', '__proto__'),
  fc.oneof(fc.string(), fc.constantFrom('all', 'sender', 'locked', 'expired', '1', '100', '101', '0')),
);

interface Shot {
  readonly route: number;
  readonly parameter: string;
  readonly body: unknown;
  readonly rawBody: string | undefined;
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
  readonly who: number;
  readonly delayMs: number;
}

const anyShot: fc.Arbitrary<Shot> = fc.record({
  route: fc.nat(),
  parameter: fc.oneof(fc.constantFrom('alice', 'bob', 'last'), fc.string()),
  body: anyBody,
  rawBody: fc.option(anyText, { nil: undefined, freq: 3 }),
  headers: anyHeaders,
  query: anyQuery,
  who: fc.nat(2),
  // A day is rare: the prices of all markets for a day take as long as hundreds of requests.
  delayMs: fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(0, 1_000, 60_000) },
    { weight: 1, arbitrary: fc.constant(86_400_000) },
  ),
});

const steering = /^\/_sim\/(?:clock\/advance|fault|grant|reset)$/;

/** Fires at one of the world's own routes; the parameter `last` stands for an escrow that exists. */
function fire(stage: Stage, shooters: readonly Member[], shot: Shot): number {
  stage.advance(shot.delayMs);
  // Those that steer the sandbox itself would take the ground from under the others.
  const routes = stage.world.router.routes.filter(({ template }) => !steering.test(template));
  const route = routes[shot.route % routes.length];
  const newest = (): string => {
    const [escrow = {}] = shooters[0]?.get('/escrow/api/v1/escrow/list').list('escrows') ?? [];
    return textOf(escrow, 'escrow_id');
  };
  const template = route?.template ?? '';
  const isNewest = shot.parameter === 'last' && /:\w/.test(template);
  const parameter = encodeURIComponent(isNewest ? newest() : shot.parameter);
  const caller = shooters[shot.who];
  const request: Request = {
    method: route?.method ?? 'GET',
    path: template.replaceAll(/:\w+/g, () => parameter),
    query: shot.query,
    headers: caller === undefined ? shot.headers : { ...shot.headers, authorization: `Bearer ${caller.key}` },
    body: shot.body,
    ...(shot.rawBody === undefined ? {} : { rawBody: shot.rawBody }),
    ip: '10.9.9.9',
  };
  return stage.world.dispatch(request).status;
}

describe('arbitrary requests', () => {
  it('never throw, never get a 5xx, never make the ledger drift', () => {
    const statuses = new Map<number, number>();
    fc.assert(
      fc.property(fc.array(anyShot, { minLength: 1, maxLength: 30 }), (shots) => {
        const stage = open({ 'limits.anonymous': 'none' });
        const { alice, bob } = stage.pair();
        alice.lock('bob', 1);
        for (const shot of shots) {
          const status = fire(stage, [alice, bob], shot);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect(status).toBeLessThan(500);
          expect(stage.world.driftMicros()).toBe(0);
        }
      }),
      { numRuns },
    );
    for (const reached of [200, 201, 400, 401, 404]) expect([...statuses.keys()]).toContain(reached);
  });

  it('never throw on any path, method or text', () => {
    const methods = fc.constantFrom<Request['method']>(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH' as 'PUT',
      '' as 'GET',
    );
    const paths = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `/escrow/escrow/${text}`),
      fc.webPath(),
    );
    const stage = open({ 'errors.unknownMethod': '405', 'http.info': 'on', 'limits.anonymous': 'none' });
    const caller = stage.anonymous();
    fc.assert(
      fc.property(methods, paths, anyText, (method, path, text) => {
        const { status, body } = caller.send({
          method,
          path,
          ...(text === undefined ? {} : { rawBody: text }),
        });
        expect([400, 401, 404, 405]).toContain(status);
        expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
      }),
      { numRuns: 1_000 },
    );
    expect(stage.transfers).toBe(1);
  });

  it('leave no ledger row behind unless they succeed', () => {
    fc.assert(
      fc.property(fc.array(anyShot, { minLength: 1, maxLength: 10 }), (shots) => {
        const stage = open({ 'limits.anonymous': 'none' });
        const { alice, bob } = stage.pair();
        alice.lock('bob', 1);
        for (const shot of shots) {
          stage.advance(shot.delayMs);
          const before = stage.snapshot();
          const status = fire(stage, [alice, bob], { ...shot, delayMs: 0 });
          if (status >= 300) expect(withoutActivity(stage.snapshot())).toBe(withoutActivity(before));
        }
      }),
      { numRuns: attempts('arbitraryRequests', 2) },
    );
  });
});

/** How many requests of an agent have succeeded is no business of the ledger. */
const withoutActivity = (text: string): string => text.replaceAll(/"settledRequests":\d+/g, '');
