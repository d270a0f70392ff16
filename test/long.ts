/** `npm run test:long`: the campaigns of test/campaigns.ts at their long counts. Options are passed on to vitest. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { campaigns } from './campaigns.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const files = new Set(Object.values(campaigns).map(({ file }) => `test/${file}.test.ts`));
const words = ['run', '--project', 'fast', '--project', 'slow', ...process.argv.slice(2), ...files];
const { status } = spawnSync(process.execPath, [vitest, ...words], {
  cwd: project,
  stdio: 'inherit',
  env: { ...process.env, LONG: '1' },
});
process.exitCode = status ?? 1;
