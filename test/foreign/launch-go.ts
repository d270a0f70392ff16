/** Builds and starts the foreign deployment in Go. What it does, it does not know. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startedAs, type Foreign } from './launch.ts';
import { isCi } from '../ci.ts';
import { oncePerRun } from '../once-per-run.ts';

/** The flags of go/README.md; what is left out has the default there. */
export interface GoOptions {
  readonly ids?: 'uuid' | 'ulid' | 'int' | 'opaque' | 'short';
  readonly keys?: 'prefix' | 'hex' | 'jwt' | 'base64';
  readonly instants?: 'ms' | 'us' | 'ns' | 'offset' | 'seconds';
  readonly numbers?: 'text' | 'number';
  readonly ownNames?: 'flat' | 'nested' | 'envelope';
  readonly wording?: boolean;
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
  /** Names of go/defects.json. */
  readonly defect?: readonly string[];
  readonly authHeader?: string;
  readonly authScheme?: 'Bearer' | 'none';
  /** Paths of PEM files: the certificate, its key, and the CA of the certificates that clients need. */
  readonly tls?: string;
  readonly key?: string;
  readonly clientCa?: string;
  /** With `tls`: clients that do not offer HTTP/2 are refused in the handshake. */
  readonly http2Only?: boolean;
  readonly gzip?: boolean;
  /** The same in the zlib format, which HTTP calls deflate. */
  readonly deflate?: boolean;
  /** A path prefix, as in `/current`, to which every other path is redirected. */
  readonly redirect?: string;
  /** No deployment but a proxy for tunnels; `login` lets nobody in. */
  readonly proxy?: 'open' | 'login';
  /** Milliseconds before each answer. */
  readonly delay?: number;
}

const sources = fileURLToPath(new URL('go', import.meta.url));

/** On the path, or where Go's own installation puts it. */
const goCommand = ['go', '/usr/local/go/bin/go'].find((name) => spawnSync(name, ['version']).status === 0);

/** Without Go its tests are skipped; in CI they fail. */
export const skipsGo = goCommand === undefined && !isCi;

/** Builds the deployment, once for all files of a run, without the network. Resolves with its path, rejects with what Go says. */
export const buildGo = (): Promise<string> => oncePerRun('deployment-in-go', builtInto);

async function builtInto(folder: string): Promise<string> {
  if (goCommand === undefined) throw new Error('the foreign deployment in Go needs go 1.19 or later');
  const program = join(folder, 'deployment');
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '', CGO_ENABLED: '0' };
  await promisify(execFile)(goCommand, ['build', '-o', program, '.'], { cwd: sources, env });
  return program;
}

/** `registrationsPerMinute: 3` as `-registrations-per-minute=3`. */
function flagsOf(options: GoOptions): string[] {
  const entries = Object.entries(options) as [string, string | number | boolean | readonly string[]][];
  return entries.map(([name, value]) => {
    const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `-${flag}=${typeof value === 'object' ? value.join(',') : value}`;
  });
}

/** Starts the program that buildGo made. Throws with what it printed where it ends before it is ready. */
export async function launchGo(program: string, options: GoOptions = {}): Promise<Foreign> {
  // It ends with its standard input, and so with this process, whatever happens to either.
  const child = spawn(program, ['-stop-with-stdin', ...flagsOf(options)]);
  return startedAs(child, options.tls === undefined ? 'http' : 'https');
}
