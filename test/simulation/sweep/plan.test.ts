import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import type { Axis, SweepPlan } from '../../../src/simulation/sweep/result-schema.ts';
import {
  axesMistake,
  cellCount,
  parseAxis,
  parseSetting,
  settingsOf,
  settingText,
} from '../../../src/simulation/sweep/axes.ts';
import { pointAt, planHash, pointCount } from '../../../src/simulation/sweep/plan.ts';
import { parseSeeds } from '../../../src/simulation/sweep/seeds.ts';
import { parseShard, pointsOf } from '../../../src/simulation/sweep/shard.ts';
import { planOf } from './plans.ts';

const messageOf = (outcome: unknown): string => (outcome instanceof Refusal ? outcome.message : 'no refusal');

/** The axis, or nothing where it is refused. */
function axisOf(text: string): readonly Axis[] {
  const axis = parseAxis(text);
  return axis instanceof Refusal ? [] : [axis];
}

describe('--seeds', () => {
  it.each([
    ['3', ['1', '2', '3']],
    ['7..9', ['7', '8', '9']],
    ['0..0', ['0']],
    ['5,blue,1..2', ['5', 'blue', '1', '2']],
    [' 4 , 2 ', ['4', '2']],
    ['-1,-2', ['-1', '-2']],
  ])('%j is %j', (text, seeds) => expect(parseSeeds(text)).toEqual(seeds));

  it.each([
    ['', /names no seeds/],
    ['0', /names no seeds/],
    ['9..7', /names no seeds/],
    ['1..x', /names no seeds/],
    ['1,,2', /names no seeds/],
    ['1..99999999999999999999', /names no seeds/],
    ['100001', /more than 100000/],
    ['1..60000,70000..200000', /more than 100000/],
    ['1..3,2', /seed 2 stands there twice/],
  ])('%j is refused', (text, message) => expect(messageOf(parseSeeds(text))).toMatch(message));
});

describe('--grid', () => {
  it.each([
    ['a.0.b=1h,1d', { path: 'a.0.b', values: ['1h', '1d'] }],
    ['policy:limits.burst=table, x3', { path: 'policy:limits.burst', values: ['table', 'x3'] }],
    ['network.drop=0.1,2%', { path: 'network.drop', values: [0.1, '2%'] }],
    ['for=5', { path: 'for', values: [5] }],
    [
      'network.latency={ median: 40ms },{ median: 80ms, p99: 1s }',
      { path: 'network.latency', values: [{ median: '40ms' }, { median: '80ms', p99: '1s' }] },
    ],
    ['a.b=true,"5","x,y"', { path: 'a.b', values: [true, '5', 'x,y'] }],
  ])('%j is one axis', (text, axis) => expect(parseAxis(text)).toEqual(axis));

  it.each([
    ['a', /expected PATH=VALUE/],
    ['=1', /expected PATH=VALUE/],
    ['a..b=1', /is no path/],
    ['a=', /no list of values/],
    ['a=[1', /no list of values/],
    ['a=1],[2', /no list of values/],
    ['a=.inf', /no list of values/],
    ['a=&x 1,*x', /no list of values/],
    ['a=1,1', /1 stands there twice/],
    ['seed=1,2', /the seed has its own option/],
    ['expect.checks=1', /what is expected stays the same/],
    ['limits.burst=table', /is a policy; expected policy:limits\.burst/],
    ['policies.limits.burst=table', /is a policy; expected policy:limits\.burst/],
  ])('%j is refused', (text, message) => expect(messageOf(parseAxis(text))).toMatch(message));

  it('changes the last axis fastest, and has as many cells as combinations', () => {
    const axes = ['a=1,2', 'b=x,y,z'].flatMap(axisOf);
    expect(cellCount(axes)).toBe(6);
    const cells = Array.from({ length: 6 }, (_, cell) => settingsOf(axes, cell).map(({ value }) => value));
    expect(cells).toEqual([[1, 'x'], [1, 'y'], [1, 'z'], [2, 'x'], [2, 'y'], [2, 'z']]); // prettier-ignore
  });

  it.each([
    [['a.b=1', 'a.b=2'], /"a\.b" and "a\.b" set the same value/],
    [['a.b=1', 'a=2'], /"a" and "a\.b" set the same value/],
    [['policies={},{ a: 1 }', 'policy:limits.burst=table'], /set the same value/],
    [[`a=${Array.from({ length: 101 }, (_, n) => n).join(',')}`, `b=${Array.from({ length: 100 }, (_, n) => n).join(',')}`], /10100 cells/],
  ])('refuses axes that undo each other, and grids beyond reason: %j', (texts, message) => {
    const axes = texts.flatMap(axisOf);
    expect(axes).toHaveLength(texts.length);
    expect(axesMistake(axes)).toMatch(message);
  }); // prettier-ignore

  it('takes a path and a longer name that begins alike for two', () => {
    const axes = ['a.b=1', 'a.bc=2'].flatMap(axisOf);
    expect(axesMistake(axes)).toBeUndefined();
  });

  it('writes any value so that --with reads it back', () => {
    const plain = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.array(tie('value'), { maxLength: 3 })),
    })).value; // prettier-ignore
    fc.assert(
      fc.property(plain, (value) => {
        const wanted: unknown = JSON.parse(JSON.stringify(value));
        expect(parseSetting(settingText({ path: 'a.b', value: wanted }))).toEqual({
          path: 'a.b',
          value: wanted,
        });
      }),
    );
  });
});

describe('a plan', () => {
  const plan = planOf({ axes: [{ path: 'for', values: ['1d', '2d'] }], seeds: ['5', '6', '7'] });

  it('numbers its points from 1, cell by cell and seed by seed', () => {
    expect(pointCount(plan)).toBe(6);
    const places = [1, 2, 3, 4, 5, 6].map((point) => pointAt(plan, point));
    expect(places.map(({ cell, seed }) => [cell, seed])).toEqual([
      [0, '5'], [0, '6'], [0, '7'], [1, '5'], [1, '6'], [1, '7'],
    ]); // prettier-ignore
    expect(places[3]?.settings).toEqual([{ path: 'for', value: '2d' }]);
  });

  it('is the same plan wherever its file lies, and another as soon as anything else differs', () => {
    const hash = planHash(plan);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(planHash({ ...plan, file: 'elsewhere/a.yaml' })).toBe(hash);
    const others: Partial<SweepPlan>[] = [
      { orrery: '9.9.9' },
      { seeds: ['5', '6', '8'] },
      { axes: [] },
      { policies: { 'limits.burst': 'x3' } },
      { profile: 'consistent' },
      { source: { for: '9d' } },
      { behaviours: { './a.ts': 'f00' } },
    ];
    for (const other of others) expect(planHash({ ...plan, ...other }), JSON.stringify(other)).not.toBe(hash);
  });
});

describe('--shard', () => {
  it.each(['0/3', '4/3', '3', '1/0', 'a/b', '1/10001', '1/3/5', '-1/3', ''])('%j is refused', (text) => {
    expect(messageOf(parseShard(text))).toMatch(/expected one such as 3\/8/);
  });

  it('deals every point out to one shard, as evenly as can be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 60 }), (seedCount, count) => {
        const plan = planOf({ seeds: Array.from({ length: seedCount }, (_, seed) => String(seed)) });
        const shards = Array.from({ length: count }, (_, place) =>
          pointsOf(plan, { index: place + 1, count }),
        );
        const all = shards.flat().toSorted((one, other) => one - other);
        expect(all).toEqual(Array.from({ length: seedCount }, (_, place) => place + 1));
        const sizes = shards.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
