import { describe, expect, it } from 'vitest';
import { admitted, greedy, expectRefused, open, type Member, type Reply, type Stage } from './harness.ts';

/** A call in style A that counts against the tier alone. */
const tierCall = (member: Member) => (): Reply => member.get('/escrow/api/v1/escrow/list');

function onTier(tier: 'free' | 'pro' | 'enterprise', stage = open()): { stage: Stage; member: Member } {
  const member = stage.joinB('alice');
  stage.setTier(member, tier);
  return { stage, member };
}

describe('tiers', () => {
  it('LIM01 counts a quota per key and over all endpoints together', () => {
    const stage = open();
    const { alice, bob } = stage.pair();
    const paths = [
      '/escrow/api/v1/escrow/list',
      '/faucet/api/v1/faucet/status',
      '/escrow/api/v1/escrow/x',
      '/none',
    ];
    let sent = 0;
    expect(admitted(60, () => alice.get(paths[sent++ % paths.length] ?? ''))).toBe(50);
    for (const path of paths) expectRefused(alice.get(path), 'RATE_LIMIT');
    expect(bob.withKey(alice.key).get('/none').status).toBe(429);
    expect(alice.withKey(bob.key).get('/none').status).toBe(404);
  });

  it('LIM02 puts a key without an upgrade on the Free tier', () => {
    const stage = open();
    for (const member of [stage.joinA('anna'), stage.joinB('bert')]) {
      expect(admitted(51, tierCall(member))).toBe(50);
      expect(tierCall(member)().body['tier']).toBe('free');
    }
  });

  it('LIM03 gives Free 100 requests a minute: the 101st waits until the first is 60 s old', () => {
    const { stage, member } = onTier('free');
    expect(admitted(50, tierCall(member))).toBe(50);
    stage.advance('10s');
    expect(admitted(51, tierCall(member))).toBe(50);
    stage.advance(49_999);
    const refused = tierCall(member)();
    expect(refused.body).toMatchObject({ limit: 100, window: '1m', tier: 'free' });
    stage.advance(1);
    expect(tierCall(member)().status).toBe(200);
  });

  it('LIM04 gives Free 10,000 requests a day, and again from midnight UTC on', () => {
    const stage = open({}, { startAt: '2026-03-01T00:00:00.000Z' });
    const { member } = onTier('free', stage);
    expect(greedy(stage, 86_399_999, tierCall(member))).toBe(10_000);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    const refused = tierCall(member)();
    expect(refused.body).toMatchObject({ limit: 10_000, window: '1d', reset_at: '2026-03-02T00:00:00.000Z' });
    expect(refused.header('retry-after')).toBe(1);
    stage.advance(1);
    expect(tierCall(member)().status).toBe(200);
  });

  it('LIM05 lets Free burst to 50 in 10 s and no further (policy limits.burst: table)', () => {
    const { stage, member } = onTier('free');
    expect(admitted(51, tierCall(member))).toBe(50);
    stage.advance(9_999);
    expect(tierCall(member)().body).toMatchObject({ limit: 50, window: '10s' });
    stage.advance(1);
    expect(tierCall(member)().status).toBe(200);
  });

  it('LIM06 gives Pro 1,000 requests a minute', () => {
    const { stage, member } = onTier('pro');
    expect(admitted(500, tierCall(member))).toBe(500);
    stage.advance('10s');
    expect(admitted(501, tierCall(member))).toBe(500);
    stage.advance(49_999);
    expect(tierCall(member)().body).toMatchObject({ limit: 1_000, window: '1m', tier: 'pro' });
    stage.advance(1);
    expect(tierCall(member)().status).toBe(200);
  });

  it('LIM08 lets Pro burst to 500 in 10 s and no further (policy limits.burst: table)', () => {
    const { stage, member } = onTier('pro');
    expect(admitted(501, tierCall(member))).toBe(500);
    stage.advance(9_999);
    expect(tierCall(member)().body).toMatchObject({ limit: 500, window: '10s' });
    stage.advance(1);
    expect(tierCall(member)().status).toBe(200);
  });

  it('LIM09 sets Enterprise no ceiling per minute, per day or on bursts', () => {
    const { member } = onTier('enterprise');
    expect(admitted(20_000, tierCall(member))).toBe(20_000);
  });

  it('LIM46 applies an upgrade asked for with the API key within 24 h (Pro) and 48 h (Enterprise)', () => {
    for (const policy of ['seeded', 'bound']) {
      for (const [tier, boundHours] of [
        ['pro', 24],
        ['enterprise', 48],
      ] as const) {
        const stage = open({ 'limits.upgrade': policy });
        const member = stage.joinB('alice');
        const asked = stage.anonymous().post('/_sim/tier', { api_key: member.key, tier });
        expect(asked.status).toBe(200);
        const waitMs = Date.parse(asked.text('effective_at')) - stage.nowMs;
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThanOrEqual(boundHours * 3_600_000);
        stage.advance(waitMs - 1);
        expect(admitted(51, tierCall(member))).toBe(50);
        stage.advance(1);
        expect(admitted(51, tierCall(member))).toBe(51);
      }
    }
  });
});

describe('what counts', () => {
  /** A request of each outcome, and the status it has. */
  function outcomes(stage: Stage, member: Member, id: string): [number, () => Reply][] {
    return [
      [200, () => member.get('/escrow/escrows')],
      [201, () => member.post('/escrow/escrow', { receiver: 'bob', amount: 1 })],
      [400, () => member.post('/escrow/escrow', {})],
      [403, () => member.post(`/escrow/escrow/${id}/refund`)],
      [404, () => member.get('/escrow/escrow/esc_unknown')],
      [404, () => member.get('/none')],
      [409, () => member.post('/faucet/register', { agent_id: 'bob' })],
      [422, () => member.post('/escrow/escrow', { receiver: 'bob', amount: 99 })],
      [
        500,
        () => (
          stage.breakDown('escrow', 'before'),
          member.post('/escrow/escrow', { receiver: 'bob', amount: 1 })
        ),
      ],
      [
        503,
        () => (stage.fault({ kind: 'outage', service: 'faucet', forMs: 1 }), member.get('/faucet/status')),
      ],
    ];
  }

  /** Requests left in the member's 10 seconds: its tier admits 50. */
  const left = (member: Member): number => 50 - admitted(50, () => member.get('/none'));

  it('LIM10 uses up quota with every request, whatever its outcome, 429 too (policy limits.rejections: consume)', () => {
    const stage = open({ 'limits.rejections': 'consume' });
    const { alice, bob } = stage.pair();
    const cases = outcomes(stage, alice, bob.lock('alice', 1));
    for (const [status, send] of cases) expect(send().status).toBe(status);
    expect(left(alice)).toBe(cases.length);
    stage.advance('9s');
    expect(alice.get('/none').status).toBe(429);
    stage.advance(1_000);
    expect(admitted(50, () => alice.get('/none'))).toBe(50 - 2);
  });

  it('LIM10 uses up quota with every request but one answered 429 (policy limits.rejections: free)', () => {
    const stage = open();
    const { alice, bob } = stage.pair();
    const cases = outcomes(stage, alice, bob.lock('alice', 1));
    for (const [status, send] of cases) expect(send().status).toBe(status);
    expect(left(alice)).toBe(cases.length);
    stage.advance('9s');
    expect(alice.get('/none').status).toBe(429);
    stage.advance(1_000);
    expect(admitted(51, () => alice.get('/none'))).toBe(50);
  });

  it('LIM11 uses up quota with requests answered 400, 401 and 404', () => {
    const stage = open();
    const { alice } = stage.pair();
    const sends = [
      () => alice.post('/escrow/api/v1/escrow/create', {}),
      () => alice.get('/escrow/api/v1/escrow/esc_unknown'),
    ];
    for (const [index, send] of sends.entries()) {
      expect(send().status).toBe([400, 404][index]);
      expect(send().header('x-ratelimit-remaining')).toBe(50 - 2 * (index + 1));
    }
    const stranger = stage.anonymous();
    expect(stranger.get('/escrow/escrows').status).toBe(401);
    expect(stranger.withKey('sk_live_wrong').get('/escrow/api/v1/escrow/list').status).toBe(401);
    expect(stranger.get('/none').header('x-ratelimit-remaining')).toBe(47);
    expect(admitted(50, () => stranger.get('/escrow/api/v1/escrow/list'))).toBe(47);
  });
});

describe('the token bucket', () => {
  it('LIM12 lets a key send 3 times its minute limit within 10 s (policy limits.burst: x3)', () => {
    for (const [tier, perMinute] of [
      ['free', 100],
      ['pro', 1_000],
    ] as const) {
      const { member } = onTier(tier, open({ 'limits.burst': 'x3' }));
      expect(admitted(3 * perMinute + 1, tierCall(member))).toBe(3 * perMinute);
    }
  });

  it('LIM12 never lets a key send more than 3 times its minute limit in 10 s (policy limits.burst: x3capped)', () => {
    for (const [policy, most] of [
      ['x3', 316],
      ['x3capped', 300],
    ] as const) {
      const { stage, member } = onTier('free', open({ 'limits.burst': policy }));
      let count = admitted(400, tierCall(member));
      for (let ms = 0; ms < 9_999; ms += 101) {
        stage.advance(ms + 101 > 9_999 ? 9_999 - ms : 101);
        count += admitted(400, tierCall(member));
      }
      expect(count).toBe(most);
    }
  });

  it('LIM13 fills the bucket up again at the sustained rate (policy limits.burst: x3)', () => {
    const { stage, member } = onTier('free', open({ 'limits.burst': 'x3' }));
    expect(admitted(301, tierCall(member))).toBe(300);
    stage.advance(599);
    expect(tierCall(member)().status).toBe(429);
    stage.advance(1);
    expect(admitted(2, tierCall(member))).toBe(1);
    stage.advance('60s');
    expect(admitted(301, tierCall(member))).toBe(100);
    stage.advance('3m');
    expect(admitted(301, tierCall(member))).toBe(300);
    stage.advance('1d');
    expect(admitted(301, tierCall(member))).toBe(300);
  });
});

describe('the register cap', () => {
  const paths = { A: '/faucet/api/v1/agents/register', B: '/faucet/register' } as const;

  it('LIM18 takes 10 registrations a minute from one IP address, on each /register endpoint', () => {
    for (const path of Object.values(paths)) {
      const stage = open({}, { startAt: '2026-03-01T06:15:00.000Z' });
      const caller = stage.anonymous();
      let count = 0;
      const register = (): Reply => caller.post(path, { agent_id: `agent-${count++}` });
      expect(admitted(11, register)).toBe(10);
      expect(register().body).toMatchObject({ limit: 10, retry_after_seconds: 60 });
      expect(stage.anonymous().post(path, { agent_id: 'from-elsewhere' }).status).toBe(201);
      stage.advance(59_999);
      expect(register().status).toBe(429);
      stage.advance(1);
      expect(admitted(11, register)).toBe(10);
    }
  });

  it('LIM19 counts the register cap by source IP: other keys do not avoid it', () => {
    const stage = open();
    const members = Array.from({ length: 11 }, (_, index) => stage.joinA(`member-${index}`));
    const { ip } = stage.anonymous();
    const register = (member: Member, index: number): Reply =>
      member.send({ method: 'POST', path: paths.A, body: { agent_id: `child-${index}` }, ip });
    expect(members.map((member, index) => register(member, index).status)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      429,
    ]);
    const { 10: last } = members;
    expect(last?.post(paths.A, { agent_id: 'from-its-own-address' }).status).toBe(201);
  });

  it('LIM20 keeps the register cap in force on Pro and Enterprise, under either reading of endpoint caps', () => {
    for (const tier of ['pro', 'enterprise'] as const) {
      for (const reading of ['bind', 'lifted']) {
        const { stage, member } = onTier(tier, open({ 'limits.enterpriseCaps': reading }));
        const { ip } = stage.anonymous();
        let count = 0;
        const register = (): Reply =>
          member.send({ method: 'POST', path: paths.A, body: { agent_id: `child-${count++}` }, ip });
        expect(admitted(11, register)).toBe(10);
      }
    }
  });
});

describe('the headers', () => {
  /** An answer of every kind: each status, each service, with and without a key. */
  function answers(stage: Stage): Reply[] {
    const { alice, bob } = stage.pair();
    const id = alice.lock('bob', 1);
    const found = [
      alice.joined,
      alice.get('/escrow/escrows'),
      alice.post('/escrow/escrow', {}),
      stage.anonymous().get('/escrow/escrows'),
      bob.post(`/escrow/escrow/${id}/release`),
      stage.anonymous().get('/none'),
      alice.send({ method: 'DELETE', path: '/escrow/escrows' }),
      alice.post('/faucet/claim'),
      alice.post('/escrow/escrow', { receiver: 'bob', amount: 99 }),
      stage.anonymous().get('/faucet/agents'),
    ];
    admitted(50, () => alice.get('/none'));
    found.push(alice.get('/none'));
    stage.breakDown('escrow', 'before');
    found.push(bob.post(`/escrow/escrow/${id}/release`));
    stage.fault({ kind: 'outage', service: 'faucet', forMs: 1_000 });
    found.push(bob.get('/faucet/status'));
    expect(found.map(({ status }) => status)).toEqual([
      201, 200, 400, 401, 403, 404, 404, 409, 422, 200, 429, 500, 503,
    ]);
    return found;
  }

  it('LIM21 puts the integer X-RateLimit-Limit on all responses', () => {
    const { joined } = open().joinB('alice');
    expect(joined.headers['x-ratelimit-limit']).toBe(10);
    for (const { headers } of answers(open())) {
      expect([10, 50, 60, 100]).toContain(headers['x-ratelimit-limit']);
    }
  });

  it('LIM22 puts the integer X-RateLimit-Remaining on all responses, and it is what is left', () => {
    for (const { headers } of answers(open())) {
      expect(headers['x-ratelimit-remaining']).toSatisfy(Number.isSafeInteger);
    }
    const { member } = onTier('free');
    for (let left = 49; left >= 0; left--) {
      expect(tierCall(member)().header('x-ratelimit-remaining')).toBe(left);
    }
    expect(tierCall(member)().header('x-ratelimit-remaining')).toBe(0);
  });

  it('LIM23 puts X-RateLimit-Reset on all responses, the Unix second in which the quota grows again', () => {
    const stage = open();
    for (const { headers } of answers(stage)) {
      const reset = headers['x-ratelimit-reset'];
      expect(reset).toSatisfy(Number.isSafeInteger);
      expect(Number(reset) * 1_000).toBeGreaterThanOrEqual(stage.nowMs);
      expect(Number(reset) * 1_000).toBeLessThan(stage.nowMs + 61_000);
    }
    const later = onTier('free');
    expect(tierCall(later.member)().header('x-ratelimit-reset')).toBe(
      Math.ceil((later.stage.nowMs + 10_000) / 1_000),
    );
  });

  it('LIM24 puts Retry-After in whole seconds on a 429, and the request is admitted then', () => {
    const { stage, member } = onTier('free');
    expect(tierCall(member)().headers['retry-after']).toBeUndefined();
    admitted(50, tierCall(member));
    stage.advance(3_877);
    const refused = tierCall(member)();
    expect(refused.status).toBe(429);
    expect(refused.header('retry-after')).toBe(7);
    stage.advance(6_122);
    expect(tierCall(member)().header('retry-after')).toBe(1);
    stage.advance(878);
    expect(tierCall(member)().status).toBe(200);
  });
});

describe('the 429 body', () => {
  const startAt = '2026-03-01T06:15:00.000Z';

  function refusal(overrides = {}): { stage: Stage; refused: Reply } {
    const { stage, member } = onTier('free', open(overrides, { startAt }));
    admitted(50, tierCall(member));
    return { stage, refused: tierCall(member)() };
  }

  it('LIM25 has exactly the published fields (policy errors.rateLimitBody: literal)', () => {
    const { refused } = refusal({ 'errors.rateLimitBody': 'literal' });
    expect(refused.status).toBe(429);
    expect(Object.keys(refused.body)).toEqual([
      'error',
      'message',
      'limit',
      'window',
      'retry_after_seconds',
      'reset_at',
      'tier',
      'upgrade_url',
    ]);
  });

  it('LIM25 has the published fields and the code beside them (policy errors.rateLimitBody: superset)', () => {
    const literal = refusal({ 'errors.rateLimitBody': 'literal' }).refused.body;
    expect(refusal().refused.body).toEqual({ ...literal, code: 'RATE_LIMIT' });
  });

  it('LIM26 has the fixed string rate_limit_exceeded as error, under both readings of the body', () => {
    for (const reading of ['superset', 'literal']) {
      const { refused } = refusal({ 'errors.rateLimitBody': reading });
      expect(refused.body['error']).toBe('rate_limit_exceeded');
      expect(refused.body['message']).toBe('more than 50 requests in 10s');
    }
  });

  it('LIM27 has integers, strings and an ISO 8601 instant, which all say the same', () => {
    const { stage, refused } = refusal();
    const resetMs = stage.nowMs + 10_000;
    expect(refused.body).toMatchObject({
      limit: 50,
      window: '10s',
      retry_after_seconds: 10,
      reset_at: new Date(resetMs).toISOString(),
      tier: 'free',
      upgrade_url: expect.stringMatching(/^https:\/\//),
    });
    expect(refused.header('retry-after')).toBe(10);
    expect(refused.header('x-ratelimit-reset')).toBe(resetMs / 1_000);
    const minute = onTier('free', open({}, { startAt }));
    admitted(50, tierCall(minute.member));
    minute.stage.advance('10s');
    admitted(50, tierCall(minute.member));
    minute.stage.advance('10s');
    expect(tierCall(minute.member)().body).toMatchObject({ window: '1m', retry_after_seconds: 40 });
  });
});

describe('lists', () => {
  it('LIM52 accepts a limit as high as 100', () => {
    const stage = open({ 'lists.limitAbove': 'reject', 'limits.styleB': 'row' });
    const { alice } = stage.pair();
    stage.setTier(alice, 'enterprise');
    for (let count = 0; count < 99; count++) {
      if (count % 50 === 0) stage.advance('1m');
      alice.lock('bob', '0.10');
    }
    stage.advance('1d');
    alice.lock('bob', '0.10');
    alice.lock('bob', '0.10', { expires_in: 60 });
    stage.advance('1m');
    expect(alice.get('/escrow/escrows', { limit: '100' }).list('escrows')).toHaveLength(100);
    expectRefused(alice.get('/escrow/escrows', { limit: '101' }), 'BAD_REQUEST');
  });
});
