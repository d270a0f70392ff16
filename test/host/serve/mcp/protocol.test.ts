/** One message of the protocol in, its whole answer out. */
import { expect, it } from 'vitest';
import { namesThisMachine, speak, type Carrier } from '../../../../src/host/serve/mcp/protocol.ts';

const tools = [{ name: 'bank_pay', description: 'Pays.', inputSchema: { type: 'object' } }];
const carrier: Carrier = {
  service: 'bank',
  tools,
  call: (name, input) =>
    name === 'bank_pay' ? { content: [{ type: 'text', text: JSON.stringify(input) }] } : undefined,
};

async function answered(method: string, params: object): Promise<unknown> {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { accept: 'application/json, text/event-stream', 'x-content-type': 'a', host: 'a' };
  const { status, payload } = await speak({ path: '/bank/mcp', headers, text }, carrier);
  expect(status).toBe(200);
  const data = /^data: (.*)$/m.exec(payload)?.[1] ?? payload;
  return JSON.parse(data);
}

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };

it.each<[string, object, object]>([
  [
    'initialize',
    client,
    {
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'bank', version: '1.0.0' },
        instructions: 'The calls of the bank as tools.',
      },
    },
  ],
  ['tools/list', {}, { result: { tools } }],
  ['tools/call', { name: 'bank_pay', arguments: { a: 1 } }, { result: { content: [{ text: '{"a":1}' }] } }],
  ['tools/call', { name: 'bank_pay' }, { result: { content: [{ text: '{}' }] } }],
  ['tools/call', { name: 'rob' }, { error: { code: -32_602, message: 'there is no tool "rob"' } }],
])('%s with %j', async (method, params, expected) => {
  expect(await answered(method, params)).toMatchObject({ jsonrpc: '2.0', id: 1, ...expected });
});

it.each<[Record<string, string>, boolean]>([
  [{ host: 'localhost:4010' }, true],
  [{ host: '127.0.0.1', origin: 'http://localhost:5173' }, true],
  [{ host: 'evil.example' }, false],
  [{ host: 'localhost', origin: 'http://evil.example' }, false],
  [{ host: 'evil.example', origin: 'http://localhost' }, false],
  [{}, false],
])('%j names this machine: %j', (headers, expected) => {
  expect(namesThisMachine(headers)).toBe(expected);
});
