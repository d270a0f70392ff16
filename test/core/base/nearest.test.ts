import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hintOf, isMisspelt, meant, nearest, suggestion } from '../../../src/core/base/nearest.ts';

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

/** What looks meant: two letters of five wrong, or two letters in each other's place. */
function looksMeant(word: string, candidate: string): boolean {
  const edits = distance(word, candidate);
  const letters = (text: string): string => Array.from(text).toSorted().join('');
  const isNear = candidate !== '' && edits <= 0.4 * Math.max(word.length, candidate.length);
  return isNear || (edits === 2 && letters(word) === letters(candidate));
}

it('is suggested where it looks meant, whatever the case of its letters', () => {
  fc.assert(
    fc.property(words, words, fc.boolean(), (word, candidate, isUpper) => {
      const written = isUpper ? candidate.toUpperCase() : candidate;
      const expected = looksMeant(word, candidate);
      expect(meant(word, [written])).toBe(expected ? written : undefined);
      expect(suggestion(word, [written])).toBe(expected ? `did you mean "${written}"? ` : '');
    }),
    { numRuns: 500 },
  );
});

it('takes a word for misspelt with at most two letters wrong, and more right than wrong', () => {
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 3 }), (word, candidates) => {
      const expected = candidates.some((candidate) => {
        const wrong = distance(word, candidate);
        return wrong <= 2 && candidate.length - wrong > wrong;
      });
      expect(isMisspelt(word, candidates)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

it('lists twelve candidates where none looks meant, and counts the rest', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `name-${at}`);
  const first = names(12).join(', ');
  expect([12, 13].map((count) => hintOf('x', names(count)))).toEqual([
    `expected one of ${first}`,
    `expected one of ${first} and 1 more`,
  ]);
  expect(hintOf('kneo', ['keno'])).toBe('did you mean "keno"?');
});
