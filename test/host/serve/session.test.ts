/** A session executed again gives the same world, and a file that is not as it was saved is refused. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { hourMs } from '../../../src/core/base/time.ts';
import type { Request } from '../../../src/core/http/message.ts';
import type { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { openSession } from '../../../src/host/serve/session/open-session.ts';
import { readHeaders } from '../../../src/host/serve/session/entry.ts';
import { readSession } from '../../../src/host/serve/session/session-file.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { testSeed } from '../../seed.ts';
import { newSandbox, serving, FakeWall, type Serving } from './serving.ts';
import { smallScenario } from './small-scenario.ts';
import { Walk } from './walk.ts';

const origin = { version: 'unreleased', behaviours: {} };

/** The world of a session file, as another program would make it. */
function opened(file: unknown, scenario?: Scenario): Sandbox {
  const session = readSession(structuredClone(file), { origin, scenario });
  if (session instanceof Refusal) throw new Error(session.message);
  const { setup, idSeed } = session.base;
  const sandbox = newSandbox({ ...setup, idSeed, scenario, policies: { ...setup.policies } });
  const opening = openSession(sandbox, session);
  while (!opening.step()) continue;
  const refusal = opening.finish();
  if (refusal !== undefined) throw new Error(refusal.message);
  return sandbox;
}

const send = ({ call }: Serving, path: string, body: unknown) => call('POST', `/_sim/${path}`, { body });
const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'faucet_status',
};
const mcpMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const register = { 'x-sim-ip': '203.0.113.9' };

/** Requests of every kind beside agents: keys, control calls, MCP, refusals, an advance with an Idempotency-Key. */
async function lively(served: Serving): Promise<void> {
  const { call } = served;
  const joined = await call('POST', '/faucet/register', { headers: register, body: { agent_id: 'outside' } });
  const key = String(joined.body['api_key']);
  const headers = { authorization: `Bearer ${key}`, cookie: 'secret=1' };
  await send(served, 'clock/advance', { by: '2h' });
  await send(served, 'grant', { api_key: key, amount: 50 });
  await send(served, 'fault', {
    service: 'faucet',
    kind: 'slow',
    for: '3h',
    latency: { median: '2ms', p99: '9ms' },
  });
  await call('GET', '/faucet/status', { headers });
  await call('POST', '/_sim/clock/advance', {
    headers: { 'idempotency-key': 'once' },
    body: { by: '90m' },
  });
  await call('POST', '/_sim/clock/advance', {
    headers: { 'idempotency-key': 'once' },
    body: { by: '90m' },
  });
  await call('POST', '/faucet/mcp', {
    headers: { ...headers, ...mcpHeaders },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'faucet_status', arguments: {}, _meta: mcpMeta },
    },
  });
  await call('GET', '/nowhere?q=1');
  await send(served, 'reset', { seed: [] });
  await call('GET', '/faucet/status', { headers: { ...headers, 'x-sim-at': '2026-01-01T04:00:00Z' } });
  await send(served, 'clock/pace', { pace: 'manual' });
}

describe('a session', () => {
  it('executed again gives the same world, beside agents, with calls of every kind', async () => {
    const scenario = await smallScenario();
    const served = await serving({ scenario });
    await lively(served);
    const file = (await served.call('GET', '/_sim/session')).body;
    expect(JSON.stringify(file)).not.toContain('secret=1');
    expect(JSON.stringify(file)).toContain('"tool":{"name":"faucet_status"');
    const again = opened(file, scenario);
    expect(again.world.digest()).toEqual(served.sandbox.world.digest());
    expect(again.nowMs).toBe(served.sandbox.nowMs);
    expect(again.faults).toEqual(served.sandbox.faults);
    expect(again.history.session()).toEqual(file);
    for (const sandbox of [served.sandbox, again]) sandbox.advance(sandbox.nowMs + hourMs);
    expect(again.world.digest()).toEqual(served.sandbox.world.digest());
  });

  it('keeps requests of a running clock at their instants, and calls that change its pace', async () => {
    const scenario = await smallScenario();
    const wall = new FakeWall();
    const served = await serving({ scenario, pace: 600, wall });
    for (let count = 0; count < 20; count++) {
      wall.elapsed += 997.3;
      await served.call('GET', '/faucet/agents');
      if (count === 9) await send(served, 'clock/pace', { pace: '60x' });
    }
    const file = (await served.call('GET', '/_sim/session')).body;
    expect(opened(file, scenario).world.digest()).toEqual(served.sandbox.world.digest());
  });

  it('keeps what a call met while the clock was being moved', async () => {
    const sandbox = newSandbox({ scenario: await smallScenario() });
    sandbox.beginMove(sandbox.nowMs + 20 * hourMs);
    sandbox.moveSlice();
    const advance: Request = {
      method: 'POST',
      path: '/_sim/clock/advance',
      query: {},
      headers: {},
      body: undefined,
      rawBody: '{"by":"1h"}',
      ip: '127.0.0.1',
    };
    expect(sandbox.dispatch(advance).response.status).toBe(409);
    while (!sandbox.moveSlice()) continue;
    sandbox.endMove();
    const file = sandbox.history.session();
    expect(opened(file, sandbox.scenario).world.digest()).toEqual(sandbox.world.digest());
  });

  it('begins with a reset, and looking at it changes nothing', async () => {
    const served = await serving();
    await served.call('GET', '/faucet/agents');
    await send(served, 'reset', { seed: 9, start: '2026-03-01T00:00:00Z' });
    const before = served.sandbox.world.digest();
    const { body } = await served.call('GET', '/_sim/session');
    expect(body).toMatchObject({ seed: '9', start: '2026-03-01T00:00:00.000Z', requests: [] });
    expect(served.sandbox.world.digest()).toEqual(before);
  });

  it('keeps no private key: a request with one ends it until a reset', async () => {
    const served = await serving(newSandbox());
    const checkpoint = (name: string) => send(served, 'checkpoints', { name });
    expect((await checkpoint('before')).status).toBe(200);
    await served.call('POST', '/wallet/v1/wallet/send', {
      body: { chain: 'base', private_key: `0x${'1'.repeat(64)}` },
    });
    for (const answer of [
      await served.call('GET', '/_sim/session'),
      await checkpoint('after'),
      await send(served, 'rewind', { to: 'before' }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('private key') } });
    await send(served, 'reset', {});
    expect((await checkpoint('again')).status).toBe(200);
  });

  it(`keeps every header that a world reads (TEST_SEED=${testSeed})`, () => {
    const sandbox = newSandbox();
    const walk = new Walk(String(testSeed));
    const read = new Set<string>();
    for (let step = 0; step < 500; step++) {
      const request = walk.next();
      const headers = new Proxy(request.headers, {
        get: (target, name) => (typeof name === 'string' && read.add(name), Reflect.get(target, name)),
      });
      sandbox.catchUp();
      walk.saw(request, sandbox.world.dispatch({ ...request, headers }));
    }
    for (const name of read) expect(readHeaders).toContain(name);
  });
});

describe('a session file', () => {
  const edits: [string, (file: Record<string, unknown>) => void, RegExp][] = [
    ['of another format', (file) => (file['session'] = 2), /the session has format 2; expected 1/],
    ['with another body', (file) => ((file['requests'] as { text: string }[])[0]!.text = '{}'), /was edited/],
    ['with another end', (file) => ((file['end'] as { event: number }).event += 1), /was edited/],
    ['without a checksum', (file) => delete file['checksum'], /"checksum" is missing/],
    ['with an unknown field', (file) => (file['note'] = 1), /unknown key "note"/],
  ];

  it.each(edits)('%s is refused in one sentence', async (_, edit, message) => {
    const served = await serving();
    await send(served, 'clock/advance', { by: '1h' });
    const file = structuredClone((await served.call('GET', '/_sim/session')).body) as Record<string, unknown>;
    edit(file);
    const read = readSession(file, { origin, scenario: undefined });
    expect(read).toBeInstanceOf(Refusal);
    expect((read as Refusal).message).toMatch(message);
  });

  it('of another version, of another scenario or of none is refused', async () => {
    const scenario = await smallScenario();
    const file = newSandbox({ scenario }).history.session();
    const other: Scenario = { ...scenario, resolved: { ...scenario.resolved, for: '35h' } };
    const reasons = [
      readSession(file, { origin: { ...origin, version: '9.9.9' }, scenario }),
      readSession(file, { origin: { ...origin, behaviours: { './mine.ts': 'ab' } }, scenario }),
      readSession(file, { origin, scenario: other }),
      readSession(file, { origin, scenario: undefined }),
      readSession(newSandbox().history.session(), { origin, scenario }),
      readSession(null, { origin, scenario }),
    ].map((read) => (read instanceof Refusal ? read.message : 'accepted'));
    expect(reasons).toEqual([
      'the session is of Orrery unreleased; expected one of 9.9.9',
      'the session belongs to another scenario, or another state of small; expected the one it was made with',
      'the session belongs to another scenario, or another state of small; expected the one it was made with',
      'the session belongs to scenario small; expected orrery serve small',
      'the session has no scenario, and the call names one; expected the call without its scenario file',
      expect.stringMatching(/expected a session/),
    ]);
  });

  it('whose execution ends in another world is refused, and the world stays as it was', () => {
    const sandbox = newSandbox();
    const before = sandbox.world;
    const session = readSession(newSandbox().history.session(), { origin, scenario: undefined });
    if (session instanceof Refusal) throw new Error(session.message);
    const opening = openSession(sandbox, { ...session, end: { ...session.end, digest: '0'.repeat(32) } });
    while (!opening.step()) continue;
    expect(opening.finish()?.message).toMatch(/differs/);
    expect(sandbox.world).toBe(before);
  });
});
