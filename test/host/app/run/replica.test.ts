/** A run once more in a second process: which runs are, with which words, and what another digest means. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../src/core/base/assert.ts';
import { Interrupted } from '../../../../src/host/app/process/exit.ts';
import { checkReplica, isCheckedTwice, isReplica } from '../../../../src/host/app/run/replica.ts';
import type { RunSummary } from '../../../../src/simulation/scenario/result.ts';
import { standsIn, withVariable } from '../process/stand-in.ts';
import { signalled } from '../process/signalled.ts';

const summaryWith = (digest: string): RunSummary => ({ seed: '7', digest }) as RunSummary;

describe('a run is checked twice', () => {
  it.each([
    ['1', undefined, 'ab', false],
    [undefined, '1', 'ab', false],
    [undefined, '1', 'a0', false],
    ['', undefined, '0b', false],
    [undefined, undefined, 'a0', true],
    ['', '', 'a0', true],
    [undefined, undefined, '0a', false],
    ['true', undefined, 'ab', true],
    ['true', '', 'a0', true],
  ])('with CI=%s and ORRERY_REPLICA=%s where its digest is %s: %s', (ci, replica, digest, isTwice) => {
    withVariable('CI', ci === '1' ? '' : ci);
    withVariable('ORRERY_REPLICA', replica);
    expect(isReplica()).toBe(replica === '1');
    expect(isCheckedTwice(summaryWith(digest))).toBe(isTwice);
  });
});

describe('the second process', () => {
  const digest = ['run', 'a.yaml', '--json', '1'].join(' ');

  it('has the words of the first, and says that it is the second', async () => {
    standsIn(
      'console.log(JSON.stringify({ digest: [...process.argv.slice(2), process.env.ORRERY_REPLICA].join(" ") }))',
    );
    await checkReplica(summaryWith(digest), ['run', 'a.yaml']);
    await expect(checkReplica(summaryWith('ab'), ['run', 'a.yaml'])).rejects.toThrow(
      new InvariantError(`two runs of seed 7 differ: digest ab here, ${digest} in a second process`),
    );
  });

  it('says nothing once a signal has come', async () => {
    signalled();
    await expect(checkReplica(summaryWith('ab'), [])).rejects.toThrow(
      new Interrupted('while the run was repeated in a second process'),
    );
  });
});
