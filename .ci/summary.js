/**
 * `node .ci/summary.js FAILED_STEPS RESULTS...`: the last line of CI, `N passed, N failed, N skipped`, from the results that vitest
 * wrote as JSON. Exit 1 when a test or a step failed, when a test was skipped that `.ci/skipped.json` does not list with
 * a reason, or when a file of results is not there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const say = (line) => process.stdout.write(`${line}\n`);
const [steps, ...files] = process.argv.slice(2);
const project = fileURLToPath(new URL('..', import.meta.url));
const listed = JSON.parse(readFileSync(new URL('skipped.json', import.meta.url), 'utf8'));

/** The tests of one lane; a lane without results counts as one failure. */
function testsOf(file) {
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() === '')
    return [{ file, name: 'a lane that left no results', status: 'failed' }];
  const { success, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = testResults.flatMap(({ name, status, assertionResults }) => {
    const own = assertionResults.map((test) => ({
      file: relative(project, name),
      name: test.fullName,
      status: test.status,
    }));
    // A file that does not load has no tests to fail.
    const isBroken = status === 'failed' && !own.some((test) => test.status === 'failed');
    return isBroken
      ? [...own, { file: relative(project, name), name: 'the file itself', status: 'failed' }]
      : own;
  });
  const isExplained = success || tests.some(({ status }) => status === 'failed');
  return isExplained
    ? tests
    : [...tests, { file, name: 'a lane that failed without a test', status: 'failed' }];
}

const tests = files.flatMap(testsOf);
const having = (status) => tests.filter((test) => test.status === status);
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const unlisted = skipped.filter(
  (test) => !listed.some(({ file, name }) => test.file === file && test.name.startsWith(name)),
);

for (const { file, name } of having('failed')) say(`failed: ${file}: ${name}`);
for (const { file, name } of unlisted) say(`skipped, and .ci/skipped.json has no reason: ${file}: ${name}`);
// A step that failed for its tests is these tests.
const failed = Math.max(having('failed').length + unlisted.length, Number(steps));
say(`${having('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed === 0 && having('passed').length > 0 ? 0 : 1;
