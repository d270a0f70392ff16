import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { bodyBytesMax, readBody } from '../../../src/core/http/body.ts';
import type { Request } from '../../../src/core/http/message.ts';

const request: Request = {
  method: 'POST',
  path: '/x',
  query: {},
  headers: {},
  body: undefined,
  ip: '127.0.0.1',
};
const textRead = (rawBody: string, type?: string): unknown =>
  readBody({ ...request, rawBody, headers: type === undefined ? {} : { 'content-type': type } });
const read = (body: unknown): unknown => readBody({ ...request, body });
const refused = (message: string): Refusal => new Refusal('BAD_REQUEST', message);

const noJson = refused('the body is no valid JSON of type application/json');
const tooLarge = refused('the body is larger than 262144 bytes');
const noObject = refused('the body must be a JSON object');
const noData = refused('the body is no JSON, too deep, or larger than 262144 bytes');

/** JSON of exactly so many bytes, with characters of so many bytes. */
const textOf = (bytes: number, character = 'a'): string => {
  const size = Buffer.byteLength(character);
  const rest = bytes - 8;
  return `{"a":"${character.repeat(Math.floor(rest / size))}${'a'.repeat(rest % size)}"}`;
};
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe('the text of a body', () => {
  it.each([
    ['', {}],
    ['{}', {}],
    ['{"a":[1,null,true,"é"]}', { a: [1, null, true, 'é'] }],
    ['{', noJson],
    ['{"a":1}x', noJson],
    ['[]', noObject],
    ['null', noObject],
    ['1', noObject],
    ['"a"', noObject],
  ])('%j is read as an object or refused', (text, expected) => expect(textRead(text)).toEqual(expected));

  it.each([
    'application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8', 'application/problem+json',
    'application/vnd.a-b.c+json',
  ])('may have the type %s', (type) => expect(textRead('{"a":1}', type)).toEqual({ a: 1 })); // prettier-ignore

  it.each([
    'text/plain', 'text/application/json', 'application/jsonp', 'application/xml', 'application/+json', '',
    'application/problem/+json',
  ])('may not have the type %j', (type) => expect(textRead('{"a":1}', type)).toEqual(noJson)); // prettier-ignore

  it.each(['a', 'é', '€'])('has 256 KiB of %s at most, in bytes', (character) => {
    expect(Buffer.byteLength(textOf(bodyBytesMax, character))).toBe(256 * 1024);
    expect(textRead(textOf(bodyBytesMax + 1, character))).toEqual(tooLarge);
    if (character !== 'a') expect(textRead(textOf(bodyBytesMax, character))).toHaveProperty('a');
  });

  it('is refused for its size before its form', () => {
    expect(textRead('x'.repeat(bodyBytesMax + 1))).toEqual(tooLarge);
    expect(textRead('x'.repeat(bodyBytesMax))).toEqual(noJson);
  });
});

describe('a body as an object', () => {
  it('is the object itself, and an empty one where there is none', () => {
    const body = { a: { b: [1, 'x', false, null, undefined] } };
    expect(read(body)).toBe(body);
    expect(read(undefined)).toEqual({});
    expect(Object.isFrozen(read(undefined))).toBe(true);
  });

  it.each([[[]], [null], [1], ['a'], [true]])('is refused as %j', (body) =>
    expect(read(body)).toEqual(noObject),
  );

  it.each([
    ['not a number', { a: Number.NaN }],
    ['infinite', { a: [-Infinity] }],
    ['a function', { a: () => 1 }],
    ['a symbol', { a: { b: Symbol('b') } }],
    ['a bigint', { a: 1n }],
  ])('is refused with a value that is %s', (_, body) => expect(read(body)).toEqual(noData));

  it('has 32 levels at most', () => {
    expect([read(nested(32)), read(nested(33))]).toEqual([nested(32), noData]);
  });

  it.each<[string, number, (size: number) => unknown]>([
    ['a text', 9, (size) => ({ a: 'x'.repeat(size) })],
    ['a key', 10, (size) => ({ ['x'.repeat(size)]: null })],
    ['a key of a number', 14, (size) => ({ ['x'.repeat(size)]: 1 })],
    ['a key of a boolean', 10, (size) => ({ ['x'.repeat(size)]: true })],
    ['a key of nothing', 6, (size) => ({ ['x'.repeat(size)]: undefined })],
    ['a key of an object', 8, (size) => ({ ['x'.repeat(size)]: {} })],
  ])('has as many bytes in %s as it may have, and no more', (_, around, make) => {
    const most = make(bodyBytesMax - around);
    expect(read(most)).toBe(most);
    expect(read(make(bodyBytesMax - around + 1))).toEqual(noData);
  });
});
