/** How well two fields fit, by their values: what is equal, what changes alike, and what is told by nothing. */
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

const second = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 1_000).toISOString();
const unix = Date.UTC(2026, 0, 1) / 1_000;

describe('two values', () => {
  it.each<[string, readonly Pair[]]>([
    [
      'equal',
      [
        ['a', 'a'],
        [1, 1],
        [true, true],
        ['1.50', '1.5'],
        [1.5, '1.50'],
        ['7', 7],
        [
          [1, 2],
          [1, 2],
        ],
        [[], []],
      ],
    ],
    [
      'instants, as texts and numbers',
      [
        [second(0), '2026-01-01T01:00:00+01:00'],
        [second(0), unix],
        [second(0), unix * 1_000],
        [second(0), second(3)],
        [second(3), second(0)],
      ],
    ],
    [
      'instants of this century alone',
      [
        ['2001-09-09T01:46:40.000Z', 1e9],
        ['5138-11-16T09:46:39.000Z', 1e11 - 1],
        ['1973-03-03T09:46:40.000Z', 1e11],
        ['5138-11-16T09:46:39.999Z', 1e14 - 1],
      ],
    ],
    [
      'countdowns in whole seconds',
      [
        [61, 62],
        [61, 59],
        [100, 102],
        [3_600, 3_598],
      ],
    ],
  ])('correspond that are %s', (_what, pairs) => expect(matches(pairs)).toEqual(pairs.map(() => 1)));

  it.each<[string, readonly Pair[]]>([
    [
      'not equal',
      [
        ['a', 'b'],
        ['a', 'A'],
        [1, 2],
        [true, 'true'],
        ['true', true],
        [false, true],
        [true, false],
        [1, true],
        [true, 1],
        ['x', 7],
        [7, 'x'],
        [
          [1, 2],
          [1, 3],
        ],
        [[1], [1, 1]],
        [[1, 1], [1]],
      ],
    ],
    [
      'instants further apart than both clocks',
      [
        [second(0), second(3.001)],
        [second(0), unix + 4],
        [second(0), unix - 4],
      ],
    ],
    [
      'an instant and something else',
      [
        [second(0), 'x'],
        [second(0), 999_999_999],
        [second(0), 1e14],
        ['5138-11-16T09:46:40.000Z', 1e14],
        ['5138-11-16T09:46:40.001Z', 1e14 + 1],
        ['5138-11-16T09:46:40.000Z', 1e11],
        ['1970-04-26T17:46:39.000Z', 1e10 - 1],
        ['2001-09-09T01:46:39.000Z', 999_999_999],
        ['1970-01-12T13:46:39.000Z', 999_999_999],
        [second(0), ['x']],
      ],
    ],
    [
      'countdowns too far apart, too short, or in parts of a second',
      [
        [61, 64],
        [60, 61],
        [59, 60],
        [61.5, 62],
        [62, 61.5],
        ['61', '62'],
      ],
    ],
  ])('do not that are %s', (_what, pairs) => expect(matches(pairs)).toEqual(pairs.map(() => 0)));

  it('are countdowns within the tolerance, to the second', () => {
    expect([matches([[100, 101]], 1_000), matches([[100, 101]], 999), matches([[100, 99]], 1_000)]).toEqual([
      [1],
      [0],
      [1],
    ]);
  });

  it('tell more the more of ours there are', () => {
    expect(
      fit([
        ['a', 'a'],
        ['a', 'a'],
        ['b', 'b'],
        ['c', 'd'],
      ]),
    ).toEqual({ matches: 3, tried: 4, distinct: 2, as: undefined });
    expect(
      fit([
        [
          ['a', 'b'],
          ['a', 'b'],
        ],
      ]),
    ).toMatchObject({ matches: 1, distinct: 2 });
    expect(fit([])).toMatchObject({ matches: 0, tried: 0, distinct: 0 });
  });

  it.each<[Pair, string | undefined]>([
    [['1.5', 1.5], 'text'],
    [[1.5, '1.5'], 'number'],
    [[second(0), unix], 'instant'],
    [['a', 'b'], undefined],
    [[1, 2], undefined],
    [[true, 1], undefined],
    [['a', true], undefined],
    [[true, 'a'], undefined],
  ])('%j have ours as %s', (pair, as) => expect(fit([pair]).as).toBe(as));
});
