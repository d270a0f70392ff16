import { expect, test } from 'vitest';
import { extended } from '../../../src/core/base/extended.ts';

test('an extended object is what a spread gives, in the same order', () => {
  const made = (): { b: number; a: string; none: undefined } => ({ b: 1, a: 'x', none: undefined });
  const more = { z: null, c: [1] };
  expect(JSON.stringify(extended(made(), more))).toBe(JSON.stringify({ ...made(), ...more }));
  expect(Object.keys(extended(made(), more))).toEqual(['b', 'a', 'none', 'z', 'c']);
});

test('the object is not copied', () => {
  const made = { a: 1 };
  expect(extended(made, { b: 2 })).toBe(made);
});
