/** Where the runs of a check come from and are executed, and how far it is on a terminal. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CheckThreads } from '../../../src/host/app/check/check-threads.ts';
import { elsewhereOf, helpCommand } from '../../../src/host/cli/commands/check/elsewhere.ts';
import { progressOf, type Progress } from './at-terminal.ts';
import { called } from './called.ts';
import { folderWith, type Outcome } from './orrery.ts';
import {
  breakRuns,
  clockOf,
  endRuns,
  lendCoverage,
  none,
  noVariables,
  one,
  registers,
  resultOf,
  stored,
} from './short-checks.ts';

/** Of the run of `one`. */
let digests: unknown;
let folder = '';
const ends: (() => void)[] = [];
const checked = (words: string, more: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  called(folder, ['check', ...words.split(' ')], { ...noVariables, ...more });

beforeAll(async () => {
  folder = folderWith({}, (end) => void ends.push(end));
  mkdirSync(join(folder, stored), { recursive: true });
  writeFileSync(join(folder, stored, 'one.yaml'), registers);
  // Its modules are loaded once.
  ({ digests } = resultOf(await checked(one, { ORRERY_DIGESTS: '1' })));
  await checked('--runs 1 --seed 19 --twice 0 --quiet');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  for (const end of ends) end();
});

describe('stored scenarios', () => {
  it.each([
    ['are run first', none.replace('--no-regressions ', ''), 1],
    ['are left out on demand', none, 0],
  ])('%s', async (_what, words, operations) => {
    clockOf(1);
    expect((await checked(words)).stdout).toMatch(
      new RegExp(`^0 runs, ${operations} operations, seed 19: 0 findings\n`),
    );
  });

  it('are not read in a second process', async () => {
    endRuns();
    const place = folderWith();
    mkdirSync(join(place, stored), { recursive: true });
    writeFileSync(join(place, stored, 'bad.yaml'), 'name: [\n');
    const words = ['check', ...'--runs 1 --seed 19 --twice 0'.split(' ')];
    expect((await called(place, words, noVariables)).code).toBe(2);
    expect((await called(place, words, { ...noVariables, ORRERY_DIGESTS: '1' })).code).toBe(0);
  });
});

describe('where runs are executed', () => {
  const isMany = availableParallelism() > 1;
  it.each<[string | undefined, number, boolean]>([
    [undefined, 99, false],
    [undefined, 100, isMany],
    ['1', 1, false],
    ['1', 100, false],
    ['2', 1, true],
    ['2', 99, true],
  ])('workers %s for %d runs: in threads: %s', async (workers, runsMax, isThreaded) => {
    const elsewhere = await elsewhereOf(
      { ...(workers !== undefined && { workers }) },
      { seed: '1', runsMax },
    );
    await elsewhere?.close();
    expect(elsewhere instanceof CheckThreads).toBe(isThreaded);
  });

  it('ends its threads with the campaign', async () => {
    clockOf(1);
    const close = vi.spyOn(CheckThreads.prototype, 'close');
    const words = '--runs 1 --seed 19 --for 1ms --workers 2 --json';
    const { code, stdout } = await checked(words);
    expect([code, (JSON.parse(stdout) as { runs: number }).runs, close.mock.calls]).toEqual([0, 0, [[]]]);
    close.mockClear();
    expect((await checked(words, { ORRERY_DIGESTS: '1' })).stdout).toMatch(/^\{"digests":\[\]/);
    expect(close).not.toHaveBeenCalled();
  });

  it.each([
    ['--workers 0', '--workers 0: expected a whole number from 1 to 256'],
    ['--workers 257', '--workers 257: expected a whole number from 1 to 256'],
    ['--queue redis://127.0.0.1:1 --workers -1', '--workers -1: expected a whole number from 0 to 256'],
    ['--queue redis://127.0.0.1:1 --work --workers 0', '--workers 0: expected a whole number from 1 to 256'],
    ['--queue nowhere --workers 0', '--queue nowhere: expected an address such as'],
    ['--queue nowhere --work --workers 1', '--queue nowhere: expected an address such as'],
    ['--queue redis://127.0.0.1:1 --work', '--queue redis://127.0.0.1:1: connect ECONNREFUSED'],
  ])('%s is a wrong call', async (words, message) => {
    const { code, stdout, stderr } = await checked(`--runs 1 --seed 19 ${words}`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('needs a queue to help at', async () => {
    const mistake = '--work: expected --queue as well, which says whom to work for';
    await expect(helpCommand({}, { seed: '1', runsMax: 1 })).rejects.toThrow(mistake);
  });
});

describe('how far a check is', () => {
  const shown = (words: string): Promise<Progress> => {
    breakRuns();
    return progressOf(folder, `check ${words}`);
  };
  const call = '--runs 2 --seed 19 --twice 0 --no-regressions';

  it('is the share of its runs that are done', async () => {
    expect(await shown(call)).toMatchInlineSnapshot(`
      {
        "isRemoved": true,
        "lines": [
          "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 runs",
          "███████████████░░░░░░░░░░░░░░░  50%  1 runs  <1s left",
        ],
      }
    `);
  });

  it.each(['--json', '--quiet'])('is not shown with %s', async (option) => {
    expect(await shown(`${call} ${option}`)).toEqual({ lines: [], isRemoved: false });
  });

  it('is not shown in a second process', async () => {
    vi.stubEnv('ORRERY_DIGESTS', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await shown(call)).toEqual({ lines: [], isRemoved: false });
  });
});

describe('a second process', () => {
  /** Ends every process of Node that repeats runs, with this result; what it was called with is in `file`. */
  function repeating(result: object, file: string): Readonly<Record<string, string>> {
    const module = join(folder, 'second.mjs');
    const text = `import { writeFileSync, writeSync } from 'node:fs';
if (process.env.ORRERY_DIGESTS === '1') {
  writeFileSync(${JSON.stringify(join(folder, file))}, process.argv.slice(2).join(' '));
  writeSync(1, ${JSON.stringify(JSON.stringify(result))});
  process.exit(0);
}
`;
    writeFileSync(module, text);
    return { NODE_OPTIONS: `--import=${pathToFileURL(module).href}` };
  }

  it('prints its digests, in the order of runs, and its processor time alone', async () => {
    endRuns();
    clockOf(0);
    const outcome = await checked(one, { ORRERY_DIGESTS: '1' });
    expect({ ...outcome, stdout: resultOf(outcome) }).toEqual({
      code: 0,
      stdout: { digests: [expect.stringMatching(/^[0-9a-f]{32}\/[0-9a-f]{8}$/)], cpuSeconds: 1.734 },
      stderr: '',
    });
  });

  it('repeats the first runs, whose digests are the same', async () => {
    clockOf(0);
    lendCoverage();
    const env = repeating({ digests, cpuSeconds: 2.5 }, 'same');
    const { code, stdout } = await checked(`${one} --twice 1`, env);
    expect([code, stdout.split('\n').slice(-3)]).toEqual([
      0,
      ['  pairs: 9 of 14; never reached: a, b, c and 2 more', '  1 runs in a second process: 0 differ', ''],
    ]);
    expect(readFileSync(join(folder, 'same'), 'utf8')).toBe(
      'check --runs 1 --seed 19 --no-regressions --twice 0',
    );
  });

  it('fails the check where a digest is another one', async () => {
    clockOf(0);
    const env = repeating({ digests: ['x'], cpuSeconds: 2.5 }, 'other');
    const { code, stdout } = await checked(`${one} --twice 0.1 --json`, env);
    const { twice, cpuSeconds, ok } = resultOf({ code, stdout, stderr: '' });
    expect({ code, twice, cpuSeconds, ok }).toEqual({
      code: 1,
      twice: { runs: 1, diverged: [1] },
      cpuSeconds: 4.23,
      ok: false,
    });
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe(
      'check --runs 1 --seed 19 --no-regressions --twice 0',
    );
  });
});
