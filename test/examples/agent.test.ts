/** The agent of examples/sandbox: its failing hour becomes a small scenario, and without its mistake it lives for days. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ScenarioFile } from '../../src/simulation/scenario/schema.ts';
import { isCi } from '../ci.ts';
import { folderWith, orrery, program, project } from '../host/cli/orrery.ts';

const folderOf = join(project, 'examples/sandbox');
const town = join(folderOf, 'town.yaml');
const hasPython = isCi || spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.log('skipped: the agent needs python3');

/** What it did, or why it ended, and its exit code. */
function agent(
  folder: string,
  ...words: string[]
): { stdout: string; stderr: string; status: number | null } {
  return spawnSync('python3', ['-B', join(folderOf, 'agent.py'), ...words], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 100_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, ORRERY: `${process.execPath} ${program}` },
  });
}

const operationsIn = (file: string): ScenarioFile['operations'] =>
  (parse(readFileSync(file, 'utf8')) as ScenarioFile).operations;

describe.skipIf(!hasPython)('the agent in Python', () => {
  it('trades, pays and plays for five days without its mistake', { timeout: 120_000 }, () => {
    const { stdout, stderr, status } = agent(folderWith(), '--release-after', '23');
    expect([stderr, status]).toEqual(['', 0]);
    const done = JSON.parse(stdout) as Record<string, number>;
    expect(done['claims']).toBeGreaterThanOrEqual(3);
    for (const what of ['trades', 'payments', 'bets']) expect(done[what]).toBeGreaterThan(10);
  });

  it(
    'saves its failing hour, which becomes a scenario of at most ten operations',
    { timeout: 240_000 },
    () => {
      const folder = folderWith();
      const failed = agent(folder);
      expect(failed.status).toBe(1);
      expect(failed.stderr).toMatch(
        /^hour 26: POST \/escrow\/escrow\/.*\/release: 409 CONFLICT: .*expired\n$/,
      );

      const whole = orrery(folder, ['session', 'failing-hour.json', town, '--json', '--out', 'whole.yaml']);
      const { answers, requests } = JSON.parse(whole.stdout) as {
        answers: { same: number; of: number };
        requests: number;
      };
      expect(requests).toBeGreaterThan(80);
      expect([answers.same, whole.code]).toEqual([answers.of, 0]);

      const shrunk = orrery(folder, [
        'session',
        'failing-hour.json',
        town,
        '--shrink',
        '--out',
        'small.yaml',
      ]);
      expect([shrunk.stderr, shrunk.code]).toEqual(['', 0]);
      const operations = operationsIn(join(folder, 'small.yaml')) ?? [];
      expect(operations.length).toBeLessThanOrEqual(10);
      expect(operations.at(-1)?.do).toMatch(/release$/);
      expect(orrery(folder, ['run', 'small.yaml', '--quiet']).code).toBe(0);
    },
  );
});

it('the failing hour that is kept is refused as it was', () => {
  const file = join(folderOf, 'failing-hour.yaml');
  expect(operationsIn(file)?.length).toBeLessThanOrEqual(10);
  const { code, stderr } = orrery(folderWith(), ['run', file, '--quiet']);
  expect([stderr, code]).toEqual(['', 0]);
});
