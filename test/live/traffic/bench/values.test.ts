/** The values that a request file may draw: which words each reads, and within which bounds it draws. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newFaker, valueTable } from '../../../../src/live/traffic/bench/requests/values.ts';
import { Stream } from '../../../../src/core/kernel/stream.ts';

const drawOf = (name: string, ...words: string[]) => valueTable[name]?.read(words);

/** So many draws of a value. */
function drawn(name: string, words: readonly string[], count = 60): (string | number)[] {
  const [draw, stream, faker] = [drawOf(name, ...words), new Stream('1', 'values'), newFaker()];
  return Array.from({ length: count }, (_, n) => {
    faker.seed(n);
    return draw?.(stream, faker) ?? 'unread';
  });
}

describe('a whole number', () => {
  it('is between both bounds, which are drawn too', () => {
    expect(new Set(drawn('int', ['3', '5']))).toEqual(new Set([3, 4, 5]));
    expect(new Set(drawn('int', ['-1', '0']))).toEqual(new Set([-1, 0]));
    expect(new Set(drawn('int', ['7', '7']))).toEqual(new Set([7]));
    const bounds = fc.tuple(fc.maxSafeInteger(), fc.nat(2 ** 31));
    fc.assert(
      fc.property(bounds, ([low, more]) => {
        fc.pre(Number.isSafeInteger(low + more));
        for (const value of drawn('int', [String(low), String(low + more)], 5).map(Number))
          expect(Number.isSafeInteger(value) && value >= low && value <= low + more).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each<[readonly string[], boolean]>([
    [['1', '2'], true], [['2', '1'], false], [['1'], false], [[], false], [['1', '2', '3'], false], [['1.5', '2'], false], [['1', '2.5'], false], [['x', '2'], false], [['1', 'x'], false],
    [['0', '4294967295'], true], [['0', '4294967296'], false], [['1', '4294967296'], true], [['-2147483648', '2147483647'], true], [['-2147483648', '2147483648'], false], [['4294967296', '4294967297'], true], [['0', '1e20'], false],
  ])('is read from %j: %s', (words, isRead) => expect(drawOf('int', ...words) !== undefined).toBe(isRead)); // prettier-ignore
});

describe('an amount', () => {
  it('is in whole cents between both bounds, from the lower one on', () => {
    expect(new Set(drawn('usdc', ['0.10', '0.12']))).toEqual(new Set([0.1, 0.11, 0.12]));
    expect(new Set(drawn('usdc', ['0.105', '0.13']))).toEqual(new Set([0.105, 0.115, 0.125]));
    expect(new Set(drawn('usdc', ['2', '2']))).toEqual(new Set([2]));
    expect(new Set(drawn('usdc-text', ['1', '1.02']))).toEqual(new Set(['1.00', '1.01', '1.02']));
  });

  it.each<[readonly string[], boolean]>([
    [['0.1', '0.2'], true], [['0.2', '0.1'], false], [['0.2', '0.2'], true], [['0.1'], false], [[], false], [['0.1', '0.2', '0.3'], false], [['x', '0.2'], false], [['0.1', 'x'], false],
  ])('is read from %j: %s', (words, isRead) => {
    expect([drawOf('usdc', ...words) !== undefined, drawOf('usdc-text', ...words) !== undefined]).toEqual([isRead, isRead]);
  }); // prettier-ignore
});

describe('a value of words', () => {
  it('is one of them, each of which is drawn', () => {
    expect(new Set(drawn('pick', ['a', 'b', 'c']))).toEqual(new Set(['a', 'b', 'c']));
    expect(drawn('pick', ['a'], 2)).toEqual(['a', 'a']);
    expect(drawOf('pick')).toBeUndefined();
  });

  it.each(['uuid', 'word', 'sentence', 'person', 'email', 'company'])('that is a %s takes none, and is another each time', (name) => {
    expect([drawOf(name, 'x'), drawOf(name, '')]).toEqual([undefined, undefined]);
    const values = drawn(name, [], 20);
    expect(new Set(values).size).toBeGreaterThan(10);
    for (const value of values) expect(value).toMatch(name === 'uuid' ? /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/ : name === 'email' ? /^[^\s@]+@example\.invalid$/ : /^\S/);
  }); // prettier-ignore
});
