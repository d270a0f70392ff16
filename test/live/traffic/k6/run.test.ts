/** How k6 is started and read. Node stands in its place: it runs the file "run" of the folder, as k6 has a command of this name. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { installLine, runK6, type K6Files } from '../../../../src/live/traffic/k6/run-k6.ts';

const root = mkdtempSync(join(tmpdir(), 'orrery-k6-'));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs().restoreAllMocks());

/** A folder in which Node does this in the place of k6. */
function folderWith(script: string): string {
  const folder = mkdtempSync(join(root, 'run-'));
  writeFileSync(join(folder, 'run'), script);
  return folder;
}

const noted =
  'require("fs").writeFileSync("env.json", JSON.stringify([process.argv.slice(2), process.env]));';
const summary =
  'require("fs").writeFileSync("summary.json", JSON.stringify({ metrics: {}, state: { testRunDurationMs: 7 } }));';

async function ran(script: string, files?: K6Files) {
  const folder = folderWith(noted + script);
  const run = await runK6(folder, process.execPath, files).done;
  const [args, env] = JSON.parse(readFileSync(join(folder, 'env.json'), 'utf8')) as [string[], Record<string, string>];
  return { run, args, env };
} // prettier-ignore

async function appeared(folder: string, file: string): Promise<void> {
  const watcher = watch(folder);
  while (!existsSync(join(folder, file))) await once(watcher, 'change');
  watcher.close();
}

describe('a run of k6', () => {
  it('reports nothing, loads no extension, opens no page, and uses no proxy and no certificate of the environment', async () => {
    const proxies = ['http_proxy', 'HTTPS_PROXY', 'all_proxy', 'All_Proxy'];
    for (const name of proxies) vi.stubEnv(name, 'http://proxy.example');
    for (const name of ['no_proxy', 'MY_HTTP_PROXY', 'HTTP_PROXY_USER']) vi.stubEnv(name, 'kept');
    vi.stubEnv('SSL_CERT_FILE', '');
    const { run, args, env } = await ran(summary);
    expect(run).toEqual({ summary: { metrics: {}, state: { testRunDurationMs: 7 } }, isStopped: false });
    expect(args).toEqual(['--no-usage-report', '--quiet', '--log-output=stderr', 'replay.js']);
    expect(env).toMatchObject({ ORRERY_SUMMARY: 'summary.json', K6_AUTO_EXTENSION_RESOLUTION: 'false', K6_WEB_DASHBOARD_PORT: '-1' });
    expect(env).toMatchObject({ no_proxy: 'kept', MY_HTTP_PROXY: 'kept', HTTP_PROXY_USER: 'kept', SSL_CERT_FILE: '' });
    expect([...proxies, 'ORRERY_TLS_CERT', 'ORRERY_TLS_KEY'].filter((name) => name in env)).toEqual([]);
  }); // prettier-ignore

  it('has the certificates of the target file, and with crossed thresholds a summary like any other', async () => {
    const files = { ca: 'ca.pem', client: { cert: 'c.pem', key: 'k.pem' } };
    const { env, run } = await ran(`${summary} process.exitCode = 99;`, files);
    expect(env).toMatchObject({ SSL_CERT_FILE: resolve('ca.pem'), ORRERY_TLS_CERT: 'c.pem', ORRERY_TLS_KEY: 'k.pem' });
    expect(run.summary.state.testRunDurationMs).toBe(7);
  }); // prettier-ignore

  it('without a summary fails with the last line that it says', async () => {
    const said: readonly (readonly [string, string])[] = [
      ['console.error("first\\nlast line\\n"); process.exitCode = 3;', 'k6 ended with 3: last line'],
      ['process.exitCode = 4;', 'k6 ended with 4: '],
      ['console.error("thresholds"); process.exitCode = 99;', 'k6 ended with 99: no summary'],
      ['require("fs").writeFileSync("summary.json", "{"); console.error("cut");', 'k6 ended with 0: cut'],
      // No more than its last 4,000 characters are kept.
      ['console.error("x".repeat(5000) + "y".repeat(4000));', `k6 ended with 0: ${'y'.repeat(3999)}`],
    ];
    const failed = said.map(([script]) => ran(script).catch((reason: unknown) => reason));
    const expected = said.map(([, message]) => expect.objectContaining({ name: 'NoK6', message }) as unknown);
    expect(await Promise.all(failed)).toEqual(expected);
  });

  it('that is not installed says how to install it, and otherwise what the system says', async () => {
    const started = (binary: string) => runK6(folderWith(''), binary).done.catch((reason: unknown) => reason);
    expect(await started(join(root, 'none'))).toMatchObject({ name: 'NoK6', message: `k6 is not installed: ${installLine}` }); // prettier-ignore
    const denied = join(root, 'denied');
    writeFileSync(denied, '', { mode: 0o600 });
    expect(await started(denied)).toMatchObject({ name: 'Error', code: 'EACCES' });
  });

  it('is interrupted on request, and once more where it goes on', async () => {
    const touch = 'require("fs").writeFileSync(String(count), "");';
    const folder = folderWith(
      `let count = 0; const timer = setInterval(() => {}, 1000); process.on("SIGINT", () => { count += 1; if (count === 2) { clearInterval(timer); ${summary} } ${touch} }); ${touch}`,
    );
    const later = vi.spyOn(globalThis, 'setTimeout');
    const { done, stop } = runK6(folder, process.execPath);
    await appeared(folder, '0');
    stop();
    const [again] = later.mock.calls.find(([, ms]) => ms === 500) ?? [];
    later.mockRestore();
    await appeared(folder, '1');
    again?.();
    expect(await done).toMatchObject({ isStopped: true });
  });
});
