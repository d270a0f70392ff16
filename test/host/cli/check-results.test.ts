/** What a check prints and keeps of its result, where it reaches little and where its time is over. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { absentFields, beyondReach } from '../../../src/verification/check/beyond-reach.ts';
import { coverageFloor } from '../../../src/verification/check/coverage.ts';
import { commandContext } from '../../../src/host/app/process/command-context.ts';
import { called } from './called.ts';
import {
  clockOf,
  endRuns,
  few,
  fewLines,
  lendCoverage,
  none,
  noVariables,
  one,
  resultOf,
} from './short-checks.ts';
import { folderWith, type Outcome } from './orrery.ts';

let folder = '';
const ends: (() => void)[] = [];
const checked = (words: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  called(folder, ['check', ...words.split(' ')], { ...noVariables, ...env });

beforeAll(async () => {
  folder = folderWith({}, (end) => void ends.push(end));
  // Its modules are loaded once.
  await checked(`${one} --twice 0 --quiet`);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  for (const end of ends) end();
});

describe('a check that reaches little', () => {
  it('says so in few lines', async () => {
    clockOf(1);
    lendCoverage();
    const stdout = `0 runs, 0 operations, seed 19: 0 findings\n${fewLines}`;
    expect(await checked(none)).toEqual({ code: 0, stdout, stderr: '' });
    const about = `0 runs about casino, 0 operations, seed 19: 0 findings\n${fewLines}`;
    expect(await checked(`${none} --service casino`)).toEqual({ code: 0, stdout: about, stderr: '' });
    expect(await checked(`${none} --quiet`)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is a JSON object', async () => {
    clockOf(1);
    lendCoverage();
    const result = {
      seed: '19',
      service: null,
      runs: 0,
      operations: 0,
      findings: [],
      coverage: few,
      beyondReach: { ...beyondReach, ...absentFields },
      belowFloor: [],
      twice: { runs: 0, diverged: [] },
      cpuSeconds: 1.73,
      stopped: false,
      ok: true,
    };
    expect(resultOf(await checked(`${none} --json`))).toEqual(result);
    const about = { ...result, service: 'casino' };
    expect(resultOf(await checked(`${none} --json --quiet --service casino`))).toEqual(about);
  });

  it.each([
    ['--runs 200', true],
    ['--runs 199', false],
    ['--runs 200 --service casino', false],
  ])('fails where it has been whole (%s)', async (words, isWhole) => {
    clockOf(1);
    expect(coverageFloor.runs).toBe(200);
    const below = ['operations 0 of 119, expected 90%', 'refusals 0 of 320, expected 65%'];
    const call = `${words} --seed 19 --twice 0 --workers 1 --no-regressions --for 1ms`;
    const { code, stdout } = await checked(call);
    expect([code, stdout.includes('below the least coverage')]).toEqual([isWhole ? 1 : 0, isWhole]);
    expect(stdout.includes(`\n  below the least coverage: ${below.join(', ')}, states`)).toBe(isWhole);
    const { belowFloor, ok } = resultOf(await checked(`${call} --json`));
    expect([ok, (belowFloor as string[]).slice(0, 2)]).toEqual([!isWhole, isWhole ? below : []]);
  });

  it('is not blamed for it where it was interrupted, which it says', async () => {
    lendCoverage();
    const interruption = new AbortController();
    vi.spyOn(commandContext, 'signal', 'get').mockImplementation(() => interruption.signal);
    vi.spyOn(Date, 'now').mockImplementation(() => {
      interruption.abort();
      return 0;
    });
    expect(await checked('--runs 200 --seed 19 --workers 1 --no-regressions --for 1h')).toEqual({
      code: 1,
      stdout: `0 runs, 0 operations, seed 19: 0 findings\n${fewLines}  interrupted: these runs are only a part\n`,
      stderr: '',
    });
  });
});

describe('a time for a check', () => {
  it.each([
    ['wall time that is over', 1, '--for 1ms', 0],
    ['wall time that stands', 0, '--for 1ms', 1],
    ['wall time that will be over', 1, '--for 1h', 1],
    ['processor time that stands', 60_000, '--for 1ms --cpu', 1],
  ])('is counted: %s', async (_what, stepMs, words, runs) => {
    endRuns();
    clockOf(stepMs);
    const { digests } = resultOf(await checked(`${one} ${words}`, { ORRERY_DIGESTS: '1' }));
    expect(digests).toHaveLength(runs);
  });
});
