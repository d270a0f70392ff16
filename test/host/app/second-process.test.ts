import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { SecondProcessFailed } from '../../../src/host/app/process/exit.ts';
import { resultOf } from '../../../src/host/app/process/second-process.ts';
import { failureOf } from '../../../src/host/cli/output/failure.ts';

const ended = { code: 0, ending: 'exit code 0', stdout: '{"digest":"ab"}\n', stderr: '' };

describe('what a second process has found', () => {
  it('is the object that it printed, whether its run held or failed', () => {
    expect(resultOf(ended)).toEqual({ digest: 'ab' });
    expect(resultOf({ ...ended, code: 1, ending: 'exit code 1' })).toEqual({ digest: 'ab' });
  });

  it.each([
    [{ code: 2, ending: 'exit code 2', stderr: 'orrery: no space is left\n' }, /ended with exit code 2; its stderr: orrery: no space is left$/],
    [{ code: undefined, ending: 'signal SIGKILL' }, /ended with signal SIGKILL; its stderr: empty$/],
    [{ code: undefined, ending: 'spawn node EAGAIN' }, /ended with spawn node EAGAIN; /],
    [{ stdout: '' }, /ended with exit code 0, without a result; its stderr: empty$/],
    [{ stdout: '"text"' }, /without a result/],
    [{ code: 2, ending: 'exit code 2', stderr: `${'x'.repeat(5_000)} the end` }, /stderr: x{592} the end$/],
  ])('throws SecondProcessFailed after %j', (change, message) => {
    const read = () => resultOf({ ...ended, ...change });
    expect(read).toThrow(SecondProcessFailed);
    expect(read).toThrow(message);
  }); // prettier-ignore

  it('is a broken invariant where the second process found one', () => {
    const broken = { ...ended, code: 3, ending: 'exit code 3', stderr: 'orrery: a broken invariant' };
    expect(() => resultOf(broken)).toThrow(InvariantError);
  });

  it('ends a command with exit code 2, as what the machine has refused', () => {
    expect(failureOf(new SecondProcessFailed('x'))).toEqual({ kind: 'machine', message: 'x' });
  });
});
