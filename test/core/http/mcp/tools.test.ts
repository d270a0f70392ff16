/** Routes as tools: which there are, what they take, the request that a call stands for, and what is answered. */
import { describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import {
  isOfPlatform,
  McpEndpoint,
  restRequest,
  toolResult,
  type McpBackend,
} from '../../../../src/core/http/mcp/endpoint.ts';
import { toolsOf, type Tool } from '../../../../src/core/http/mcp/tool.ts';
import type { Request, Response } from '../../../../src/core/http/message.ts';
import type { BoundRoute } from '../../../../src/core/http/bound-route.ts';
import type { Policies } from '../../../../src/core/policy/policies.ts'; // prettier-ignore

const query = Type.Object({ limit: Type.Optional(Type.String()), state: Type.String() });
const body = Type.Object({ amount: Type.Number(), note: Type.Optional(Type.String()) });

const route = (change: object = {}, row: object = {}): BoundRoute =>
  ({
    service: 'escrow', style: 'B', method: 'POST', template: '/escrow/:id/part/:name', query: undefined, body: undefined, binding: {}, ...change,
    row: { operation: 'release', tool: 'release_escrow', about: 'What it does', styles: { A: [], B: [] }, ...row },
  }) as unknown as BoundRoute; // prettier-ignore

const named = (routes: readonly BoundRoute[], tools = 'normative') =>
  toolsOf(routes, 'escrow', { 'mcp.tools': tools } as unknown as Policies);
const toolOf = (change: object = {}, row: object = {}): Tool => [...named([route(change, row)]).values()][0]!;

describe('the tools of a service', () => {
  const others = [
    route(), route({ service: 'faucet' }), route({}, { tool: undefined, operation: 'hidden' }), route({ style: 'A' }, { tool: 'shadowed' }),
    route({ style: 'A' }, { tool: 'alone', styles: { A: [] } }),
  ]; // prettier-ignore

  it('are those of its routes that are offered, one for each operation', () => {
    expect([...named(others).keys()]).toEqual(['release_escrow', 'alone']);
  });

  it('are one for each style where policy says so, named after it', () => {
    expect([...named(others, 'styles').keys()]).toEqual(['release_escrow_b', 'shadowed_a', 'alone_a']);
  });

  it('say what they do and what they answer', () => {
    expect(toolOf()).toMatchObject({ name: 'release_escrow', description: 'What it does', outputSchema: { type: 'object' } });
    const answer = Type.Object({ a: Type.String() });
    expect(toolOf({ binding: { answer } }).outputSchema).toEqual(JSON.parse(JSON.stringify(answer)));
  }); // prettier-ignore

  it('ask for nothing where every field may be left out', () => {
    const optional = Type.Object({ limit: Type.Optional(Type.String()) });
    for (const change of [{ query: optional }, { body: optional }, { query: optional, body: optional }])
      expect(toolOf({ template: '/escrow', ...change }).inputSchema).toEqual({
        type: 'object',
        properties: { limit: { type: 'string' } },
      });
  });

  it('take what is in the path, the query and the body, in one object', () => {
    expect(toolOf({ template: '/escrow', query: undefined }).inputSchema).toEqual({ type: 'object', properties: {} });
    expect(toolOf().inputSchema).toEqual({
      type: 'object', properties: { id: { type: 'string', minLength: 1 }, name: { type: 'string', minLength: 1 } }, required: ['id', 'name'],
    });
    expect(toolOf({ template: '/escrow/:id', query, body }).inputSchema).toEqual({
      type: 'object',
      properties: { id: { type: 'string', minLength: 1 }, limit: { type: 'string' }, state: { type: 'string' }, amount: { type: 'number' }, note: { type: 'string' } },
      required: ['id', 'state', 'amount'],
    });
  }); // prettier-ignore
});

describe('the request of a call', () => {
  it.each<[string, object, Record<string, unknown>, object]>([
    ['has values of the path encoded', {}, { id: 'a/b', name: 'c d' }, { path: '/escrow/a%2Fb/part/c%20d' }],
    ['has no value of the path that is missing or no text', {}, { id: 7 }, { path: '/escrow//part/' }],
    ['has no half of a character in the path', {}, { id: 'a\ud800b', name: '\u{1f600}' }, { path: '/escrow/a%EF%BF%BDb/part/%F0%9F%98%80' }],
    ['has the rest in the body', {}, { id: 'a', name: 'b', amount: 1, more: [2] }, { body: { amount: 1, more: [2] } }],
    ['has no body where nothing is left', {}, { id: 'a', name: 'b' }, { body: undefined, query: {} }],
    ['has values of the query as text', { query }, { id: 'a', name: 'b', state: 'open', limit: 5, x: 1 }, { query: { state: 'open', limit: '5' }, body: { x: 1 } }],
    ['has no value of the query that is undefined', { query }, { id: 'a', name: 'b', state: undefined }, { query: {} }],
    ['has objects in the query as JSON', { query }, { id: 'a', name: 'b', state: { c: null } }, { query: { state: '{"c":null}' } }],
    ['has no body with GET', { method: 'GET' }, { id: 'a', name: 'b', amount: 1 }, { method: 'GET', body: undefined }],
  ])('%s', (_what, change, input, request) => {
    expect(toolOf(change).requestOf(input)).toMatchObject({ method: 'POST', ...request });
  }); // prettier-ignore

  it('has the key, the address and the headers of its carrier, and not its text', () => {
    const carrier = { method: 'POST', path: '/api/mcp', query: { q: '1' }, headers: { authorization: 'x' }, ip: '10.0.0.1', rawBody: '{}', body: { a: 1 } } as unknown as Request;
    expect(restRequest(toolOf(), { id: 'a', name: 'b', c: 1 }, carrier)).toEqual({
      method: 'POST', path: '/escrow/a/part/b', query: {}, headers: { authorization: 'x' }, ip: '10.0.0.1', rawBody: undefined, body: { c: 1 },
    });
  }); // prettier-ignore
});

describe('the endpoint', () => {
  const response = (status: number, answer: object = { ok: true }): Response => ({
    status,
    headers: { h: '1' },
    body: answer as Response['body'],
  });
  const asked = (message: unknown, { status = 200, isKnown = true } = {}) => {
    const endpoint = new McpEndpoint();
    endpoint.offer(() => named([route({ template: '/escrow/:id' })]));
    const calls: unknown[] = [];
    const backend: McpBackend = {
      isKnown: () => isKnown,
      dispatch: () => response(299, { own: true }),
      call: (tool, input) => {
        calls.push([tool.name, input]);
        return response(status);
      },
    };
    const request = { method: 'POST', path: '/api/mcp', query: {}, headers: {}, ip: '', body: message } as unknown as Request;
    return { answer: endpoint.answer(request, backend), calls };
  }; // prettier-ignore
  const call = (change: object = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'release_escrow', arguments: { id: 'a' } },
    ...change,
  });

  it('answers a call of a tool as its request is answered', () => {
    const { answer, calls } = asked(call());
    expect(calls).toEqual([['release_escrow', { id: 'a' }]]);
    const result = { content: [{ type: 'text', text: '{"ok":true}' }], structuredContent: { ok: true }, isError: false };
    expect(answer).toEqual({ status: 200, headers: { h: '1' }, body: { jsonrpc: '2.0', id: 1, result } });
    expect(asked(call({ id: 'text' })).answer.body).toMatchObject({ id: 'text' });
    for (const params of [{ name: 'release_escrow' }, { name: 'release_escrow', arguments: [1] }, { name: 'release_escrow', arguments: null }])
      expect(asked(call({ params })).calls).toEqual([['release_escrow', {}]]);
  }); // prettier-ignore

  it.each<[number, boolean]>([[400, true], [399, false], [404, true], [422, true]])('with status %i, as a result that is an error: %s', (status, isError) => {
    const { body: answered, status: sent } = asked(call(), { status }).answer;
    expect(sent).toBe(200);
    expect(answered).toMatchObject({ result: { isError } });
    expect('structuredContent' in toolResult({ status, body: {} })).toBe(!isError);
  }); // prettier-ignore

  it.each([401, 429, 500, 503])('with status %i, as it is', (status) => {
    expect(asked(call(), { status }).answer).toEqual(response(status));
    expect(isOfPlatform(status)).toBe(true);
  });
  it.each([200, 400, 402, 428, 430, 499])('status %i is that of a tool', (status) => expect(isOfPlatform(status)).toBe(false)); // prettier-ignore

  it.each<[string, object]>([
    ['no call', call({ method: 'tools/list' })], ['an unknown tool', call({ params: { name: 'none' } })], ['a name that is no text', call({ params: { name: 7 } })],
    ['no parameters', call({ params: undefined })], ['another version', call({ jsonrpc: '1.0' })], ['no id', call({ id: undefined })], ['a fraction as an id', call({ id: 1.5 })], ['null as an id', call({ id: null })],
  ])('leaves %s to its own route', (_what, message) => {
    expect(asked(message)).toEqual({ answer: response(299, { own: true }), calls: [] });
  }); // prettier-ignore

  it('leaves a call without a known key to its own route', () => {
    expect(asked(call(), { isKnown: false }).calls).toEqual([]);
  });

  it('lists its tools, and says what is wrong with all other messages', () => {
    const endpoint = new McpEndpoint();
    expect(endpoint.message(call({ method: 'tools/list' }) as never)).toEqual({ jsonrpc: '2.0', id: 1, result: { tools: [] } });
    endpoint.offer(() => named([route()]));
    const [tool] = endpoint.list();
    expect([endpoint.tools.size, Object.keys(tool ?? {})]).toEqual([1, ['name', 'description', 'inputSchema', 'outputSchema']]);
    const error = (code: number, id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });
    expect(endpoint.message({ jsonrpc: '2.0', method: 'tools/list' })).toEqual(error(-32_600, null, 'expected a JSON-RPC 2.0 request with an id'));
    expect(endpoint.message(call({ method: 'other' }) as never)).toEqual(error(-32_601, 1, 'Method not found'));
    expect(endpoint.message(call({ params: { name: 'none' } }) as never)).toEqual(error(-32_602, 1, 'there is no tool "none"'));
    expect(endpoint.message(call({ params: [] }) as never)).toEqual(error(-32_602, 1, 'there is no tool null'));
    expect(endpoint.stream(undefined)).toMatchObject({ code: 'NOT_FOUND' });
  }); // prettier-ignore
});
