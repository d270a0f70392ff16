/** Calls the command line within this process, with stderr as a terminal. */
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/host/cli/command-line.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';
import { project, type Outcome } from './orrery.ts';

/** What `work` prints in `folder` where stderr is a terminal or not, and what it resolves with; it sees what is printed so far. */
export async function heardIn(
  folder: string,
  isTerminal: boolean,
  work: (heard: Readonly<Pick<Outcome, 'stdout' | 'stderr'>>) => number | Promise<number>,
): Promise<Outcome> {
  const heard = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => ((heard[name] += String(text)), true)),
  );
  const before = process.stderr.isTTY;
  process.stderr.isTTY = isTerminal;
  process.chdir(folder);
  try {
    return { code: await work(heard), ...heard };
  } finally {
    process.chdir(project);
    process.stderr.isTTY = before;
    for (const spy of spies) spy.mockRestore();
  }
}

/** `words` as a shell would pass them, from `folder`, on a terminal. */
export const onTerminal = (folder: string, words: string): Promise<Outcome> =>
  heardIn(folder, true, () => runCommandLine(words.split(' '), performHere));
