/**
 * `npm run test:seeded`: the properties that hold for every seed, drawn from one that follows from the commit, so that each
 * change tries new ground and a failure can be repeated. TEST_SEED sets another one. Options are passed on to vitest.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fastLane, seededTests } from './lanes.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** Seven hexadecimal digits of the commit: below 2^28. Without a repository the fixed seed of the other lanes. */
function seedOfCommit(): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: project, encoding: 'utf8' });
  return status === 0 ? String(Number.parseInt(stdout.slice(0, 7), 16)) : undefined;
}

const seed = process.env['TEST_SEED'] ?? seedOfCommit();
if (seed === undefined) console.log('no repository: the fixed seed');
else console.log(`TEST_SEED=${seed} npm run test:seeded repeats this run`);
const files = seededTests.map((name) => `test/${name}.test.ts`);
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...fastLane, ...process.argv.slice(2), ...files],
  {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, ...(seed === undefined ? {} : { TEST_SEED: seed }) },
  },
);
process.exitCode = status ?? 1;
