/** A call of the command line in this process, at a terminal of 70 columns. */
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../../src/host/cli/command-line.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';
import { hear, type Heard } from './heard.ts';

const home = fileURLToPath(new URL('../../../', import.meta.url));

/** All that is written there. */
export async function heardAtTerminal(folder: string, words: string): Promise<Heard> {
  process.chdir(folder);
  onTestFinished(() => process.chdir(home));
  const heard = hear({ isTTY: true, columns: 70, rows: 40 });
  await runCommandLine(words.split(' '), performHere);
  return heard;
}

export interface Progress {
  /** What stood on the line, one after the other. */
  readonly lines: readonly string[];
  readonly isRemoved: boolean;
}

/** The line of progress. A second passes between two states of it, and no time for what is shown of it. */
export async function progressOf(folder: string, words: string): Promise<Progress> {
  let nowMs = 1000;
  vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 1000));
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stderr } = await heardAtTerminal(folder, words);
  const lines = stderr.filter((text) => text.includes('%'));
  return { lines, isRemoved: stderr.at(-1) === '\u001b[2K' };
}
