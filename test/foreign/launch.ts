/**
 * Starts a foreign deployment as a process, at a free port of loopback, and stops it by its id. It knows the flags that
 * every foreign deployment has; what the deployment does, it does not know.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isCi } from '../ci.ts';

/** The flags of python/README.md; what is left out has the default there. */
export interface ForeignOptions {
  readonly ids?: 'uuid' | 'ulid' | 'int' | 'number' | 'opaque' | 'short';
  readonly keys?: 'bearer-hex' | 'jwt-like' | 'base64' | 'prefix';
  readonly instants?: 'ms' | 'us' | 'offset' | 'seconds' | 'epoch';
  readonly numbers?: 'text' | 'number';
  readonly ownNames?: 'flat' | 'nested' | 'data';
  readonly wording?: 'plain' | 'other' | 'terse';
  readonly extraFields?: boolean;
  readonly fieldOrder?: 'table' | 'reverse';
  readonly limits?: 'on' | 'off';
  readonly tier?: 'free' | 'pro' | 'enterprise';
  readonly registrationsPerMinute?: number;
  /** Accounts that exist from the start, with balances and escrows. */
  readonly existing?: number;
  /** The path of a CSV file that the deployment writes: `agent_id,api_key` of the accounts that exist. */
  readonly keysFile?: string;
  /** Seconds by which its clock is ahead. */
  readonly clockOffset?: number;
  readonly seed?: number;
  /** Names of defects.json. */
  readonly defect?: readonly string[];
  readonly authHeader?: string;
  readonly authScheme?: 'Bearer' | 'none';
  /** Paths of PEM files: the certificate and its key. */
  readonly tls?: readonly [certificate: string, key: string];
  /** The path of a PEM file; clients need a certificate of this CA. */
  readonly clientCa?: string;
  readonly gzip?: boolean;
  /** A path prefix, as in `/current`, to which every other path is redirected. */
  readonly redirect?: string;
}

/** A deployment that is ready for requests. */
export interface Foreign {
  readonly port: number;
  /** `http://127.0.0.1:port`, or `https` with `tls`. */
  readonly url: string;
  /** Lets the process stand still for so long, from now on; its clock goes on. */
  readonly pause: (ms: number) => void;
  /** Ends the process and waits for its end. */
  readonly stop: () => Promise<void>;
}

/** Without the packages of the machine: the deployment has the standard library alone. */
const pythonCommand = ['python3', '-S', fileURLToPath(new URL('python/deployment.py', import.meta.url))];

/** False where tests of this deployment have to be skipped. */
export const isPythonInstalled = spawnSync('python3', ['--version']).status === 0;

/** Without Python its tests are skipped; in CI they fail. */
export const skipsPython = !isPythonInstalled && !isCi;

type FlagValue = string | number | boolean | readonly string[] | undefined;

/** `registrationsPerMinute: 3` as `--registrations-per-minute 3`; true is a flag without a value, false none. */
function flagsOf(options: ForeignOptions): string[] {
  return Object.entries(options).flatMap(([name, value]: [string, FlagValue]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    if (value === true) return [flag];
    if (name === 'tls') return [flag, ...(value as readonly string[])];
    return [`${flag}=${typeof value === 'object' ? value.join(',') : value}`];
  });
}

/** Starts the Python deployment. Throws with what it printed where it ends before it is ready. */
export async function launchPython(options: ForeignOptions = {}): Promise<Foreign> {
  const [program = '', ...words] = pythonCommand;
  // It ends with its standard input, and so with this process, whatever happens to either.
  const child = spawn(program, [...words, '--stop-with-stdin', ...flagsOf(options)]);
  return startedAs(child, options.tls === undefined ? 'http' : 'https');
}

/** The deployment of a process, once it has printed its port. Throws with what it printed where it ends before. */
export async function startedAs(child: ChildProcess, scheme: 'http' | 'https'): Promise<Foreign> {
  const port = await portOf(child);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    await ended;
  };
  const pause = (ms: number): void => {
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), ms);
  };
  return { port, url: `${scheme}://127.0.0.1:${port}`, pause, stop };
}

/** The port in the first line that the process prints. */
async function portOf(child: ChildProcess): Promise<number> {
  let mistakes = '';
  child.stderr?.on('data', (data: Buffer) => (mistakes += data.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    if (child.stdout !== null) createInterface(child.stdout).once('line', resolve);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`the deployment ended with ${code}: ${mistakes}`)));
  });
  return (JSON.parse(line) as { port: number }).port;
}
