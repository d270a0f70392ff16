/**
 * MCP on the faucet and the escrow, asked by the official client over real HTTP of an `orrery serve` in a process of its
 * own, once as a client of the current revision and once as one of 2025. Each test begins with a fresh world.
 */
import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../host/cli/serve.ts';
import { cameOverHttp } from './wire.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Fields;
}

const revisions = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof revisions)[number];

const ends: (() => void)[] = [];
let addresses: readonly string[] = [];
beforeAll(async () => {
  const start = () => serve(['--seed', 'mcp'], (end) => void ends.push(end));
  addresses = (await Promise.all([start(), start()])).map(({ address }) => address);
});
afterAll(() => {
  for (const end of ends) end();
});

/** A fresh world of one of the two processes, and agents in it. */
async function platform(which: 0 | 1 = 0) {
  const address = addresses[which] ?? '';
  cameOverHttp();
  const call = async (
    method: string,
    path: string,
    { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Told> => {
    const response = await fetch(address + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Fields };
  };
  expect((await call('POST', '/_sim/reset', { body: {} })).status).toBe(200);
  const join = async (agent_id: string): Promise<string> =>
    String((await call('POST', '/faucet/register', { body: { agent_id } })).body['api_key']);
  return { address, call, join };
}

async function connected(
  entry: { url: string; transport: string },
  key: string,
  revision: Revision,
): Promise<Client> {
  expect(entry.transport).toBe('streamable-http');
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(entry.url), { requestInit }));
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  return client;
}

const entryOf = (address: string, service: string) => ({
  url: `${address}/${service}/mcp`,
  transport: 'streamable-http',
});

/** Every tool, called in an order in which each has something to do, and the REST call it stands for. */
type Step = readonly [
  service: string,
  tool: string,
  input: Fields,
  method: string,
  path: string,
  body?: Fields,
];
const steps = (last: { escrow: string }): (() => Step)[] => [
  () => [
    'faucet',
    'faucet_register',
    { agent_id: 'carol', metadata: { framework: 'x' } },
    'POST',
    '/faucet/register',
    { agent_id: 'carol', metadata: { framework: 'x' } },
  ],
  () => [
    'faucet',
    'faucet_register',
    { agent_id: 'carol' },
    'POST',
    '/faucet/register',
    { agent_id: 'carol' },
  ],
  () => ['faucet', 'faucet_claim', {}, 'POST', '/faucet/claim', {}],
  () => ['faucet', 'faucet_claim_once', {}, 'POST', '/faucet/api/v1/faucet/claim', {}],
  () => ['faucet', 'faucet_status', {}, 'GET', '/faucet/status'],
  () => ['faucet', 'agent_get', { id: 'alice' }, 'GET', '/faucet/api/v1/agents/alice'],
  () => ['faucet', 'agent_get', { id: 'no/body?' }, 'GET', '/faucet/api/v1/agents/no%2Fbody%3F'],
  () => ['faucet', 'faucet_agents', {}, 'GET', '/faucet/agents'],
  () => ['faucet', 'faucet_referrals', {}, 'GET', '/faucet/referrals'],
  () => [
    'escrow',
    'escrow_create',
    { receiver: 'bob', amount: 2, conditions: { a: [1, null] } },
    'POST',
    '/escrow/escrow',
    { receiver: 'bob', amount: 2, conditions: { a: [1, null] } },
  ],
  () => ['escrow', 'escrow_get', { id: last.escrow }, 'GET', `/escrow/escrow/${last.escrow}`],
  () => ['escrow', 'escrow_release', { id: last.escrow }, 'POST', `/escrow/escrow/${last.escrow}/release`],
  () => ['escrow', 'escrow_release', { id: last.escrow }, 'POST', `/escrow/escrow/${last.escrow}/release`],
  () => [
    'escrow',
    'escrow_create',
    { receiver: 'bob', amount: '1.5' },
    'POST',
    '/escrow/escrow',
    { receiver: 'bob', amount: '1.5' },
  ],
  () => ['escrow', 'escrow_refund', { id: last.escrow }, 'POST', `/escrow/escrow/${last.escrow}/refund`],
  () => [
    'escrow',
    'escrow_create',
    { receiver: 'bob', amount: '0.05' },
    'POST',
    '/escrow/escrow',
    { receiver: 'bob', amount: '0.05' },
  ],
  () => [
    'escrow',
    'escrow_create',
    { receiver: 'bob', amount: 500 },
    'POST',
    '/escrow/escrow',
    { receiver: 'bob', amount: 500 },
  ],
  () => [
    'escrow',
    'escrow_create',
    { receiver: 'bob', amount: 1 },
    'POST',
    '/escrow/escrow',
    { receiver: 'bob', amount: 1 },
  ],
  () => [
    'escrow',
    'escrow_dispute',
    { id: last.escrow, reason: 'late' },
    'POST',
    `/escrow/escrow/${last.escrow}/dispute`,
    { reason: 'late' },
  ],
  () => [
    'escrow',
    'escrow_list',
    { role: 'sender', limit: '2' },
    'GET',
    '/escrow/escrows?role=sender&limit=2',
  ],
  () => ['escrow', 'escrow_list', { limit: '0' }, 'GET', '/escrow/escrows?limit=0'],
];

describe('MCP on faucet and escrow', () => {
  it.each(revisions)(
    'MCP01 MCP02 MCP03 MCP07: the official client lists and calls every tool at /mcp, revision %s, and gets what REST gives',
    async (revision) => {
      const [spoken, plain] = await Promise.all([platform(0), platform(1)]);
      const keys = [await spoken.join('alice'), await plain.join('alice')];
      await Promise.all([spoken.join('bob'), plain.join('bob')]);
      const [key = '', restKey = ''] = keys;
      expect(key).toBe(restKey);
      const clients = {
        faucet: await connected(entryOf(spoken.address, 'faucet'), key, revision),
        escrow: await connected(entryOf(spoken.address, 'escrow'), key, revision),
      };
      const listed = await Promise.all(Object.values(clients).map((client) => client.listTools()));
      const names = listed.flatMap(({ tools }) => tools.map(({ name }) => name));
      const last = { escrow: '' };
      const called = new Set<string>();
      for (const step of steps(last)) {
        const [service, name, input, method, path, body] = step();
        const result = await clients[service as 'faucet'].callTool({ name, arguments: { ...input } });
        const told = await plain.call(method, path, {
          key: restKey,
          ...(body === undefined ? {} : { body }),
        });
        expect({ name, isError: result.isError ?? false, body: result.structuredContent }).toEqual({
          name,
          isError: told.status >= 400,
          body: told.status >= 400 ? undefined : told.body,
        });
        expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(told.body) }]);
        if (typeof told.body['escrow_id'] === 'string') last.escrow = told.body['escrow_id'];
        called.add(name);
        const by = { body: { by: '7s' } };
        await Promise.all([spoken, plain].map(({ call }) => call('POST', '/_sim/clock/advance', by)));
      }
      expect([...called].toSorted()).toEqual(names.toSorted());
      const ledgers = await Promise.all([spoken, plain].map(({ call }) => call('GET', '/_sim/ledger')));
      expect(ledgers[0]?.body).toEqual(ledgers[1]?.body);
    },
  );

  it('MCP04: a client is configured by a url and the transport streamable-http, and by nothing else but its key', async () => {
    const { address, join } = await platform();
    const entry = { url: `${address}/escrow/mcp`, transport: 'streamable-http' };
    const client = await connected(entry, await join('alice'), '2026-07-28');
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });

  it('MCP05: both endpoints need the bearer key: 401 as plain JSON before any protocol is spoken', async () => {
    const { address, call } = await platform();
    for (const service of ['faucet', 'escrow']) {
      for (const [method, key] of [
        ['GET', undefined],
        ['POST', undefined],
        ['POST', 'sk_live_no'],
      ] as const) {
        const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
        const told = await call(method, `/${service}/mcp`, {
          ...(method === 'POST' ? { body } : {}),
          ...(key === undefined ? {} : { key }),
        });
        expect([told.status, told.body['code']]).toEqual([401, 'UNAUTHORIZED']);
        expect(told.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
      await expect(connected(entryOf(address, service), 'sk_live_no', '2025-11-25')).rejects.toThrow(
        SdkHttpError,
      );
    }
  });

  it('MCP06 MCP08: GET opens a stream for clients of 2025, on which no event ever comes: tools are all there is', async () => {
    const { address, join, call } = await platform();
    const key = await join('alice');
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const stop = new AbortController();
    const stream = await fetch(`${address}/escrow/mcp`, { headers, signal: stop.signal });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const bytes = (stream.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await bytes.read()).value);
    await call('POST', '/escrow/escrow', {
      key,
      body: { receiver: `0x${'a'.repeat(40)}`, amount: 1, expires_in: 60 },
    });
    await call('POST', '/_sim/clock/advance', { body: { by: '2d' } });
    const more = bytes.read().catch(() => ({ value: undefined }));
    stop.abort();
    expect((await more).value).toBeUndefined();
    expect(first).toMatch(/^:[^\n]*\n\n$/);
    const client = await connected(entryOf(address, 'escrow'), key, '2026-07-28');
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
  });
});
