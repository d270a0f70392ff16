/** The parts that results are declared with, and small things that every room takes for granted. */
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { InvariantError, assert, present } from '../../../src/core/base/assert.ts';
import { IntervalSchema } from '../../../src/core/base/interval.ts';
import { Refusal, refuse } from '../../../src/core/base/refusal.ts';
import { profiles } from '../../../src/core/base/profile.ts';
import {
  closed,
  Count,
  Hex16,
  Hex32,
  InstantText,
  nullable,
  Ordinal,
  Positive,
  Sha256,
  StatusCounts,
} from '../../../src/core/base/schema-parts.ts';

/** What JSON has of a schema. */
const json = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));
const hex = (length: number) => ({ type: 'string', pattern: `^[0-9a-f]{${length}}$` });
const instant = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

describe('the parts of schemas', () => {
  it.each([
    ['Count', Count, { type: 'integer', minimum: 0 }],
    ['Ordinal', Ordinal, { type: 'integer', minimum: 1 }],
    ['Positive', Positive, { type: 'number', minimum: 0 }],
    ['Hex16', Hex16, hex(16)],
    ['Hex32', Hex32, hex(32)],
    ['Sha256', Sha256, hex(64)],
    ['InstantText', InstantText, { type: 'string', pattern: instant }],
    [
      'StatusCounts',
      StatusCounts,
      { type: 'object', patternProperties: { '^\\d{3}$': { type: 'integer', minimum: 0 } } },
    ],
    ['closed', closed, { additionalProperties: false }],
  ])('%s is as the schemas of the documents have it', (_, part, expected) => {
    expect(json(part)).toEqual(expected);
  });

  it('may be null beside what they are', () => {
    expect(json(nullable(Type.Integer()))).toEqual({ anyOf: [{ type: 'integer' }, { type: 'null' }] });
  });

  it('make up the schema of an interval, which has no other field', () => {
    const number = { type: 'number' };
    expect(json(IntervalSchema)).toEqual({
      type: 'object',
      required: ['mean', 'low', 'high'],
      properties: { mean: number, low: number, high: number },
      additionalProperties: false,
    });
  });
});

describe('an invariant', () => {
  it('that is broken throws with its name and what was expected', () => {
    expect(assert(true, 'why')).toBeUndefined();
    for (const broken of [
      () => assert(false, 'why'),
      () => present(undefined, 'why'),
      () => present(null, 'why'),
    ])
      expect(broken).toThrow(new InvariantError('why'));
    expect(String(new InvariantError('why'))).toBe('InvariantError: why');
  });

  it('of a value that is there gives the value', () => {
    for (const value of [0, '', false, Number.NaN, {}]) expect(present(value, 'why')).toBe(value);
  });
});

it('a refusal keeps its code and its message', () => {
  const refusal = refuse('CONFLICT', 'why');
  expect([refusal instanceof Refusal, refusal.code, refusal.message]).toEqual([true, 'CONFLICT', 'why']);
});

it('the profiles are two, and the published one is the default', () => {
  expect(profiles).toEqual(['published', 'consistent']);
});
