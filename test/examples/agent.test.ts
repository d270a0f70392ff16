/** The agents of examples/sandbox: a failing hour becomes a small scenario, and without its mistake the first one lives for days. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ScenarioFile } from '../../src/simulation/scenario/schema.ts';
import { isCi } from '../ci.ts';
import { folderWith, orrery, program, project } from '../host/cli/orrery.ts';
import { programMsMax } from '../time-limit.ts';

const folderOf = join(project, 'examples/sandbox');
const town = join(folderOf, 'town.yaml');
const hasPython = isCi || spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.log('skipped: the agent needs python3');

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

const agent = (folder: string, ...words: string[]): Ended => inPython('agent.py', words, folder);

/** What a program did, or why it ended, and its exit code. */
function inPython(name: string, words: readonly string[], folder: string): Ended {
  return spawnSync('python3', ['-B', join(folderOf, name), ...words], {
    cwd: folder,
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
    env: { ...process.env, ORRERY: `${process.execPath} ${program}` },
  });
}

const operationsIn = (file: string): ScenarioFile['operations'] =>
  (parse(readFileSync(file, 'utf8')) as ScenarioFile).operations;

describe.skipIf(!hasPython)('the agent in Python', () => {
  it('trades, pays and plays for five days without its mistake', () => {
    const { stdout, stderr, status } = agent(folderWith(), '--release-after', '23');
    expect([stderr, status]).toEqual(['', 0]);
    const done = JSON.parse(stdout) as Record<string, number>;
    expect(done['claims']).toBeGreaterThanOrEqual(3);
    for (const what of ['trades', 'payments', 'bets']) expect(done[what]).toBeGreaterThan(10);
  });

  it('saves its failing hour, which becomes a scenario of at most ten operations', async () => {
    const folder = folderWith();
    const failed = agent(folder);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/^hour 26: POST \/escrow\/escrow\/.*\/release: 409 CONFLICT: .*expired\n$/);

    const whole = await orrery(folder, [
      'session',
      'failing-hour.json',
      town,
      '--json',
      '--out',
      'whole.yaml',
    ]);
    const { answers, requests } = JSON.parse(whole.stdout) as {
      answers: { same: number; of: number };
      requests: number;
    };
    expect(requests).toBeGreaterThan(80);
    expect([answers.same, whole.code]).toEqual([answers.of, 0]);

    const shrunk = await orrery(folder, [
      'session',
      'failing-hour.json',
      town,
      '--shrink',
      '--out',
      'small.yaml',
      '--quiet',
    ]);
    expect([shrunk.stderr, shrunk.code]).toEqual(['', 0]);
    const operations = operationsIn(join(folder, 'small.yaml')) ?? [];
    expect(operations.length).toBeLessThanOrEqual(10);
    expect(operations.at(-1)?.do).toMatch(/release$/);
    expect((await orrery(folder, ['run', 'small.yaml', '--quiet'])).code).toBe(0);
  });
});

const tradersTown = join(folderOf, 'traders-town.yaml');

describe.skipIf(!hasPython)('the trader in Python', () => {
  it('keeps its books for days, and its refused bet becomes a scenario of at most ten operations', async () => {
    const folder = folderWith();
    const failed = inPython('trader.py', [tradersTown], folder);
    const refused =
      /^trader: \S+ POST \/casino\/api\/v1\/games\/coin-flip \{"side": "heads", "amount": "([\d.]+)"\}: 400 /;
    expect([failed.stderr, failed.status]).toEqual([expect.stringMatching(refused), 1]);
    expect(failed.stdout.split('\n').length).toBeGreaterThan(24);

    const words = ['session', 'session.json', tradersTown, '--shrink', '--json', '--quiet'];
    const shrunk = await orrery(folder, [...words, '--out', 'small.yaml']);
    expect([shrunk.stderr, shrunk.code]).toEqual(['', 0]);
    const { partial, tries } = JSON.parse(shrunk.stdout) as { partial?: boolean; tries: number };
    expect([partial, tries < 600]).toEqual([undefined, true]);
    const operations = operationsIn(join(folder, 'small.yaml')) ?? [];
    expect(operations.length).toBeLessThanOrEqual(10);
    const amount = refused.exec(failed.stderr)?.[1];
    expect(operations.at(-1)?.body).toEqual({ side: 'heads', amount });
    expect((await orrery(folder, ['run', 'small.yaml', '--quiet'])).code).toBe(0);
  });
});

it.each(['failing-hour.yaml', 'traders-hour.yaml'])('%s is refused as it was', async (name) => {
  const file = join(folderOf, name);
  expect(operationsIn(file)?.length).toBeLessThanOrEqual(10);
  const { code, stderr } = await orrery(folderWith(), ['run', file, '--quiet']);
  expect([stderr, code]).toEqual(['', 0]);
});
