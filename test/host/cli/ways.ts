/** A call of the command line in its three ways. */
import { called } from './called.ts';

/** Code, stdout and stderr in text, as JSON, and quietly. */
export async function ways(folder: string, words: readonly string[]): Promise<unknown[]> {
  const made: unknown[] = [];
  for (const more of [[], ['--json'], ['--quiet']]) {
    const { code, stdout, stderr } = await called(folder, [...words, ...more]);
    made.push([code, ...stdout.split('\n').slice(0, -1), ...(stderr === '' ? [] : [`stderr: ${stderr}`])]);
  }
  return made;
}
