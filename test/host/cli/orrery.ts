/** Runs the compiled command line as a stranger would: another process, its own folder. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programMsMax } from '../../time-limit.ts';

export { folderWith } from '../../folder-with.ts';

export const project = fileURLToPath(new URL('../../../', import.meta.url));
export const program = join(project, 'dist/src/host/cli/main.js');
export const scenarioFile = (name: string): string => join(project, 'scenarios', `${name}.yaml`);

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * True where modules of `src` have mutants in this process (test/mutants sets the variable for vitest): another process would
 * run the compiled ones, without them.
 */
const isPlanted = process.env['ORRERY_PLANTED'] !== undefined;
const callHere = isPlanted ? (await import('./called.ts')).called : undefined;

/**
 * `words` as a shell would pass them, from `folder`, in another process; in this one where mutants are planted. Variables that
 * would change what a command does are taken out: each test sets its own. One call at a time: in this process, two would share
 * a folder and an output.
 */
export const orrery = (
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> => (callHere ?? orreryApart)(folder, words, env);

/** The same in another process, wherever the test runs: for calls that change or end their process, and for several at once. */
export function orreryApart(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const options = {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, CI: '', FORCE_COLOR: '', ORRERY_API_KEY: '', ...env },
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** A scenario that takes a fraction of a second. */
export const smallScenario = `name: small
seed: 7
for: 2d
network: { latency: { median: 40ms, p99: 400ms } }
population:
  - { agent: newcomer, count: 5, arrive: { over: 1d } }
  - { agent: escrow-buyer, count: 5, with: { every: 3h } }
  - { agent: escrow-seller, count: 2 }
expect:
  ledger_drift_micros: ["value==0"]
`;
