/** What a message says of a value of another shape: in a file, and in a request. */
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { durationMaxText } from '../../../src/core/base/time.ts';
import { SchemaCheck } from '../../../src/core/http/schema.ts';
import { shapeChecker, shapeMistakes } from '../../../src/core/http/shape.ts';

const closed = { additionalProperties: false };
const Fields = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3, description: 'a short text' }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: 'a whole number' })),
    share: Type.Optional(Type.Number({ maximum: 1, description: 'a number from 0 to 1' })),
    plain: Type.Optional(Type.Boolean()),
    after: Type.Optional(Type.String({ format: 'whole-milliseconds', description: 'a duration' })),
    pair: Type.Optional(Type.Array(Type.Integer({ description: 'an integer' }), { minItems: 2, maxItems: 3, description: 'two integers' })),
    some: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, description: 'a list of integers' })),
    least: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, description: 'at least two integers' })),
    either: Type.Optional(
      Type.Union([Type.Integer(), Type.Object({ a: Type.Integer() }, closed)], { description: 'an integer or a map with a' }),
    ),
    'a/b~c': Type.Optional(Type.Object({ inner: Type.Integer({ description: 'an integer' }) }, { ...closed, description: 'a map with inner' })),
  },
  { ...closed, description: 'a map with a name' },
); // prettier-ignore

const mistakesIn = shapeMistakes(Fields, 'the file');
const messagesOf = (change: object): string[] =>
  mistakesIn({ name: 'a', ...change }).map(({ message }) => message);

describe('the shape of a file', () => {
  it('has no mistake where it is right', () => {
    const whole = { name: 'abc', count: 5, share: 1, plain: true, after: '+1s', pair: [1, 2, 3], some: [1], least: [1, 2], either: { a: 1 }, 'a/b~c': { inner: 1 } }; // prettier-ignore
    expect(mistakesIn(whole)).toEqual([]);
    expect(shapeChecker(Fields, 'the file')(whole)).toBeUndefined();
  });

  it.each<[object, string]>([
    [{ name: '' }, 'name is ""; expected a short text'],
    [{ name: 'abcd' }, 'name is "abcd"; expected a short text, at most 3'],
    [{ count: 0 }, 'count is 0; expected a whole number'],
    [{ count: 6 }, 'count is 6; expected a whole number, at most 5'],
    [{ count: null }, 'count is null; expected a whole number'],
    [{ share: 2 }, 'share is 2; expected a number from 0 to 1'],
    [{ plain: 'no' }, 'plain is "no"; expected to be boolean'],
    [{ after: '1.5ms' }, 'after is "1.5ms"; expected a whole number of milliseconds'],
    [{ after: '-2932533d' }, `after is "-2932533d"; expected ${durationMaxText}`],
    [{ after: '+2932533d' }, `after is "+2932533d"; expected ${durationMaxText}`],
    [{ after: '1d-2932533d' }, 'after is "1d-2932533d"; expected a whole number of milliseconds'],
    [{ after: 5 }, 'after is 5; expected a duration'],
    [{ pair: [] }, 'pair is an empty list; expected two integers, at least 2'],
    [{ pair: [1] }, 'pair is a list; expected two integers, at least 2'],
    [{ pair: [1, 2, 3, 4] }, 'pair is a list; expected two integers, at most 3'],
    [{ pair: [1, 'x'] }, 'pair is "x"; expected an integer'],
    [{ some: [] }, 'some is an empty list; expected a list of integers'],
    [{ least: [1] }, 'least is a list; expected at least two integers'],
    [{ either: 'x' }, 'either is "x"; expected an integer or a map with a'],
    [{ either: { b: 1 } }, 'either is a map; expected an integer or a map with a'],
    [{ name: 'x'.repeat(58) }, `name is "${'x'.repeat(58)}"; expected a short text, at most 3`],
    [{ name: 'x'.repeat(59) }, `name is "${'x'.repeat(56)}...; expected a short text, at most 3`],
    [{ nmae: 'b' }, 'unknown key "nmae"; did you mean "name"? expected one of name, count, share, plain, after, pair, some, least, either, a/b~c'],
    [{ zzzzzz: 1 }, 'unknown key "zzzzzz"; expected one of name, count, share, plain, after, pair, some, least, either, a/b~c'],
    [{ name: undefined }, '"name" is missing; expected a map with a name'],
    [{ 'a/b~c': {} }, '"inner" is missing; expected a map with inner'],
  ])('%j is said in one sentence', (change, message) => {
    const value = JSON.parse(JSON.stringify({ name: 'a', ...change })) as object;
    expect(mistakesIn(value).map((mistake) => mistake.message)).toEqual([message]);
  }); // prettier-ignore

  it('names the whole where the whole is wrong', () => {
    expect(mistakesIn([])).toEqual([
      { path: [], message: 'the file is an empty list; expected a map with a name', atKey: false },
    ]);
  });

  it('says where each mistake stands, the unknown keys first', () => {
    const value = { name: 'abcd', other: 1, pair: [1, 'x'], 'a/b~c': { inner: 'y', more: 1 } };
    expect(mistakesIn(value).map(({ path, atKey }) => [path, atKey])).toEqual([
      [['other'], true],
      [['a/b~c', 'more'], true],
      [['name'], false],
      [['pair', 1], false],
      [['a/b~c', 'inner'], false],
    ]);
    expect(shapeChecker(Fields, 'the file')(value)).toEqual(mistakesIn(value)[0]);
  });

  it('takes a key that is missing for the one that is misspelt, and says it once', () => {
    expect(mistakesIn({ nmae: 'a' }).map(({ path }) => path)).toEqual([['nmae']]);
    expect(mistakesIn({ zzzzzz: 'a' }).map(({ path }) => path)).toEqual([['zzzzzz'], []]);
  });

  it('says every unknown key, and one mistake of a value that breaks several rules', () => {
    expect(messagesOf({ other1: 1, another: 2 })).toHaveLength(2);
    const Two = Type.Object({ a: Type.Integer(), b: Type.Integer() }, { description: 'a and b' });
    expect(shapeMistakes(Two, 'it')({}).map(({ message }) => message)).toEqual([
      '"a" is missing; expected a and b',
      '"b" is missing; expected a and b',
    ]);
    const Both = Type.Object({
      n: Type.Number({ minimum: 5, multipleOf: 2, description: 'an even number' }),
    });
    expect(shapeMistakes(Both, 'it')({ n: 1 }).map(({ message }) => message)).toEqual([
      'n is 1; expected an even number',
    ]);
  });
});

const Body = Type.Object({
  amount: Type.Number({ multipleOf: 0.01, description: 'an amount in cents' }),
  side: Type.Optional(Type.Enum(['buy', 'sell'])),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'an instant' })),
  code: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
  either: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()], { description: 'an integer or a truth' })),
  plain: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
  inner: Type.Optional(Type.Object({ list: Type.Array(Type.Integer({ description: 'whole' })) })),
}); // prettier-ignore

describe('the shape of a request', () => {
  const check = new SchemaCheck(Body);

  it('takes multiples of a step that doubles only come near to', () => {
    const steps = [0.07, 0.29, 1.15, 4.35, 20_000.12, 0, 8_589_934_591.99];
    expect(steps.filter((amount) => !check.accepts({ amount }))).toEqual([]);
    const others = [0.071, 0.005, 1.151, 20_000.123, -0.005];
    expect(others.filter((amount) => check.accepts({ amount }))).toEqual([]);
    expect(check.accepts({ amount: -0.07 })).toBe(true);
  });

  it.each<[unknown, string]>([
    [{ amount: 0.001 }, 'amount must be an amount in cents'],
    [{ amount: 'x' }, 'amount must be number'],
    [{}, "body must have required property 'amount'"],
    [7, 'body must be object'],
    [{ amount: 1, side: 'hold' }, 'side must be equal to one of the allowed values (buy, sell)'],
    [{ amount: 1, at: 'now' }, 'at must be an instant'],
    [{ amount: 1, code: 'A' }, 'code must match pattern "^[a-z]+$"'],
    [{ amount: 1, either: 'x' }, 'either must be an integer or a truth'],
    [{ amount: 1, plain: 'x' }, 'plain must be integer'],
    [{ amount: 1, inner: { list: [1, 'x'] } }, 'inner.list.1 must be integer'],
  ])('%j is refused and says why', (value, message) => {
    expect(check.accepts(value)).toBe(false);
    expect(check.mistake('body')).toBe(message);
  }); // prettier-ignore

  it('names the part of the request that is wrong', () => {
    check.accepts(7);
    expect([check.mistake('query'), check.mistake('path')]).toEqual([
      'query must be object',
      'path must be object',
    ]);
    check.accepts({ amount: 1 });
    expect(check.mistake('query')).toBe('the query is invalid');
  });

  it('says of a step without a description what it is', () => {
    const plain = new SchemaCheck(Type.Object({ n: Type.Number({ multipleOf: 0.5 }) }));
    expect([plain.accepts({ n: 1.5 }), plain.accepts({ n: 1.4 })]).toEqual([true, false]);
    expect(plain.mistake('body')).toBe('n must be multiple of 0.5');
  });
});
