import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/core/base/refusal.ts';
import {
  axesMistake,
  cellCount,
  parseAxis,
  parseSetting,
  settingText,
  valueText,
} from '../../../src/simulation/sweep/axes.ts';
import { parseSeeds } from '../../../src/simulation/sweep/seeds.ts';
import { parseShard, pointsOf, shardText } from '../../../src/simulation/sweep/shard.ts';

const refused = (message: string) => refuse('BAD_REQUEST', message);
const noSeeds = (text: string) =>
  refused(
    `"${text}" names no seeds; expected a count such as 1000, a range such as 1..1000 or a list such as 7,8,blue`,
  );
const longSeed = 'x'.repeat(200);

describe('--seeds', () => {
  it.each([
    [' 2 ', ['1', '2']],
    ['10..11', ['10', '11']],
    ['07', ['1', '2', '3', '4', '5', '6', '7']],
    ['a1.5', ['a1.5']],
    ['1.5a', ['1.5a']],
    ['1.5e', ['1.5e']],
    ['a5e3', ['a5e3']],
    ['5e3a', ['5e3a']],
    ['x-5', ['x-5']],
    ['-5a', ['-5a']],
    ['10e3,10', ['10e3', '10']],
    ['1.2.3', ['1.2.3']],
    ['.', ['.']],
    [longSeed, [longSeed]],
  ])('%j is %j', (text, seeds) => expect(parseSeeds(text)).toEqual(seeds));

  it.each([
    '1.5', '12.', '.5', '.55', '-1.5', '+.5', '1.55', '1.5e3', '1.5e10', '1.5E-3', '1.5e+10', '1,-2.25', '-5', '-55', '+5', '5e3', '55e3', '5E10', '5e-3', '5e+10', `${longSeed}x`, 'a1..2', '1..2b', '..', '5,', 'a,1..', '1..9007199254740993', '9007199254740993..9007199254740994',
  ])('%j names no seeds', (text) => expect(parseSeeds(text)).toEqual(noSeeds(text))); // prettier-ignore

  it('are at most 100,000, each of them once', () => {
    expect(parseSeeds('100000')).toHaveLength(100_000);
    expect(parseSeeds('1..100000')).toHaveLength(100_000);
    const tooMany = '1..100001';
    expect(parseSeeds(tooMany)).toEqual(
      refused(`"${tooMany}" names more than 100000 seeds; expected several sweeps`),
    );
    expect(parseSeeds('1..3,2')).toEqual(refused('seed 2 stands there twice'));
  });
});

describe('--grid and --with', () => {
  const far = 'x'.repeat(64 * 1024 - 2);

  it.each([
    [' a.b =1h', { path: 'a.b', value: '1h' }],
    ['a=null', { path: 'a', value: null }],
    ['a=[1, [x]]', { path: 'a', value: [1, ['x']] }],
    ['a={ b: { c: 1 } }', { path: 'a', value: { b: { c: 1 } } }],
    ['a=b=c', { path: 'a', value: 'b=c' }],
    [`a=${far}`, { path: 'a', value: far }],
  ])('%j is one setting', (text, setting) => expect(parseSetting(text)).toEqual(setting));

  it.each([
    ['a', 'expected PATH=VALUE'],
    ['=a', 'expected PATH=VALUE'],
    [`a=${far}x`, 'expected PATH=VALUE'],
    ['a=', '"" is no value; expected one such as 1h'],
    ['a=  ', '"  " is no value; expected one such as 1h'],
    ['a=[1', '"[1" is no value; expected one such as 1h'],
    ['a=[.inf]', '"[.inf]" is no value; expected one such as 1h'],
    ['a={ b: .nan }', '"{ b: .nan }" is no value; expected one such as 1h'],
    ['a..b=1', '"a..b" is no path; expected one such as population.0.count'],
  ])('%j is no setting', (text, message) => expect(parseSetting(text)).toEqual(refused(message)));

  it.each([
    ['a', 'expected PATH=VALUE,VALUE'],
    ['a=', '"" is no list of values; expected one such as 1h,1d'],
    ['a=1,.inf', '"1,.inf" is no list of values; expected one such as 1h,1d'],
    ['a=x,y,x', 'x stands there twice'],
    ['a=[1],[ 1 ]', '[1] stands there twice'],
  ])('%j is no axis', (text, message) => expect(parseAxis(text)).toEqual(refused(message)));

  it.each([
    ['1h', 'a=1h'],
    ['5', 'a="5"'],
    ['a\nb', 'a="a\\nb"'],
    ['a\r', 'a="a\\r"'],
    [' a', 'a=" a"'],
    ['', 'a=""'],
    [5, 'a=5'],
    [[1, 'x'], 'a=[1,"x"]'],
    [null, 'a=null'],
  ])('writes the value %j as %j', (value, text) => expect(settingText({ path: 'a', value })).toBe(text));

  it('shows text as it is, and anything else as JSON', () => {
    expect(['a b', 5, { a: 'b' }, true].map(valueText)).toEqual(['a b', '5', '{"a":"b"}', 'true']);
  });

  it('has 10,000 cells at most', () => {
    const axis = (path: string, count: number) => ({
      path,
      values: Array.from({ length: count }, (_, n) => n),
    });
    const whole = [axis('a', 100), axis('b', 100)];
    expect([cellCount([]), cellCount(whole), axesMistake(whole)]).toEqual([1, 10_000, undefined]);
    expect(axesMistake([axis('a', 73), axis('b', 137)])).toBe(
      'the grid has 10001 cells; expected at most 10000',
    );
    expect(axesMistake([axis('c', 1), axis('a.b', 1), axis('a', 1)])).toBe(
      '"a" and "a.b" set the same value',
    );
    expect(axesMistake([axis('c', 1), axis('a', 1), axis('a.b', 1)])).toBe(
      '"a.b" and "a" set the same value',
    );
  });
});

describe('--shard', () => {
  it.each([
    ['1/1', { index: 1, count: 1 }],
    [' 3/8 ', { index: 3, count: 8 }],
    ['10000/10000', { index: 10_000, count: 10_000 }],
  ])('%j is %j', (text, shard) => {
    expect(parseShard(text)).toEqual(shard);
    expect(shardText(shard)).toBe(text.trim());
  });

  it.each(['0/8', '9/8', '1/10001', 'x1/8', '1/8x', '1/', '/8', '1 /8', '000001/8', '1/000008'])('%j is none', (text) =>
    expect(parseShard(text)).toEqual(
      refused(`"${text}" is no shard; expected one such as 3/8, from 1/8 to 8/8`),
    ),
  ); // prettier-ignore

  it('has every n-th point', () => {
    const plan = { axes: [{ path: 'a', values: [1, 2] }], seeds: ['1', '2', '3'] };
    const points = [1, 2, 3, 4].map((index) => pointsOf(plan, { index, count: 4 }));
    expect(points).toEqual([[1, 5], [2, 6], [3], [4]]); // prettier-ignore
    expect(pointsOf(plan, { index: 9, count: 9 })).toEqual([]);
  });
});
