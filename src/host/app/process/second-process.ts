/** The result of a second process of Orrery that repeats a part of the work. */
import { InvariantError } from '../../../core/base/assert.ts';
import { exitCode, SecondProcessFailed } from './exit.ts';
import type { OwnRun } from './own-program.ts';

const stderrCharactersMax = 600;

/**
 * The object that the process printed. A process without one has neither confirmed nor contradicted the first: throws
 * `InvariantError` where it found Orrery broken, else `SecondProcessFailed`, with its exit code and the end of its stderr.
 */
export function resultOf(second: OwnRun): object {
  const { code, ending, stdout, stderr } = second;
  const isFinished = code === exitCode.held || code === exitCode.failed;
  const result = isFinished ? objectIn(stdout) : undefined;
  if (result !== undefined) return result;
  const said = stderr.trim().slice(-stderrCharactersMax);
  const what = isFinished ? `${ending}, without a result` : ending;
  const message = `the second process, which repeats runs to compare digests, ended with ${what}; its stderr: ${said === '' ? 'empty' : said}`;
  if (code === exitCode.brokenInvariant) throw new InvariantError(message);
  throw new SecondProcessFailed(message);
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
