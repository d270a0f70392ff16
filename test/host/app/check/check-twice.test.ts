/** A part of a campaign once more: what the second process is asked for, and what is made of its digests. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../src/core/base/assert.ts';
import { isSecondCampaign, SecondProcess } from '../../../../src/host/app/check/check-twice.ts';
import { SecondProcessFailed } from '../../../../src/host/app/process/exit.ts';
import type { CampaignResult } from '../../../../src/verification/check/campaign.ts';
import { standsIn, withVariable } from '../process/stand-in.ts';

/** Prints digests that say with which words and variable it was called: one for each run. */
const answers = (digests: readonly string[]): string =>
  `console.log(JSON.stringify({ digests: ${JSON.stringify(digests)}, cpuSeconds: 0.5 }))`;
const echoes = `console.log(JSON.stringify({ digests: [...process.argv.slice(2), process.env.ORRERY_DIGESTS], cpuSeconds: 1 }))`;
const fails = 'console.error("no start"); process.exit(9)';

const resultWith = (digests: readonly string[]): CampaignResult =>
  ({ runs: digests.length, digests }) as unknown as CampaignResult;

describe('the second process', () => {
  it.each([
    [undefined, []],
    ['escrow', ['--service', 'escrow']],
  ])('repeats the first runs of the same seed and service: %s', async (service, more) => {
    standsIn(echoes);
    const words = [
      'check',
      '--runs',
      '12',
      '--seed',
      'abc',
      '--no-regressions',
      '--twice',
      '0',
      ...more,
      '1',
    ];
    const digests = [...words, ...Array.from({ length: 24 - words.length }, () => 'later')];
    const second = new SecondProcess({ seed: 'abc', service, share: 0.5 });
    expect(await second.compared(resultWith(digests))).toEqual({
      runs: 12,
      diverged: Array.from({ length: 12 - words.length }, (_, index) => words.length + index + 1),
      cpuSeconds: 1,
    });
  });

  it('shows the numbers of the runs that came out differently, of those that were repeated', async () => {
    standsIn(answers(['a', 'x', 'c']));
    const second = new SecondProcess({ seed: '1', share: 0.5 });
    second.begin(5);
    expect(await second.compared(resultWith(['a', 'b', 'c', 'd', 'e']))).toEqual({
      runs: 3,
      diverged: [2],
      cpuSeconds: 0.5,
    });
  });

  it('is not needed for a share of nothing', async () => {
    standsIn(fails);
    const second = new SecondProcess({ seed: '1', share: 0 });
    second.begin(5);
    expect(await second.compared(resultWith(['a']))).toEqual({ runs: 0, diverged: [], cpuSeconds: 0 });
  });

  it('begins again where the campaign has ended early', async () => {
    standsIn('setInterval(() => 0, 1000)');
    const second = new SecondProcess({ seed: '1', share: 1 });
    second.begin(9);
    standsIn(answers(['a', 'b']));
    expect(await second.compared(resultWith(['a', 'b']))).toMatchObject({ runs: 2, diverged: [] });
  });

  it('is waited for where it was begun with the right number, and does not begin again', async () => {
    standsIn(answers(['a', 'b']));
    const second = new SecondProcess({ seed: '1', share: 1 });
    second.begin(2);
    standsIn(fails);
    expect(await second.compared(resultWith(['a', 'b']))).toMatchObject({ runs: 2, diverged: [] });
  });

  it('is an error where it ends without digests', async () => {
    standsIn(fails);
    const compared = new SecondProcess({ seed: '1', share: 1 }).compared(resultWith(['a']));
    await expect(compared).rejects.toThrow(SecondProcessFailed);
    await expect(compared).rejects.toThrow('exit code 9; its stderr: no start');
  });
});

describe('a campaign beside it', () => {
  it('gives its result', async () => {
    const result = resultWith(['a']);
    const second = new SecondProcess({ seed: '1', share: 1 });
    expect(await second.beside(Promise.resolve(result))).toBe(result);
  });

  it('ends what was begun where it fails', async () => {
    standsIn('setInterval(() => 0, 1000)');
    const second = new SecondProcess({ seed: '1', share: 1 });
    const failing = (): Promise<CampaignResult> =>
      second.beside(Promise.reject(new InvariantError('broken')));
    await expect(failing()).rejects.toThrow(new InvariantError('broken'));
    second.begin(1);
    await expect(failing()).rejects.toThrow(new InvariantError('broken'));
    await expect(second.compared(resultWith(['a']))).rejects.toThrow(
      'ended with The operation was aborted; its stderr: empty',
    );
  });
});

it.each([
  ['1', true],
  ['', false],
  ['0', false],
  [undefined, false],
])('a process with ORRERY_DIGESTS=%s is the second: %s', (value, isSecond) => {
  withVariable('ORRERY_DIGESTS', value);
  expect(isSecondCampaign()).toBe(isSecond);
});
