/** `npm run test:long`: the campaigns of test/campaigns.ts at their long counts, and its lists as a whole. Options are passed on to vitest. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { campaigns, shares } from './campaigns.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const tried = [...Object.values(campaigns), ...Object.values(shares)];
const files = new Set(tried.map(({ file }) => `test/${file}.test.ts`));
const words = [
  'run',
  '--project',
  'fast',
  '--project',
  'slow',
  '--project',
  'measuring',
  ...process.argv.slice(2),
  ...files,
];
const { status } = spawnSync(process.execPath, [vitest, ...words], {
  cwd: project,
  stdio: 'inherit',
  env: { ...process.env, LONG: '1' },
});
process.exitCode = status ?? 1;
