/** Values of a configuration in a command: which reach it, what the call adds, and where each stands. */
import { describe, expect, it } from 'vitest';
import { variablesOf } from '../../../src/host/cli/options/defaults.ts';
import { bare, given, madeOf, other, row } from './made-options.ts';

const at = (key: string, column: number): string => `${key} at orrery.config.json:1:${column}`;
const wrongMap = 'set is wrong; expected a map such as { "limits.burst": "x3" }';

describe('a configuration', () => {
  it.each<[string, object, readonly string[]]>([
    ['--target t --set b=2', { set: { a: 1, b: 'x' } }, ['set cli {"a":"1","b":"2"}']],
    ['--target t --ignore b', { go: { ignore: ['a'] } }, ['ignore cli ["b"]']],
    [
      '--target t',
      { quiet: false, go: { quiet: false, proxy: true } },
      [`proxy config true ${at('go.proxy', 44)}`],
    ],
    [
      '--target t',
      { go: { ignore: ['a', 1], 'warm-up': '1s', ramp: '2s' } },
      [
        `ignore config ["a","1"] ${at('go.ignore', 17)}`,
        `ramp config "2s" ${at('go.ramp', 47)}`,
        `warmUp config "1s" ${at('go.warm-up', 35)}`,
      ],
    ],
    ['', { target: 't', out: 'o' }, [`out config "o" ${at('out', 21)}`]],
    ['--target t', { bare: { x: 1 } }, []],
  ])('gives "%s" of %j', async (words, config, expected) => {
    expect(await given(words, { config })).toEqual(expected);
  });

  it.each<[string, object, readonly string[]]>([
    ['--target t --speed max', { go: { ramp: '2s' } }, ['speed cli "max"']],
    ['--target t --ramp 2s', { go: { speed: 'max' } }, ['ramp cli "2s"']],
    ['--target t --quiet', { go: { ramp: '2s' } }, ['quiet cli true']],
    ['--target t --shape closed', { go: { rate: 1 } }, ['shape cli "closed"']],
    ['--target t --rate 2', { go: { shape: 'closed' } }, ['rate cli "2"']],
    [
      '--target t --warm-up 1s',
      { go: { ramp: '2s' } },
      ['warmUp cli "1s"', `ramp config "2s" ${at('go.ramp', 15)}`],
    ],
    ['game --target t', { go: { proxy: true } }, []],
    ['--target t', { go: { proxy: true } }, [`proxy config true ${at('go.proxy', 16)}`]],
  ])('has no effect where it contradicts "%s": %j', async (words, config, expected) => {
    expect(await given(words, { config })).toEqual(expected);
  });

  it.each<[object, string]>([
    [{ go: { set: { a: [], b: 'x' } } }, `1:14: ${wrongMap}`],
    [{ go: { set: { a: '' } } }, `1:14: ${wrongMap}`],
    [{ go: { set: 'a' } }, `1:14: ${wrongMap}`],
    [{ go: { set: null } }, `1:14: ${wrongMap}`],
    [{ go: { set: ['a'] } }, `1:14: ${wrongMap}`],
    [{ go: { ignore: ['a', ''] } }, '1:17: ignore is wrong; expected a list of texts'],
    [{ go: { ignore: 'a' } }, '1:17: ignore is wrong; expected a list of texts'],
    [{ go: { seed: '' } }, '1:15: seed is wrong; expected a text or a number'],
    [{ go: { quiet: 1 } }, '1:16: quiet is wrong; expected true or false'],
    [{ go: { profile: 'x' } }, '1:18: profile is wrong; expected one of published, consistent'],
    [
      { go: { json: true } },
      '1:8: unknown key "json"; expected one of seed, profile, out, target, set, ignore, speed, ramp, warm-up, shape, rate, proxy and 1 more',
    ],
    [
      { nothing: 1 },
      '1:2: unknown key "nothing"; expected one of seed, profile, out, target, set, quiet, go, other, bare',
    ],
    [{ go: null }, '1:7: go is no map; expected options of orrery go'],
    [{ go: [1] }, '1:7: go is no map; expected options of orrery go'],
    [{ go: 1 }, '1:7: go is no map; expected options of orrery go'],
  ])('such as %j is refused', async (config, message) => {
    expect(await given('--target t', { config })).toBe(`orrery.config.json:${message}`);
  });

  it('of a command without options has no keys', async () => {
    const made = await given('', { config: { bare: { x: 1 } }, of: bare });
    expect(made).toBe('orrery.config.json:1:10: unknown key "x"; it has no options');
  });

  it('has no file as a common folder, and no target that may be left out', async () => {
    const config = { out: 'o', target: 't', quiet: true };
    expect(await given('', { config, of: other })).toEqual([`quiet config true ${at('quiet', 33)}`]);
  });
});

describe('variables', () => {
  it('precede the configuration, each with its name', async () => {
    const env = { SEED: '5', TARGET: 't', OUT: 'o' };
    expect(await madeOf('', { env, config: { seed: 3 } })).toEqual([
      'seed env "5" ORRERY_SEED',
      'set default {}',
      'ignore default []',
      'speed default "1x"',
      'shape default "constant"',
      'out env "o" ORRERY_OUT',
      'target env "t" ORRERY_TARGET',
    ]);
    expect(await madeOf('', { env: { ...env, PROFILE: 'x' } })).toBe(
      'ORRERY_PROFILE: expected one of published, consistent',
    );
  });

  it('may say that there are no defaults', async () => {
    const made = await madeOf('', { config: { target: 't' }, env: { DEFAULTS: 'none' } });
    expect(made).toBe('go needs --target <file>: where to');
  });

  it('are those of common options', () => {
    expect(variablesOf(row)).toEqual({
      ORRERY_SEED: 'not empty: the default of --seed',
      ORRERY_PROFILE: 'not empty: the default of --profile',
      ORRERY_OUT: 'not empty: the default of --out',
      ORRERY_TARGET: 'not empty: the default of --target',
    });
    expect([variablesOf(other), variablesOf(bare)]).toEqual([{}, {}]);
  });
});
