import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { errorSchema, manifestSchema, runSchema } from '../../../docs/result-schemas.ts';
import { folderWith, orrery, orreryApart, scenarioFile, smallScenario, type Outcome } from './orrery.ts';

const ajv = new Ajv2020();
const reportOf = (folder: string): string => {
  const reports = join(folder, 'reports');
  const [name = ''] = readdirSync(reports);
  return join(reports, name);
};

let small: Promise<Outcome> | undefined;
/** Two tests look at what it has printed. */
const smallRun = (): Promise<Outcome> =>
  (small ??= orrery(folderWith({ 'small.yaml': smallScenario }), ['run', 'small.yaml', '--json']));

describe('orrery run', () => {
  it('prints one object of the documented shape, alone, and exits 0 when all held', async () => {
    const { code, stdout, stderr } = await smallRun();
    expect(stderr).toBe('');
    const summary = JSON.parse(stdout) as Record<string, unknown>;
    expect(ajv.validate(runSchema, summary), ajv.errorsText()).toBe(true);
    expect(Object.keys(summary).at(-1)).toBe('ok');
    expect(summary).toMatchObject({ seed: '7', ok: true, ledger: { driftMicros: 0 }, findings: [] });
    expect(code).toBe(0);
  });

  it('gives one digest for one seed in two processes and two folders, and another for another seed', async () => {
    const digestOf = async (seed: string): Promise<unknown> => {
      const folder = folderWith();
      const { stdout } = await orrery(folder, [
        'run',
        scenarioFile('escrow-expiry'),
        '--seed',
        seed,
        '--json',
      ]);
      return (JSON.parse(stdout) as { digest: string }).digest;
    };
    const digest = await digestOf('7');
    expect(await digestOf('7')).toBe(digest);
    expect(await digestOf('8')).not.toBe(digest);
  });

  it('does not depend on the time zone or the locale', async () => {
    const digestIn = ({ stdout }: Outcome): string => (JSON.parse(stdout) as { digest: string }).digest;
    const elsewhere = { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
    const folder = folderWith({ 'small.yaml': smallScenario });
    const ran = await orrery(folder, ['run', 'small.yaml', '--json'], elsewhere);
    expect(digestIn(ran)).toBe(digestIn(await smallRun()));
  });

  it('writes a report folder whose manifest names every file with its SHA-256', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    await orrery(folder, ['run', 'small.yaml', '--quiet']);
    const report = reportOf(folder);
    const manifest = JSON.parse(readFileSync(join(report, 'manifest.json'), 'utf8')) as {
      files: Record<string, string>;
      digest: string;
    };
    expect(ajv.validate(manifestSchema, manifest), ajv.errorsText()).toBe(true);
    expect(report.endsWith(`small-7-${manifest.digest.slice(0, 8)}`)).toBe(true);
    const files = readdirSync(report).filter((name) => name !== 'manifest.json');
    expect(files.toSorted()).toEqual(Object.keys(manifest.files).toSorted());
    for (const name of [
      'summary.json',
      'report.html',
      'events.csv',
      'ledger.csv',
      'agents.csv',
      'limits.csv',
      'junit.xml',
    ]) {
      const hash = createHash('sha256')
        .update(readFileSync(join(report, name)))
        .digest('hex');
      expect(manifest.files[name], name).toBe(hash);
    }
    expect(readdirSync(join(folder, 'reports')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('exits 1 when an expectation fails, and says which', async () => {
    const failing = smallScenario.replace('value==0', 'value==1');
    const { code, stdout } = await orrery(folderWith({ 'small.yaml': failing }), ['run', 'small.yaml']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ledger_drift_micros.*value==1/);
  });

  it('exits 1 with a finding that names agent, behaviour and virtual time when a behaviour breaks; the run goes on', async () => {
    const broken = `import { defineAgent } from 'orrery-sim';
export default defineAgent({ name: 'broken', about: '', *run(agent) { yield* agent.sleep('1h'); throw new Error('boom'); } });`;
    const text = smallScenario.replace('expect:', '  - { agent: ./broken.ts, count: 1 }\nexpect:');
    const { code, stdout } = await orrery(folderWith({ 'small.yaml': text, 'broken.ts': broken }), [
      'run',
      'small.yaml',
      '--json',
    ]);
    const summary = JSON.parse(stdout) as { findings: unknown[]; requests: number; ok: boolean };
    expect(summary.findings).toEqual([
      {
        kind: 'behaviour-threw',
        agent: 'broken/1',
        behaviour: 'broken',
        at: '2026-01-01T01:00:00.000Z',
        message: 'threw Error: boom',
      },
    ]);
    expect(summary.requests).toBeGreaterThan(20);
    expect(code).toBe(1);
  });

  it('exits 3 with seed, event and the command that repeats it when an invariant inside Orrery breaks', async () => {
    const saboteur = `import { defineAgent } from 'orrery-sim';
export default defineAgent({ name: 'saboteur', about: '', *run(agent) {
  yield* agent.sleep('1h');
  Number.isSafeInteger = () => false;
  yield* agent.post('/faucet/register', { agent_id: 'x' });
} });`;
    const text = smallScenario.replace('expect:', '  - { agent: ./saboteur.ts, count: 1 }\nexpect:');
    const folder = folderWith({ 'small.yaml': text, 'saboteur.ts': saboteur });
    // It breaks its whole process.
    const { code, stderr } = await orreryApart(folder, ['run', 'small.yaml']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/seed 7, event \d+\n {2}repeat it: npx orrery-sim run small.yaml --seed 7/);
    const json = await orreryApart(folder, ['run', 'small.yaml', '--json']);
    expect([json.code, json.stdout]).toEqual([3, '']);
    const told = JSON.parse(json.stderr) as unknown;
    expect(ajv.validate(errorSchema, told), ajv.errorsText()).toBe(true);
    const command = 'npx orrery-sim run small.yaml --seed 7';
    expect(told).toMatchObject({ error: { kind: 'invariant', seed: '7', command }, exitCode: 3, ok: false });
  });

  it('writes to --out itself, replaces a report there, and never touches a folder that is none', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    expect((await orrery(folder, ['run', 'small.yaml', '--quiet', '--out', 'mine'])).code).toBe(0);
    expect(
      (await orrery(folder, ['run', 'small.yaml', '--quiet', '--out', 'mine', '--seed', '8'])).code,
    ).toBe(0);
    expect(readFileSync(join(folder, 'mine/summary.json'), 'utf8')).toContain('"seed": "8"');
    mkdirSync(join(folder, 'precious'));
    writeFileSync(join(folder, 'precious/data'), 'x');
    const { code, stderr } = await orrery(folder, ['run', 'small.yaml', '--out', 'precious']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/precious exists and is no report folder/);
    expect(readFileSync(join(folder, 'precious/data'), 'utf8')).toBe('x');
  });

  it('runs twice in CI, in another process, and compares', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    const { code, stdout } = await orrery(folder, ['run', 'small.yaml', '--json'], { CI: 'true' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('an idle agent at the end leaves every other request and answer as it was', async () => {
    const eventsOf = async (text: string): Promise<string[]> => {
      const folder = folderWith({ 'small.yaml': text });
      await orrery(folder, ['run', 'small.yaml', '--quiet']);
      return readFileSync(join(reportOf(folder), 'events.csv'), 'utf8')
        .split('\r\n')
        .map((line) => line.slice(line.indexOf(',')));
    };
    const events = await eventsOf(smallScenario);
    expect(events.length).toBeGreaterThan(50);
    expect(
      await eventsOf(smallScenario.replace('expect:', '  - { agent: idler, count: 3 }\nexpect:')),
    ).toEqual(events);
  });

  it('leaves nothing that looks finished when it is killed', async () => {
    const { spawn } = await import('node:child_process');
    const { program } = await import('./orrery.ts');
    const folder = folderWith();
    const child = spawn(process.execPath, [program, 'run', scenarioFile('first-month')], { cwd: folder });
    const reports = join(folder, 'reports');
    await new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        if (!existsSync(reports) || readdirSync(reports).length === 0) return;
        clearInterval(poll);
        child.kill('SIGKILL');
        resolve();
      }, 5);
    });
    await new Promise((resolve) => child.once('exit', resolve));
    expect(readdirSync(reports).filter((name) => !name.startsWith('.unfinished-'))).toEqual([]);
    expect(readdirSync(reports).some((name) => existsSync(join(reports, name, 'manifest.json')))).toBe(false);
  });
});
