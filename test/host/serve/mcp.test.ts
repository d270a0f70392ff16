import { describe, expect, it } from 'vitest';
import mcpClient from '../../../agents/mcp-client.ts';
import { ledgerTotals } from '../../../src/platform/control/views.ts';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { startMs } from '../../platform/world/new-world.ts';
import { newTown } from '../../simulation/population/town.ts';
import { serving, type Answer, type Serving } from './serving.ts';

const revision = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A served world, somebody in it, and messages of the current revision in that agent's name. */
async function spoken(setup: Parameters<typeof serving>[0] = {}) {
  const served = await serving(setup);
  const key = await join(served, 'alice');
  const send = (
    message: unknown,
    headers: Record<string, string> = {},
    service = 'escrow',
  ): Promise<Answer> =>
    served.call('POST', `/${service}/mcp`, {
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: message,
    });
  const ask = (
    method: string,
    params: JsonObject = {},
    { service = 'escrow', headers = {} }: { service?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
    const routing = { 'mcp-protocol-version': revision, 'mcp-method': method, ...name, ...headers };
    const message = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } };
    return send(message, routing, service);
  };
  const tool = (
    name: string,
    input: unknown = {},
    options: { service?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    ask(
      'tools/call',
      { name, arguments: input as JsonObject },
      { service: name.split('_')[0] ?? '', ...options },
    );
  return { ...served, key, send, ask, tool };
}

async function join({ call }: Serving, agentId: string): Promise<string> {
  const { body } = await call('POST', '/faucet/register', {
    headers: { 'x-sim-ip': `10.9.0.${agentId.length}` },
    body: { agent_id: agentId },
  });
  return String(body['api_key']);
}

const resultOf = ({ body }: Answer): JsonObject => (body['result'] ?? {}) as JsonObject;
/** The body that the result of a tool call has as text. */
const textIn = ({ content }: JsonObject): JsonObject =>
  JSON.parse((content as readonly { text: string }[])[0]?.text ?? '') as JsonObject;
const remaining = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining']);

describe('MCP over HTTP', () => {
  it('counts a tool call as the call it stands for, once, and any other message once against the tier', async () => {
    const { tool, ask, call, key } = await spoken();
    const headers = { authorization: `Bearer ${key}` };
    const list = '/escrow/api/v1/escrow/list';
    expect(remaining(await call('GET', list, { headers }))).toBe(49);
    expect(remaining(await ask('tools/list'))).toBe(48);
    expect(remaining(await ask('server/discover'))).toBe(47);
    await tool('escrow_list');
    expect(remaining(await call('GET', list, { headers }))).toBe(45);
    await ask('no/such');
    await ask('tools/call', { name: 'escrow_list' }, { headers: { 'mcp-method': 'tools/list' } });
    await ask('tools/call', { name: 'nothing' });
    expect(remaining(await call('GET', list, { headers }))).toBe(41);
    // The faucet's own row: ten a minute, of which this agent has used none.
    for (let count = 0; count < 10; count++) expect((await tool('faucet_status')).status).toBe(200);
    const refused = await tool('faucet_status');
    expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMIT',
      '60',
    ]);
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await ask('tools/list')).status).toBe(200);
  });

  it('does not bypass the cap on registrations', async () => {
    const { tool } = await spoken({ policies: { 'limits.styleB': 'row', 'limits.rowScaling': 'tier' } });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await tool('faucet_register', { agent_id: `a${count}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('answers an outage and an internal error as REST does, and leaves no trace of a call undone', async () => {
    const { sandbox, tool, ask } = await spoken();
    const atMs = sandbox.nowMs;
    sandbox.addFault({ kind: 'error', service: 'escrow', atMs, forMs: 1_000, rate: 1, effect: 'undone' });
    const before = sandbox.world.ledger.transferCount;
    const failed = await tool('escrow_create', { receiver: `0x${'b'.repeat(40)}`, amount: 1 });
    expect([failed.status, failed.body['code']]).toEqual([500, 'INTERNAL_ERROR']);
    expect(sandbox.world.ledger.transferCount).toBe(before);
    expect(sandbox.world.driftMicros()).toBe(0);
    sandbox.addFault({ kind: 'outage', service: 'escrow', atMs, forMs: 90_000 });
    for (const answer of [await tool('escrow_list'), await ask('tools/list')]) {
      expect([answer.status, answer.body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(answer.headers['retry-after']).toBe('90');
    }
    expect((await ask('tools/list', {}, { service: 'faucet' })).status).toBe(200);
  });

  it('repeats the stored answer of a tool call under an Idempotency-Key', async () => {
    const { tool, sandbox } = await spoken();
    const headers = { 'idempotency-key': 'once' };
    const input = { receiver: `0x${'b'.repeat(40)}`, amount: 1 };
    const first = await tool('escrow_create', input, { headers });
    const transfers = sandbox.world.ledger.transferCount;
    expect(resultOf(await tool('escrow_create', input, { headers }))).toEqual(resultOf(first));
    expect(sandbox.world.ledger.transferCount).toBe(transfers);
  });

  it('refuses a batch, which would stand for many requests and count as one', async () => {
    const { send, sandbox } = await spoken();
    const call = { jsonrpc: '2.0', method: 'tools/call' };
    const params = { name: 'escrow_create', arguments: { receiver: `0x${'b'.repeat(40)}`, amount: 1 } };
    const before = sandbox.world.ledger.transferCount;
    const answer = await send([1, 2].map((id) => ({ ...call, id, params })));
    expect([answer.status, (answer.body['error'] as JsonObject)['code']]).toEqual([400, -32_600]);
    expect(sandbox.world.ledger.transferCount).toBe(before);
  });

  it.each([
    ['no JSON', '{"jsonrpc":', 400],
    ['nothing', '', 400],
    ['a number', '17', 400],
    ['null', 'null', 400],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400],
    ['another protocol', '{"id":1,"method":"tools/list"}', 400],
    ['a body too large', `{"jsonrpc":"2.0","id":1,"method":"tools/list","x":"${'x'.repeat(300_000)}"}`, 400],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]), 400],
  ])('answers %s with an error, and goes on', async (_, body, status) => {
    const { send, ask, broken } = await spoken();
    const answer = await send(body);
    expect([answer.status, typeof answer.body['error']]).toEqual([status, expect.any(String)]);
    expect((await ask('tools/list')).status).toBe(200);
    expect(broken).toEqual([]);
  });

  it('accepts a notification and returns no body', async () => {
    const { send } = await spoken();
    const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each(['constructor', '__proto__', 'toString', '', 'escrow_create_b', 'faucet_status'])(
    'knows no tool named %j on the escrow',
    async (name) => {
      const { ask } = await spoken();
      const { body } = await ask('tools/call', { name, arguments: {} });
      expect((body['error'] as JsonObject)['code']).toBe(-32_602);
    },
  );

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['wrong types', { receiver: 5, amount: { a: 1 } }],
    ['a huge number', { receiver: 'bob', amount: 1e300 }],
    ['prototype names', JSON.parse('{"__proto__":{"receiver":"bob"},"constructor":1,"amount":1}')],
    ['a lone surrogate', { receiver: '\ud800', amount: 1 }],
    ['a null byte', { receiver: 'a\u0000b', amount: 1 }],
  ])('passes %s on to the validation that REST has', async (_, input) => {
    const { tool, call, key } = await spoken();
    const headers = { authorization: `Bearer ${key}` };
    const rest = await call('POST', '/escrow/escrow', { headers, body: JSON.stringify(input) });
    const result = resultOf(await tool('escrow_create', input));
    expect(result).not.toHaveProperty('structuredContent');
    expect([result['isError'], textIn(result)]).toEqual([true, rest.body]);
    expect(rest.status).toBeGreaterThanOrEqual(400);
  });

  it.each(['', '.', '..', '/', 'a/b', '%', '%2F', 'a?b=c#d', '\ud800', 5, null, { a: 1 }])(
    'takes %j in a path for a name that does not exist',
    async (id) => {
      const { tool, broken } = await spoken();
      const { status, body } = await tool('escrow_get', { id });
      const result = body['result'] as JsonObject;
      expect([status, result['isError']]).toEqual([200, true]);
      expect(textIn(result)['code']).toBe('NOT_FOUND');
      expect(broken).toEqual([]);
    },
  );

  it('is not reachable from a web page through DNS rebinding', async () => {
    const { ask } = await spoken();
    const foreign = [{ host: 'evil.example' }, { origin: 'https://evil.example' }];
    for (const headers of foreign) expect((await ask('tools/list', {}, { headers })).status).toBe(403);
    for (const headers of [{ host: 'localhost:1' }, { host: '[::1]' }, { origin: 'http://localhost:3000' }]) {
      expect((await ask('tools/list', {}, { headers })).status).toBe(200);
    }
  });

  it.each(['GET', 'DELETE', 'PUT'])(
    'answers %s without a stream to open with 405 and Allow: POST',
    async (method) => {
      const { call, key } = await spoken();
      const headers = {
        authorization: `Bearer ${key}`,
        accept: 'text/event-stream',
        'mcp-protocol-version': revision,
      };
      const answer = await call(method, '/escrow/mcp', { headers });
      expect([answer.status, answer.body['code']]).toEqual([405, 'NOT_FOUND']);
      expect(answer.headers['allow']).toBe(method === 'GET' ? 'POST' : 'GET, POST');
    },
  );

  it('keeps a stream of 2025 alive, and ends it when the server closes', async () => {
    const { port, server, key } = await spoken({ keepAliveMs: 5 });
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const stream = await fetch(`http://127.0.0.1:${port}/escrow/mcp`, { headers });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('x-ratelimit-remaining')).toBe('49');
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    while (!text.includes(': still here\n\n')) {
      text += new TextDecoder().decode((await reader.read()).value);
    }
    expect(text.startsWith(': open\n\n')).toBe(true);
    const closed = server.close();
    while (!(await reader.read()).done) continue;
    await closed;
  });
});

describe('the same messages in a world and over HTTP', () => {
  it('mean the same: a population over MCP gets the same results from both, to the last field', async () => {
    const group = (name: string, count: number, parameters: object) => ({
      name,
      behaviour: mcpClient,
      count,
      arrival: { atMs: 0, overMs: 60_000, spread: 'random' } as const,
      parameters: {
        receivers: 'mcp',
        every: 7_200_000,
        rounds: 9,
        amount: 500_000,
        end: 'either',
        ...parameters,
      },
      addressCount: null,
    });
    const town = newTown({ groups: [group('mcp', 12, {}), group('hurried', 2, { every: 500, rounds: 40 })] });
    town.run(2 * 86_400_000);
    expect(town.findings).toEqual([]);
    expect(town.checked.filter(({ holds }) => !holds)).toEqual([]);
    const { sandbox, call } = await serving({ seed: '7', startMs });
    const seen = new Set<string>();
    for (const { request, answer } of town.exchanged) {
      sandbox.advance(answer.sentAtMs);
      const { method, path, headers, body, ip } = request;
      const over = await call(method, path, { headers: { ...headers, 'x-sim-ip': ip }, body });
      const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];
      const limitsOf = (from: Readonly<Record<string, unknown>>): unknown[] =>
        limits.map((name) => from[name] === undefined || Number(from[name]));
      expect([over.status, ...limitsOf(over.headers)]).toEqual([answer.status, ...limitsOf(answer.headers)]);
      if (path.endsWith('/mcp') && over.status === 200) {
        const { resultType: _, ttlMs: __, cacheScope: ___, _meta: ____, ...result } = resultOf(over);
        expect({ ...over.body, result }).toEqual(answer.body);
        seen.add(`${(body as JsonObject)['method'] as string} ${result['isError'] as boolean}`);
      } else expect(over.body).toEqual(answer.body);
    }
    expect([...seen].toSorted()).toEqual(['tools/call false', 'tools/call true', 'tools/list undefined']);
    expect(town.exchanged.length).toBeGreaterThan(400);
    sandbox.advance(town.kernel.nowMs);
    expect(ledgerTotals(sandbox.world)).toEqual(ledgerTotals(town.world));
  });
});
