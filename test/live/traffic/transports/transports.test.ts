/** Every way to a target: replay, conform and bench over it, against a platform behind a gateway of that kind. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { share } from '../../../campaigns.ts';
import { isCi } from '../../../ci.ts';
import type { BenchResult } from '../../../../src/live/traffic/bench/result.ts';
import type { ConformResult } from '../../../../src/live/conform/result-schema.ts';
import type { ReplayResult } from '../../../../src/live/traffic/replay/result-schema.ts';
import { called } from '../../../host/cli/called.ts';
import { folderWith, orrery } from '../../../host/cli/orrery.ts';
import { serve } from '../../../host/cli/serve.ts';
import { authority, client } from './certificates.ts';
import { gateway, proxy, type Gateway, type GatewayOptions, type Proxy } from './gateway.ts';

const hasK6 = spawnSync(process.env['K6_BIN'] ?? 'k6', ['version']).status === 0;

const scenario = `name: deals
seed: 7
for: 2h
population:
  - { agent: escrow-seller, count: 1 }
  - { agent: escrow-buyer, count: 2, with: { every: 10m, expiresIn: 1h, release: 0.4 } }
`;

const files = {
  'deals.yaml': scenario,
  'ca.pem': authority,
  'client.pem': client.cert,
  'client.key': client.key,
};

let recorded: string | undefined;

/** The trace of the scenario, recorded once. */
async function trace(): Promise<string> {
  if (recorded !== undefined) return recorded;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-recorded-'));
  writeFileSync(join(folder, 'deals.yaml'), scenario);
  expect((await orrery(folder, ['record', 'deals.yaml', '--quiet', '--out', 'recorded'])).stderr).toBe('');
  recorded = join(folder, 'recorded/trace.ndjson.gz');
  return recorded;
}

afterAll(() => {
  if (recorded !== undefined) rmSync(join(recorded, '../..'), { recursive: true });
});

interface Row extends GatewayOptions {
  /** Lines of the target file. */
  readonly lines?: string;
  readonly isBehindProxy?: boolean;
  /** What the gateway has to have seen. */
  readonly seen?: (gate: Gateway, tunnels: Proxy | undefined) => void;
}

const tls = 'tls: { ca: ca.pem }\n';
const secret = 'a-value-that-nothing-may-show';

const rows: Readonly<Record<string, Row>> = {
  'headers and another header for keys': {
    kind: 'http',
    lines: 'headers: { X-Env: blue, X-Gate: "id ${GATE}" }\nauth: { header: X-Api-Key, scheme: none }\n',
    check: (headers) =>
      headers['x-gate'] === `id ${secret}` && headers['x-env'] === 'blue' && !headers.authorization
        ? 200
        : 403,
    seen: ({ headers }) =>
      expect(headers.some((each) => String(each['x-api-key']).startsWith('sk_'))).toBe(true),
  },
  'TLS with an authority that the file names': { kind: 'https', lines: tls },
  'a client certificate': {
    kind: 'https',
    wantsClient: true,
    lines: 'tls: { ca: ca.pem, cert: client.pem, key: client.key }\n',
  },
  'gzip answers': { kind: 'http', encoding: 'gzip' },
  'br answers': { kind: 'http', encoding: 'br' },
  'deflate answers': { kind: 'http', encoding: 'deflate' },
  'a proxy': {
    kind: 'http',
    isBehindProxy: true,
    seen: ({ port }, tunnels) => expect(new Set(tunnels?.asked)).toEqual(new Set([`localhost:${port}`])),
  },
  'TLS through a proxy': {
    kind: 'https',
    isBehindProxy: true,
    lines: tls,
    seen: ({ port }, tunnels) => expect(new Set(tunnels?.asked)).toEqual(new Set([`localhost:${port}`])),
  },
  'HTTP/2 where the target speaks nothing else': {
    kind: 'h2',
    lines: tls,
    seen: ({ versions }) => expect([...versions]).toEqual(['2.0']),
  },
  'HTTP/2 without TLS, through a proxy': {
    kind: 'h2c',
    isBehindProxy: true,
    lines: 'http2: true\n',
    seen: ({ versions }) => expect([...versions]).toEqual(['2.0']),
  },
  'HTTP/2 with encoded answers and a client certificate': {
    kind: 'h2',
    encoding: 'br',
    wantsClient: true,
    lines: 'tls: { ca: ca.pem, cert: client.pem, key: client.key }\nhttp2: true\n',
  },
  'redirects on the same host': {
    kind: 'http',
    lines: 'redirects: same-host\n',
    redirect: (url) => (url.startsWith('/moved') ? undefined : { status: 307, location: `/moved${url}` }),
  },
  'redirects over HTTP/2': {
    kind: 'h2',
    lines: `${tls}redirects: same-host\n`,
    redirect: (url) => (url.startsWith('/moved') ? undefined : { status: 308, location: `/moved${url}` }),
  },
};

async function folderFor(
  { lines = '', isBehindProxy = false, ...options }: Row,
  served: readonly string[] = ['--id-seed', 'other'],
) {
  const { address } = await serve(served);
  const gate = await gateway(address, options);
  const tunnels = isBehindProxy ? await proxy() : undefined;
  const scheme = options.kind === 'http' || options.kind === 'h2c' ? 'http' : 'https';
  const folder = folderWith(files);
  const way = tunnels === undefined ? '' : `proxy: http://127.0.0.1:${tunnels.port}\n`;
  writeFileSync(
    join(folder, 'target.yaml'),
    `name: gate\nhosts: [localhost, 127.0.0.1]\nallow: writes\nsandbox: "${scheme}://localhost:${gate.port}"\nrequestsPerSecond: 100000\n${lines}${way}clock: sandbox\n`,
  );
  return { folder, gate, tunnels };
}

describe('every way to a target', () => {
  it.each(share('waysToATarget', Object.entries(rows)))('%s', async (_name, row) => {
    const { folder, gate, tunnels } = await folderFor(row);
    const run = async <T>(...words: string[]): Promise<T> => {
      const { stdout, stderr } = await called(folder, [...words, '--json'], { GATE: secret });
      expect(stderr).toBe('');
      expect(stdout).not.toContain(secret);
      return JSON.parse(stdout) as T;
    };
    const target = ['--target', 'target.yaml'];
    const replayed = await run<ReplayResult>('replay', await trace(), ...target, '--speed', 'max');
    expect(replayed.notes).toBeUndefined();
    expect(replayed.differences.groups).toEqual([]);
    expect(replayed).toMatchObject({ ok: true, same: replayed.requests, failures: {} });
    const conformed = await run<ConformResult>('conform', ...target, '--scenario', 'deals.yaml');
    expect(conformed).toMatchObject({ ok: true, same: conformed.requests });
    const steady = [
      '--shape',
      'constant',
      '--rate',
      '50',
      '--step',
      '200ms',
      '--repeats',
      '1',
      '--p99',
      '30s',
    ];
    const { steps } = await run<BenchResult>(
      'bench',
      ...target,
      '--path',
      '/wallet/v1/wallet/chains',
      ...steady,
    );
    expect(steps.map(({ failed }) => failed)).toEqual([0]);
    row.seen?.(gate, tunnels);
    expect(gate.headers.length).toBeGreaterThan(replayed.requests + conformed.requests);
  });
});

const strict: Row = {
  kind: 'h2',
  encoding: 'gzip',
  wantsClient: true,
  lines:
    'tls: { ca: ca.pem, cert: client.pem, key: client.key }\nauth: { header: X-Api-Key, scheme: none }\nheaders: { X-Gate: "${GATE}" }\n',
  check: (headers) => (headers['x-gate'] === secret && headers.authorization === undefined ? 200 : 403),
};

/** A target whose clock runs: what has a clock of a sandbox is sent in one line. */
function withRunningClock(folder: string): void {
  const file = join(folder, 'target.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('clock: sandbox\n', 'clock: 7200x\n'));
}

describe('the same way', () => {
  it('is used by a live audit', async () => {
    const { folder, gate } = await folderFor(strict, ['--clock', '7200x', '--seed', '11']);
    withRunningClock(folder);
    const words = ['audit', '--target', 'target.yaml', '--budget', '0.17', '--bets-per-seed', '17', '--rate', '500', '--json'];
    const { stdout, stderr } = await called(folder, words, { GATE: secret, ORRERY_API_KEY: '' });
    expect(stderr).toBe('');
    const shown = JSON.parse(stdout) as { log: { bets: number; recomputed: number } };
    expect(shown).toMatchObject({ ok: true, findings: [], log: { bets: shown.log.recomputed } });
    // A doubled hand costs two stakes of the seventeen.
    expect(shown.log.bets).toBeGreaterThanOrEqual(14);
    expect([...gate.versions]).toEqual(['2.0']);
  }); // prettier-ignore

  it('is used by several threads', async () => {
    const { folder } = await folderFor(strict);
    withRunningClock(folder);
    const options = '--target target.yaml --speed max --workers 2 --json'.split(' ');
    const words = ['replay', await trace(), ...options];
    const { stdout } = await orrery(folder, words, { GATE: secret });
    expect((JSON.parse(stdout) as ReplayResult).failures).toEqual({});
  });

  it.skipIf(!hasK6 && !isCi)('is used by k6, which says why TLS fails before it sends', async () => {
    const { folder, gate } = await folderFor({ ...strict, kind: 'https' });
    withRunningClock(folder);
    const options = '--target target.yaml --speed 100000x --engine k6'.split(' ');
    const words = ['replay', await trace(), ...options];
    // A proxy of the environment is not used.
    const env = { GATE: secret, HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };
    const { stdout } = await called(folder, [...words, '--json', '--out', 'out'], env);
    expect(JSON.parse(stdout)).toMatchObject({ unsent: 0 });
    expect(gate.headers.length).toBeGreaterThan(0);
    expect(gate.headers.some((headers) => String(headers['x-api-key']).startsWith('sk_'))).toBe(true);
    const file = join(folder, 'target.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('ca: ca.pem, ', ''));
    const refused = await called(folder, words, env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /no trusted authority issued the certificate; name its authority under tls\.ca/,
    );
  });
});
