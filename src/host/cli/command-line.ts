/** One call of `orrery`: from its arguments to its exit code. Every error that a command throws is reported here. */
import { CommanderError } from 'commander';
import { exitCode } from '../app/process/exit.ts';
import type { Perform } from './command.ts';
import { reported } from './output/report-failure.ts';
import { commands } from './commands/table.ts';
import { build } from './program.ts';

/** Runs the command that `words` name, through `perform`. Resolves with its exit code; never rejects. */
export async function runCommandLine(words: readonly string[], perform: Perform): Promise<number> {
  const ended = { code: exitCode.held as number };
  try {
    await build(ended, perform).parseAsync(asCalled(words), { from: 'user' });
    return ended.code;
  } catch (error) {
    // Commander ends the call this way after it has printed a help text or the version.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.held;
    if (error instanceof CommanderError && error.code === 'commander.help') return exitCode.wrongCall;
    return reported(error, words.includes('--json'));
  }
}

/** Commander shows its usage without an error for the help of a command that there is not. */
function asCalled(words: readonly string[]): string[] {
  const [first, name] = words;
  const isUnknown = first === 'help' && name !== undefined && !commands.some((row) => row.name === name);
  return isUnknown && name !== 'help' ? words.slice(1) : [...words];
}
