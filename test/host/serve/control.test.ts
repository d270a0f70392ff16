import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import { isLocalCall, readRequest } from '../../../src/host/serve/read-request.ts';
import { serving, type Answer, type Serving } from './serving.ts';

const json = { 'content-type': 'application/json' };
const send = ({ call }: Serving, path: string, body: unknown): Promise<Answer> =>
  call('POST', `/_sim/${path}`, { headers: json, body });

describe('POST /_sim/clock/advance', () => {
  it('moves to an instant, and to now', async () => {
    const served = await serving();
    const to = '2026-02-01T00:00:00Z';
    for (let count = 0; count < 2; count++) {
      const answer = await send(served, 'clock/advance', { to });
      expect(answer).toMatchObject({ status: 200, body: { now: '2026-02-01T00:00:00.000Z' } });
    }
    expect((await send(served, 'clock/advance', { by: '0s' })).status).toBe(200);
  });

  it.each([
    [{ to: '2025-12-31T23:59:59Z' }, /before now/],
    [{ to: '2026-02-30T00:00:00Z' }, /expected an instant in RFC 3339/],
    [{ to: 'tomorrow' }, /expected an instant in RFC 3339/],
    [{ by: '-1h' }, /by is "-1h"; expected a duration such as/],
    [{ by: 24 }, /by is 24; expected a duration such as/],
    [{ by: '0.3ms' }, /expected a whole number of milliseconds/],
    [{ by: '24h', to: '2026-02-01T00:00:00Z' }, /either .* or .*, and not both/],
    [{}, /either .* or/],
    [{ bye: '24h' }, /unknown key "bye"; did you mean "by"\?/],
    [{ by: '9000000w' }, /would leave the years/],
    [{ to: '9999-12-31T00:00:00Z' }, /would leave the years/],
    ['[]', /must be a JSON object/],
  ])('refuses %j and leaves the clock alone', async (body, message) => {
    const served = await serving();
    const answer = await send(served, 'clock/advance', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body['error']).toMatch(message);
    expect(served.sandbox.nowMs).toBe(Date.UTC(2026, 0, 1));
  });
});

describe('X-Sim-At', () => {
  const at = (instant: string) => ({ headers: { 'x-sim-at': instant } });

  it('moves a manual clock, and due events on the way happen first', async () => {
    const { call, sandbox } = await serving();
    const fault = { at: '2026-01-01T01:00:00Z', service: 'faucet', kind: 'outage', for: '10m' };
    const planned = await call('POST', '/_sim/fault', { body: fault });
    expect(planned.body).toMatchObject({ from: '2026-01-01T01:00:00.000Z' });
    const statuses: number[] = [];
    for (const minute of ['00:59:59.999', '01:00:00.000', '01:09:59.999', '01:10:00.000']) {
      statuses.push((await call('GET', '/faucet/status', at(`2026-01-01T${minute}Z`))).status);
    }
    expect(statuses).toEqual([401, 503, 503, 401]);
    expect(sandbox.nowMs).toBe(Date.UTC(2026, 0, 1, 1, 10));
  });

  it.each([
    ['yesterday', 'no instant'],
    ['2025-12-31T23:59:59.999Z', 'past'],
    ['9999-12-31T23:59:59.999Z', 'too far'],
  ])('refuses %s (%s) and moves nothing', async (instant) => {
    const { call, sandbox } = await serving();
    const beforeMs = sandbox.nowMs;
    expect((await call('GET', '/_sim/clock', at(instant))).status).toBe(400);
    expect(sandbox.nowMs).toBe(beforeMs);
  });

  it('moves no running clock, and none for a web page', async () => {
    const running = await serving({ pace: 60 });
    expect((await running.call('GET', '/_sim/clock', at('2100-01-01T00:00:00Z'))).status).toBe(400);
    const { call, sandbox } = await serving();
    const beforeMs = sandbox.nowMs;
    const headers = { 'x-sim-at': '2026-02-01T00:00:00Z', origin: 'https://evil.example' };
    await call('GET', '/faucet/status', { headers });
    expect(sandbox.nowMs).toBe(beforeMs);
  });
});

describe('POST /_sim/fault', () => {
  const agents = async ({ call }: Serving): Promise<number> => (await call('GET', '/faucet/agents')).status;

  it('begins at once and ends by itself', async () => {
    const served = await serving();
    expect(await agents(served)).toBe(200);
    const fault = await send(served, 'fault', { service: 'faucet', kind: 'outage', for: '10m' });
    expect(fault).toMatchObject({
      status: 200,
      body: {
        service: 'faucet',
        kind: 'outage',
        from: '2026-01-01T00:00:00.000Z',
        until: '2026-01-01T00:10:00.000Z',
      },
    });
    const { status, headers } = await served.call('GET', '/faucet/agents');
    expect([status, headers['retry-after']]).toEqual([503, '600']);
    expect((await served.call('GET', '/escrow/escrows')).status).toBe(401);
    await send(served, 'clock/advance', { by: '599999ms' });
    expect(await agents(served)).toBe(503);
    await send(served, 'clock/advance', { by: '1ms' });
    expect(await agents(served)).toBe(200);
  });

  it('ends early when it is switched off, and never begins when it was planned', async () => {
    const served = await serving();
    await send(served, 'fault', { service: 'faucet', kind: 'outage', for: '10m' });
    const at = '2026-01-01T01:00:00Z';
    await send(served, 'fault', { service: 'faucet', kind: 'outage', for: '10m', at });
    await send(served, 'fault', { service: 'faucet', kind: 'clock-step', by: '5m', at });
    await send(served, 'clock/advance', { by: '1m' });
    expect(await agents(served)).toBe(503);
    expect(await send(served, 'fault/end', { number: 1 })).toMatchObject({
      status: 200,
      body: { number: 1, service: 'faucet', kind: 'outage', until: '2026-01-01T00:01:00.000Z' },
    });
    expect(await agents(served)).toBe(200);
    for (const number of [2, 3]) expect((await send(served, 'fault/end', { number })).status).toBe(200);
    await send(served, 'clock/advance', { to: '2026-01-01T01:05:00Z' });
    expect(await agents(served)).toBe(200);
    const joined = await served.call('POST', '/faucet/register', { body: { agent_id: 'late' } });
    expect(joined.text).toContain('"next_claim":"2026-01-02T01:05:00.000Z"');
    for (const number of [1, 2, 3])
      expect((await send(served, 'fault/end', { number })).text).toMatch(/is over; expected/);
    expect((await send(served, 'fault/end', { number: 4 })).status).toBe(404);
    expect((await send(served, 'fault/end', { number: 0 })).status).toBe(400);
  });

  it('that holds a clock lets it go when it is switched off, and stays where another one holds it', async () => {
    const served = await serving();
    const hold = { service: 'faucet', kind: 'clock-hold', for: '10m' };
    await send(served, 'fault', hold);
    await send(served, 'fault', hold);
    await send(served, 'clock/advance', { by: '1m' });
    const faucetMs = async (): Promise<string> => {
      const id = `at-${served.sandbox.world.requestCount}`;
      return (await served.call('POST', '/faucet/register', { body: { agent_id: id } })).text;
    };
    expect(await faucetMs()).toContain('00:00:00');
    await send(served, 'fault/end', { number: 1 });
    expect(await faucetMs()).toContain('00:00:00');
    await send(served, 'fault/end', { number: 2 });
    expect(await faucetMs()).toContain('00:01:00');
    await send(served, 'clock/advance', { by: '20m' });
    expect(await faucetMs()).toContain('00:21:00');
  });

  it('takes every kind that a scenario file takes', async () => {
    const served = await serving();
    const kinds = [
      { kind: 'error', for: '1m', rate: '100%', effect: 'after' },
      { kind: 'slow', for: '1m', latency: { median: '1ms' } },
      { kind: 'clock-hold', for: '1m' },
      { kind: 'clock-step', by: '-30m' },
    ];
    for (const kind of kinds)
      expect((await send(served, 'fault', { service: 'faucet', ...kind })).status).toBe(200);
    expect(await agents(served)).toBe(500);
    expect(served.sandbox.faults.map(({ kind }) => kind)).toEqual(kinds.map(({ kind }) => kind));
  });

  it.each([
    [{ service: 'faucet', kind: 'outage' }],
    [{ service: 'faucet', kind: 'outtage', for: '1m' }],
    [{ service: 'bank', kind: 'outage', for: '1m' }],
    [{ service: 'faucet', kind: 'outage', for: 60 }],
    [{ service: 'faucet', kind: 'error', for: '1m', rate: 2 }],
    [{ service: 'faucet', kind: 'slow', for: '1m', latency: { mean: '1s' } }],
    [{ service: 'faucet', kind: 'clock-step', by: 'x' }],
    [{ kind: 'outage', for: '1m' }],
  ])('says of %j what a scenario file would be told', async (fault) => {
    const text = `for: 1d\npopulation:\n  - { agent: x }\nfaults:\n  - ${JSON.stringify({ at: '1h', ...fault })}\n`;
    const behaviour = { name: 'x', about: '', parameters: {}, run: () => [][Symbol.iterator]() };
    const host = { readText: () => text, resolve: (_: string, path: string) => path, behaviour };
    const told = await loadScenario('s.yaml', { ...host, behaviour: async () => behaviour as never }).catch(
      ({ message }: Error) => message.replace(/^s\.yaml:\d+:\d+: /, ''),
    );
    const served = await serving();
    const answer = await send(served, 'fault', fault);
    expect(answer.status).toBe(400);
    const words = (message: unknown): string => String(message).replace(/\{.*\}/, '{}');
    expect(words(answer.body['error'])).toBe(words(told));
    expect(served.sandbox.faults).toEqual([]);
  });

  it.each([
    [
      { at: '1h', service: 'faucet', kind: 'outage', for: '1m' },
      /at is "1h"; expected an instant in RFC 3339/,
    ],
    [{ at: '2025-12-31T23:59:59Z', service: 'faucet', kind: 'outage', for: '1m' }, /at lies before now/],
    [{ service: 'faucet', kind: 'outage', for: '1m', rate: 1 }, /no "rate"; expected service, kind, for/],
    [{ service: 'faucet', kind: 'outage', for: '9000000w' }, /would leave the years/],
    [{ service: 'faucet', kind: 'clock-step', by: '-3000w' }, /would leave the years/],
  ])('refuses %j', async (fault, message) => {
    const answer = await send(await serving(), 'fault', fault);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatch(message);
  });

  it('never lets steps add up to a time that no clock has', async () => {
    const served = await serving();
    const step = { service: 'faucet', kind: 'clock-step', by: '200000w' };
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await send(served, 'fault', step)).status);
    expect(statuses).toEqual([200, 200, 400, 400]);
    expect((await served.call('GET', '/faucet/agents')).status).toBe(200);
  });
});

describe('POST /_sim/reset', () => {
  const register = async (served: Serving): Promise<unknown> => {
    const call = { headers: json, body: { agent_id: 'a' } };
    return (await served.call('POST', '/faucet/register', call)).body['api_key'];
  };
  const digest = async ({ call }: Serving): Promise<unknown> => (await call('GET', '/_sim/digest')).body;

  it('without a body starts the same world again', async () => {
    const served = await serving();
    const fresh = await digest(served);
    const key = await register(served);
    await send(served, 'fault', { service: 'faucet', kind: 'outage', for: '10m' });
    await send(served, 'clock/advance', { by: '1d' });
    const answer = await served.call('POST', '/_sim/reset');
    expect(answer.body).toMatchObject({ seed: '7', profile: 'published', now: '2026-01-01T00:00:00.000Z' });
    expect(await digest(served)).toEqual(fresh);
    expect(await register(served)).toBe(key);
  });

  it('takes another seed, profile or policies, and keeps what is not named', async () => {
    const served = await serving({ policies: { 'limits.burst': 'x3' } });
    const key = await register(served);
    const policy = async (name: string): Promise<unknown> =>
      ((await served.call('GET', '/_sim/policy')).body['policies'] as Record<string, string>)[name];
    expect((await send(served, 'reset', { seed: 8 })).body).toMatchObject({ seed: '8' });
    expect(await policy('limits.burst')).toBe('x3');
    expect(await register(served)).not.toBe(key);
    const answer = await send(served, 'reset', { policies: { 'http.info': 'on' } });
    expect(answer.body).toMatchObject({ seed: '8', profile: 'published' });
    expect([await policy('limits.burst'), await policy('http.info')]).toEqual(['table', 'on']);
    expect((await send(served, 'reset', { profile: 'consistent' })).body).toMatchObject({
      profile: 'consistent',
    });
    expect((await served.call('GET', '/openapi.json')).status).toBe(200);
  });

  it.each([
    [{ sead: 1 }, /unknown key "sead"; did you mean "seed"\?/],
    [{ seed: 1.5 }, /seed is 1.5; expected a whole number or a text/],
    [{ profile: 'other' }, /expected one of published, consistent/],
    [{ policies: { 'limits.brst': 'x3' } }, /did you mean "limits.burst"\?/],
    [{ policies: { 'limits.burst': 'x9' } }, /expected table, x3, x3capped/],
  ])('refuses %j and keeps the world', async (body, message) => {
    const served = await serving();
    await register(served);
    const answer = await send(served, 'reset', body);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatch(message);
    expect(served.sandbox.world.agents.count).toBe(1);
  });
});

describe('control', () => {
  it.each<[{ host?: string; origin?: string }, number]>([
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example:4010' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'localhost:4010' }, 200],
    [{ host: '[::1]:4010', origin: 'http://127.0.0.1:3000' }, 200],
  ])('is answered to this machine alone: %j', async (headers, status) => {
    const { call } = await serving();
    expect((await call('GET', '/_sim/clock', { headers })).status).toBe(status);
    // A page of another origin is shown nothing by its browser; one that has led here by a name of its own would be.
    const isLedHere = headers.host?.startsWith('evil') === true;
    expect((await call('GET', '/faucet/agents', { headers })).status).toBe(isLedHere ? 403 : 200);
    expect((await call('GET', '/openapi.json', { headers })).status).toBe(isLedHere ? 403 : 200);
  });

  const from = (remoteAddress: string): IncomingMessage =>
    ({ socket: { remoteAddress }, url: '/', method: 'GET', headers: { 'x-sim-ip': '10.0.0.1' } }) as never;

  it.each([
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['::1', true],
    ['10.0.0.9', false],
    ['127.0.0.1.example', false],
    ['fe80::1', false],
    ['', false],
  ])('counts %s as this machine: %s', (address, isLocal) => {
    expect(isLocalCall(from(address), address)).toBe(isLocal);
    expect(readRequest(from(address), address)).toMatchObject({ ip: isLocal ? '10.0.0.1' : address });
  });

  it('is not counted by any limit', async () => {
    const served = await serving();
    for (let count = 0; count < 300; count++)
      expect((await served.call('GET', '/_sim/clock')).status).toBe(200);
  });
});
