import { describe, expect, it } from 'vitest';
import {
  choice,
  duration,
  integer,
  number,
  probability,
  text,
  usdc,
  type Parameter,
} from '../../../src/simulation/population/parameters.ts';
import { defineAgent, isBehaviour } from '../../../src/simulation/population/define-agent.ts';
import { looseAjv } from '../../schema-checks.ts';

const table: [string, Parameter<unknown>, [unknown, unknown][], unknown[]][] = [
  ['a duration', duration('6h'), [['6h', 21_600_000], ['1d12h', 129_600_000], ['0s', 0]], [6, '6', 'h', null, ['6h'], '-1h', '0.5ms']],
  ['a number', number(1), [[1.5, 1.5], [-3, -3], [0, 0]], ['1', null, true, Number.NaN]],
  ['a number from 1 to 2', number(1, { minimum: 1, maximum: 2 }), [[1, 1], [2, 2]], [0.999, 2.001, Number.NaN]],
  ['a whole number', integer(1), [[5, 5], [-5, -5]], [1.5, '5', null, Infinity]],
  ['a whole number of at least 1', integer(1, { minimum: 1 }), [[1, 1]], [0, 1.5]],
  ['a chance', probability(0.5), [[0, 0], [1, 1], [0.25, 0.25]], [-0.1, 1.1, '50%']],
  ['an amount', usdc('2.50'), [['2.50', 2_500_000], [2.5, 2_500_000], ['0', 0]], ['2,50', -1, 0.0000001, null, '']],
  ['one of a few words', choice(['A', 'B'], 'B'), [['A', 'A'], ['B', 'B']], ['C', 'a', '', null]],
  ['a text', text(''), [['', ''], ['x', 'x']], [5, null, {}]],
]; // prettier-ignore

describe.each(table)('%s', (_, parameter, accepted, refused) => {
  it.each(accepted)('takes %j as %j', (input, value) => expect(parameter.parse(input)).toBe(value));
  it.each(refused.map((input) => [input]))('refuses %j', (input) =>
    expect(parameter.parse(input)).toBeUndefined(),
  );

  it('has a default that it accepts', () => expect(parameter.parse(parameter.default)).toBeDefined());

  it('has a schema that accepts whatever it accepts', () => {
    const validate = looseAjv.compile(parameter.schema);
    for (const [input] of accepted) expect(validate(input)).toBe(true);
    expect(validate(parameter.default)).toBe(true);
  });
});

it.each([
  [number(0), 'a number'],
  [number(0, { minimum: 1 }), 'a number of at least 1'],
  [number(0, { maximum: 9 }), 'a number of at most 9'],
  [integer(0, { minimum: 1, maximum: 9 }), 'a whole number from 1 to 9'],
  [probability(0), 'a number from 0 to 1'],
  [choice(['A', 'B'], 'A'), 'one of A, B'],
])('what is expected is said in words: %#', (parameter, expected) =>
  expect(parameter.expected).toBe(expected),
);

describe('a behaviour', () => {
  const run = function* (): Generator<unknown, void, unknown> {
    yield undefined;
  };

  it('is what defineAgent gives, and nothing else', () => {
    const behaviour = defineAgent({ name: 'a', about: 'b', run });
    expect([behaviour.name, behaviour.about, behaviour.parameters]).toEqual(['a', 'b', {}]);
    expect(isBehaviour(behaviour)).toBe(true);
    const lookalike = { name: 'a', about: 'b', parameters: {}, run };
    for (const other of [lookalike, null, undefined, 'a', run, []]) expect(isBehaviour(other)).toBe(false);
  });
});
