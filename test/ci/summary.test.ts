/** Each kind of failure turns the last line of CI red: what `.ci/summary.js` says of results that vitest might have left. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, project } from '../host/cli/orrery.ts';

interface Test {
  readonly fullName: string;
  readonly status: string;
}

const passed = { fullName: 'adds up', status: 'passed' };

/** What vitest writes of one file of tests, as far as it is read. */
const lane = (tests: readonly Test[], success: boolean, file = 'test/x.test.ts'): string =>
  JSON.stringify({
    success,
    testResults: [
      {
        name: join(project, file),
        status: success ? 'passed' : 'failed',
        assertionResults: tests,
      },
    ],
  });

/** The exit code of the summary, and what it prints; a lane without a text has left no file. */
function summed(
  lanes: readonly (string | undefined)[],
  failedSteps = 0,
): { code: number | null; lines: string[] } {
  const folder = folderWith();
  const files = lanes.map((text, index) => {
    const file = join(folder, `${index}.json`);
    if (text !== undefined) writeFileSync(file, text);
    return file;
  });
  const words = [join(project, '.ci/summary.js'), String(failedSteps), ...files];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { code: status, lines: stdout.trimEnd().split('\n') };
}

describe('the last line of CI', () => {
  it('counts what passed over all lanes, with exit 0', () => {
    expect(summed([lane([passed, passed], true), lane([passed], true)])).toEqual({
      code: 0,
      lines: ['3 passed, 0 failed, 0 skipped'],
    });
  });

  it.each([
    ['a failing test', [lane([passed, { fullName: 'fails', status: 'failed' }], false)], 'failed: test/x.test.ts: fails', '1 passed, 1 failed, 0 skipped'],
    ['a test that is skipped or ends early', [lane([passed, { fullName: 'ends early', status: 'skipped' }], true)], 'skipped, and .ci/skipped.json has no reason: test/x.test.ts: ends early', '1 passed, 1 failed, 1 skipped'],
    ['a test that is still to be written', [lane([passed, { fullName: 'later', status: 'todo' }], true)], 'skipped, and .ci/skipped.json has no reason: test/x.test.ts: later', '1 passed, 1 failed, 1 skipped'],
    ['a file that does not load', [lane([], false), lane([passed], true)], 'failed: test/x.test.ts: the file itself', '1 passed, 1 failed, 0 skipped'],
    ['a lane without results', [lane([passed], true), undefined], 'a lane that left no results', '1 passed, 1 failed, 0 skipped'],
    ['a lane that was cut off', [lane([passed], true), ''], 'a lane that left no results', '1 passed, 1 failed, 0 skipped'],
    ['an error outside of all tests', [lane([passed], true).replace('"success":true', '"success":false')], 'a lane that failed without a test', '1 passed, 1 failed, 0 skipped'],
  ] as const)('is red with %s', (_, lanes, reason, last) => {
    const { code, lines } = summed(lanes);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(reason), last]);
  }); // prettier-ignore

  it('is red with a step that failed, and with no test at all', () => {
    expect(summed([lane([passed], true)], 1)).toEqual({ code: 1, lines: ['1 passed, 1 failed, 0 skipped'] });
    expect(summed([lane([], true)]).code).toBe(1);
  });

  it('takes a skipped test that is listed with a reason, under its own name and in its own file alone', () => {
    const listed = JSON.parse(readFileSync(join(project, '.ci/skipped.json'), 'utf8')) as {
      file: string;
      name: string;
      reason: string;
    }[];
    expect(listed.length).toBeGreaterThan(0);
    for (const { reason } of listed) expect(reason).toMatch(/\w+ \w+/);
    const skipped = listed.map(({ file, name }) => ({ file, fullName: `${name} somewhere` }));
    const summedUp = (tests: readonly { file: string; fullName: string }[]) =>
      summed(tests.map(({ file, fullName }) => lane([passed, { fullName, status: 'skipped' }], true, file)));
    expect(summedUp(skipped).code).toBe(0);
    const others = [
      ...skipped.map(({ fullName }) => ({ file: 'test/x.test.ts', fullName })),
      ...skipped.map(({ file }) => ({ file, fullName: 'x' })),
    ];
    const { code, lines } = summedUp(others);
    expect(code).toBe(1);
    expect(lines.slice(0, -1)).toEqual(
      others.map((test) => expect.stringContaining(`has no reason: ${test.file}: ${test.fullName}`)),
    );
  });
});
