/** Runs the command line again in a second process. */
import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { commandContext } from './command-context.ts';
import { compiledFile } from './compiled-file.ts';

const main = fileURLToPath(compiledFile(new URL('../../cli/main.js', import.meta.url)));
const outputBytesMax = 64 * 1024 * 1024;

/** How a second process ended, with all of its output as text. */
export interface OwnRun {
  /** Undefined where it did not start or did not end by itself. */
  readonly code: number | undefined;
  /** How it ended, in words: `exit code 2`, `signal SIGKILL`, or why it did not start. */
  readonly ending: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Resolves however the process ends; it ends as well when this command is interrupted. */
export function runOwnProgram(
  words: readonly string[],
  {
    env = {},
    execArgv = process.execArgv,
    timeoutMs = 0,
    signal,
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly execArgv?: readonly string[];
    readonly timeoutMs?: number;
    /** Ends the process before it has ended by itself. */
    readonly signal?: AbortSignal;
  } = {},
): Promise<OwnRun> {
  const options = {
    // The words are all that counts: they have the defaults of the first process.
    env: { ...process.env, ORRERY_DEFAULTS: 'none', ...env },
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: outputBytesMax,
    signal: AbortSignal.any([commandContext.signal, ...(signal === undefined ? [] : [signal])]),
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...execArgv, main, ...words], options, (error, stdout, stderr) =>
      resolve({ code: codeOf(error), ending: endingOf(error), stdout, stderr }),
    );
  });
}

/** A process that prints where this one does. */
export interface StartedProgram {
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>;
  /** Asks it to stop as a signal does; without effect once it has ended. */
  stop(): void;
}

/** Starts the command line with these words, which are all that counts. */
export function startOwnProgram(words: readonly string[]): StartedProgram {
  const child = spawn(process.execPath, [...process.execArgv, main, ...words], {
    env: { ...process.env, ORRERY_DEFAULTS: 'none' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  });
  return { ended, stop: () => void child.kill() };
}

function codeOf(error: ExecFileException | null): number | undefined {
  if (error === null) return 0;
  return typeof error.code === 'number' ? error.code : undefined;
}

function endingOf(error: ExecFileException | null): string {
  if (error === null || typeof error.code === 'number') return `exit code ${error?.code ?? 0}`;
  return typeof error.signal === 'string' ? `signal ${error.signal}` : error.message;
}
