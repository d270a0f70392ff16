/** `orrery serve` in a process of its own, as a stranger would start it. */
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { folderWith, program } from './orrery.ts';

export interface Served {
  /** The first line on stdout. */
  readonly line: string;
  readonly address: string;
  readonly stop: (signal: NodeJS.Signals) => Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts `orrery serve` and waits for its line; it is gone after the test in any case, or when `ends` calls what it is given. */
export function serve(
  words: readonly string[],
  ends: (end: () => void) => void = onTestFinished,
): Promise<Served> {
  const cwd = folderWith({}, ends);
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...words], { cwd });
  ends(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const stop: Served['stop'] = async (signal) => {
    child.kill(signal);
    return { code: await ended, stdout, stderr };
  };
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      if (stdout.includes('\n')) resolve({ line: stdout, address: addressIn(stdout), stop });
    });
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${stderr}`)));
  });
}

const addressIn = (line: string): string => /http:\/\/[^\s"]+:\d+/.exec(line)?.[0] ?? '';
