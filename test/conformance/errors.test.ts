import { describe, expect, it } from 'vitest';
import { admitted, expectRefused, open, type Reply, type Stage } from './harness.ts';
import { liveOf } from './polite-run.ts';

/** One answer of every status that an error of the faucet and the escrow can have. */
function everyError(stage: Stage): Reply[] {
  const { alice, bob } = stage.pair();
  const id = alice.lock('bob', 1);
  alice.post(`/escrow/escrow/${id}/release`);
  const refusals = [
    alice.post('/escrow/escrow', {}),
    stage.anonymous().get('/faucet/status'),
    bob.post(`/escrow/escrow/${id}/release`),
    alice.get('/escrow/escrow/esc_unknown'),
    alice.get('/nowhere'),
    alice.post(`/escrow/escrow/${id}/release`),
    alice.post('/faucet/claim'),
    alice.post('/escrow/escrow', { receiver: 'bob', amount: 9_999 }),
  ];
  const hasty = stage.joinB('hasty');
  for (let count = 0; count < 10; count++) hasty.get('/faucet/status');
  refusals.push(hasty.get('/faucet/status'));
  stage.breakDown('escrow', 'before');
  refusals.push(alice.post('/escrow/escrow', { receiver: 'bob', amount: 1 }));
  stage.fault({ kind: 'outage', service: 'faucet', forMs: 1_000 });
  refusals.push(alice.get('/faucet/api/v1/faucet/status'));
  return refusals;
}

describe('the error body', () => {
  it('ERR01 is JSON with two strings, error and code (policy errors.rateLimitBody: superset)', () => {
    const refusals = everyError(open());
    expect(refusals.map(({ status }) => status)).toEqual([
      400, 401, 403, 404, 404, 409, 409, 422, 429, 500, 503,
    ]);
    for (const { status, body } of refusals) {
      expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
      expect(body['error']).not.toBe('');
      if (status !== 429) expect(Object.keys(body)).toEqual(['error', 'code']);
    }
  });
});

describe('the error table', () => {
  it('ERR02 answers a missing parameter with 400 BAD_REQUEST that names it', () => {
    const { alice } = open().pair();
    const missing: [string, object, string][] = [
      ['/faucet/register', {}, 'agent_id'],
      ['/faucet/api/v1/agents/register', { referrer: 'bob' }, 'agent_id'],
      ['/escrow/escrow', { receiver: 'bob' }, 'amount'],
      ['/escrow/escrow', { amount: 1 }, 'receiver'],
      ['/escrow/escrow/esc_x/dispute', {}, 'reason'],
      ['/escrow/api/v1/escrow/create', { seller: 'bob', amount: 1 }, 'buyer'],
      ['/escrow/api/v1/escrow/create', { buyer: 'alice', amount: 1 }, 'seller'],
      ['/escrow/api/v1/escrow/create', { buyer: 'alice', seller: 'bob' }, 'amount'],
      ['/escrow/api/v1/escrow/release', {}, 'escrow_id'],
      ['/escrow/api/v1/escrow/dispute', { escrow_id: 'esc_x' }, 'reason'],
    ];
    for (const [path, body, name] of missing) {
      const refused = alice.post(path, body);
      expectRefused(refused, 'BAD_REQUEST');
      expect(refused.text('error')).toContain(name);
    }
  });

  it('ERR03 answers an invalid parameter with 400 BAD_REQUEST that names it', () => {
    const stage = open();
    const { alice } = stage.pair();
    const order = { receiver: 'bob', amount: 1 };
    const invalid: [object, string][] = [
      [{ ...order, amount: -1 }, 'amount'],
      [{ ...order, amount: '1,00' }, 'amount'],
      [{ ...order, receiver: 7 }, 'receiver'],
      [{ ...order, expires_in: 59 }, 'expires_in'],
      [{ ...order, expires_in: 30 * 86_400 + 1 }, 'expires_in'],
      [{ ...order, expires_in: '3600' }, 'expires_in'],
      [{ ...order, expires_in: 60.5 }, 'expires_in'],
      [{ ...order, conditions: 'none' }, 'conditions'],
      [{ ...order, referrer: 'nobody-of-that-name' }, 'referrer'],
    ];
    for (const [body, name] of invalid) {
      const refused = alice.post('/escrow/escrow', body);
      expectRefused(refused, 'BAD_REQUEST');
      expect(refused.text('error')).toContain(name);
    }
    expectRefused(alice.get('/escrow/escrows', { role: 'buyer' }), 'BAD_REQUEST');
    for (const agentId of ['', 'a b', 'ä', 'x'.repeat(65)]) {
      expectRefused(stage.anonymous().post('/faucet/register', { agent_id: agentId }), 'BAD_REQUEST');
    }
    expect(alice.spendable).toBe(10_000_000);
  });

  it('ERR04 carries code UNAUTHORIZED with status 401', () => {
    const refused = open().anonymous().get('/escrow/escrows');
    expect(refused.verdict).toEqual([401, 'UNAUTHORIZED']);
  });

  it('ERR05 carries code FORBIDDEN with status 403', () => {
    const { alice, bob } = open().pair();
    const refused = bob.post(`/escrow/escrow/${alice.lock('bob', 1)}/refund`);
    expect(refused.verdict).toEqual([403, 'FORBIDDEN']);
  });

  it('ERR06 answers an unknown escrow with 404 NOT_FOUND, in every call that names one', () => {
    const { alice } = open().pair();
    const calls = [
      alice.get('/escrow/escrow/esc_unknown'),
      alice.get('/escrow/api/v1/escrow/esc_unknown'),
      alice.post('/escrow/escrow/esc_unknown/release'),
      alice.post('/escrow/escrow/esc_unknown/refund'),
      alice.post('/escrow/escrow/esc_unknown/dispute', { reason: 'lost' }),
      alice.post('/escrow/api/v1/escrow/release', { escrow_id: 'esc_unknown' }),
      alice.post('/escrow/api/v1/escrow/dispute', { escrow_id: 'esc_unknown', reason: 'lost' }),
    ];
    for (const refused of calls) expectRefused(refused, 'NOT_FOUND');
  });

  it('ERR10 answers a second release with 409 CONFLICT, in both styles', () => {
    const { alice } = open().pair();
    const id = alice.lock('bob', 1);
    expect(alice.post(`/escrow/escrow/${id}/release`).status).toBe(200);
    expectRefused(alice.post(`/escrow/escrow/${id}/release`), 'CONFLICT');
    expectRefused(alice.post('/escrow/api/v1/escrow/release', { escrow_id: id }), 'CONFLICT');
  });

  it('ERR11 answers too little USDC with 422 INSUFFICIENT_BALANCE, by as little as one micro', () => {
    const { alice } = open().pair();
    expectRefused(
      alice.post('/escrow/escrow', { receiver: 'bob', amount: '10.000001' }),
      'INSUFFICIENT_BALANCE',
    );
    expect(alice.post('/escrow/escrow', { receiver: 'bob', amount: '10.00' }).status).toBe(201);
    expectRefused(alice.post('/escrow/escrow', { receiver: 'bob', amount: 0.1 }), 'INSUFFICIENT_BALANCE');
  });

  it('ERR12 answers 429 RATE_LIMIT until the reset time has passed (policy errors.rateLimitBody: superset)', () => {
    const stage = open();
    const { alice } = stage.pair();
    const call = () => alice.get('/escrow/api/v1/escrow/list');
    for (let count = 0; count < 50; count++) expect(call().status).toBe(200);
    const refused = call();
    expect(refused.verdict).toEqual([429, 'RATE_LIMIT']);
    const resetMs = Date.parse(refused.text('reset_at'));
    expect(resetMs).toBe(Math.ceil((stage.nowMs + 10_000) / 1_000) * 1_000);
    stage.advance(9_999);
    expect(call().verdict).toEqual([429, 'RATE_LIMIT']);
    stage.advance(resetMs - stage.nowMs);
    expect(call().status).toBe(200);
  });

  it('ERR13 answers a server fault with 500 INTERNAL_ERROR', () => {
    const stage = open();
    const { alice } = stage.pair();
    stage.breakDown('escrow', 'before');
    expectRefused(alice.post('/escrow/escrow', { receiver: 'bob', amount: 1 }), 'INTERNAL_ERROR');
    expect(alice.post('/faucet/claim').status).not.toBe(500);
    stage.advance(1_000);
    expect(alice.post('/escrow/escrow', { receiver: 'bob', amount: 1 }).status).toBe(201);
  });

  it('ERR15 answers 503 SERVICE_UNAVAILABLE while a service is offline, to the millisecond', () => {
    const stage = open();
    const { alice } = stage.pair();
    stage.fault({ kind: 'outage', service: 'escrow', forMs: 600_000 });
    const refused = alice.get('/escrow/escrows');
    expectRefused(refused, 'SERVICE_UNAVAILABLE');
    expect(refused.header('retry-after')).toBe(600);
    expect(alice.get('/faucet/status').status).toBe(200);
    stage.advance(599_999);
    expectRefused(alice.get('/escrow/escrows'), 'SERVICE_UNAVAILABLE');
    stage.advance(1);
    expect(alice.get('/escrow/escrows').status).toBe(200);
  });

  it('ERR17 says FAUCET_CLAIMED when the allocation has been taken, in both styles', () => {
    const stage = open();
    const anna = stage.joinA('anna');
    const alice = stage.joinB('alice');
    expect(anna.post('/faucet/api/v1/faucet/claim').status).toBe(200);
    expect(anna.post('/faucet/api/v1/faucet/claim').body['code']).toBe('FAUCET_CLAIMED');
    expect(alice.post('/faucet/claim').body['code']).toBe('FAUCET_CLAIMED');
  });
});

describe('errors of the casino', () => {
  it('ERR19 holds to the shared codes, and says GAME_CLOSED while the house cannot cover a game', () => {
    const stage = open({ 'limits.enterpriseCaps': 'lifted' });
    const { alice } = stage.pair();
    const bet = (fields: object): Reply =>
      alice.post('/casino/api/v1/games/coin-flip', { amount: 0.01, ...fields });
    expectRefused(bet({ side: 'edge' }), 'BAD_REQUEST');
    expectRefused(stage.anonymous().get('/casino/api/v1/games'), 'UNAUTHORIZED');
    expectRefused(alice.get('/casino/api/v1/fairness/audit/bet_none'), 'NOT_FOUND');
    const poor = stage.joinA('poor');
    expectRefused(
      poor.post('/casino/api/v1/auth/withdraw', { amount: '5.00', address: `0x${'a'.repeat(40)}` }),
      'INSUFFICIENT_BALANCE',
    );
    expect(admitted(101, () => bet({ side: 'heads' }))).toBeLessThan(101);
    expectRefused(bet({ side: 'heads' }), 'RATE_LIMIT');
    const { alice: early } = open({ 'casino.houseBankroll': '0' }).pair();
    expectRefused(early.post('/casino/api/v1/games/slots', { amount: 0.01 }), 'GAME_CLOSED');
  });
});

describe('what clients are asked to do', () => {
  it('ERR14 repeats a call that got 500 with exponential backoff, until it works', () => {
    const live = liveOf();
    live.fault({ kind: 'error', service: 'escrow', forMs: 60_000, rate: 1, effect: 'before' });
    live.run(function* (agent) {
      yield* agent.join();
      live.mark();
      yield* agent.polite.get('/escrow/escrows');
    });
    const calls = live.sent('/escrow/escrows');
    expect(calls.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500, 200]);
    expect(calls.map(({ secondsAfter }) => secondsAfter)).toEqual([0, 1, 2, 4, 8, 16, 32]);
  });
});
