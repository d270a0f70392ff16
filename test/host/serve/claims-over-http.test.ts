/**
 * Conformance tests once more, with every request over a socket to an `orrery serve` of its own (CONFORMANCE=http), in a
 * run of vitest of its own: a share of the files, and with LONG=1 all. Keeps the list of claims that are proved that way;
 * UPDATE_CLAIMS=1 runs all files and writes it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { present } from '../../../src/core/base/assert.ts';
import { share } from '../../campaigns.ts';
import { project } from '../cli/orrery.ts';
import { idsOf } from '../../tidy/claim-ids.ts';

interface Ran {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
  readonly meta: { wireAnswers?: number; inProcess?: readonly string[] };
}

const listPath = join(project, 'test/tidy/claims-over-http.txt');

/** Asks no platform: over HTTP it would be the same once more. What it is about counts as not proved there. */
const withoutPlatform = 'test/conformance/odds.test.ts';
const titlesAside = (): string[] =>
  [...readFileSync(join(project, withoutPlatform), 'utf8').matchAll(/^it\('([^']+)'/gm)].map(
    ([, title = '']) => title,
  );

const isUpdate = process.env['UPDATE_CLAIMS'] === '1';
const files = readdirSync(join(project, 'test/conformance'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/conformance/${name}`)
  .filter((file) => file !== withoutPlatform)
  .toSorted();
const tried = isUpdate ? files : share('filesOverHttp', files);
const isWhole = tried.length === files.length;

async function runOverHttp(): Promise<{ output: string; tests: readonly Ran[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'over-http-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const results = join(folder, 'results.json');
  const words = ['run', ...tried, '--reporter=json', `--outputFile.json=${results}`];
  const env = { ...process.env, CONFORMANCE: 'http', UPDATE_CLAIMS: '' };
  const child = spawn(process.execPath, [join(project, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: project,
    env,
    // A group of its own, which ends with the servers that its workers have started.
    detached: true,
  });
  const group = -present(child.pid, 'vitest was started');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  await new Promise((resolve) => child.on('exit', resolve));
  endGroup(group);
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
    testResults: { assertionResults: Ran[] }[];
  };
  return { output, tests: testResults.flatMap(({ assertionResults }) => assertionResults) };
}

function endGroup(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    // None of it is left.
  }
}

/** A claim counts where every one of its tests has asked over a socket, and nothing beside it. */
function provedBy(tests: readonly Ran[]): string[] {
  const proved = new Map<string, boolean>();
  for (const { title, meta } of tests) {
    const isOver = (meta.wireAnswers ?? 0) > 0 && (meta.inProcess ?? []).length === 0;
    for (const id of idsOf(title)) proved.set(id, isOver && proved.get(id) !== false);
  }
  return [...proved]
    .filter(([, isOver]) => isOver)
    .map(([id]) => id)
    .toSorted();
}

it('conformance tests hold over real HTTP, and no claim proved there has been lost', async () => {
  const { output, tests } = await runOverHttp();
  const failed = tests.filter(({ status }) => status !== 'passed');
  expect(
    failed.map(({ title, failureMessages }) => `${title}\n${failureMessages[0]}`),
    output,
  ).toEqual([]);
  expect(tests.length).toBeGreaterThan(isWhole ? 250 : 5 * tried.length);
  const aside = titlesAside();
  expect(aside.length).toBeGreaterThan(20);
  const proved = provedBy([
    ...tests,
    ...aside.map((title) => ({ title, status: 'passed', failureMessages: [], meta: {} })),
  ]);
  const answers = tests.reduce((sum, { meta }) => sum + (meta.wireAnswers ?? 0), 0);
  console.log(`${proved.length} claims are proved over HTTP, by ${answers} answers`);
  if (isUpdate) writeFileSync(listPath, `${proved.join('\n')}\n`);
  const committed = readFileSync(listPath, 'utf8').split('\n').filter(Boolean);
  const how = 'run this test once with UPDATE_CLAIMS=1 and commit the list';
  if (isWhole) expect(proved, how).toEqual(committed);
  // Whether a claim is proved that the list does not have is up to the other files as well.
  const named = new Set(tests.flatMap(({ title }) => idsOf(title)));
  expect(
    committed.filter((id) => named.has(id) && !proved.includes(id)),
    how,
  ).toEqual([]);
}, 1_200_000);
