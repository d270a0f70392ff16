/** Ends a command whose output cannot be written or whose error was not caught. */
import { reported } from './report-failure.ts';

/**
 * A reader that closes the pipe early, such as `head`, is no error, and the command ends with the exit code it would have
 * had. A full disk is one. `words` are the words of the call.
 */
export function guardOutput(words: readonly string[]): void {
  const end = (error: unknown): void => process.exit(reported(error, words.includes('--json')));
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') end(Object.assign(error, { path: 'stdout' }));
  });
  // With stderr closed there is no place to report the error.
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', end);
}
