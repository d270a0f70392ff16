/** Calls the command line within this process: what it prints and its exit code, without the second that a process takes. */
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/host/cli/command-line.ts';
import { commandTable } from '../../../src/host/cli/command-table.ts';
import type { Perform } from '../../../src/host/cli/program.ts';
import type { Outcome } from './orrery.ts';

/** Runs a command in this thread: the compiled command line gives it one of its own. */
export const performHere: Perform = (name, ...words) =>
  (commandTable[name] as (...words: readonly unknown[]) => Promise<number>)(...words);

/** `words` as a shell would pass them, from `folder`. Not for a command that ends the process or runs for long. */
export async function called(folder: string, words: readonly string[]): Promise<Outcome> {
  const before = process.cwd();
  let [stdout, stderr] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true)),
  ];
  process.chdir(folder);
  try {
    return { code: await runCommandLine(words, performHere), stdout, stderr };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}
