/** The wallet's descriptor says in the words of OpenAPI 3.0 what the platform's document says in those of 3.1. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/http/message.ts';
import { walletDocument } from '../../../../src/host/serve/openapi/wallet-document.ts';

const platform = (parts: { paths?: JsonObject; components?: JsonObject; info?: JsonObject }): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Platform', 'x-policy-hash': 'abc' },
  paths: {},
  components: {},
  tags: [{ name: 'wallet primary' }, { name: 'faucet A' }],
  ...parts,
});
const primary = { tags: ['wallet primary'] };
const pathsOf = (paths: JsonObject): Json | undefined => walletDocument(platform({ paths }))['paths'];
const said = (schema: Json): Json | undefined =>
  (walletDocument(platform({ components: { schema } }))['components'] as JsonObject)['schema'];

describe('the descriptor', () => {
  it('is of the wallet alone, with a key everywhere', () => {
    expect(walletDocument(platform({ components: { a: 1 } }))).toEqual({
      openapi: '3.0.0',
      info: {
        title: 'Public Wallet',
        version: '1.0.0',
        description: 'Multi-chain non-custodial wallet on simulated chains. Time is virtual.',
        'x-policy-hash': 'abc',
      },
      servers: [{ url: '/wallet' }],
      security: [{ key: [] }],
      tags: [{ name: 'wallet primary' }],
      paths: {},
      components: { a: 1 },
    });
  });

  it('has an empty hash where the document has none', () => {
    expect(walletDocument(platform({ info: {} }))['info']).toMatchObject({ 'x-policy-hash': '' });
  });

  it('has the operations of the primary interface, below its prefix', () => {
    const paths = {
      '/wallet/v1/send': { post: { ...primary, summary: 'Send' }, get: { tags: ['wallet A'] } },
      '/wallet/api/v1/send': { post: { tags: ['wallet A', 'wallet primary'] } },
      '/faucet/claim': { post: { tags: [] }, get: {} },
      '/wallet/health': { get: primary },
    };
    expect(pathsOf(paths)).toEqual({
      '/v1/send': { post: { ...primary, summary: 'Send' } },
      '/health': { get: primary },
    });
  });

  it.each<[string, Json, JsonObject]>([
    ['a key', [{ key: [] }], primary],
    ['a key or none', [{}, { key: [] }], primary],
    ['none', [], { ...primary, security: [] }],
  ])('says of an operation that needs %s only what differs from the rest', (_, security, expected) => {
    expect(pathsOf({ '/wallet/x': { get: { ...primary, security } } })).toEqual({ '/x': { get: expected } });
  });

  it('says of an operation without any requirement nothing of it', () => {
    expect(pathsOf({ '/wallet/x': { get: primary } })).toEqual({ '/x': { get: primary } });
  });

  it('says schemas within an operation in the older words', () => {
    const responses = { 200: { content: { schema: { const: 'ok' } } } };
    expect(pathsOf({ '/wallet/x': { get: { ...primary, responses } } })).toEqual({
      '/x': { get: { ...primary, responses: { 200: { content: { schema: { enum: ['ok'] } } } } } },
    });
  });
});

describe('a schema in the older words', () => {
  const text = { type: 'string' };
  const none = { type: 'null' };
  const ref = { $ref: '#/components/schemas/Error' };

  it.each<[string, Json, Json]>([
    ['plain values', ['a', 1, true, null], ['a', 1, true, null]],
    [
      'what is the same in both',
      { type: 'object', properties: { a: text } },
      { type: 'object', properties: { a: text } },
    ],
    ['a constant', { const: 'ok', type: 'string' }, { type: 'string', enum: ['ok'] }],
    ['a constant that is false', { const: false }, { enum: [false] }],
    [
      'a constant in a list within an object',
      { allOf: [{ properties: { a: { const: 1 } } }] },
      { allOf: [{ properties: { a: { enum: [1] } } }] },
    ],
    [
      'an open lower bound',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0, exclusiveMinimum: true },
    ],
    [
      'a record',
      { type: 'object', patternProperties: { '^.*$': { const: 1 } } },
      { type: 'object', additionalProperties: { enum: [1] } },
    ],
    ['a record of anything', { patternProperties: {} }, { additionalProperties: {} }],
    ['a reference alone', ref, ref],
    [
      'a reference with more beside it',
      { ...ref, properties: { code: { const: 'X' } } },
      { allOf: [ref, { properties: { code: { enum: ['X'] } } }] },
    ],
    [
      'one or nothing',
      { anyOf: [{ ...text, const: 'a' }, none], description: 'x' },
      { description: 'x', ...text, enum: ['a'], nullable: true },
    ],
    ['one of one', { anyOf: [text] }, text],
    [
      'several or nothing',
      { anyOf: [none, text, { const: 1 }] },
      { anyOf: [text, { enum: [1] }], nullable: true },
    ],
    ['several', { anyOf: [text, { const: 1 }] }, { anyOf: [text, { enum: [1] }] }],
    ['several, of which one is no object', { anyOf: [text, true, null] }, { anyOf: [text, true, null] }],
  ])('%s', (_, schema, expected) => {
    expect(said(schema)).toStrictEqual(expected);
  });
});
