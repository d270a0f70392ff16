/** What docs/install.md says of npx in a checkout: both names are this program, without a registry and with an empty cache. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programMsMax } from '../../time-limit.ts';
import { folderWith, project } from './orrery.ts';

/** Without scripts: npx would build the checkout once more for its cache, while other tests use the build. */
const env = (cache: string): NodeJS.ProcessEnv => ({
  ...process.env,
  CI: '',
  npm_config_ignore_scripts: 'true',
  npm_config_offline: 'true',
  npm_config_cache: cache,
});

it.each([
  ['orrery', '.'],
  ['orrery-sim', 'docs'],
])('npx %s in %s of a checkout is this program', (name, folder) => {
  const { status, stdout, stderr } = spawnSync('npx', [name, 'policies', 'limits.burst', '--json'], {
    cwd: join(project, folder),
    env: env(folderWith()),
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ policies: [{ name: 'limits.burst' }] });
});

it.each(['orrery', 'orrery-sim'])('npx %s elsewhere asks the registry', (name) => {
  const folder = folderWith();
  const { status, stderr } = spawnSync('npx', ['--yes', name, 'policies'], {
    cwd: folder,
    env: env(join(folder, 'cache')),
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/ENOTCACHED|offline|cache/i);
});
