/** Findings of a check, from a defect that every run meets, and what a check does on GitHub. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { properties } from '../../../src/verification/oracle/properties.ts';
import { called } from './called.ts';
import {
  breakRuns,
  clockOf,
  fewLines,
  lendCoverage,
  none,
  noVariables,
  one,
  registers,
  resultOf,
  stored,
} from './short-checks.ts';
import { folderWith, type Outcome } from './orrery.ts';

let folder = '';
const ends: (() => void)[] = [];
const checked = (words: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  called(folder, ['check', ...words.split(' ')], { ...noVariables, ...env });

beforeAll(async () => {
  folder = folderWith({}, (end) => void ends.push(end));
  // Its modules are loaded once.
  await checked(`${one} --twice 0 --quiet`);
  mkdirSync(join(folder, stored), { recursive: true });
  writeFileSync(join(folder, stored, 'earlier.yaml'), registers);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  for (const end of ends) end();
});

describe('a finding', () => {
  const message = 'Error: half of\n100% is\n50%';
  const finding = { property: 'invariants-hold', message };
  /** The stored scenario alone. */
  const again = '--runs 200 --findings 1 --workers 1 --seed 19 --twice 0';
  const file = `${stored}/earlier.yaml`;

  it('of a stored scenario is in the text, and no coverage is asked for beside it', async () => {
    breakRuns();
    lendCoverage();
    const lines = `  invariants-hold: ${message}\n    1 operations: npx orrery-sim run ${file}\n`;
    const stdout = `0 runs, 0 operations, seed 19: 1 finding\n${lines}${fewLines}`;
    expect(await checked(again)).toEqual({ code: 1, stdout, stderr: '' });
    expect(readFileSync(join(folder, file), 'utf8')).toBe(registers);
  });

  it('is in the result', async () => {
    breakRuns();
    lendCoverage();
    const { findings, ok, belowFloor } = resultOf(await checked(`${again} --json`));
    expect(findings).toEqual([{ ...finding, scenario: file, operations: 1 }]);
    expect([ok, belowFloor]).toEqual([false, []]);
  });

  it('of a run is kept as a scenario', async () => {
    breakRuns();
    lendCoverage();
    const { findings } = resultOf(await checked(`${one} --twice 0 --json`));
    const scenario = `${stored}/invariants-hold-1.yaml`;
    expect(findings).toMatchObject([{ ...finding, scenario }]);
    expect(readFileSync(join(folder, scenario), 'utf8')).toMatch(/^name: invariants-hold\n/);
    rmSync(join(folder, scenario));
  });

  it.each([
    ['', ''],
    [' --service casino', ' --service casino'],
  ])('is in the reports of a folder with "%s"', async (words, about) => {
    breakRuns();
    lendCoverage();
    const { findings, ok } = resultOf(await checked(`${again}${words} --json --out found`));
    const [{ scenario }] = findings as [{ scenario: string }];
    expect([scenario, ok]).toEqual([file, false]);
    expect(readdirSync(join(folder, 'found')).toSorted()).toEqual(
      ['earlier.mmd', 'earlier.sh', 'earlier.test.ts', 'findings.html', 'findings.sarif', 'junit.xml'],
    ); // prettier-ignore
    const page = readFileSync(join(folder, 'found/findings.html'), 'utf8');
    expect(page).toContain(`npx orrery-sim check --seed 19 --runs 200${about} --no-regressions<`);
    expect(page).toContain(`npx orrery-sim run ${scenario}<`);
    expect(page).toContain(`1 of ${Object.keys(properties).length} properties did not hold.`);
    expect(readFileSync(join(folder, 'found/findings.sarif'), 'utf8')).toContain(`"${scenario}"`);
  });

  it('is an annotation and a line of the summary on GitHub', async () => {
    breakRuns();
    lendCoverage();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const title = 'title=orrery check: invariants-hold';
    expect(await checked(`${again} --quiet`, env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `::error file=${file},${title}::Error: half of%0A100%25 is%0A50%25\n`,
    });
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(`## orrery check
- **invariants-hold**: ${message} (\`${file}\`)

| reached | |
|---|---|
| operations | 9 of 9 |
| refusals | 9 of 10 |
| states | 9 of 12 |
| policies | 9 of 13 |
| pairs | 9 of 14 |
`);
  });
});

describe('a check on GitHub', () => {
  it('has a summary that cannot be written for a mistake', async () => {
    clockOf(1);
    lendCoverage();
    const { code, stderr } = await checked(none, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`GITHUB_STEP_SUMMARY ${folder}`)]);
  });

  it.each([
    ['0123456789abcdef', '0123456789ab'],
    ['', '1'],
  ])('has the commit "%s" for its seed', async (sha, seed) => {
    clockOf(1);
    lendCoverage();
    const { stdout } = await checked(none.replace('--seed 19 ', ''), { GITHUB_SHA: sha });
    expect(stdout).toMatch(new RegExp(`^0 runs, 0 operations, seed ${seed}: `));
  });

  it('has the commit that is checked out for its seed elsewhere', async () => {
    clockOf(1);
    lendCoverage();
    const place = folderWith();
    mkdirSync(join(place, '.git/refs/heads'), { recursive: true });
    mkdirSync(join(place, '.git/objects'));
    writeFileSync(join(place, '.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(place, '.git/refs/heads/main'), `${'0123456789'.repeat(4)}\n`);
    const words = ['check', ...none.replace('--seed 19 ', '').split(' ')];
    const { stdout } = await called(place, words, noVariables);
    expect(stdout).toMatch(/^0 runs, 0 operations, seed 012345678901: /);
  });
});
