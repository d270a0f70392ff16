/** Calls the command line within this process: what it prints and its exit code, without the second that a process takes. */
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/host/cli/command-line.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';
import type { Outcome } from './orrery.ts';

/**
 * `words` as a shell would pass them, from `folder`, with `env` beside the variables of this process. Not for a command
 * that ends the process, runs for long, or reads what a second process of the compiled command line says.
 */
export async function called(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const before = process.cwd();
  let [stdout, stderr] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true)),
  ];
  // As for a process whose output goes into a pipe.
  const terminals = [process.stdout, process.stderr].map((stream) => [stream, stream.isTTY] as const);
  for (const [stream] of terminals) stream.isTTY = false;
  // Node warns where the caller's environment has NO_COLOR beside FORCE_COLOR.
  const cleared: Readonly<Record<string, string | undefined>> = {
    CI: '',
    FORCE_COLOR: '',
    NO_COLOR: undefined,
  };
  for (const [name, value] of Object.entries({ ...cleared, ...env })) vi.stubEnv(name, value);
  process.chdir(folder);
  try {
    return { code: await runCommandLine(words, performHere), stdout, stderr };
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
    for (const [stream, isTTY] of terminals) stream.isTTY = isTTY;
    for (const spy of spies) spy.mockRestore();
  }
}
