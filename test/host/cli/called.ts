/** Calls the command line within this process: what it prints and its exit code, without the second that a process takes. */
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/host/cli/command-line.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';
import type { Outcome } from './orrery.ts';

/** Where tests run. It is not asked for: a call that a test gave up on has left this process in a folder that is gone. */
const home = fileURLToPath(new URL('../../../', import.meta.url));

type Write = typeof process.stdout.write;

/**
 * `words` as a shell would pass them, from `folder`, with `env` beside the variables of this process. Not for a command
 * that ends the process, or runs for long. One call at a time.
 */
export async function called(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  const hear: Write = (text) => ((stdout += String(text)), true);
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(hear);
  const err = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => ((stderr += String(text)), true));
  // As for a process whose output goes into a pipe.
  const terminals = [process.stdout, process.stderr].map((stream) => [stream, stream.isTTY] as const);
  for (const [stream] of terminals) stream.isTTY = false;
  // Node warns where the caller's environment has NO_COLOR beside FORCE_COLOR.
  const cleared: Readonly<Record<string, string | undefined>> = {
    CI: '',
    FORCE_COLOR: '',
    ORRERY_API_KEY: '',
    NO_COLOR: undefined,
  };
  for (const [name, value] of Object.entries({ ...cleared, ...env })) vi.stubEnv(name, value);
  process.chdir(folder);
  try {
    return { code: await runCommandLine(words, performHere), stdout, stderr };
  } finally {
    // Where a test gave up on this call, all of it belongs to the next one.
    if (out.getMockImplementation() === hear) {
      process.chdir(home);
      vi.unstubAllEnvs();
      for (const [stream, isTTY] of terminals) stream.isTTY = isTTY;
      for (const spy of [out, err]) spy.mockRestore();
    }
  }
}
