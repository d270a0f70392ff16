/** Messages to the MCP endpoints that are no calls of tools: JSON-RPC 2.0, and the lists of tools. */
import { expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { checkToolMessage } from '../../../src/verification/oracle/facts/tool-messages.ts';

const listed = {
  faucet: ['faucet_register', 'faucet_claim', 'faucet_status', 'agent_get'],
  escrow: ['escrow_create', 'escrow_release', 'escrow_refund', 'escrow_dispute', 'escrow_get', 'escrow_list'],
} as const;
type Service = keyof typeof listed;

function saidOf(service: Service, body: object | undefined, answer: object, changed: readonly string[] = []): string[] {
  const said: string[] = [];
  const file = { setting: { changed }, breaks: (property: string, message: string) => said.push(`${property}: ${message}`) };
  checkToolMessage(file as unknown as Case, { operation: 'message', service, body, answer } as unknown as AuditedExchange);
  return said;
} // prettier-ignore

const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
const toolsOf = (names: readonly string[]) => ({ tools: names.map((name) => ({ name })) });

it.each(['faucet', 'escrow'] as const)('the list of %s has every documented tool', (service) => {
  const names = listed[service];
  for (const id of [1, 'a', 0]) {
    const answer = { jsonrpc: '2.0', id, result: toolsOf([...names, 'another']) };
    expect(saidOf(service, list(id), answer)).toEqual([]);
  }
  for (const left of names) {
    const answer = { jsonrpc: '2.0', id: 1, result: toolsOf(names.filter((name) => name !== left)) };
    const wrong = `answers-fixed: ${service}/message: tools that are not listed is ${left}; expected `;
    expect(saidOf(service, list(1), answer)).toEqual([wrong]);
    expect(saidOf(service, list(1), answer, ['faucet.pool'])).toEqual([wrong]);
    expect(saidOf(service, list(1), answer, ['mcp.tools'])).toEqual([]);
  }
  expect(saidOf(service, list(1), { jsonrpc: '2.0', id: 1 })).toHaveLength(1);
});

it('an answer has the version and the id of its request; what is no request has none, and an error', () => {
  const right = { jsonrpc: '2.0', id: 7, error: { code: -32_601 } };
  expect(saidOf('faucet', { ...list(7), method: 'ping' }, right)).toEqual([]);
  expect(saidOf('faucet', { ...list(7), method: 'ping' }, { ...right, id: 8 })).toEqual([
    'answers-fixed: faucet/message: id is 8; expected 7',
  ]);
  expect(saidOf('faucet', { ...list(7), method: 'ping' }, { ...right, jsonrpc: '1.0' })).toEqual([
    'answers-fixed: faucet/message: jsonrpc is 1.0; expected 2.0',
  ]);
  const refused = { jsonrpc: '2.0', id: null, error: { code: -32_600 } };
  for (const body of [
    undefined,
    {},
    list(null),
    list(1.5),
    { ...list(1), jsonrpc: '1.0' },
    { id: 1, method: 'ping' },
  ]) {
    expect(saidOf('escrow', body, refused), JSON.stringify(body)).toEqual([]);
    expect(saidOf('escrow', body, { ...refused, error: { code: -32_601 } })).toHaveLength(1);
    expect(saidOf('escrow', body, { ...refused, id: 1 })).toHaveLength(1);
  }
});

it.each([
  ['strange', -32_601],
  ['tools/call', -32_602],
  ['initialize', -32_601],
  ['tools/list', undefined],
])('the method %s is answered with the error %s', (method, code) => {
  const answerWith = (error: number | undefined) => ({ jsonrpc: '2.0', id: 1, ...(error === undefined ? { result: toolsOf(listed.faucet) } : { error: { code: error } }) });
  for (const error of [undefined, -32_600, -32_601, -32_602]) {
    const said = saidOf('faucet', { jsonrpc: '2.0', id: 1, method }, answerWith(error));
    expect(said.some((message) => message.includes(': error is')), String(error)).toBe(error !== code);
  }
}); // prettier-ignore
