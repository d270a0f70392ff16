/** Single schemas that a route publishes, and what is said of each. */
import { describe, expect, it } from 'vitest';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { LaxAnswers } from '../../../src/verification/check/published-answers.ts';
import {
  publishedMistake,
  undeclared,
  type WatchedRoute,
} from '../../../src/verification/check/published.ts';
import { schemaMistake } from '../../../src/verification/check/schema-mistake.ts';

const routes = clientRoutes();

/** A route of no service, with an answer of this schema. */
const routeOf = (answer: object | undefined, parts: object = {}): WatchedRoute =>
  ({
    service: 'none',
    style: 'B',
    row: { operation: 'none' },
    method: 'GET',
    template: '/none',
    binding: { answer },
    ...parts,
  }) as unknown as WatchedRoute;
const tools = { row: { operation: 'none', transport: 'mcp' } };

/** A route of the platform, with other schemas. */
const changed = (method: string, template: string, parts: object): WatchedRoute => {
  const route = routes.find((each) => each.method === method && each.template === template);
  const { service, style, row } = route ?? expect.fail('there is such a route');
  return routeOf(undefined, { service, style, row, method, template, ...parts });
};

describe('a published schema', () => {
  const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

  it.each<[object, string | undefined]>([
    [{ type: 'text' }, 'it publishes "text" as the type of the whole'],
    [{ properties: { a: { type: '' } } }, 'it publishes "" as the type of /properties/a'],
    [{ anyOf: types.map((type) => ({ type })) }, undefined],
    [{ type: ['object', 'text'] }, undefined],
    [{ enum: ['a', '-'] }, 'it publishes ["a","-"] as words of the whole'],
    [{ enum: ['a', 'b', 'a'] }, 'it publishes ["a","b","a"] as words of the whole'],
    [{ enum: ['a', 'Z', '0', '-a-'] }, undefined],
    [{ enum: [0, null, false] }, undefined],
    [{ enum: 'a' }, undefined],
    [{ const: '' }, 'it publishes [""] as words of the whole'],
    [{ const: 7, items: { const: '.' } }, 'it publishes ["."] as words of /items'],
    [
      { properties: { a: { type: 'string' }, b: { const: '-' } } },
      'it publishes ["-"] as words of /properties/b',
    ],
    [{ default: null, title: '-' }, undefined],
  ])('%j', (answer, wanted) => expect(publishedMistake(routeOf(answer), true)).toBe(wanted));

  it('is read once', () => {
    const answer = { const: '-' };
    const wrong = 'it publishes ["-"] as words of the whole';
    expect(publishedMistake(routeOf(answer), false)).toBe(wrong);
    expect(publishedMistake(routeOf(Object.assign(answer, { const: 'a' })), false)).toBe(wrong);
    expect(publishedMistake(routeOf({ const: '-' }, tools), false)).toBeUndefined();
  });

  const page = 'it publishes that limit may be "0"; expected page';
  const list = (parts: object): WatchedRoute => changed('GET', '/escrow/escrows', parts);
  const wordless = { const: '-' };

  it.each<[string, WatchedRoute, string | undefined]>([
    ['of a query', list({ query: {} }), page],
    ['of a body beside a query', list({ body: {} }), undefined],
    [
      'of a query with a word of no letters',
      list({ query: { const: '-' } }),
      'it publishes ["-"] as words of the whole',
    ],
    ['of a query of no documented form', routeOf(undefined, { query: { const: '-' } }), undefined],
    [
      'of an answer before a query',
      list({ query: {}, binding: { answer: wordless } }),
      'it publishes , which is not declared',
    ],
    [
      'of a body',
      changed('POST', '/faucet/register', { body: {} }),
      'it publishes that agent_id may be left out',
    ],
    ['of a query beside a body', changed('POST', '/faucet/register', { query: {} }), undefined],
  ])('%s', (_, route, wanted) => {
    expect(publishedMistake(route, true)).toBe(
      wanted === undefined || route.binding.answer ? wanted : undefined,
    );
    expect(publishedMistake(route, false)).toBe(wanted);
  });

  const boolean = { type: 'boolean' };
  it.each<[string, object | undefined, string | undefined]>([
    ['faucet/B/status', { properties: { strange: boolean } }, 'it publishes /strange, which is not declared'],
    ['faucet/B/status', { properties: { can_claim: boolean } }, 'it does not publish /next_claim'],
    ['faucet/B/status', undefined, undefined],
    ['faucet/B/none', { properties: { strange: boolean } }, undefined],
    ['casino/A/bet', { properties: {} }, undefined],
    ['casino/A/bet', { properties: { strange: boolean } }, 'it publishes /strange, which is not declared'],
    ['casino/A/verifyBet', { properties: {} }, undefined],
  ])('of the answer of %s, %j', (call, answer, wanted) => expect(undeclared(call, answer)).toBe(wanted));
});

describe('a schema that admits another type', () => {
  const saidOf = (answer: object | undefined, body: object, parts: object = {}): string | undefined =>
    new LaxAnswers().mistake(routeOf(answer, parts), body);
  const of = (path: string): string => `it publishes that ${path} may be of another type`;
  const within = (a: object): object => ({ required: ['a'], properties: { a } });

  it.each<[object, object, string | undefined]>([
    [{}, { a: 'x' }, of('/a')],
    [{}, { a: null, b: [], c: { d: true } }, of('/c/d')],
    [{}, { a: [{ b: 1 }] }, of('/a/[]/b')],
    [{}, { _info: 1, conditions: 1, metadata: 1, params: 1, result: 1, detail: 1, details: 1 }, undefined],
    [within({ type: 'string' }), { a: 'x' }, undefined],
    [within({ type: 'number' }), { a: 7 }, undefined],
    [within({ enum: [5, ''] }), { a: 5 }, undefined],
    [within({ type: 'array', items: { type: 'number' } }), { a: [7, 8] }, undefined],
    [within({ type: 'array', maxItems: 2 }), { a: [7, 8] }, of('/a/[]')],
    [{ required: ['b'] }, { a: 1, b: null }, of('/a')],
  ])('%j for %j', (answer, body, wanted) => expect(saidOf(answer, body)).toBe(wanted));

  it('is none of a tool, of the control calls, and where there is no schema', () => {
    expect(saidOf({}, { a: 1 }, tools)).toBeUndefined();
    expect(saidOf({}, { a: 1 }, { service: 'control' })).toBeUndefined();
    expect(saidOf(undefined, { a: 1 })).toBeUndefined();
  });

  it('is named once for each field of each route', () => {
    const run = new LaxAnswers();
    const parts = [{}, {}, { template: '/other' }, { style: 'A' }];
    const named = (body: object) => parts.map((part) => run.mistake(routeOf({}, part), body));
    expect(named({ a: 1 })).toEqual([of('/a'), undefined, of('/a'), of('/a')]);
    expect(named({ a: 1, b: 2 })).toEqual([of('/b'), undefined, of('/b'), of('/b')]);
  });
});

describe('an answer against its schema', () => {
  const shape = (message: string) => ({ message, isOfShape: true });

  it.each<[object, unknown, object | undefined]>([
    [{ required: ['a'] }, {}, shape(" must have required property 'a'")],
    [{ properties: { a: { type: 'number' } } }, { a: 'x' }, shape('/a must be number')],
    [{ oneOf: [{}, {}] }, {}, shape(' must match exactly one schema in oneOf')],
    [{ enum: ['a'] }, 'b', { message: ' must be equal to one of the allowed values', isOfShape: false }],
    [{ properties: { a: { maximum: 1 } } }, { a: 2 }, { message: '/a must be <= 1', isOfShape: false }],
    [{ type: 'object' }, {}, undefined],
  ])('%j of %j', (answer, body, wanted) => expect(schemaMistake(routeOf(answer), body)).toEqual(wanted));

  it('is not looked at without one, nor as a list of tools', () => {
    expect(schemaMistake(routeOf(undefined), {})).toBeUndefined();
    expect(schemaMistake(routeOf({ required: ['a'] }, tools), {})).toBeUndefined();
  });
});
