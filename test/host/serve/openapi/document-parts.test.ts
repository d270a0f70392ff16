/** What a document says beside its operations, and where it is answered. */
import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../../../src/core/base/refusal.ts';
import type { JsonObject } from '../../../../src/core/http/message.ts';
import { Router } from '../../../../src/core/http/router.ts';
import { documentMount } from '../../../../src/host/serve/openapi/mount.ts';
import { walletDocument } from '../../../../src/host/serve/openapi/wallet-document.ts';
import { policiesWith } from '../serving.ts';
import { bare, documentOf, limits, operationOf, pathsOf, rowOf, waits } from './small-documents.ts';

describe('the document of a table', () => {
  const prefixes = { A: '/a', B: '/b' };
  const rows = [
    rowOf({ A: ['GET', '/act', bare], B: ['GET', '/act', bare] }),
    rowOf({ A: ['POST', '/act/:id', bare] }),
    rowOf({ A: ['DELETE', '/act/:id', bare], B: ['PUT', '/act', bare] }, { operation: 'other' }),
  ];
  const document = documentOf(rows, { service: 'shop', prefixes });

  it('has each path once, each name once, and each tag', () => {
    const named = Object.entries(pathsOf(document)).map(([path, methods]) => [
      path,
      Object.entries(methods).map(([method, { operationId, tags }]) => [method, operationId, tags]),
    ]);
    expect(Object.fromEntries(named)).toEqual({
      '/a/act': [['get', 'shopActA', ['shop A']]],
      '/b/act': [
        ['get', 'shopActB', ['shop B']],
        ['put', 'shopOtherB', ['shop B']],
      ],
      '/a/act/{id}': [
        ['post', 'shopActAPOSTAActId', ['shop A']],
        ['delete', 'shopOtherA', ['shop A']],
      ],
    });
    expect(document['tags']).toEqual([{ name: 'shop A' }, { name: 'shop B' }]);
  });

  it('says what it is of, beside paths and components', () => {
    const { paths: _paths, components: _components, tags: _tags, ...rest } = document;
    expect(rest).toEqual({
      openapi: '3.1.0',
      info: {
        title: 'Agent platform, served by Orrery',
        summary: 'Reference v1',
        version: '1.0.0',
        description:
          'Every service in every published style, as read under the policies of this world. Time is virtual. A request from loopback may carry X-Sim-IP to come from another address, and X-Sim-At to take a manual clock along to the instant it is sent at.',
        'x-policy-hash': 'abc',
        'x-changelog': [
          'MCP endpoints of the faucet and the escrow',
          'the escrow, with a fee of 1% at release',
          'free USDC from the faucet for new agents',
          '275 or more perpetual markets instead of 50; a maker fee reduced to 0.1%',
        ],
      },
      servers: [{ url: '/' }],
    });
  });
});

describe('the headers of an answer', () => {
  const headersOf = (policies: Record<string, string>, status: number): unknown => {
    const responses = operationOf(rowOf({ A: ['GET', '/act', bare] }), { policies })['responses'];
    return (responses as Record<number, JsonObject>)[status]?.['headers'];
  };
  const ref = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

  it('of a limit may be missing on the unlimited tier, but not how long to wait', () => {
    expect(headersOf({}, 429)).toEqual({
      'X-RateLimit-Limit': ref('X-RateLimit-Limit-if-limited'),
      'X-RateLimit-Remaining': ref('X-RateLimit-Remaining-if-limited'),
      'X-RateLimit-Reset': ref('X-RateLimit-Reset-if-limited'),
      'Retry-After': ref('Retry-After'),
    });
  });

  it('are all there where that tier has a maximum', () => {
    const sure = { 'limits.unlimitedHeaders': 'maximum' };
    expect(headersOf(sure, 429)).toEqual(Object.fromEntries(waits.map((name) => [name, ref(name)])));
    expect(headersOf(sure, 200)).toEqual(Object.fromEntries(limits.map((name) => [name, ref(name)])));
  });

  it('say how long an outage lasts, and nothing of a closed market that has its status', () => {
    const waitOf = (refusals: readonly RefusalCode[]): unknown => {
      const policies = { 'errors.marketClosedStatus': '503' };
      const responses = operationOf(rowOf({ A: ['GET', '/act', bare] }, { refusals }), { policies })[
        'responses'
      ];
      return (responses as Record<number, { headers: JsonObject }>)[503]?.headers['Retry-After'];
    };
    expect(waitOf([])).toEqual(ref('Retry-After'));
    expect(waitOf(['MARKET_CLOSED'])).toEqual({
      description: 'how many seconds to wait',
      schema: { type: 'integer', minimum: 0 },
      required: false,
    });
  });
});

describe('the routes of the documents', () => {
  it('answer the document of the platform as it is, and that of the wallet as made from it', () => {
    const platform = documentOf([rowOf({ primary: ['GET', '/act', bare] })], { service: 'wallet' });
    const { routes } = new Router([documentMount(() => platform)], policiesWith());
    const answers = routes.map((route) => {
      const call = { params: {}, query: {}, body: undefined, policies: policiesWith() };
      return [
        route.template,
        route.needsKey,
        route.binding.write(route.operation(undefined, undefined), call),
      ];
    });
    expect(answers).toEqual([
      ['/openapi.json', false, platform],
      ['/wallet/openapi.json', false, walletDocument(platform)],
    ]);
  });

  it('are two of the service document', () => {
    const { rows, operations: _, ...mount } = documentMount(() => ({}));
    expect(mount).toEqual({ service: 'document', prefixes: { control: '' } });
    const said = rows.map(({ styles: { control }, ...row }) => [row, control?.slice(0, 2)]);
    const plain = { access: 'none', success: 200, limits: { exempt: true }, refusals: [] };
    expect(said).toEqual([
      [{ ...plain, operation: 'openapi', about: 'This document' }, ['GET', '/openapi.json']],
      [
        { ...plain, operation: 'walletOpenapi', about: "The wallet's own descriptor, OpenAPI 3.0.0" },
        ['GET', '/wallet/openapi.json'],
      ],
    ]);
  });
});

describe('the components', () => {
  const text = { type: 'string' };
  const header = (description: string, required: boolean): JsonObject => ({
    description,
    schema: { type: 'integer', minimum: 0 },
    required,
  });
  const descriptions: [string, string][] = [
    ['X-RateLimit-Limit', 'how many requests the binding limit admits in its window'],
    ['X-RateLimit-Remaining', 'how many of them are left'],
    ['X-RateLimit-Reset', 'when the window ends, in seconds since the Unix epoch'],
  ];
  const rateLimitFields = {
    error: { const: 'rate_limit_exceeded' },
    message: text,
    limit: { type: 'integer' },
    window: { type: 'string', description: 'such as 10s, 1m or 1d' },
    retry_after_seconds: { type: 'integer', minimum: 1 },
    reset_at: {
      type: 'string',
      pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
      description: 'RFC 3339 in UTC with milliseconds',
    },
    tier: { enum: ['free', 'pro', 'enterprise'] },
    upgrade_url: text,
  };
  const recordOf = (properties: JsonObject): JsonObject => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const schemas = {
    Error: recordOf({ error: { ...text, description: 'what was wrong and what was expected' }, code: text }),
    McpMessage: {
      type: 'object',
      required: ['jsonrpc'],
      properties: {
        jsonrpc: { const: '2.0' },
        id: { type: ['string', 'integer', 'null'] },
        result: { type: 'object' },
        error: recordOf({ code: { type: 'integer' }, message: text }),
      },
    },
    RateLimit: recordOf({ ...rateLimitFields, code: { const: 'RATE_LIMIT' } }),
  };
  const componentsOf = (policies: Record<string, string>): unknown =>
    documentOf([], { policies })['components'];

  it('are the key, headers that must be there or may be missing, and the bodies of refusals', () => {
    expect(componentsOf({})).toEqual({
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'the API key issued at registration' },
      },
      headers: {
        ...Object.fromEntries(descriptions.map(([name, words]) => [name, header(words, true)])),
        ...Object.fromEntries(
          descriptions.map(([name, words]) => [`${name}-if-limited`, header(words, false)]),
        ),
        'Retry-After': header('how many seconds to wait', true),
      },
      schemas,
    });
  });

  it('have a body of a limit without a code where it is as the documents print it', () => {
    const literal = { ...schemas, RateLimit: recordOf(rateLimitFields) };
    expect(componentsOf({ 'errors.rateLimitBody': 'literal' })).toMatchObject({ schemas: literal });
    expect(componentsOf({ 'errors.rateLimitBody': 'literal' })).not.toMatchObject({ schemas });
  });

  it('have the info where every answer has', () => {
    const Info = recordOf({ service: text, docs: text, referral: text, version: text });
    expect(componentsOf({ 'http.info': 'on' })).toMatchObject({ schemas: { ...schemas, Info } });
  });
});
