/** Defaults of a project: the call precedes variables of the environment, and they precede the configuration. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/host/cli/commands/table.ts';
import { called } from './called.ts';
import { folderWith, smallScenario } from './orrery.ts';

const target = `name: t
hosts: [127.0.0.1]
services: { faucet: 'http://127.0.0.1:1/faucet' }
`;
const files = { 's.yaml': smallScenario, 't.yaml': target };

const configs = [
  ['orrery.config.json', '{ "profile": "consistent" }'],
  ['orrery.config.js', "module.exports = { profile: 'consistent' };"],
  ['orrery.config.mjs', "export default { profile: 'consistent' };"],
  ['orrery.config.ts', "const profile: string = 'consistent';\nexport default { profile };"],
  ['package.json', '{ "name": "mine", "orrery": { "profile": "consistent" } }'],
] as const;

async function profileOf(
  folder: string,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { stdout } = await called(folder, ['policies', '--json', ...words], env);
  return (JSON.parse(stdout) as { profile: string }).profile;
}

describe('a default', () => {
  it.each(configs)('stands in %s', async (name, text) => {
    const folder = folderWith({ [name]: text });
    expect(await profileOf(folder)).toBe('consistent');
    expect(await profileOf(folder, [], { ORRERY_PROFILE: 'published' })).toBe('published');
    expect(await profileOf(folder, [], { ORRERY_PROFILE: '' })).toBe('consistent');
    const words = ['--profile', 'consistent'];
    expect(await profileOf(folder, words, { ORRERY_PROFILE: 'published' })).toBe('consistent');
  });

  it('of one command precedes that of all, and --set adds to policies', async () => {
    const config = {
      seed: 1,
      out: 'all',
      set: { 'limits.burst': 'x3', 'http.info': 'on' },
      run: { seed: 2, out: 'mine' },
      policies: { quiet: true },
    };
    const folder = folderWith({ ...files, 'orrery.config.json': JSON.stringify(config) });
    const run = await called(folder, ['run', 's.yaml', '--json']);
    expect((JSON.parse(run.stdout) as { seed: string }).seed).toBe('2');
    expect([existsSync(join(folder, 'mine')), existsSync(join(folder, 'all'))]).toEqual([true, false]);
    const { stdout } = await called(folder, ['policies', '--json', '--set', 'limits.burst=table']);
    const { policies } = JSON.parse(stdout) as { policies: { name: string; value: string }[] };
    const valueOf = (name: string) => policies.find((policy) => policy.name === name)?.value;
    expect([valueOf('limits.burst'), valueOf('http.info')]).toEqual(['table', 'on']);
    expect((await called(folder, ['policies'])).stdout).toBe('');
  });

  it('of the target is that of commands that need one, and of no others', async () => {
    const env = { ORRERY_TARGET: 'none.yaml' };
    const folder = folderWith(files);
    expect((await called(folder, ['bench', '--path', '/faucet/status'], env)).stderr).toMatch(
      /none\.yaml:1:1: there/,
    );
    const { stderr, code } = await called(folder, ['audit', 'coin_flip', '--rounds', '0', '--quiet'], env);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('that contradicts the call has no effect', async () => {
    const env = { ORRERY_SEED: '5', ORRERY_TARGET: '' };
    const words = ['record', '--proxy', '--target', 'none.yaml'];
    expect((await called(folderWith(files), words, env)).stderr).toMatch(
      /none\.yaml:1:1: there is no such file/,
    );
    const text = (await called(folderWith(files), [...words, '--seed', '5'])).stderr;
    expect(text).toMatch(/contradict each other/);
  });

  it('does not reach a second process, whose words are all that counts', async () => {
    const folder = folderWith({ ...files, 'orrery.config.json': '{ "nothing": 1 }' });
    expect((await called(folder, ['policies', '--quiet'], { ORRERY_DEFAULTS: 'none' })).code).toBe(0);
  });
});

it.each([
  ['{ "sed": 7 }', /orrery\.config\.json:1:3: unknown key "sed"; did you mean "seed"\?/],
  ['{ "seed": [7] }', /orrery\.config\.json:1:11: seed is wrong; expected a text or a number/],
  ['{ "profile": "other" }', /:1:14: profile is wrong; expected one of published, consistent/],
  ['{ "set": { "a": [] } }', /:1:10: set is wrong; expected a map such as/],
  ['{ "quiet": "yes" }', /:1:12: quiet is wrong; expected true or false/],
  ['{ "run": 5 }', /:1:10: run is no map; expected options of orrery run/],
  ['{ "run": { "wth": [] } }', /unknown key "wth"; did you mean "with"\?/],
  ['{ "run": { "with": "a" } }', /with is wrong; expected a list of texts/],
  ['{ "run": { "json": true } }', /unknown key "json"/],
  ['[]', /:1:1: the configuration is no map; expected options such as/],
  ['{', /orrery\.config\.json:1:2: /],
])('the configuration %s is refused in one line', async (text, line) => {
  const folder = folderWith({ ...files, 'orrery.config.json': text });
  const { code, stdout, stderr } = await called(folder, ['run', 's.yaml']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(line);
  expect(stderr).toMatch(/^orrery: [^\n]+\n$/);
});

it.each([
  ['{ "check": { "runs": "lots" } }', ':1:22: check.runs lots: expected a whole number above 0'],
  ['{ "out": "s.yaml" }', ':1:10: out s.yaml: this is a file; expected a folder'],
])(
  'a value of the configuration that the command refuses is named with its place: %s',
  async (text, said) => {
    const folder = folderWith({ ...files, 'orrery.config.json': text });
    const { code, stderr } = await called(folder, ['check']);
    expect([code, stderr]).toEqual([2, `orrery: orrery.config.json${said}\n`]);
    expect((await called(folder, ['check', '--runs', 'many', '--out', 'new'])).stderr).toBe(
      'orrery: --runs many: expected a whole number above 0\n',
    );
  },
);

it('a variable that the command refuses is named', async () => {
  const { code, stderr } = await called(folderWith(files), ['check'], { ORRERY_OUT: 's.yaml' });
  expect([code, stderr]).toEqual([2, 'orrery: ORRERY_OUT s.yaml: this is a file; expected a folder\n']);
});

it.each([
  ['orrery.config.ts', 'export const x = 1;\n'],
  ['orrery.config.mjs', 'export const seed = 1;\n'],
  ['orrery.config.js', 'export {};\n'],
])('a configuration without a default export says so: %s', async (name, text) => {
  const { code, stderr } = await called(folderWith({ ...files, [name]: text }), ['policies']);
  expect([code, stderr]).toEqual([
    2,
    `orrery: ${name}:1:1: the file has no default export; expected "export default { … }"\n`,
  ]);
});

it('a configuration may be what a module exports as a whole', async () => {
  const folder = folderWith({
    ...files,
    'orrery.config.js': "module.exports = { profile: 'consistent' };\n",
  });
  expect((await called(folder, ['policies'])).stdout).toMatch(/^profile consistent/);
});

it('a variable that is no choice is refused in one line', async () => {
  const { code, stderr } = await called(folderWith(files), ['run', 's.yaml'], { ORRERY_PROFILE: 'other' });
  expect([code, stderr]).toEqual([2, 'orrery: ORRERY_PROFILE: expected one of published, consistent\n']);
});

it.each(commands.filter(({ options }) => options.length > 0))(
  'the help text of $name has the configuration, and variables of its options',
  async ({ name, options }) => {
    const { stdout } = await called(folderWith(), [name, '--help']);
    expect(stdout).toContain('orrery.config.ts, .js, .mjs, .json or the key "orrery" of package.json');
    const hasSeed = options.some(({ flags }) => flags.startsWith('--seed '));
    expect(/^ {2}ORRERY_SEED /m.test(stdout)).toBe(hasSeed);
  },
);
