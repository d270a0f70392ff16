/** Fields whose values are others on each side, and change alike: ids, and sums that began with other data. */
import { describe, expect, it } from 'vitest';
import { fitOf, type KnownIds } from '../../../../src/live/traffic/names/counterpart.ts';

type Pair = readonly [ours: unknown, theirs: unknown];
const none: KnownIds = { toTheirs: new Map(), toOurs: new Map() };
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const fit = (pairs: readonly Pair[], toleranceMs = 2_000, known = none) =>
  fitOf(
    pairs.map(([ours, theirs]) => ({ ours: listOf(ours), theirs: listOf(theirs), toleranceMs })),
    known,
  );
/** How many of the pairs correspond, each alone. */
const matches = (pairs: readonly Pair[], toleranceMs?: number): number[] =>
  pairs.map((pair) => fit([pair], toleranceMs).matches);

const id = (letter: string): string => `esc_${letter.repeat(16)}`;

describe('ids', () => {
  it('correspond where both sides have the same one, or both another', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id);
    expect(
      fit([
        [a, 'x1234567'],
        [b, 'y1234567'],
        [a, 'x1234567'],
      ]),
    ).toMatchObject({ matches: 3, distinct: 2 });
    expect(
      fit([
        [a, 17],
        [b, 18],
        [a, 17],
        [c, 19],
      ]),
    ).toMatchObject({ matches: 4, distinct: 3 });
    // One id of ours is two of theirs, or the other way round.
    expect(
      fit([
        [a, 'x1234567'],
        [a, 'y1234567'],
      ]).matches,
    ).toBe(1);
    expect(
      fit([
        [a, 'x1234567'],
        [b, 'x1234567'],
      ]).matches,
    ).toBe(1);
  });

  it('are no words, no fractions, and none of other kinds', () => {
    expect(
      matches([
        ['locked', 'x1234567'],
        [7, 'x1234567'],
        [id('a'), 1.5],
        [id('a'), true],
        [id('a'), 'usr_bbbbbbbbbbbbbbbb'],
      ]),
    ).toEqual([0, 0, 0, 0, 0]);
  });

  it('that are known decide, in both directions', () => {
    const known = { toTheirs: new Map([[id('a'), 'x1234567']]), toOurs: new Map([['x1234567', id('a')]]) };
    expect(fit([[id('a'), 'x1234567']], 0, known).matches).toBe(1);
    expect(fit([[id('a'), 'y1234567']], 0, known).matches).toBe(0);
    expect(fit([[id('b'), 'x1234567']], 0, known).matches).toBe(0);
    expect([...known.toTheirs.keys()]).toEqual([id('a')]);
    const half = { toTheirs: new Map([[id('a'), 'x1234567']]), toOurs: new Map([['x1234567', id('b')]]) };
    expect(fit([[id('a'), 'x1234567']], 0, half).matches).toBe(0);
  });
});

describe('sums', () => {
  it('correspond that change by the same, of three different amounts at least', () => {
    expect(
      fit([
        [100, 7],
        [90, -3],
        [85, -8],
      ]),
    ).toMatchObject({ matches: 3, distinct: 3 });
    expect(
      fit([
        ['100.00', '7.00'],
        ['90.00', '-3.00'],
        ['85.00', '-8.00'],
      ]),
    ).toMatchObject({ matches: 3 });
    expect(
      fit([
        [100, 7],
        [90, -3],
        [90, -3],
      ]).matches,
    ).toBe(0);
    expect(
      fit([
        [0.1, 0.3],
        [0.2, 0.4],
        [0.3, 0.5],
      ]).matches,
    ).toBe(3);
  });

  it('with another change in between do not, as often as they differ', () => {
    expect(
      fit([
        [100, 7],
        [90, -3],
        [85, -8],
        [80, 0],
      ]),
    ).toMatchObject({ matches: 3, tried: 4 });
    expect(
      fit([
        [1, 11],
        [100, 7],
        [90, -3],
        [85, -8],
        [2, 12],
        [80, -13],
      ]),
    ).toMatchObject({ matches: 4, tried: 6 });
  });

  it('are numbers, one to each answer', () => {
    expect(
      fit([
        ['a', 7],
        ['b', -3],
        ['c', -8],
      ]).matches,
    ).toBe(0);
    expect(
      fit([
        [7, 'a'],
        [8, 'b'],
        [9, 'c'],
      ]).matches,
    ).toBe(0);
    expect(
      fit([
        [[1, 2], 1],
        [[2, 3], 2],
        [[3, 4], 3],
      ]).matches,
    ).toBe(0);
    expect(
      fit([
        [1, [2, 2]],
        [2, [3, 3]],
        [3, [4, 4]],
      ]).matches,
    ).toBe(0);
    expect(
      fit([
        [
          [1, 1],
          [2, 2],
        ],
        [
          [2, 2],
          [3, 3],
        ],
        [
          [3, 3],
          [4, 4],
        ],
      ]).matches,
    ).toBe(0);
    expect(
      fit([
        [true, 1],
        [true, 2],
        [true, 3],
      ]).matches,
    ).toBe(0);
  });
});
