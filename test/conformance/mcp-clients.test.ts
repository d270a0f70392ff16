/**
 * The official MCP clients of three generations: each lists every tool, shows a refusal as a refusal, and finds that a
 * success fits the tool's output schema, which all of them check.
 */
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../host/cli/serve.ts';
import { cameOverHttp } from './wire.ts';
import { isCi } from '../ci.ts';

type Fields = Readonly<Record<string, unknown>>;
type ToolCall = readonly [name: string, input: Fields];

/** What a client has shown of one call. */
interface Shown {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}
interface Heard {
  readonly tools: readonly string[];
  readonly results: readonly Shown[];
}
type Ask = (url: string, key: string, calls: readonly ToolCall[]) => Promise<Heard>;

/** What the clients of both TypeScript generations have in common. */
interface TypeScriptClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Fields }): Promise<unknown>;
}

async function heardBy(client: TypeScriptClient, calls: readonly ToolCall[]): Promise<Heard> {
  const { tools } = await client.listTools();
  const results: Shown[] = [];
  for (const [name, input] of calls) {
    const result = (await client.callTool({ name, arguments: input })) as {
      isError?: boolean;
      content: { text: string }[];
      structuredContent?: unknown;
    };
    const { isError = false, content, structuredContent = null } = result;
    results.push({ isError, text: content[0]?.text ?? '', structured: structuredContent });
  }
  return { tools: tools.map(({ name }) => name), results };
}

const requestInit = (key: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${key}` },
});

const asFirstGeneration: Ask = async (url, key, calls) => {
  const client = new Client1({ name: 'test', version: '1.0.0' });
  const transport = new Transport1(new URL(url), { requestInit: requestInit(key) });
  // The SDK's own types do not allow for `exactOptionalPropertyTypes`.
  await client.connect(transport);
  onTestFinished(() => client.close());
  return heardBy(client, calls);
};

const asSecondGeneration =
  (mode: { pin: '2026-07-28' } | 'legacy'): Ask =>
  async (url, key, calls) => {
    const client = new Client2({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new Transport2(new URL(url), { requestInit: requestInit(key) }));
    onTestFinished(() => client.close());
    return heardBy(client, calls);
  };

const script = fileURLToPath(new URL('mcp_client.py', import.meta.url));
const python = process.env['MCP_PYTHON'] ?? 'python3';
const hasPython = spawnSync(python, ['-c', 'import mcp.client.streamable_http, httpx2']).status === 0;
if (!hasPython) {
  console.log(`the package mcp is not installed for ${python} (pip install mcp): its client is skipped`);
}

const asPython: Ask = (url, key, calls) =>
  new Promise((resolve, reject) => {
    const child = spawn(python, [script, url, key, JSON.stringify(calls)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (data: Buffer) => (output[name] += data.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(output.stdout) as Heard) : reject(new Error(output.stderr)),
    );
  });

async function register(address: string, agent_id: string): Promise<string> {
  const response = await fetch(`${address}/faucet/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id }),
  });
  return String(((await response.json()) as Fields)['api_key']);
}

/** One refusal of each kind that a tool can give, then calls that succeed. */
const refused: readonly [service: string, call: ToolCall, code: string][] = [
  ['faucet', ['faucet_claim', {}], 'FAUCET_CLAIMED'],
  ['escrow', ['escrow_get', { id: 'esc_none' }], 'NOT_FOUND'],
  ['escrow', ['escrow_create', {}], 'BAD_REQUEST'],
  ['escrow', ['escrow_create', { receiver: 'bob', amount: 500 }], 'INSUFFICIENT_BALANCE'],
];
const granted: readonly [service: string, call: ToolCall][] = [
  ['faucet', ['faucet_status', {}]],
  ['escrow', ['escrow_create', { receiver: 'bob', amount: '0.10' }]],
  ['escrow', ['escrow_list', {}]],
];

async function shows(ask: Ask): Promise<void> {
  const { address } = await serve(['--seed', 'mcp']);
  cameOverHttp();
  const [key] = await Promise.all(['alice', 'bob'].map((name) => register(address, name)));
  for (const service of ['faucet', 'escrow']) {
    const refusals = refused.filter(([of]) => of === service);
    const successes = granted.filter(([of]) => of === service);
    const calls = [...refusals, ...successes].map(([, call]) => call);
    const { tools, results } = await ask(`${address}/${service}/mcp`, key ?? '', calls);
    expect(tools.length).toBeGreaterThan(service === 'faucet' ? 2 : 5);
    for (const [index, [, [name], code]] of refusals.entries()) {
      const { isError, text, structured } = results[index] as Shown;
      const body = JSON.parse(text) as Fields;
      expect({ name, isError, code: body['code'], structured }).toEqual({
        name,
        isError: true,
        code,
        structured: null,
      });
      expect(body['error']).toEqual(expect.any(String));
    }
    for (const [index, [, [name]]] of successes.entries()) {
      const { isError, text, structured } = results[refusals.length + index] as Shown;
      expect({ name, isError, structured }).toEqual({ name, isError: false, structured: JSON.parse(text) });
    }
  }
}

describe('an MCP client lists the tools and shows a refused call as a refusal', () => {
  it('MCP03: the client of the TypeScript SDK 1.x', () => shows(asFirstGeneration));
  it('MCP03: the client of the TypeScript SDK 2.x, revision 2026-07-28', () =>
    shows(asSecondGeneration({ pin: '2026-07-28' })));
  it('MCP03: the client of the TypeScript SDK 2.x, revision 2025-11-25', () =>
    shows(asSecondGeneration('legacy')));
  it.skipIf(!hasPython && !isCi)('MCP03: the client of the Python package mcp', () => shows(asPython));
});
