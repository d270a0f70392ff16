/** What a command that failed says on stderr: one line, or one JSON object with `--json` (docs/schemas/error.json). */
import { CommanderError } from 'commander';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { disarmed } from '../../../core/base/plain-text.ts';
import {
  BrokenRun,
  CallMistake,
  exitCode,
  Interrupted,
  SecondProcessFailed,
} from '../../app/process/exit.ts';
import { MissingPackage } from '../../packages/optional-package.ts';
import { machineRefusal, withCauses } from '../../app/process/machine-refusal.ts';
import type { CommandFailure } from '../../app/result-schema.ts';

/** 130 for an interruption, 3 for a broken invariant, 2 for everything else. */
export function codeOfFailure({ kind }: CommandFailure): number {
  if (kind === 'interrupted') return exitCode.interrupted;
  return kind === 'invariant' ? exitCode.brokenInvariant : exitCode.wrongCall;
}

/** Sorts an error: a mistake of the caller and a refusal of the machine count wherever they stand in its causes. */
export function failureOf(error: unknown): CommandFailure {
  for (const one of withCauses(error)) {
    if (one instanceof CommanderError) return { kind: 'call', message: oneLine(ofCommander(one)) };
    if (one instanceof Interrupted)
      return { kind: 'interrupted', message: oneLine(`interrupted ${one.message}`) };
    if (one instanceof CallMistake || one instanceof MissingPackage)
      return { kind: 'call', message: oneLine(one.message) };
    if (one instanceof FileMistake) {
      const { file, line, column, others } = one;
      const message = oneLine(`${one.message}${furtherText(others.length)}`);
      return { kind: 'file', message, file, line, column };
    }
  }
  if (error instanceof SecondProcessFailed) return { kind: 'machine', message: oneLine(error.message) };
  const refused = machineRefusal(error);
  if (refused !== undefined) return { kind: 'machine', message: oneLine(refused) };
  return brokenInvariant(error);
}

/** As it stands on stderr, with its line end. */
export function failureText(failure: CommandFailure, isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ error: failure, exitCode: codeOfFailure(failure), ok: false })}\n`;
  if (failure.kind !== 'invariant') return `orrery: ${failure.message}\n`;
  const { message, seed, event, command, stack = '' } = failure;
  const where = seed === undefined ? '' : `  seed ${seed}, event ${event}\n  repeat it: ${command}\n`;
  return `orrery: a broken invariant inside Orrery: ${message}\n${where}${stack}\n`;
}

function brokenInvariant(error: unknown): CommandFailure {
  if (!(error instanceof Error)) return { kind: 'invariant', message: oneLine(String(error)) };
  const { stack = '' } = error.cause instanceof Error ? error.cause : error;
  const place = error instanceof BrokenRun ? error.position : {};
  return { kind: 'invariant', message: oneLine(error.message), ...place, stack: disarmed(stack) };
}

/** A command ends at the first mistake; `orrery validate` prints all of them. */
function furtherText(count: number): string {
  if (count === 0) return '';
  return ` (and ${count} more ${count === 1 ? 'mistake' : 'mistakes'}: orrery validate lists them)`;
}

const messageMax = 2_000;

/** Commander puts its suggestion on a separate line. */
function ofCommander({ message }: CommanderError): string {
  const words = message.replace(/^error: /, '').replace(/^option '-\w, /, "option '");
  const [mistake = '', suggestion] = words.split(/\n?\(Did you mean /);
  return suggestion === undefined
    ? mistake
    : `${mistake.trimEnd()}; did you mean ${suggestion.replace(/\??\)$/, '')}?`;
}

/** Text from a file or another program may hold line ends, and characters that steer a terminal. */
function oneLine(text: string): string {
  const line = disarmed(text.replaceAll(/\s+/g, ' ').trim());
  return line.length > messageMax ? `${line.slice(0, messageMax - 1)}…` : line;
}
