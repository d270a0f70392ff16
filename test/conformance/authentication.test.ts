import { describe, expect, it } from 'vitest';
import { expectRefused, open, type Member, type Stage } from './harness.ts';

/** Every route of a service, as [style, method, path with made-up parameters, needs a key]. */
const routesOf = (stage: Stage, services: readonly string[]) =>
  stage.world.router.routes
    .filter(({ service }) => services.includes(service))
    .map(({ style, method, template, needsKey }) => ({
      style,
      method,
      path: template.replaceAll(/:\w+/g, 'nothing'),
      needsKey,
    }));

/** A call that needs a key and has no effect. */
const readStatus = (caller: Pick<Member, 'get'>, authorization: string) =>
  caller.get('/faucet/api/v1/faucet/status', {}, { authorization });

describe('the bearer key', () => {
  it('AUT01 accepts a key only as "Authorization: Bearer <API_KEY>"', () => {
    const { alice } = open().pair();
    const key = alice.joined.text('api_key');
    expect(readStatus(alice, `Bearer ${key}`).status).toBe(200);
    for (const wrong of [key, `Basic ${key}`, `Bearer${key}`, `Bearer ${key} x`, `Token ${key}`, '']) {
      expectRefused(readStatus(alice, wrong), 'UNAUTHORIZED');
    }
    const elsewhere = { 'x-api-key': key, cookie: `api_key=${key}` };
    expectRefused(
      alice.withKey(undefined).get('/faucet/status', { api_key: key }, elsewhere),
      'UNAUTHORIZED',
    );
  });

  it('AUT04 delivers the key as api_key in the registration response of both styles', () => {
    const stage = open();
    for (const member of [stage.joinA('anna'), stage.joinB('bert')]) {
      const key = member.joined.text('api_key');
      expect(readStatus(stage.anonymous(), `Bearer ${key}`).status).toBe(200);
    }
  });

  it('AUT05 lets one key act for exactly one agent address', () => {
    const stage = open();
    const { alice, bob } = stage.pair();
    expect(alice.key).not.toBe(bob.key);
    expect(alice.address).not.toBe(bob.address);
    const balances = (reader: Member) =>
      [alice, bob].map(({ agentId }) => reader.get(`/faucet/api/v1/agents/${agentId}`).body['balance_usdc']);
    expect(balances(alice)).toEqual([10, undefined]);
    expect(balances(bob)).toEqual([undefined, 10]);
    const id = alice.lock('bob', 4);
    expect([alice.spendable, bob.spendable]).toEqual([6_000_000, 10_000_000]);
    expectRefused(bob.post(`/escrow/escrow/${id}/refund`), 'FORBIDDEN');
  });

  it('AUT06 begins every live key with the same text prefix', () => {
    const stage = open();
    const keys = ['a', 'b', 'c', 'd'].flatMap((id) => [
      stage.joinA(`${id}-a`).key,
      stage.joinB(`${id}-b`).key,
    ]);
    expect(new Set(keys).size).toBe(8);
    for (const key of keys) expect(key).toMatch(/^sk_live_[a-z2-7]{32}$/);
  });
});

describe('registration', () => {
  it('AUT07 registers with no Authorization header', () => {
    const caller = open().anonymous();
    expect(caller.key).toBeUndefined();
    expect(caller.post('/faucet/register', { agent_id: 'newcomer' }).status).toBe(201);
  });

  it('AUT14 needs no key for POST /api/v1/agents/register', () => {
    const caller = open().anonymous();
    expect(caller.post('/faucet/api/v1/agents/register', { agent_id: 'newcomer' }).status).toBe(201);
  });

  it('AUT16 needs no key for the faucet POST /register', () => {
    const caller = open().anonymous();
    expect(caller.post('/faucet/register', { agent_id: 'newcomer' }).status).toBe(201);
  });
});

describe('the faucet claim', () => {
  it('AUT08 pays the first faucet claim without a key (policy faucet.firstClaim: registration)', () => {
    const { joined } = open().joinB('alice');
    expect(joined.body).toMatchObject({ amount: '10.00', balance: '10.00' });
  });

  it('AUT08 accepts the first POST /claim without a key (policy faucet.firstClaim: keyless)', () => {
    const stage = open({ 'faucet.firstClaim': 'keyless' });
    const agent = stage.joinA('anna');
    const claim = stage.anonymous().post('/faucet/claim', { agent_id: 'anna' });
    expect(claim.status).toBe(200);
    expect(claim.body).toMatchObject({ amount: '2.00', balance: '2.00' });
    expect(agent.spendable).toBe(2_000_000);
  });

  it('AUT09 accepts later claims only with the issued key (policy faucet.firstClaim: keyless)', () => {
    const stage = open({ 'faucet.firstClaim': 'keyless' });
    const agent = stage.joinA('anna');
    const keyless = () => stage.anonymous().post('/faucet/claim', { agent_id: 'anna' });
    expect(keyless().status).toBe(200);
    stage.advance('24h');
    expectRefused(keyless(), 'UNAUTHORIZED');
    expect(agent.spendable).toBe(2_000_000);
    expect(agent.post('/faucet/claim').status).toBe(200);
    expect(agent.spendable).toBe(4_000_000);
  });

  it('AUT09 accepts claims after the registration only with the issued key (policy faucet.firstClaim: registration)', () => {
    const stage = open();
    const agent = stage.joinB('alice');
    stage.advance('24h');
    expectRefused(stage.anonymous().post('/faucet/claim', { agent_id: 'alice' }), 'UNAUTHORIZED');
    expect(agent.post('/faucet/claim').status).toBe(200);
  });

  it('AUT10 needs the key for any claim in style A, under either reading of the first claim', () => {
    for (const reading of ['registration', 'keyless']) {
      const stage = open({ 'faucet.firstClaim': reading });
      const agent = stage.joinA('anna');
      expectRefused(
        stage.anonymous().post('/faucet/api/v1/faucet/claim', { agent_id: 'anna' }),
        'UNAUTHORIZED',
      );
      expect(agent.spendable).toBe(0);
      expect(agent.post('/faucet/api/v1/faucet/claim').status).toBe(200);
    }
  });

  it('AUT17 needs the bearer key for the faucet POST /claim (policy faucet.firstClaim: registration)', () => {
    const stage = open();
    const agent = stage.joinA('anna');
    expectRefused(stage.anonymous().post('/faucet/claim', { agent_id: 'anna' }), 'UNAUTHORIZED');
    expect(agent.post('/faucet/claim').status).toBe(200);
  });
});

describe('which endpoints need the key', () => {
  it('AUT03 needs the key for every mounted faucet, escrow, trading and domains endpoint but those marked none', () => {
    const stage = open();
    const routes = routesOf(stage, ['faucet', 'escrow', 'trading', 'domains']);
    expect(routes.length).toBeGreaterThanOrEqual(20);
    const served = routes.filter(({ method, path }) => {
      const { status } = stage.anonymous().send({ method, path, body: {} });
      return status !== 401;
    });
    expect(served.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET /faucet/agents',
      'POST /faucet/api/v1/agents/register',
      'POST /faucet/register',
    ]);
  });

  it('AUT11 answers a left-out key with 401 UNAUTHORIZED', () => {
    const stage = open();
    for (const { method, path } of routesOf(stage, ['faucet', 'escrow']).filter(({ needsKey }) => needsKey)) {
      expectRefused(stage.anonymous().send({ method, path, body: {} }), 'UNAUTHORIZED');
    }
  });

  it('AUT12 answers an invalid key with 401 UNAUTHORIZED', () => {
    const stage = open();
    const { key } = stage.joinB('alice');
    const wrong = [
      `${key}x`,
      key?.slice(0, -1),
      key?.toUpperCase(),
      `sk_live_${'a'.repeat(32)}`,
      '__proto__',
    ];
    for (const { method, path } of routesOf(stage, ['faucet', 'escrow']).filter(({ needsKey }) => needsKey)) {
      for (const invalid of wrong) {
        expectRefused(stage.anonymous().withKey(invalid).send({ method, path, body: {} }), 'UNAUTHORIZED');
      }
    }
  });

  it('AUT12 answers an invalid key with 401 where a call may come without one as well', () => {
    const stage = open({ 'faucet.firstClaim': 'keyless', 'domains.lookup': 'open' });
    stage.joinA('alice');
    const body = { agent_id: 'alice' };
    for (const invalid of ['x', '__proto__', `sk_live_${'a'.repeat(32)}`]) {
      const anonymous = stage.anonymous().withKey(invalid);
      expectRefused(anonymous.post('/faucet/claim', body), 'UNAUTHORIZED');
      expectRefused(anonymous.get('/api/domains-api/lookup/alice.agent'), 'UNAUTHORIZED');
    }
    expect(stage.anonymous().post('/faucet/claim', body).status).toBe(200);
    expectRefused(stage.anonymous().get('/api/domains-api/lookup/alice.agent'), 'NOT_FOUND');
  });

  it('AUT13 answers a good key that lacks permission with 403 FORBIDDEN', () => {
    const stage = open();
    const { alice, bob } = stage.pair();
    const carol = stage.joinB('carol');
    const id = alice.lock('bob', 1);
    expectRefused(bob.post(`/escrow/escrow/${id}/release`), 'FORBIDDEN');
    expectRefused(carol.post(`/escrow/escrow/${id}/dispute`, { reason: 'mine' }), 'FORBIDDEN');
    expectRefused(carol.get(`/escrow/escrow/${id}`), 'FORBIDDEN');
    expect(alice.escrow(id)['status']).toBe('locked');
  });

  it('AUT15 needs the key for GET /api/v1/faucet/status and GET /api/v1/agents/{id}', () => {
    const stage = open();
    const agent = stage.joinA('anna');
    for (const path of ['/faucet/api/v1/faucet/status', '/faucet/api/v1/agents/anna']) {
      expectRefused(stage.anonymous().get(path), 'UNAUTHORIZED');
      expect(agent.get(path).status).toBe(200);
    }
  });

  it('AUT18 needs the key for the faucet GET /status and GET /referrals', () => {
    const stage = open();
    const agent = stage.joinB('alice');
    for (const path of ['/faucet/status', '/faucet/referrals']) {
      expectRefused(stage.anonymous().get(path), 'UNAUTHORIZED');
      expect(agent.get(path).status).toBe(200);
    }
  });

  it('AUT19 opens the faucet GET /agents to callers without a key', () => {
    const stage = open();
    stage.joinB('alice');
    const list = stage.anonymous().get('/faucet/agents');
    expect(list.status).toBe(200);
    expect(list.body['total_agents']).toBe(1);
  });

  it('AUT20 needs the key for every mounted escrow, trading and domains endpoint, registration of domains too', () => {
    const stage = open();
    const routes = routesOf(stage, ['escrow', 'trading', 'domains']);
    expect(routes.length).toBeGreaterThanOrEqual(11);
    for (const { method, path } of routes) {
      expectRefused(stage.anonymous().send({ method, path, body: {} }), 'UNAUTHORIZED');
    }
  });

  /** Made-up calls of a service without a key, and what comes of them. */
  const keyless = (stage: Stage, service: string): readonly { call: string; status: number }[] =>
    routesOf(stage, [service]).map(({ method, path }) => ({
      call: `${method} ${path}`,
      status: stage.anonymous().send({ method, path, body: {} }).status,
    }));

  it('AUT28 needs no key for POST /auth/register of the casino', () => {
    const reply = open().anonymous().post('/casino/api/v1/auth/register', {});
    expect(reply.status).toBe(201);
    expect(reply.text('api_key')).toMatch(/^sk_live_/);
  });

  it('AUT30 needs the bearer key for every mounted casino call apart from register and gossip', () => {
    const calls = keyless(open(), 'casino');
    expect(calls.length).toBeGreaterThan(20);
    const isOpen = (call: string): boolean => /\/(?:auth\/register|gossip)$/.test(call);
    for (const { call, status } of calls) {
      if (isOpen(call)) expect(status, call).not.toBe(401);
      else expect(status, call).toBe(401);
    }
  });
});
