/**
 * Runs k6 over an exported plan and reads its summary. k6 (AGPL) is only started as a separate program: from K6_BIN,
 * or from the PATH.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve as absolutePath } from 'node:path';

/** How to install k6, for error messages. */
export const installLine =
  'go install go.k6.io/k6@latest, or a package from https://grafana.com/docs/k6; K6_BIN names another place';

/** k6 is not installed, or ended without a summary. */
export class NoK6 extends Error {
  override readonly name = 'NoK6';
}

/** One metric of k6's summary, by aggregate; times in milliseconds. */
export interface K6Metric {
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** The part of k6's end-of-test summary that a replay reads. */
export interface K6Summary {
  readonly metrics: Readonly<Record<string, K6Metric>>;
  readonly state: { readonly testRunDurationMs: number };
}

/** k6's exit code for crossed thresholds. */
const thresholdsExit = 99;

/** A finished run of k6; `isStopped` is true if it was told to stop. */
export interface K6Run {
  readonly summary: K6Summary;
  readonly isStopped: boolean;
}

/** PEM files of the target file. k6 trusts only `ca` where it is given, and opens the client's certificate itself. */
export interface K6Files {
  readonly ca?: string | undefined;
  readonly client?: { readonly cert: string; readonly key: string } | undefined;
}

/** A proxy is used only where a target file names it, never because the environment does. */
const environmentFor = ({ ca, client }: K6Files): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:https?|all)_proxy$/i.test(name)),
  ),
  ...(ca === undefined ? {} : { SSL_CERT_FILE: absolutePath(ca) }),
  ...(client === undefined ? {} : { ORRERY_TLS_CERT: client.cert, ORRERY_TLS_KEY: client.key }),
});

/**
 * Starts k6 in `folder`, which must contain replay.js. After `stop` k6 ends its requests and still writes its
 * summary. `done` rejects with `NoK6`.
 */
export function runK6(
  folder: string,
  binary: string,
  files: K6Files = {},
): { done: Promise<K6Run>; stop: () => void } {
  const child = spawn(binary, ['run', '--no-usage-report', '--quiet', '--log-output=stderr', 'replay.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...environmentFor(files),
      ORRERY_SUMMARY: 'summary.json',
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      K6_WEB_DASHBOARD_PORT: '-1',
    },
  });
  let isStopped = false;
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-4000)));
  const done = new Promise<K6Run>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new NoK6(`k6 is not installed: ${installLine}`) : error);
    });
    child.on('close', (code) => {
      try {
        const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as K6Summary;
        resolve({ summary, isStopped });
      } catch {
        const reason = code === thresholdsExit ? 'no summary' : (said.trim().split('\n').at(-1) ?? '');
        reject(new NoK6(`k6 ended with ${code}: ${reason}`));
      }
    });
  });
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGINT'), 500).unref();
  };
  return { done, stop };
}
