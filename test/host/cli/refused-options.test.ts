/** Each mistake of a configuration and of a call is refused in one line, before the command runs. */
import { expect, it } from 'vitest';
import { bare, madeOf } from './made-options.ts';

it.each<[unknown, string]>([
  [{ sed: 7 }, '2: unknown key "sed"; did you mean "seed"?'],
  [
    { seed: 7, unlike: 7 },
    '11: unknown key "unlike"; expected one of seed, profile, out, target, set, quiet, go, other, bare',
  ],
  [{ seed: [7] }, '9: seed is wrong; expected a text or a number'],
  [{ seed: '' }, '9: seed is wrong; expected a text or a number'],
  [{ seed: true }, '9: seed is wrong; expected a text or a number'],
  [{ profile: 'other' }, '12: profile is wrong; expected one of published, consistent'],
  [{ set: { a: [] } }, '8: set is wrong; expected a map such as { "limits.burst": "x3" }'],
  [{ set: { a: '' } }, '8: set is wrong; expected a map such as { "limits.burst": "x3" }'],
  [{ set: ['a'] }, '8: set is wrong; expected a map such as { "limits.burst": "x3" }'],
  [{ set: null }, '8: set is wrong; expected a map such as { "limits.burst": "x3" }'],
  [{ set: 'a=b' }, '8: set is wrong; expected a map such as { "limits.burst": "x3" }'],
  [{ quiet: 'yes' }, '10: quiet is wrong; expected true or false'],
  [{ go: 5 }, '7: go is no map; expected options of orrery go'],
  [{ go: null }, '7: go is no map; expected options of orrery go'],
  [{ go: [] }, '7: go is no map; expected options of orrery go'],
  [{ go: { ignre: [] } }, '8: unknown key "ignre"; did you mean "ignore"?'],
  [{ go: { ignore: 'a' } }, '17: ignore is wrong; expected a list of texts'],
  [{ go: { ignore: ['a', ''] } }, '17: ignore is wrong; expected a list of texts'],
  [{ go: { shape: 'x' } }, '16: shape is wrong; expected one of constant, closed'],
  [
    { go: { json: true } },
    '8: unknown key "json"; expected one of seed, profile, out, target, set, ignore, speed, ramp, warm-up, shape, rate, proxy and 1 more',
  ],
])('the configuration %j is refused', async (config, line) => {
  const made = await madeOf('--target t', { config });
  expect(made).toBe(`orrery.config.json:1:${line}`);
});

it('the configuration of a command without options has none', async () => {
  expect(await madeOf('', { of: bare, config: { bare: { x: 1 } } })).toMatchInlineSnapshot(
    `"orrery.config.json:1:10: unknown key "x"; it has no options"`,
  );
  expect(await madeOf('', { of: bare, config: { bare: {} } })).toEqual([]);
});

it.each([
  ['', {}, 'go needs --target <file>: where to'],
  ['--target t', { PROFILE: 'x' }, 'ORRERY_PROFILE: expected one of published, consistent'],
  ['--target t --out -q', {}, '--out is followed by -q; expected --out <folder>'],
  ['--target t --out --json', {}, '--out is followed by --json; expected --out <folder>'],
  ['--target t --ignore a --ignore --rate', {}, '--ignore is followed by --rate; expected --ignore <field>'],
  ['--target t --out ', {}, '--out is empty; expected --out <folder>'],
  ['--target t --ignore a --ignore ', {}, '--ignore is empty; expected --ignore <field>'],
  ['--target t --ramp 1s --speed max', {}, '--ramp and --speed max contradict each other: why one'],
  ['--target t --ramp 1s --quiet', {}, '--ramp and --quiet contradict each other: why one'],
  ['--target t --shape closed --rate 3', {}, '--rate goes with --shape constant: why two'],
  ['--target t --warm-up 1s', {}, '--warm-up goes with --ramp: why three'],
  ['--target t --proxy chess', {}, 'a game and --proxy contradict each other: why four'],
  ['--target t --json chess', {}, '--json and a game contradict each other: why five'],
])('the call %j with %j is refused', async (words, env, line) => {
  expect(await madeOf(words, { env })).toBe(line);
});

it.each([
  '--target t --ramp 1s --speed 2x --warm-up 1s',
  '--target t --speed max --quiet',
  '--target t --rate 3 --shape constant',
  '--target t --rate 3',
  '--target t --out -x',
  '--target t --proxy --json',
  '--target t chess keno',
])('the call %j is right', async (words) => {
  expect(await madeOf(words)).toBeInstanceOf(Array);
});
