/** Values at the edges of rules of form, against the rules as they are written. */
import { expect, it } from 'vitest';
import { parseInstant } from '../../../src/core/base/time.ts';
import { edgesOf } from '../../../src/verification/check/generate/form-edges.ts';

/** Whether a value meets a rule, said once more. */
const meets: Readonly<Record<string, (value: unknown, bounds: readonly string[]) => boolean>> = {
  text: (value, [least, most]) => typeof value === 'string' && value.length >= Number(least) && value.length <= Number(most),
  one: (value, [words = '']) => words.split('|').includes(value as string),
  object: (value, [most = Infinity]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && new TextEncoder().encode(JSON.stringify(value)).length <= Number(most),
  integer: (value, [least, most]) => Number.isInteger(value) && Number(value) >= Number(least) && Number(value) <= Number(most),
  number: (value, [least, most]) => typeof value === 'number' && value >= Number(least) && value <= Number(most),
  decimal: (value, [least, most]) => typeof value === 'number' && value >= Number(least) && value <= Number(most),
  positive: (value) => (typeof value === 'number' || (typeof value === 'string' && value !== '')) && Number(value) > 0,
  page: (value) => typeof value === 'string' && /^[1-9]\d*$/.test(value),
  digits: (value) => typeof value === 'string' && /^\d{1,9}$/.test(value),
  instant: (value) => typeof value === 'string' && parseInstant(value) !== undefined,
  bets: (value, [least, most]) =>
    Array.isArray(value) && value.length >= Number(least) && value.length <= Number(most) && value.every((each) => typeof each === 'object' && !Array.isArray(each)),
  usdc: (value, [least]) =>
    (typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d{1,6})?$/.test(value))) && Number(value) >= Number(least),
  numbers: (value, [least, most, count]) =>
    Array.isArray(value) && value.length > 0 && value.length <= Number(count) && new Set(value).size === value.length &&
    value.every((each) => Number.isInteger(each) && each >= Number(least) && each <= Number(most)),
}; // prettier-ignore

it.each([
  ['text 1 128', 3, 7],
  ['text 0 64', 3, 6],
  ['text 3 8', 3, 7],
  ['one heads|tails', 2, 9],
  ['one market', 1, 9],
  ['object', 2, 5],
  ['object 4096', 3, 6],
  ['integer 1 6', 5, 8],
  ['integer 0 36 !', 5, 8],
  ['number 1.01 100', 5, 7],
  ['decimal 0.5 2', 5, 7],
  ['positive', 3, 9],
  ['page', 3, 5],
  ['digits', 2, 5],
  ['instant !', 4, 8],
  ['bets 1 20 !', 2, 8],
  ['usdc 0.1 !', 4, 9],
  ['usdc 1', 4, 9],
  ['numbers 1 80 10', 3, 9],
])('the edges of "%s" are %i allowed values and %i refused ones', (rule, allowedCount, refusedCount) => {
  const [kind = '', ...bounds] = rule.replace(' !', '').split(' ');
  const { allowed, refused } = edgesOf(rule);
  expect([allowed.length, refused.length]).toEqual([allowedCount, refusedCount]);
  for (const value of allowed) expect(meets[kind]?.(value, bounds), JSON.stringify(value)).toBe(true);
  for (const value of refused) expect(meets[kind]?.(value, bounds), JSON.stringify(value)).toBe(false);
  const [low, high] = [Number(bounds[0]), Number(bounds[1])];
  const lengths = allowed.map((value) => String(value).length);
  if (kind === 'text') expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([low, high]);
  if (['integer', 'number', 'decimal'].includes(kind))
    expect(allowed).toEqual(expect.arrayContaining([low, high]));
  const texts = refused.map((value) => JSON.stringify(value));
  expect(new Set(texts).size).toBe(texts.length);
});

it('of a rule that is not known are none', () => {
  expect(edgesOf('strange')).toEqual({ allowed: ['x'], refused: [] });
});
