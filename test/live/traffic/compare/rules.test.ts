/** What a user lets pass in a comparison: how it is written, which fields it names, and the bounds of a tolerance. */
import { describe, expect, it } from 'vitest';
import {
  HiddenCounts,
  isNamed,
  isWithin,
  noRules,
  parseTolerance,
  type Tolerance,
} from '../../../../src/live/traffic/compare/rules.ts';

describe('a tolerance', () => {
  it.each<[string, Tolerance | undefined]>([
    ['1%', { kind: 'share', most: 0.01 }],
    ['0.5%', { kind: 'share', most: 0.005 }],
    ['0.01', { kind: 'amount', most: 0.01 }],
    ['0', { kind: 'amount', most: 0 }],
    ['123456789012.25', { kind: 'amount', most: 123_456_789_012.25 }],
    ['1234567890123', undefined],
    ['-1', undefined],
    ['.5', undefined],
    ['1.', undefined],
    ['1 %', undefined],
    ['1%%', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('of %j', (text, tolerance) => {
    expect(parseTolerance(text)).toEqual(tolerance);
  });

  const within = (text: string, recorded: unknown, live: unknown, field = '/price') =>
    isWithin(recorded, live, field, {
      ...noRules,
      tolerance: new Map([['/price', parseTolerance(text) as Tolerance]]),
    });

  it.each<[string, unknown, unknown, boolean]>([
    ['50%', 100, 150, true],
    ['50%', 100, 150.1, false],
    ['50%', 100, 50, true],
    ['50%', 100, 49.9, false],
    ['50%', -100, -150, true],
    ['50%', -100, -150.1, false],
    ['50%', 150, 100, true],
    ['10%', 0, 0.001, false],
    ['10%', 0, 0, true],
    ['0.01', 10.01, 10.02, true],
    ['0.01', 10.02, 10.01, true],
    ['0.01', 10.01, 10.0201, false],
    ['0.01', '10.01', '10.02', true],
    ['0.01', '10.01', 10.02, true],
    ['1', 'ten', 10, false],
    ['1', 10, null, false],
    ['1', true, 1, false],
  ])('of %s lets %j come as %j: %s', (text, recorded, live, expected) => {
    expect(within(text, recorded, live)).toBe(expected);
  });

  it('is that of the fields that end with its pointer, and none of others', () => {
    expect(['/price', '/items/*/price', '/price/x', '/prices'].map((field) => within('1', 1, 2, field))).toEqual([true, true, false, false]);
    expect(isWithin(1, 1, '/price', noRules)).toBe(false);
  }); // prettier-ignore
});

it('a field is named by the end of its pointer', () => {
  expect([isNamed('/a/b', ['/b']), isNamed('/a/b', ['/x', '/a/b']), isNamed('/a/b', ['/a']), isNamed('/a', [])]).toEqual([true, true, false, false]);
}); // prettier-ignore

describe('what rules have hidden', () => {
  it('is listed by how often, then by field, and adds up', () => {
    const [counts, other] = [new HiddenCounts(), new HiddenCounts()];
    counts.add('ignore', '/b');
    counts.add('tolerance', '/a');
    counts.add('ignore', '/c', 3);
    other.add('ignore', '/b', 2);
    other.add('unordered', '/b');
    counts.merge(other.list());
    expect(counts.list()).toEqual([
      { rule: 'ignore', field: '/b', count: 3 },
      { rule: 'ignore', field: '/c', count: 3 },
      { rule: 'tolerance', field: '/a', count: 1 },
      { rule: 'unordered', field: '/b', count: 1 },
    ]);
  });

  it('has at most 500 lines, which go on counting', () => {
    const counts = new HiddenCounts();
    for (let n = 0; n < 501; n += 1) counts.add('ignore', `/${n}`);
    counts.add('ignore', '/499');
    expect(counts.list()).toHaveLength(500);
    expect(counts.list()[0]).toEqual({ rule: 'ignore', field: '/499', count: 2 });
  });
});
