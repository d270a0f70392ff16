/** Runs the compiled command line as a stranger would: another process, its own folder. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { programMsMax } from '../../time-limit.ts';

export const project = fileURLToPath(new URL('../../../', import.meta.url));
export const program = join(project, 'dist/src/host/cli/main.js');
export const scenarioFile = (name: string): string => join(project, 'scenarios', `${name}.yaml`);

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables that would change what a run does are taken out: each test sets its own. */
export function orrery(folder: string, words: readonly string[], env: Record<string, string> = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, CI: '', FORCE_COLOR: '', ...env },
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  return { code: status, stdout, stderr };
}

/** An empty folder that is gone after the test, or when `ends` calls what it is given, with the files given. */
export function folderWith(
  files: Readonly<Record<string, string>> = {},
  ends: (end: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  ends(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
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

/** The same without standing still meanwhile: for a command that talks to a server of this process. */
export function orreryBeside(
  folder: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, CI: '', FORCE_COLOR: '', ORRERY_API_KEY: '', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
