/** How a command that failed says so: the kind of each error, its line, its JSON and its exit code. */
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import {
  BrokenRun,
  CallMistake,
  Interrupted,
  SecondProcessFailed,
} from '../../../src/host/app/process/exit.ts';
import type { CommandFailure } from '../../../src/host/app/result-schema.ts';
import { codeOfFailure, failureOf, failureText } from '../../../src/host/cli/output/failure.ts';
import { MissingPackage } from '../../../src/host/packages/optional-package.ts';

const file = { file: 'a.yaml', line: 2, column: 5 };
const mistakes = (count: number): FileMistake[] =>
  Array.from({ length: count }, (_, index) => new FileMistake('b.yaml', { line: index, column: 1 }, 'x'));
const withOthers = (count: number): FileMistake =>
  new FileMistake('a.yaml', { line: 2, column: 5 }, 'for is 3', mistakes(count));
const commander = (message: string): CommanderError => new CommanderError(1, 'commander.x', message);

function of(message: string, stack?: string): Error {
  const error = new Error(message);
  if (stack === undefined) delete error.stack;
  else error.stack = stack;
  return error;
}

/** The error within two others, as a command may wrap it. */
const wrapped = (cause: unknown): Error => new Error('outer', { cause: new Error('middle', { cause }) });

describe('an error is', () => {
  it.each<[string, unknown, CommandFailure]>([
    ['a call', new CallMistake('--a b:\n\n  expected c \n'), { kind: 'call', message: '--a b: expected c' }],
    ['a missing package', new MissingPackage('x needs y'), { kind: 'call', message: 'x needs y' }],
    ['a cause that is a call', wrapped(new CallMistake('no')), { kind: 'call', message: 'no' }],
    ['a cause that is a signal', wrapped(new Interrupted('at 3')), { kind: 'interrupted', message: 'interrupted at 3' }],
    ['a signal', new Interrupted('after 2 runs'), { kind: 'interrupted', message: 'interrupted after 2 runs' }],
    ['a file', withOthers(0), { kind: 'file', message: 'a.yaml:2:5: for is 3', ...file }],
    ['one more', withOthers(1), { kind: 'file', message: 'a.yaml:2:5: for is 3 (and 1 more mistake: orrery validate lists them)', ...file }],
    ['two more', withOthers(2), { kind: 'file', message: 'a.yaml:2:5: for is 3 (and 2 more mistakes: orrery validate lists them)', ...file }],
    ['a second process', new SecondProcessFailed('it ended'), { kind: 'machine', message: 'it ended' }],
    ['the machine', Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write', path: 'o' }), { kind: 'machine', message: 'o: no space is left on the device (ENOSPC, write)' }],
    ['a bug', of('bad \u001b state', 'at a\n  at b\u0007'), { kind: 'invariant', message: 'bad \\u001b state', stack: 'at a\n  at b\\u0007' }],
    ['a bug without a place', of('bad'), { kind: 'invariant', message: 'bad', stack: '' }],
    ['no error', 'a text', { kind: 'invariant', message: 'a text' }],
    ['a bug of a run', new BrokenRun(of('drift', 'at c'), { seed: '7', event: 3, command: 'orrery run s' }), { kind: 'invariant', message: 'drift', seed: '7', event: 3, command: 'orrery run s', stack: 'at c' }],
  ])('%s', (_what, error, failure) => {
    expect(failureOf(error)).toEqual(failure);
  }); // prettier-ignore

  it.each([
    ["error: unknown option '--sed'\n(Did you mean --seed?)", "unknown option '--sed'; did you mean --seed?"],
    ["error: unknown option '--sed'(Did you mean one of --seed, --set?)", "unknown option '--sed'; did you mean one of --seed, --set?"],
    ["unknown command 'rnu' \n(Did you mean run)", "unknown command 'rnu'; did you mean run?"],
    ["unknown 'x' (Did you mean a?) b?)", "unknown 'x'; did you mean a?) b?"],
    ["error: option '-s, --seed <seed>' argument missing", "option '--seed <seed>' argument missing"],
    ["error: no option '-s, --seed'", "no option '-s, --seed'"],
    ['an error: within', 'an error: within'],
    ['', ''],
  ])('the words of the parser: %j', (message, line) => {
    expect(failureOf(commander(message))).toEqual({ kind: 'call', message: line });
  }); // prettier-ignore

  it.each([
    [1_999, 'x'.repeat(1_999)],
    [2_000, 'x'.repeat(2_000)],
    [2_001, `${'x'.repeat(1_999)}…`],
    [9_000, `${'x'.repeat(1_999)}…`],
  ])('a line of at most 2000 characters: %d', (length, message) => {
    expect(failureOf(new CallMistake('x'.repeat(length))).message).toBe(message);
  });
});

describe('a failure is said', () => {
  const place = { seed: '7', event: 3, command: 'orrery run s --seed 7' };
  const broken: CommandFailure = { kind: 'invariant', message: 'drift', stack: 'at c' };

  it.each<[CommandFailure, number, string]>([
    [{ kind: 'call', message: 'no' }, 2, 'orrery: no\n'],
    [{ kind: 'machine', message: 'full' }, 2, 'orrery: full\n'],
    [{ kind: 'file', message: 'a.yaml:2:5: x', ...file }, 2, 'orrery: a.yaml:2:5: x\n'],
    [{ kind: 'interrupted', message: 'interrupted at 3' }, 130, 'orrery: interrupted at 3\n'],
    [broken, 3, 'orrery: a broken invariant inside Orrery: drift\nat c\n'],
    [{ kind: 'invariant', message: 'drift' }, 3, 'orrery: a broken invariant inside Orrery: drift\n\n'],
    [{ ...broken, ...place }, 3, 'orrery: a broken invariant inside Orrery: drift\n  seed 7, event 3\n  repeat it: orrery run s --seed 7\nat c\n'],
  ])('%j', (failure, code, text) => {
    expect(codeOfFailure(failure)).toBe(code);
    expect(failureText(failure, false)).toBe(text);
    expect(failureText(failure, true)).toBe(`${JSON.stringify({ error: failure, exitCode: code, ok: false })}\n`);
  }); // prettier-ignore
});
