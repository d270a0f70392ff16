import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffSchema, policiesSchema } from '../../../docs/result-schemas.ts';
import { called } from './called.ts';
import { folderWith, orrery, smallScenario } from './orrery.ts';
import { strictAjv } from '../../schema-checks.ts';

/** [what is wrong, files, arguments, what the one line says] */
const badCalls: [string, Record<string, string>, string[], RegExp][] = [
  [
    'a missing file',
    {},
    ['run', 'nowhere.yaml'],
    /^orrery: nowhere\.yaml:1:1: there is no such file; expected a scenario file\n$/,
  ],
  [
    'a typo',
    { 's.yaml': 'nmae: x\nfor: 1d\n' },
    ['run', 's.yaml'],
    /^orrery: s\.yaml:1:1: unknown key "nmae"; did you mean "name"\?/,
  ],
  [
    'a bare number',
    { 's.yaml': 'for: 30\n' },
    ['run', 's.yaml'],
    /^orrery: s\.yaml:1:6: for is 30; expected a duration such as/,
  ],
  [
    'an unknown agent',
    { 's.yaml': 'for: 1d\npopulation:\n  - { agent: escrow-byer }\n' },
    ['run', 's.yaml'],
    /^orrery: s\.yaml:3:14: there is no agent "escrow-byer"; did you mean "escrow-buyer"\?/,
  ],
  [
    'an agent file that does not compile',
    { 's.yaml': 'for: 1d\npopulation:\n  - { agent: ./a.ts }\n', 'a.ts': 'export default {{' },
    ['run', 's.yaml'],
    /^orrery: a\.ts:1:17: this does not compile: Unexpected token\n$/,
  ],
  [
    'an agent file without a behaviour',
    { 's.yaml': 'for: 1d\npopulation:\n  - { agent: ./a.ts }\n', 'a.ts': 'export const x = 1;' },
    ['run', 's.yaml'],
    /^orrery: a\.ts:1:1: this file has no behaviour; expected "export default defineAgent/,
  ],
  [
    'an unknown policy',
    { 's.yaml': smallScenario },
    ['run', 's.yaml', '--set', 'limits.brst=x3'],
    /did you mean "limits\.burst"\?/,
  ],
  [
    'an unknown option',
    { 's.yaml': smallScenario },
    ['run', 's.yaml', '--set', 'limits.burst=x9'],
    /expected table, x3, x3capped/,
  ],
  [
    'an unknown profile',
    { 's.yaml': smallScenario },
    ['run', 's.yaml', '--profile', 'other'],
    /published, consistent/,
  ],
  ['an unknown command', {}, ['rnu'], /unknown command 'rnu'/],
  ['a filter that finds nothing', {}, ['policies', 'zzz'], /no policy has "zzz" in its name/],
  ['a folder that is no report', {}, ['diff', '.', '.'], /is no report folder/],
];

describe('wrong calls', () => {
  it.each(badCalls)('%s exits 2 with one clear line', async (_name, files, words, line) => {
    const { code, stdout, stderr } = await called(folderWith(files), words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(line);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('10 MB of YAML and an alias bomb are refused at once', async () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]`)
      .join('\n')}\n`;
    const files = { 'big.yaml': `about: ${'x'.repeat(10_000_000)}\n`, 'bomb.yaml': bomb };
    const folder = folderWith(files);
    expect(await called(folder, ['run', 'big.yaml'])).toMatchObject({ code: 2, stderr: /larger than/ });
    expect(await called(folder, ['run', 'bomb.yaml'])).toMatchObject({ code: 2, stderr: /alias/ });
  });
});

describe('orrery policies', () => {
  it('prints the documented object', async () => {
    const { code, stdout } = await called(folderWith(), ['policies', '--json', '--set', 'limits.burst=x3']);
    const shown = JSON.parse(stdout) as { policies: { name: string; value: string; default: string }[] };
    expect(strictAjv.validate(policiesSchema, shown), strictAjv.errorsText()).toBe(true);
    expect(shown.policies.find(({ name }) => name === 'limits.burst')).toMatchObject({
      value: 'x3',
      default: 'table',
    });
    expect(code).toBe(0);
  });
});

describe('orrery diff', () => {
  const oneRun = async (): Promise<string> => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    await called(folder, ['run', 'small.yaml', '--quiet', '--out', 'a']);
    return folder;
  };

  it('finds two runs of one seed the same', async () => {
    const folder = await oneRun();
    await called(folder, ['run', 'small.yaml', '--quiet', '--out', 'b']);
    expect(await called(folder, ['diff', 'a', 'b'])).toMatchObject({
      code: 0,
      stdout: /the same: digest [0-9a-f]{32}\n/,
    });
  });

  it('names the first event, service and field at which two runs part', async () => {
    const folder = await oneRun();
    await called(folder, [
      'run',
      'small.yaml',
      '--quiet',
      '--out',
      'b',
      '--set',
      'faucet.firstNextClaim=at-once',
    ]);
    const { code, stdout } = await called(folder, ['diff', 'a', 'b', '--json']);
    const found = JSON.parse(stdout) as { difference: Record<string, unknown>; setup: string[] };
    expect(strictAjv.validate(diffSchema, found), strictAjv.errorsText()).toBe(true);
    expect(code).toBe(1);
    expect(found.setup[0]).toMatch(/^policyHash/);
    // The first answer that carries next_claim is the first registration's.
    expect(found.difference).toMatchObject({
      file: 'events.csv',
      service: 'faucet',
      operation: 'register',
      field: 'answer',
    });
  });

  it('names a single changed cell', async () => {
    const folder = await oneRun();
    cpSync(join(folder, 'a'), join(folder, 'b'), { recursive: true });
    const file = join(folder, 'b/events.csv');
    const lines = readFileSync(file, 'utf8').split('\r\n');
    const at = lines.findIndex((line) => line.includes(',create,'));
    lines[at] = (lines[at] ?? '').replace(',201,', ',200,');
    writeFileSync(file, lines.join('\r\n'));
    const manifest = join(folder, 'b/manifest.json');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace(/"digest": "[0-9a-f]{32}"/, `"digest": "${'0'.repeat(32)}"`),
    );
    const { stdout } = await called(folder, ['diff', 'a', 'b', '--json']);
    const { difference } = JSON.parse(stdout) as { difference: Record<string, unknown> };
    expect(difference).toMatchObject({
      service: 'escrow',
      operation: 'create',
      field: 'status',
      a: '201',
      b: '200',
    });
  });
});

describe('orrery init', () => {
  it('gives a scenario and a behaviour that run as they are, and overwrites nothing', async () => {
    const folder = folderWith();
    expect((await called(folder, ['init'])).code).toBe(0);
    const { code, stdout } = await orrery(folder, ['run', 'scenario.yaml', '--json']);
    expect(code).toBe(0);
    expect(
      (JSON.parse(stdout) as { statusCounts: Record<string, number> }).statusCounts['201'],
    ).toBeGreaterThan(10);
    appendFileSync(join(folder, 'my-agent.ts'), '// mine');
    expect(await called(folder, ['init'])).toMatchObject({ code: 2, stderr: /exists already/ });
    expect(readFileSync(join(folder, 'my-agent.ts'), 'utf8')).toMatch(/\/\/ mine$/);
    expect(readdirSync(folder).toSorted()).toEqual([
      'my-agent.test.ts',
      'my-agent.ts',
      'reports',
      'scenario.yaml',
    ]);
  });
});

describe('orrery --help', () => {
  it.each([
    [['--help']],
    [['run', '--help']],
    [['serve', '--help']],
    [['policies', '--help']],
    [['diff', '--help']],
    [['init', '--help']],
  ])('%j exits 0 and shows how', async (words) => {
    const { code, stdout } = await called(folderWith(), words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Usage: orrery/);
  });
});
