import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/http/message.ts';
import type { Style } from '../../src/core/http/route.ts';
import { open, type Reply, type Stage } from './harness.ts';

/** Method and path of every route of a service in one style, without the service's own address. */
const routesOf = (stage: Stage, service: string, style: Style): string[] =>
  stage.world.router.routes
    // MCP has a separate address (MCP07, which VER02 conflicts with).
    .filter((route) => route.row.transport === undefined)
    .filter((route) => route.service === service && route.style === style)
    .map(({ method, template }) => `${method} ${template.replace(`/${service}`, '')}`);

/** A conversation that meets successes and refusals of both services in both styles. */
function conversation(stage: Stage): Reply[] {
  const anna = stage.joinA('anna');
  const alice = stage.joinB('alice', { referrer: 'anna', metadata: { framework: 'mastra' } });
  const id = alice.lock('anna', 1);
  const replies = [
    anna.joined,
    alice.joined,
    anna.post('/faucet/api/v1/faucet/claim'),
    anna.get('/faucet/api/v1/faucet/status'),
    anna.get('/faucet/api/v1/agents/alice'),
    alice.post('/faucet/claim'),
    alice.get('/faucet/status'),
    alice.get('/faucet/agents'),
    anna.get('/faucet/referrals'),
    alice.post('/escrow/api/v1/escrow/create', { buyer: 'alice', seller: 'anna', amount: 1 }),
    alice.get(`/escrow/api/v1/escrow/${id}`),
    alice.get('/escrow/api/v1/escrow/list'),
    alice.get(`/escrow/escrow/${id}`),
    alice.get('/escrow/escrows'),
    alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' }),
    alice.post(`/escrow/escrow/${id}/release`),
    stage.anonymous().get('/escrow/escrows'),
    stage.anonymous().get('/none'),
    alice.postRaw('/escrow/escrow', '<order/>'),
  ];
  stage.breakDown('escrow', 'before');
  replies.push(alice.post('/escrow/escrow', { receiver: 'anna', amount: 1 }));
  stage.fault({ kind: 'outage', service: 'faucet', forMs: 1_000 });
  replies.push(alice.get('/faucet/status'));
  return replies;
}

describe('addressing styles', () => {
  it('VER01 publishes every mounted service of the platform document in exactly two addressing styles, A and B', () => {
    const { routes } = open().world.router;
    const own = ['faucet', 'escrow', 'trading', 'domains'];
    const services = new Set(routes.map(({ service }) => service).filter((service) => own.includes(service)));
    expect([...services]).toEqual(expect.arrayContaining(['faucet', 'escrow']));
    for (const service of services) {
      const styles = routes.filter((route) => route.service === service).map(({ style }) => style);
      expect(new Set(styles)).toEqual(new Set(['A', 'B']));
    }
  });

  it('VER02 begins every path of style A, on the separate address of each mounted service, with /api/v1', () => {
    const stage = open();
    for (const service of ['faucet', 'escrow']) {
      const paths = routesOf(stage, service, 'A');
      expect(paths.length).toBeGreaterThanOrEqual(4);
      for (const path of paths) expect(path).toMatch(/^(?:GET|POST) \/api\/v1\//);
    }
  });

  it('VER03 answers faucet and escrow of style B on their own addresses with short unprefixed paths', () => {
    const stage = open();
    expect(routesOf(stage, 'faucet', 'B').toSorted()).toEqual([
      'GET /agents',
      'GET /referrals',
      'GET /status',
      'POST /claim',
      'POST /register',
    ]);
    expect(routesOf(stage, 'escrow', 'B').toSorted()).toEqual([
      'GET /escrow/:id',
      'GET /escrows',
      'POST /escrow',
      'POST /escrow/:id/dispute',
      'POST /escrow/:id/refund',
      'POST /escrow/:id/release',
    ]);
  });
});

describe('version 1', () => {
  const described = (stage: Stage): JsonObject =>
    stage.anonymous().get('/openapi.json').body['info'] as JsonObject;

  it('VER08 is version 1: every path of style A begins with /api/v1, and the reference is labelled v1', () => {
    const stage = open();
    expect(described(stage)).toMatchObject({ version: '1.0.0', summary: 'Reference v1' });
    const { paths } = stage.anonymous().get('/openapi.json').body as { paths: JsonObject };
    const versions = Object.keys(paths).map((path) => /\/v(\d+)\//.exec(path)?.[1]);
    expect(new Set(versions)).toEqual(new Set(['1', undefined]));
    for (const service of ['faucet', 'escrow', 'domains', 'casino', 'trading']) {
      for (const path of routesOf(stage, service, 'A')) expect(path).toMatch(/^[A-Z]+ \/api\/v1\//);
    }
  });

  it('VER09 lists its changes, and each of them is there to be seen', () => {
    const stage = open({}, { startAt: '2026-03-04T06:15:00.000Z' });
    expect(described(stage)['x-changelog']).toHaveLength(4);
    const { alice } = stage.pair();
    expect(alice.joined.body['amount']).toBe('10.00');
    for (const service of ['faucet', 'escrow']) {
      const asked = stage
        .anonymous()
        .post(`/${service}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      expect(asked.verdict).toEqual([401, 'UNAUTHORIZED']);
    }
    expect(alice.escrow(alice.lock('bob', 2))).toMatchObject({ fee: '0.02', net: '1.98' });
    const perps = alice
      .get('/trading/api/v1/markets')
      .list('markets')
      .filter(({ type }) => type === 'perp');
    expect(perps.length).toBeGreaterThanOrEqual(275);
    const price = (1.02 * Number(alice.get('/api/trading-api/price/ETH-USDC').text('ask'))).toFixed(2);
    const bid = alice.post('/api/trading-api/order', {
      pair: 'ETH-USDC',
      side: 'buy',
      amount: 2,
      type: 'limit',
      price,
    });
    expect(bid.status).toBe(201);
    stage.advance('10m');
    expect(alice.get('/api/trading-api/orders').list('orders')).toMatchObject([
      { status: 'filled', fee: '0.002' },
    ]);
  });

  it('VER15 VER16 can carry _info on casino answers, with service, docs, referral and version 1.0.0 like the descriptor', () => {
    const stage = open({ 'http.info': 'on' });
    const { alice } = stage.pair();
    const replies = [
      alice.get('/casino/api/v1/games'),
      alice.post('/casino/api/v1/games/coin-flip', { amount: 0.01, side: 'heads' }),
      alice.post('/api/casino-api/bet', {}),
      stage.anonymous().get('/casino/api/v1/games'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 400, 401]);
    for (const { body } of replies) {
      expect(body['_info']).toEqual({
        service: 'casino',
        docs: expect.any(String),
        referral: expect.any(String),
        version: described(stage)['version'],
      });
    }
    expect(described(stage)['version']).toBe('1.0.0');
  });

  it('VER17 has the base path {casino_url}/api/v1 in style A of the casino', () => {
    const stage = open();
    const paths = routesOf(stage, 'casino', 'A');
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) expect(path).toMatch(/^[A-Z]+ \/api\/v1\//);
    expect(stage.joinB('alice').get('/casino/api/v1/games').status).toBe(200);
  });

  it('VER18 has a third style of short paths at {casino_url}/api/v1', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    const calls = routesOf(stage, 'casino', 'short').toSorted();
    expect(calls).toEqual([
      'GET /api/v1/games/provably-fair/:id',
      'GET /api/v1/leaderboard',
      'POST /api/v1/games/coinflip',
      'POST /api/v1/games/crash/bet',
      'POST /api/v1/games/crash/cashout',
    ]);
    const flip = alice.post('/casino/api/v1/games/coinflip', { side: 'heads', amount: '0.01' });
    const bet = alice.post('/casino/api/v1/games/crash/bet', { amount: '0.01' });
    const board = alice.get('/casino/api/v1/leaderboard');
    const proof = alice.get(`/casino/api/v1/games/provably-fair/${flip.text('bet_id')}`);
    expect([flip, bet, board, proof].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(alice.post('/casino/api/v1/games/crash/cashout').body['code']).toBe('CONFLICT');
  });
});

describe('what every answer is', () => {
  it('VER06 is JSON without exception, errors included', () => {
    const replies = conversation(open());
    expect(new Set(replies.map(({ status }) => status))).toEqual(
      new Set([200, 201, 400, 401, 404, 409, 500, 503]),
    );
    for (const { body } of replies) {
      expect(JSON.parse(JSON.stringify(body))).toStrictEqual(body);
      expect(Object.keys(body)).not.toHaveLength(0);
    }
  });

  it('VER07 denominates amounts in USDC where nothing else is said', () => {
    const stage = open();
    const { alice } = stage.pair();
    expect(alice.joined.body).toMatchObject({ amount: '10.00', currency: 'USDC' });
    const order = { buyer: 'alice', seller: 'bob', amount: 2.5 };
    const silent = alice.post('/escrow/api/v1/escrow/create', order);
    const said = alice.post('/escrow/api/v1/escrow/create', { ...order, currency: 'USDC' });
    expect([silent.status, said.status]).toEqual([201, 201]);
    expect(alice.post('/escrow/api/v1/escrow/create', { ...order, currency: 'EUR' }).status).toBe(400);
    for (const created of [silent, said]) {
      const detail = alice.get(`/escrow/api/v1/escrow/${created.text('escrow_id')}`);
      expect(detail.body).toMatchObject({ amount: 2.5, currency: 'USDC' });
    }
    expect(alice.spendable).toBe(5_000_000);
  });

  it('VER10 offers no event feed: beside /mcp, faucet and escrow have the published calls, which answer once, and no others', () => {
    const stage = open();
    expect([...routesOf(stage, 'faucet', 'A'), ...routesOf(stage, 'escrow', 'A')].toSorted()).toEqual([
      'GET /api/v1/agents/:id',
      'GET /api/v1/escrow/:id',
      'GET /api/v1/escrow/list',
      'GET /api/v1/faucet/status',
      'POST /api/v1/agents/register',
      'POST /api/v1/escrow/create',
      'POST /api/v1/escrow/dispute',
      'POST /api/v1/escrow/release',
      'POST /api/v1/faucet/claim',
    ]);
    const { alice } = stage.pair();
    for (const path of [
      '/faucet/events',
      '/escrow/events',
      '/escrow/api/v1/events',
      '/events',
      '/ws',
      '/webhooks',
    ]) {
      const accept = { accept: 'text/event-stream', upgrade: 'websocket' };
      expect(alice.get(path, {}, accept).verdict).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('VER13 carries _info as an object of service, docs, referral, version, where it is carried (policy http.info: on)', () => {
    const replies = conversation(open({ 'http.info': 'on' }));
    for (const { body } of replies) {
      const info = body['_info'];
      expect(info).toEqual({
        service: expect.stringMatching(/^(?:faucet|escrow|platform)$/),
        docs: expect.any(String),
        referral: expect.any(String),
        version: expect.any(String),
      });
    }
    for (const { body } of conversation(open())) expect(body).not.toHaveProperty('_info');
  });
});
