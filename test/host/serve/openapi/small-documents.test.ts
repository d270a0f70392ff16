/** What a document says of one operation, in full. */
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/http/message.ts';
import { binding, type Row } from '../../../../src/core/http/route.ts';
import {
  bare,
  badRequest,
  before,
  call,
  conflict,
  error,
  json,
  limits,
  message,
  operationOf,
  rateLimit,
  refused,
  rowOf,
  shortResponses,
  waits,
} from './small-documents.ts';

const named = binding({
  ...call,
  params: Type.Object({ id: Type.String({ maxLength: 9 }) }),
  query: Type.Object({ from: Type.String(), limit: Type.Optional(Type.Integer()) }),
  body: Type.Object({ sum: Type.Integer() }),
  answer: Type.Object({ ok: Type.Boolean() }),
  write: () => ({ ok: true }),
});
const optional = binding({ ...call, body: Type.Object({ note: Type.Optional(Type.String()) }) });
const repeatable = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'a repeat of the request within 24 hours gets the same response and has no further effect',
  schema: { type: 'string' },
};
describe('an operation', () => {
  it('that reads says its key, its answers and nothing of parameters or a body', () => {
    const { responses: _, ...rest } = operationOf(rowOf({ A: ['GET', '/act', bare] }));
    expect(rest).toEqual({
      operationId: 'shopActA',
      summary: 'Does it',
      tags: ['shop A'],
      security: [{ key: [] }],
    });
    expect(shortResponses(operationOf(rowOf({ A: ['GET', '/act', bare] })))).toEqual({
      200: ['OK', limits, json({ type: 'object' })],
      ...badRequest,
      ...before,
    });
  });

  it('that writes says parameters of the path, the query and a header, in this order, and its body', () => {
    const row = rowOf({ A: ['POST', '/act/:id/of/:other', named] }, { success: 201 });
    const operation = operationOf(row);
    expect(operation['parameters']).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 9 } },
      { name: 'other', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'from', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
      repeatable,
    ]);
    const body = { type: 'object', required: ['sum'], properties: { sum: { type: 'integer' } } };
    expect(operation['requestBody']).toEqual({
      required: true,
      content: { 'application/json': { schema: body } },
    });
    const answer = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };
    expect(shortResponses(operation)).toEqual({
      201: ['Created', limits, json(answer)],
      ...badRequest,
      ...before,
      ...conflict,
    });
  });

  it('that reads has no body, even where its binding names one', () => {
    const operation = operationOf(rowOf({ A: ['GET', '/act/:id', named] }));
    expect(Object.keys(operation)).toEqual([
      'operationId',
      'summary',
      'tags',
      'security',
      'parameters',
      'responses',
    ]);
    const names = (operation['parameters'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['id', 'from', 'limit']);
  });

  it('without a field that must be there may be called without a body', () => {
    const operation = operationOf(rowOf({ A: ['PUT', '/act', optional] }));
    expect(operation['parameters']).toEqual([repeatable]);
    expect(operation['requestBody']).toEqual({
      required: false,
      content: {
        'application/json': { schema: { type: 'object', properties: { note: { type: 'string' } } } },
      },
    });
    const withoutBody = operationOf(rowOf({ A: ['DELETE', '/act', bare] }));
    expect(withoutBody['requestBody']).toBeUndefined();
  });

  it('has no Idempotency-Key and no conflict of one where the policies have none', () => {
    const row = rowOf({ A: ['POST', '/act', bare] });
    const operation = operationOf(row, { policies: { 'http.idempotency': 'none' } });
    expect(operation['parameters']).toBeUndefined();
    expect(Object.keys(operation['responses'] as object)).toEqual(['200', '400', '401', '429', '500', '503']);
  });

  const claimKeyless = { keyUnless: { policy: 'faucet.firstClaim', is: 'keyless' } } as const;
  it.each<[Row['access'], Record<string, string>, Json, boolean]>([
    ['key', {}, [{ key: [] }], true],
    ['none', {}, [], false],
    [claimKeyless, {}, [{ key: [] }], true],
    [claimKeyless, { 'faucet.firstClaim': 'keyless' }, [{}, { key: [] }], true],
  ])('with access %j under %j', (access, policies, security, canBeUnauthorized) => {
    const operation = operationOf(rowOf({ A: ['GET', '/act', bare] }, { access }), { policies });
    expect(operation['security']).toEqual(security);
    expect(Object.keys(operation['responses'] as object).includes('401')).toBe(canBeUnauthorized);
  });
});

describe('the refusals of an operation', () => {
  it('stand in the order of their statuses, those of one status together, and are said once', () => {
    const refusals = ['NOT_FOUND', 'FAUCET_CLAIMED', 'BAD_REQUEST', 'RATE_LIMIT'] as const;
    const operation = operationOf(rowOf({ A: ['POST', '/act', bare] }, { refusals }));
    expect(Object.keys(operation['responses'] as object)).toEqual([
      '200',
      '400',
      '401',
      '404',
      '409',
      '429',
      '500',
      '503',
    ]);
    expect(shortResponses(operation)).toMatchObject({
      ...badRequest,
      404: ['Not Found', limits, json(refused('NOT_FOUND'))],
      409: ['Conflict', limits, json(refused('FAUCET_CLAIMED', 'CONFLICT'))],
      429: ['Too Many Requests', waits, json(rateLimit)],
    });
  });

  it('move to the status that a policy gives them, beside others of it', () => {
    const asked = { policies: { 'errors.faucetClaimedStatus': '403' } };
    const row = rowOf({ A: ['GET', '/act', bare] }, { refusals: ['FAUCET_CLAIMED', 'FORBIDDEN'] });
    expect(shortResponses(operationOf(row, asked))).toMatchObject({
      403: ['Forbidden', limits, json(refused('FAUCET_CLAIMED', 'FORBIDDEN'))],
    });
  });

  it.each([
    ['control', { 403: ['Forbidden', [], json(refused('FORBIDDEN'))] }],
    ['document', {}],
  ])('of the service %s are not those of a fault, and nothing is counted', (service, more) => {
    const row = rowOf({ control: ['GET', '/act', bare] }, { access: 'none', limits: { exempt: true } });
    const operation = operationOf(row, { service });
    expect(operation).toMatchObject({ operationId: `${service}Act`, tags: [service], security: [] });
    expect(shortResponses(operation)).toEqual({
      200: ['OK', [], json({ type: 'object' })],
      400: ['Bad Request', [], json(refused('BAD_REQUEST'))],
      ...more,
    });
    expect(JSON.stringify(operation)).not.toContain('headers');
  });

  it('carry info beside what they are where every answer does', () => {
    const asked = { policies: { 'http.info': 'on' } };
    const withInfo = (schema: Json): JsonObject => {
      const _info = { $ref: '#/components/schemas/Info' };
      return json({ allOf: [schema, { type: 'object', required: ['_info'], properties: { _info } }] });
    };
    const row = rowOf({ A: ['GET', '/act', bare] }, { access: 'none' });
    expect(shortResponses(operationOf(row, asked))).toEqual({
      200: ['OK', limits, withInfo({ type: 'object' })],
      400: ['Bad Request', limits, withInfo(refused('BAD_REQUEST'))],
      429: ['Too Many Requests', waits, withInfo(rateLimit)],
      500: ['Internal Server Error', limits, withInfo(refused('INTERNAL_ERROR'))],
      503: ['Service Unavailable', waits, withInfo(refused('SERVICE_UNAVAILABLE'))],
    });
  });
});

describe('an endpoint of the Model Context Protocol', () => {
  const notFound = ['NOT_FOUND'] as const;
  const mcp = { transport: 'mcp', refusals: notFound } as const;
  const either = { anyOf: [message, error] };
  const stream = { type: 'string', description: 'server-sent events' };

  it('answers a message with one, with events, or with nothing', () => {
    const operation = operationOf(rowOf({ A: ['POST', '/mcp', bare] }, mcp));
    expect(shortResponses(operation)).toEqual({
      ...before,
      ...conflict,
      200: ['OK', limits, { ...json(message), 'text/event-stream': stream }],
      202: ['Accepted', limits, {}],
      400: ['Bad Request', limits, json(either)],
      403: ['Forbidden', limits, json(either)],
      404: ['Not Found', limits, json(either)],
      406: ['Not Acceptable', limits, json(either)],
      415: ['Unsupported Media Type', limits, json(either)],
    });
    const { 202: accepted } = operation['responses'] as Record<number, JsonObject>;
    expect(Object.keys(accepted ?? {})).toEqual(['description', 'headers']);
  });

  it('answers a stream with events, or that it has none', () => {
    expect(shortResponses(operationOf(rowOf({ A: ['GET', '/mcp', bare] }, mcp)))).toEqual({
      ...badRequest,
      ...before,
      200: ['OK', limits, { 'text/event-stream': stream }],
      404: ['Not Found', limits, json(refused('NOT_FOUND'))],
      405: ['Method Not Allowed', limits, json(error)],
    });
  });
});
