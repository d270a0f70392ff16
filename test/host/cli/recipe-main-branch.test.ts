/** The recipe that compares a change with the main branch, word for word in a repository: both sides run their own files. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { share } from '../../campaigns.ts';
import { programMsMax } from '../../time-limit.ts';
import { folderWith, program, project } from './orrery.ts';

const recipe =
  /^```sh file=compare-with-main\.sh\n([\s\S]*?)^```$/m.exec(
    readFileSync(join(project, 'docs/recipes.md'), 'utf8'),
  )?.[1] ?? '';

const scenario = (latency: string): string => `name: gate
for: 1d
network: { latency: { median: ${latency}, p99: 400ms } }
population: [{ agent: newcomer, count: 5 }]
`;
const manifest = { name: 'own', version: '1.0.0', private: true };
const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } };

const git = (folder: string, ...words: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
    cwd: folder,
    stdio: 'pipe',
  });

/** A clone whose main branch has `before`, with `after` in the work tree; npx finds Orrery in the folder above both sides. */
function clonedWith(before: string, after: string): string {
  const home = folderWith();
  const change = join(home, 'change');
  mkdirSync(join(home, 'node_modules/.bin'), { recursive: true });
  symlinkSync(program, join(home, 'node_modules/.bin/orrery'));
  git(home, 'init', '--quiet', '--initial-branch', 'main', 'origin');
  const origin = join(home, 'origin');
  for (const [name, text] of Object.entries({
    'scenario.yaml': before,
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
  }))
    writeFileSync(join(origin, name), text);
  git(origin, 'add', '.');
  git(origin, 'commit', '--quiet', '--message', 'main');
  git(home, 'clone', '--quiet', `file://${origin}`, 'change');
  writeFileSync(join(change, 'scenario.yaml'), after);
  return change;
}

function compared(before: string, after: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', recipe], {
    cwd: clonedWith(before, after),
    env: { ...process.env, CI: '', npm_config_offline: 'true' },
    encoding: 'utf8',
    timeout: programMsMax * 4,
    killSignal: 'SIGKILL',
  });
  return { status, output: stdout + stderr };
}

const changes = [
  ['fails where the change is slower than the main branch', '300ms', 1],
  ['holds where nothing has changed', '40ms', 0],
] as const;

it.each(share('changesOfTheRecipe', changes))('%s', (_, latency, code) => {
  const { status, output } = compared(scenario('40ms'), scenario(latency));
  expect(output).toMatch(/http_req_duration/);
  expect(status, output).toBe(code);
});
