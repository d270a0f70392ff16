/** What the machine refuses is exit code 2 and one line, wherever it is refused. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { BrokenRun, CallMistake } from '../../../src/host/app/process/exit.ts';
import { failureOf } from '../../../src/host/cli/output/failure.ts';
import { folderWith, program, smallScenario, type Outcome } from './orrery.ts';
import { programMsMax } from '../../time-limit.ts';

const system = (code: string, syscall: string, path?: string): Error =>
  Object.assign(
    new Error(`${code}: words of the system, ${syscall}${path === undefined ? '' : ` '${path}'`}`),
    {
      code,
      syscall,
      ...(path === undefined ? {} : { path }),
    },
  );

const place = { seed: '7', event: 3, command: 'npx orrery run x' };

describe('an error of the machine', () => {
  it.each([
    [system('ENOSPC', 'write'), 'no space is left on the device (ENOSPC, write)'],
    [system('EDQUOT', 'write', 'a/b'), 'a/b: the disk quota is used up (EDQUOT, write)'],
    [system('EROFS', 'mkdir', 'a'), 'a: the file system is read-only (EROFS, mkdir)'],
    [system('EACCES', 'open', 'a'), 'a: permission denied (EACCES, open)'],
    [system('EMFILE', 'open', 'a'), 'a: this process has too many files open (EMFILE, open)'],
    [system('EFBIG', 'write'), 'the file would be larger than the file system allows (EFBIG, write)'],
    [system('EXOTIC', 'ioctl', 'a'), /^a: EXOTIC: words of the system/],
    [new BrokenRun(system('ENOSPC', 'write'), place), 'no space is left on the device (ENOSPC, write)'],
    [new Error('x', { cause: new Error('y', { cause: system('EIO', 'read') }) }), /^the device failed/],
    // Copied from another thread, an error has its message alone.
    [
      new Error("ENOSPC: no space left on device, open '/full/x'"),
      '/full/x: no space is left on the device (ENOSPC)',
    ],
    [
      new Error('Cannot create a string longer than 0x1fffffe8 characters'),
      /longer than 512 MiB.*ERR_STRING_TOO_LONG/,
    ],
    [new RangeError('Invalid string length'), /ERR_STRING_TOO_LONG/],
    [
      new Error('Worker terminated due to reaching memory limit: JS heap out of memory'),
      /used up its memory/,
    ],
  ])('%s is one', (error, message) => {
    const failure = failureOf(error);
    expect(failure.kind).toBe('machine');
    if (typeof message === 'string') expect(failure.message).toBe(message);
    else expect(failure.message).toMatch(message);
  });

  it.each([
    [new InvariantError('x'), 'invariant'],
    [new TypeError('a.b is not a function'), 'invariant'],
    [new BrokenRun(new Error('boom'), place), 'invariant'],
    [new Error('Ending: not a code'), 'invariant'],
    [new CallMistake('x'), 'call'],
    [new Error('x', { cause: new CallMistake('y') }), 'call'],
  ])('%s is none', (error, kind) => expect(failureOf(error).kind).toBe(kind));

  it('a log of bets that is longer than a text can be is read in parts, and what is wrong with it is one line', () => {
    const folder = folderWith({ 'log.csv': `game,stake\n${'dice,1\n'.repeat(20_000)}` });
    truncateSync(join(folder, 'log.csv'), 734 * 2 ** 20);
    expect(bash(folder, 'orrery audit --bets log.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^orrery: log\.csv:1:1: has no column "bet", [^\n]*\n$/),
    });
  });
});

/** Runs a line of bash in which `orrery` is the compiled program. */
function bash(folder: string, line: string, before: readonly string[] = []): Outcome {
  const script = `orrery() { '${process.execPath}' '${program}' "$@"; }\n${line}`;
  const [command, ...words] = [...before, 'bash', '-c', script];
  const env = { ...process.env, CI: '' };
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: folder,
    encoding: 'utf8',
    env,
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  return { code: status, stdout, stderr };
}

describe('output that cannot be written', () => {
  const failing = { 'small.yaml': smallScenario.replace('value==0', 'value==1') };

  it('is exit code 2 and one line on a full device', () => {
    expect(
      bash(folderWith({ 'small.yaml': smallScenario }), 'orrery run small.yaml --quiet --json > /dev/full'),
    ).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^\{"error":\{"kind":"machine","message":"stdout: no space is left.*\}\n$/,
      ),
    });
  });

  it('leaves the exit code as it is where the reader has gone', () => {
    const { code, stderr } = bash(
      folderWith(failing),
      'orrery run small.yaml --json | true; exit "${PIPESTATUS[0]}"',
    );
    expect([code, stderr]).toEqual([1, '']);
  });
});

const isolated = ['unshare', '--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...isolated.slice(1), 'true']).status === 0;
if (!canMount) console.log('unshare is not permitted here: commands on a full disk are not tried');

describe.skipIf(!canMount)('a full disk', () => {
  // So many KiB that the rows of a run do not fit, or the rows do and the report does not.
  it.each([
    ['run small.yaml', 8],
    ['run small.yaml', 400],
    ['record small.yaml', 8],
    ['record small.yaml', 400],
    ['sweep small.yaml --seeds 3 --workers 1', 8],
    ['audit dice --rounds 0', 100],
  ])('%s on %d KiB ends with exit code 2 and one line', (words, kib) => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    mkdirSync(join(folder, 'small'));
    writeFileSync(join(folder, 'note'), '');
    const line = `mount -t tmpfs -o size=${kib}k none small && orrery ${words} --quiet --out small/x; code=$?; ls -A small >&3; exit $code`;
    const { code, stdout, stderr } = bash(folder, `exec 3>&1; ${line}`, isolated);
    expect(stderr).toMatch(/^orrery: [^\n]*no space is left on the device \(ENOSPC, \w+\)\n$/);
    expect(code).toBe(2);
    expect(stdout.trim().split('\n')).not.toContain('x');
  });
});
