import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyHash } from '../../../../src/host/app/run/body-hash.ts';

/** The slow version: equal for equal JSON texts and for no others. */
const slowHash = (body: unknown): string => hash('sha256', JSON.stringify(body));

/** FNV-1a of the mark of a number, the characters of its text and their count, mixed. */
function numberHash(text: string): string {
  const words = [2, ...Array.from(text, (character) => character.charCodeAt(0)), text.length];
  const folded = words.reduce((hashed, word) => Math.imul(hashed ^ word, 0x01000193), 0x811c9dc5);
  const mixed = Math.imul(folded ^ (folded >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0).toString(16).padStart(8, '0');
}

const values = fc.jsonValue({ maxDepth: 4 });

describe('the hash of a body', () => {
  it('is eight hexadecimal digits', () => {
    fc.assert(
      fc.property(values, (body) => {
        expect(bodyHash(body)).toMatch(/^[0-9a-f]{8}$/);
      }),
    );
  });

  it('is equal for two values exactly where SHA-256 of their JSON texts is', () => {
    fc.assert(
      fc.property(values, values, (left, right) => {
        expect(bodyHash(left) === bodyHash(right)).toBe(slowHash(left) === slowHash(right));
        expect(bodyHash(JSON.parse(JSON.stringify(left)))).toBe(bodyHash(left));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the digits of a number as those of its text', () => {
    const numbers = fc.oneof(
      fc.nat(),
      fc.integer(),
      fc.nat({ max: 2_000 }),
      fc.double(),
      fc.constantFrom(-0, 1e9, 999_999_999),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        expect(bodyHash(number)).toBe(numberHash(String(number)));
      }),
      { numRuns: 2000 },
    );
  });

  it('ignores a property without a value, as JSON does', () => {
    expect(bodyHash({ id: 'a', note: undefined })).toBe(bodyHash({ id: 'a' }));
    expect(bodyHash([{ note: undefined }])).toBe(bodyHash([{}]));
  });

  const near: readonly (readonly [string, unknown, unknown])[] = [
    ['a number and its text', { count: 1 }, { count: '1' }],
    ['null and its text', { note: null }, { note: 'null' }],
    ['true and false', { ok: true }, { ok: false }],
    ['a property that is null and none', { note: null }, {}],
    ['an empty list and an empty object', { rows: [] }, { rows: {} }],
    ['text that moves from a name to its value', { ab: 'c' }, { a: 'bc' }],
    ['text that moves to the next value', ['ab', 'c'], ['a', 'bc']],
    ['a part that moves out of its list', [[1], 2], [[1, 2]]],
    ['a property that moves out of its object', { a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
    ['the order of a list', [1, 2], [2, 1]],
    ['one character of many', { id: `esc_${'0'.repeat(60)}1` }, { id: `esc_${'0'.repeat(60)}2` }],
  ];

  it.each(near)('tells apart %s', (_, left, right) => {
    expect(bodyHash(left)).not.toBe(bodyHash(right));
  });

  it('gives 20,000 bodies that differ in one number few equal hashes, as 32 random bits would', () => {
    const hashes = new Set(
      Array.from({ length: 20_000 }, (_, index) =>
        bodyHash({ id: `bet_${index}`, nonce: index, won: false }),
      ),
    );
    expect(hashes.size).toBeGreaterThanOrEqual(19_995);
  });
});
