/** Texts of a JSON value are replaced wherever they are, and nothing else is. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mapTexts } from '../../../src/core/base/map-texts.ts';

it('gives each text to the function, in order, and leaves the rest as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const given: string[] = [];
      const marked = mapTexts(value, (text) => (given.push(text), `<${text}>`));
      const heard: string[] = [];
      const revived = JSON.stringify(value, (_, part: unknown) =>
        typeof part === 'string' ? (heard.push(part), `<${part}>`) : part,
      );
      expect(JSON.stringify(marked)).toBe(revived);
      expect(given).toEqual(heard);
      expect(mapTexts(value, (text) => text)).toEqual(value);
    }),
  );
});

it('names the nearest field, and none outside of objects', () => {
  const seen: [string, string][] = [];
  const note = (text: string, field: string): number => seen.push([field, text]);
  expect(mapTexts(['a', { b: ['c', null, 7, { d: 'e' }] }, true], note)).toEqual([
    1,
    { b: [2, null, 7, { d: 3 }] },
    true,
  ]);
  expect(seen).toEqual([
    ['', 'a'],
    ['b', 'c'],
    ['d', 'e'],
  ]);
});
