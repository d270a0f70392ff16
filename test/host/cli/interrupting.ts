/** Commands that are stopped, told to end, and watched while they do. */
import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { program } from './orrery.ts';

interface Ending {
  /** 130 as well where the signal came before the command could hear it, as a shell has it; the name of any other signal. */
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the signal to the end of the process. */
  readonly tookMs: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** Sends a signal; `tookMs` counts from the first. */
  readonly send: (signal: NodeJS.Signals) => void;
}

const signalCodes: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 130 };

/** The command line in a process of its own, gone after the test. */
export function started(folder: string, words: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, CI: '', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr, sentMs] = ['', '', 0];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code, signal) =>
      resolve({
        code: code ?? signalCodes[signal ?? ''] ?? signal,
        stdout,
        stderr,
        tookMs: performance.now() - sentMs,
      }),
    );
  });
  const send = (signal: NodeJS.Signals): void => {
    if (sentMs === 0) sentMs = performance.now();
    child.kill(signal);
  };
  return { child, ended, send };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
