/** The thread in which a command works. It ends with the command's exit code (`supervisor.ts`). */
import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../../../core/base/assert.ts';
import { commandContext, type EndlessSteps } from '../../app/process/command-context.ts';
import { isJsonCall } from '../command.ts';
import { commands } from '../commands/table.ts';
import { exitCode } from '../../app/process/exit.ts';
import type { OptionOrigins } from '../options/option-origins.ts';
import { reported } from '../output/report-failure.ts';
import { performHere } from './perform-here.ts';

/** What a terminal is like, which a thread cannot see by itself. */
export interface Terminal {
  readonly isTTY: boolean;
  readonly columns: number;
}

/** A command by its name, with the words of its call. */
export interface AskedCommand {
  readonly name: string;
  readonly words: readonly unknown[];
  readonly origins: OptionOrigins;
}

/**
 * The `workerData` of a command's thread. `progress` is shared memory that both threads read; `endless` lists steps
 * to skip.
 */
export interface CommandCall extends AskedCommand {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly progress: Float64Array;
  readonly endless: EndlessSteps;
}

const { name, words, origins, stdout, stderr, progress, endless } = workerData as CommandCall;
const port = present(parentPort, 'a command has a supervisor');
commandContext.attach({ port, progress, endless });
Object.assign(process.stdout, stdout);
Object.assign(process.stderr, stderr);

try {
  const row = present(
    commands.find((command) => command.name === name),
    'the supervisor names a command of the table',
  );
  process.exitCode = codeOf(await performHere(row, words, origins));
} catch (error) {
  // Whatever the command has left open keeps its thread no longer.
  process.exit(codeOf(reported(error, isJsonCall(words))));
}

/** A command that was interrupted says so, whatever it has found. */
function codeOf(code: number): number {
  const { signal, isMeantToBeStopped } = commandContext;
  const isInterrupted = signal.aborted && !isMeantToBeStopped && code !== exitCode.brokenInvariant;
  return isInterrupted ? exitCode.interrupted : code;
}
