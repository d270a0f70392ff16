/** Each kind of failure, planted into a copy of the tests, turns `.ci/run` red; without one the same files are green. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { share } from '../campaigns.ts';
import { programMsMax } from '../time-limit.ts';
import { folderWith, project } from '../host/cli/orrery.ts';

/** What is read and never written. */
const linked = 'agents bench build dist docs node_modules package.json package-lock.json scenarios src'
  .concat(' rolldown.config.js tsconfig.json tsconfig.build.json vitest.config.ts')
  .split(' ');

/** How files of a copy are changed, or made. */
type Plants = Readonly<Record<string, (text: string) => string>>;

/** A project whose tests and CI are its own. */
function projectWith(planted: Plants): string {
  const home = folderWith();
  for (const name of linked) symlinkSync(join(project, name), join(home, name));
  for (const name of ['.ci', 'test']) cpSync(join(project, name), join(home, name), { recursive: true });
  for (const [file, change] of Object.entries(planted))
    writeFileSync(
      join(home, file),
      change(existsSync(join(home, file)) ? readFileSync(join(home, file), 'utf8') : ''),
    );
  return home;
}

/** Programs that CI itself needs, in a folder without any other. */
function onlyNode(home: string): string {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  for (const name of ['bash', 'dirname', 'env', 'mktemp', 'sh', 'timeout']) {
    const { stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    symlinkSync(stdout.trim(), join(bin, name));
  }
  return [dirname(process.execPath), bin].join(delimiter);
}

interface Ended {
  readonly code: number | null;
  /** What the summary prints. */
  readonly lines: readonly string[];
}

function ci(home: string, files: readonly string[], path = process.env['PATH'] ?? ''): Ended {
  const tmp = join(home, 'tmp');
  mkdirSync(tmp);
  const { status, stdout, stderr } = spawnSync('bash', [join(home, '.ci/run')], {
    encoding: 'utf8',
    env: { ...process.env, CI_FILES: files.join(' '), PATH: path, TMPDIR: tmp },
    timeout: programMsMax,
  });
  const lines = stdout.trimEnd().split('\n');
  const from = lines.findLastIndex((line) => line.startsWith('--- '));
  return { code: status, lines: from < 0 ? [stdout, stderr] : lines.slice(from + 1) };
}

const claims = 'test/conformance/clients.test.ts';
const tidied = ['test/tidy/lanes.test.ts', 'test/tidy/claims.test.ts'];

const failing = "import { expect, it } from 'vitest';\nit('fails', () => expect(1).toBe(2));\n";
const endsEarly = `import { expect, it } from 'vitest';
it('ends early', () => {
  if (process.env['CI'] === '1') return;
  expect(1).toBe(2);
});
`;

/** Failures of several kinds in one run of CI, which says each. */
interface Plant {
  readonly what: string;
  readonly planted?: Plants;
  readonly files: readonly string[];
  readonly isOnlyNode?: boolean;
  readonly says: readonly RegExp[];
}

const plants: readonly Plant[] = [
  {
    what: 'a test that fails, a test that skips itself, and claims in a block that is skipped',
    planted: {
      'test/failing.test.ts': () => failing,
      'test/skipping.test.ts': () => endsEarly.replace('() =>', '({ skip }) =>').replace('return', 'skip()'),
      [claims]: (text) => text.replace('describe(', 'describe.skip('),
    },
    files: ['test/failing.test.ts', 'test/skipping.test.ts', claims],
    says: [
      /^failed: test\/failing\.test\.ts: fails$/,
      /^skipped, and \.ci\/skipped\.json has no reason: test\/skipping\.test\.ts: ends early$/,
      /^skipped, and \.ci\/skipped\.json has no reason: test\/conformance\/clients\.test\.ts: .* LIM49 /,
    ],
  },
  {
    what: 'a test that ends early, and a claim whose test is skipped',
    planted: {
      'test/planted.test.ts': () => endsEarly,
      [claims]: (text) => text.replace("it('LIM49 ", "it.skip('LIM49 "),
    },
    files: ['test/planted.test.ts', claims, ...tidied],
    says: [
      /^failed: test\/tidy\/lanes\.test\.ts: .* has no test that ends early without a word/,
      /^failed: test\/tidy\/claims\.test\.ts: .* no claim that was proved has been lost$/,
    ],
  },
  {
    what: 'a tool that is missing',
    files: ['test/host/serve/schemathesis.test.ts'],
    isOnlyNode: true,
    says: [/^failed: test\/host\/serve\/schemathesis\.test\.ts: /],
  },
];

describe('.ci/run of some files', () => {
  it('is green where nothing is planted', () => {
    const { code, lines } = ci(projectWith({}), [claims, ...tidied]);
    expect(lines).toEqual([expect.stringMatching(/^[1-9]\d+ passed, 0 failed, 0 skipped$/)]);
    expect(code).toBe(0);
  });

  it.each(share('kindsOfFailure', plants))(
    'is red with $what',
    ({ planted = {}, files, isOnlyNode = false, says }) => {
      const home = projectWith(planted);
      const { code, lines } = ci(home, files, isOnlyNode ? onlyNode(home) : undefined);
      for (const line of says) expect(lines).toContainEqual(expect.stringMatching(line));
      // Each counts: one alone would have turned it red (summary.test.ts).
      expect(lines.at(-1)).toMatch(new RegExp(`, ${lines.length - 1} failed, `));
      expect(code).toBe(1);
    },
  );
});
