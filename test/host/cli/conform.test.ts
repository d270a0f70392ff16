/** `orrery conform` as a stranger calls it: a served platform, a target file, a report folder, and Ctrl-C. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { conformSchema } from '../../../docs/result-schemas.ts';
import type { ConformResult } from '../../../src/live/conform/result-schema.ts';
import { called } from './called.ts';
import { folderWith, orrery, program } from './orrery.ts';
import { serve } from './serve.ts';

const scenario = `name: deals
seed: 7
for: 3h
population:
  - { agent: escrow-seller, count: 2 }
  - { agent: escrow-buyer, count: 3, with: { every: 10m, expiresIn: 1h, release: 0.4 } }
  - { agent: faucet-claimer, count: 1 }
`;

async function besideServed(served: readonly string[], clock: string) {
  const { address } = await serve(['--id-seed', 'other', ...served]);
  const folder = folderWith({ 'deals.yaml': scenario });
  writeFileSync(
    join(folder, 'target.yaml'),
    `name: here\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "${address}"\nclock: ${clock}\nrequestsPerSecond: 100000\n`,
  );
  return { folder, address };
}

const beside = async (...call: Parameters<typeof besideServed>): Promise<string> =>
  (await besideServed(...call)).folder;

const ajv = new Ajv2020({ strict: false });

describe('orrery conform', () => {
  it('finds no difference between a served platform and its model', async () => {
    const folder = await beside([], 'sandbox');
    const words = ['conform', '--target', 'target.yaml', '--scenario', 'deals.yaml', '--json'];
    const { code, stdout, stderr } = await orrery(folder, words);
    expect([code, stderr]).toEqual([0, '']);
    const result = JSON.parse(stdout) as ConformResult;
    expect(ajv.validate(conformSchema, result), ajv.errorsText()).toBe(true);
    expect(result).toMatchObject({ ok: true, seed: '7', same: result.requests });
    expect(result.timeRules.find(({ rule }) => rule.startsWith('an escrow'))?.tested).toBe(true);
  });

  it('writes every cause as a page, tables, JUnit, a scenario that runs, and a script', async () => {
    const folder = await beside(['--set', 'escrow.expiryState=refunded'], 'sandbox');
    const words = ['conform', '--target', 'target.yaml', '--scenario', 'deals.yaml', '--out', 'found'];
    const { code, stdout } = await orrery(folder, words);
    expect(code).toBe(1);
    expect(stdout).toMatch(/as under the reading escrow\.expiryState=refunded/);
    const result = JSON.parse(readFileSync(join(folder, 'found/conform.json'), 'utf8')) as ConformResult;
    expect(ajv.validate(conformSchema, result), ajv.errorsText()).toBe(true);
    expect(result.causes.length).toBeGreaterThan(0);
    for (const { scenario: smallest, requests } of result.causes) {
      expect(requests).toBeLessThanOrEqual(6);
      const file = `found/${smallest?.name}.yaml`;
      const run = await orrery(folder, ['run', file, '--json', '--out', 'again']);
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect((JSON.parse(run.stdout) as { requests: number }).requests).toBe(requests);
      expect(readFileSync(join(folder, `found/${smallest?.name}.sh`), 'utf8')).toMatch(
        /^#!\/usr\/bin\/env bash/,
      );
    }
    const page = readFileSync(join(folder, 'found/conform.html'), 'utf8');
    expect(page.replaceAll('<wbr />', '')).toMatch(/escrow\.expiryState=refunded/);
    expect(page).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;/);
    expect(page).not.toMatch(/(?:src|href)="(?!#)|url\(|@import|sk_live_/);
    const [groups = '', differences = '', junit = ''] = ['groups.csv', 'differences.csv', 'junit.xml'].map(
      (name) => readFileSync(join(folder, 'found', name), 'utf8'),
    );
    expect(groups.trim().split('\r\n')).toHaveLength(1 + result.differences.groups.length);
    expect(differences.trim().split('\r\n')).toHaveLength(
      1 + result.differences.unexplained + result.differences.explained,
    );
    expect(junit.match(/<testcase /g)).toHaveLength(1 + result.operations.length);
  });

  it('follows a clock that runs by itself, and says which rules of time could not be checked', async () => {
    const folder = await beside(['--clock', '3600x'], '3600x');
    const words = [
      'conform',
      '--target',
      'target.yaml',
      '--scenario',
      'deals.yaml',
      '--for',
      '3s',
      '--json',
      '--shrink-for',
      '0s',
    ];
    const { stdout, stderr } = await orrery(folder, words);
    expect(stderr).toBe('');
    const result = JSON.parse(stdout) as ConformResult;
    expect(ajv.validate(conformSchema, result), ajv.errorsText()).toBe(true);
    expect(result.clock).toBe('running');
    expect(result.requests).toBeGreaterThan(10);
    expect(result.differences.explained).toBeGreaterThan(0);
    const groups = result.differences.groups.map(({ explanation, kind }) => `${kind} ${explanation ?? ''}`);
    expect(groups).toContain('time time');
    expect(result.timeRules.find(({ rule }) => rule.startsWith('a domain'))).toMatchObject({ tested: false });
  });

  it('says in one line what is wrong with a call', async () => {
    const folder = await beside([], '60x');
    const wrong = (...words: string[]) => called(folder, ['conform', '--target', 'target.yaml', ...words]);
    for (const [words, message] of [
      [[], /--scenario is missing/],
      [['--scenario', 'none.yaml'], /none\.yaml.*there is no such file/],
      [['--runs', 'x'], /--runs x: expected a whole number/],
      [['--runs', '1', '--for', 'x'], /--for x: expected a duration/],
      [['--runs', '1', '--set', 'no.policy=1'], /--set no\.policy=1/],
    ] as const) {
      const { code, stderr } = await wrong(...words);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    const away = `name: away\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "http://127.0.0.1:1"\nclock: sandbox\n`;
    writeFileSync(join(folder, 'away.yaml'), away);
    const { code, stderr } = await called(folder, ['conform', '--target', 'away.yaml']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/does not answer POST \/_sim\/reset: refused/)]);
  });

  it('stops at Ctrl-C, and reports what it has', async () => {
    const { folder, address } = await besideServed([], 'sandbox');
    const words = ['conform', '--target', 'target.yaml', '--runs', '100000', '--json'];
    const child = spawn(process.execPath, [program, ...words], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    const clock = async (): Promise<string> => (await fetch(`${address}/_sim/clock`)).text();
    const before = await clock();
    const closed = new Promise((resolve) => child.on('close', resolve));
    // However long it takes to begin: the clock moves with the first run.
    while ((await clock()) === before);
    child.kill('SIGINT');
    const code = await closed;
    const result = JSON.parse(stdout) as ConformResult;
    expect([code, result.stopped, result.ok]).toEqual([130, 'run', false]);
    expect(ajv.validate(conformSchema, result), ajv.errorsText()).toBe(true);
  });
});
