/** What a command gets from the call, variables of the environment and the configuration of a project. */
import { describe, expect, it } from 'vitest';
import { variablesOf } from '../../../src/host/cli/options/defaults.ts';
import { bare, given, madeOf, other, row, type Made } from './made-options.ts';

describe('a value is', () => {
  it('the default of the command without anything else', async () => {
    expect(await madeOf('--target t')).toMatchInlineSnapshot(`
      [
        "seed default "1"",
        "set default {}",
        "ignore default []",
        "speed default "1x"",
        "shape default "constant"",
        "target cli "t"",
      ]
    `);
    expect(await madeOf('', { of: bare })).toEqual([]);
    expect(await madeOf('', { of: other })).toEqual([]);
  });

  it.each<[string, Made, unknown]>([
    ['', { env: { TARGET: 'e' } }, 'target env "e" ORRERY_TARGET'],
    ['', { config: { target: 'c' } }, 'target config "c" target at orrery.config.json:1:11'],
    [
      '',
      { config: { target: 'c', go: { target: 'own' } } },
      'target config "own" go.target at orrery.config.json:1:30',
    ],
    ['', { config: { target: 'c' }, env: { TARGET: 'e' } }, 'target env "e" ORRERY_TARGET'],
    [
      '',
      { config: { target: 'c' }, env: { TARGET: '' } },
      'target config "c" target at orrery.config.json:1:11',
    ],
    ['--target t', { config: { target: 'c' }, env: { TARGET: 'e' } }, 'target cli "t"'],
  ])('the target of %j with %j', async (words, made, target) => {
    expect(await madeOf(words, made)).toContain(target);
  });

  it('from a variable', async () => {
    const env = { SEED: '5', PROFILE: 'consistent', OUT: 'there', TARGET: 't' };
    expect(await given('', { env })).toMatchInlineSnapshot(`
      [
        "seed env "5" ORRERY_SEED",
        "profile env "consistent" ORRERY_PROFILE",
        "out env "there" ORRERY_OUT",
      ]
    `);
    expect(await given('', { env, of: other })).toEqual([]);
    expect(await given('--seed 1 --profile published --out here', { env })).toMatchInlineSnapshot(`
      [
        "seed cli "1"",
        "profile cli "published"",
        "out cli "here"",
      ]
    `);
    expect(await given('', { env: { ...env, DEFAULTS: 'none' } })).toBe('go needs --target <file>: where to');
  });

  it('from the configuration', async () => {
    const config = {
      seed: 7,
      profile: 'consistent',
      out: 'all',
      target: 't',
      set: { a: 1, b: 'x' },
      quiet: true,
      go: { seed: 'mine', set: { c: 2 }, ignore: ['/a', 3], ramp: '0s', proxy: false },
      other: { nothing: 'is looked at' },
    };
    expect(await madeOf('', { config })).toMatchInlineSnapshot(
      `"--ramp and --quiet contradict each other: why one"`,
    );
    expect(await given('--set d=e --set c=f --ignore /b --seed 1', { config })).toMatchInlineSnapshot(
      `"--ramp and --quiet contradict each other: why one"`,
    );
    expect(await given('', { config: { ...config, other: { out: 'x', target: 'y' } }, of: other }))
      .toMatchInlineSnapshot(`
        [
          "out config "x" other.out at orrery.config.json:1:188",
          "quiet config true quiet at orrery.config.json:1:89",
        ]
      `);
    expect(await given('', { config: { ...config, other: {} }, of: other })).toMatchInlineSnapshot(`
      [
        "quiet config true quiet at orrery.config.json:1:89",
      ]
    `);
    expect(await madeOf('', { config: { ...config, go: { none: 1 } }, env: { DEFAULTS: 'none' } })).toBe(
      'go needs --target <file>: where to',
    );
  });

  it('gone where the call sets what it needs otherwise, and stays where the default is what it needs', async () => {
    const rate = { target: 't', go: { rate: 3 } };
    expect(await given('--shape closed', { config: rate })).not.toContainEqual(
      expect.stringContaining('rate '),
    );
    expect(await given('', { config: rate })).toContainEqual(expect.stringMatching(/^rate config "3"/));
    expect(await given('--rate 4', { config: { target: 't', go: { shape: 'closed' } } })).toContain(
      'rate cli "4"',
    );
  });

  it('gone where it contradicts the call', async () => {
    const config = { target: 't', quiet: true, go: { ramp: '1s' } };
    expect(await given('--speed max', { config })).toMatchInlineSnapshot(`
      [
        "speed cli "max"",
        "quiet config true quiet at orrery.config.json:1:23",
      ]
    `);
    expect(await given('--ramp 2s', { config })).toMatchInlineSnapshot(`
      [
        "ramp cli "2s"",
      ]
    `);
    expect(await given('--quiet', { config })).toMatchInlineSnapshot(`
      [
        "quiet cli true",
      ]
    `);
    expect(await given('', { config })).toMatchInlineSnapshot(
      `"--ramp and --quiet contradict each other: why one"`,
    );
    expect(await given('chess', { config: { target: 't', go: { proxy: true } } })).toMatchInlineSnapshot(
      `[]`,
    );
    expect(await given('', { config: { target: 't', go: { proxy: true } } })).toMatchInlineSnapshot(`
      [
        "proxy config true go.proxy at orrery.config.json:1:29",
      ]
    `);
    expect(await given('', { config: { target: 't', go: { 'warm-up': '1s' } } })).toMatchInlineSnapshot(`[]`);
    expect(await given('--ramp 3s', { config: { target: 't', go: { 'warm-up': '1s' } } }))
      .toMatchInlineSnapshot(`
        [
          "ramp cli "3s"",
          "warmUp config "1s" go.warm-up at orrery.config.json:1:31",
        ]
      `);
    expect(await given('--shape constant', { config: { target: 't', go: { rate: 3 } } }))
      .toMatchInlineSnapshot(`
        [
          "shape cli "constant"",
          "rate config "3" go.rate at orrery.config.json:1:28",
        ]
      `);
  });
});

it('the help text has the variables of common options', () => {
  expect([row, other, bare].map(variablesOf)).toEqual([
    {
      ORRERY_SEED: 'not empty: the default of --seed',
      ORRERY_PROFILE: 'not empty: the default of --profile',
      ORRERY_OUT: 'not empty: the default of --out',
      ORRERY_TARGET: 'not empty: the default of --target',
    },
    {},
    {},
  ]);
});
