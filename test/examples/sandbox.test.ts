/** The examples of other languages: each starts `orrery serve` by itself, goes back in time, and ends with `ok`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isCi } from '../ci.ts';
import { program, project } from '../host/cli/orrery.ts';
import { programMsMax } from '../time-limit.ts';

const goCommand =
  ['go', '/usr/local/go/bin/go'].find((name) => spawnSync(name, ['version']).status === 0) ?? 'go';
const jiti = join(project, 'node_modules/jiti/lib/jiti-cli.mjs');

const examples = [
  ['Python', 'rewind.py', ['python3', '-B']],
  ['Go', 'rewind.go', [goCommand, 'run']],
  ['TypeScript', 'rewind.ts', [process.execPath, jiti]],
] as const;

/** A program that is missing is a reason to skip, but not in CI. */
const isMissing = (command: string): boolean =>
  !isCi && spawnSync(command, [command === goCommand ? 'version' : '--version']).status !== 0;

it.each(examples)('%s: %s goes back to its checkpoint', (_, file, [command, ...words]) => {
  if (isMissing(command)) return console.log(`skipped: ${file} needs ${command}`);
  const cache = mkdtempSync(join(tmpdir(), 'orrery-examples-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const { stdout, stderr, status } = spawnSync(command, [...words, join(project, 'examples/sandbox', file)], {
    cwd: cache,
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      ORRERY: `${process.execPath} ${program}`,
      GOTOOLCHAIN: 'local',
      GOPROXY: 'off',
      GOFLAGS: '',
    },
  });
  expect(stderr).toBe('');
  expect([stdout, status]).toEqual(['ok\n', 0]);
});
