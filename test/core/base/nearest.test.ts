import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hintOf, nearest } from '../../../src/core/base/nearest.ts';

it.each([
  ['populaton', ['profile', 'policies', 'population'], 'population'],
  ['fore', ['name', 'for', 'seed'], 'for'],
  ['escrow-byer', ['escrow-buyer', 'escrow-seller'], 'escrow-buyer'],
  ['x', ['first', 'fifth'], 'first'],
  ['', ['abc', 'a', 'ab'], 'a'],
  ['anything', [], ''],
])('%j means one of %j: %j', (word, candidates, expected) =>
  expect(nearest(word, candidates)).toBe(expected),
);

it.each([
  ['nosuch.policy', ['faucet.pool', 'limits.burst'], 'expected one of faucet.pool, limits.burst'],
  ['nosuch_metric', ['checks'], 'expected checks'],
  ['limits.brst', ['faucet.pool', 'limits.burst'], 'did you mean "limits.burst"?'],
  ['http_request', ['http_reqs'], 'did you mean "http_reqs"?'],
  ['kneo', ['keno'], 'did you mean "keno"?'],
  ['a', ['A', 'B'], 'did you mean "A"?'],
  [
    'x',
    Array.from({ length: 14 }, (_, at) => `name-${at}`),
    /^expected one of name-0, .*, name-11 and 2 more$/,
  ],
])('%j among %j: %s', (word, candidates, expected) => expect(hintOf(word, candidates)).toMatch(expected));

/** Levenshtein's definition, word for word; exponential, so only for short words. */
function distance(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  if (left[0] === right[0]) return distance(left.slice(1), right.slice(1));
  return (
    1 +
    Math.min(
      distance(left.slice(1), right),
      distance(left, right.slice(1)),
      distance(left.slice(1), right.slice(1)),
    )
  );
}

const words = fc.stringMatching(/^[abc]{0,5}$/);

it('is the first of the candidates with the fewest edits', () => {
  fc.assert(
    fc.property(words, fc.array(words, { minLength: 1, maxLength: 5 }), (word, candidates) => {
      const distances = candidates.map((candidate) => distance(word, candidate));
      const best = candidates[distances.indexOf(Math.min(...distances))];
      expect(nearest(word, candidates)).toBe(best);
    }),
  );
});
