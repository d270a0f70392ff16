/** What goes wrong on the way to a target: one line that names the cause and the remedy, from each command. */
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { called } from '../../../host/cli/called.ts';
import { folderWith } from '../../../host/cli/orrery.ts';
import { recordLine, traceFile } from '../traces.ts';
import { authority, client, expired, stranger } from './certificates.ts';
import { gateway, listening, proxy, type GatewayOptions } from './gateway.ts';

interface Row extends Partial<GatewayOptions> {
  readonly lines?: string;
  /** The scheme of the target file, where it is not that of the gateway. */
  readonly scheme?: string;
  readonly host?: string;
  /** The status of a proxy that refuses; -1 for a port where none listens. */
  readonly proxyStatus?: number;
  readonly says: string;
}

const trusted = 'tls: { ca: ca.pem }\n';
const noPlatform = 'http://127.0.0.1:1';

const rows: Readonly<Record<string, Row>> = {
  'a self-signed certificate': {
    kind: 'https',
    certificate: stranger,
    says: 'the certificate is self-signed; name it under tls.ca',
  },
  'an authority that is not trusted': {
    kind: 'https',
    says: 'no trusted authority issued the certificate; name its authority under tls.ca',
  },
  'a certificate of another host': {
    kind: 'https',
    lines: trusted,
    host: '127.0.0.1',
    says: 'the certificate is for other hosts (DNS:localhost), not for 127.0.0.1; expected a host that it names',
  },
  'a certificate that has expired': {
    kind: 'https',
    certificate: expired,
    lines: trusted,
    says: 'the certificate has expired; expected a target with a valid one',
  },
  'a client certificate that is missing': {
    kind: 'https',
    wantsClient: true,
    lines: trusted,
    says: 'the target asks for a client certificate; name one under tls.cert and tls.key',
  },
  'a client certificate that the target does not know': {
    kind: 'https',
    wantsClient: true,
    lines: 'tls: { ca: ca.pem, cert: stranger.pem, key: stranger.key }\n',
    says: 'the target closes the connection after the TLS handshake; it may refuse the client certificate under tls.cert',
  },
  'plain HTTP on a port that should speak TLS': {
    kind: 'http',
    scheme: 'https',
    says: 'the port answers in plain HTTP; expected http:// instead of https:// in the target file',
  },
  'TLS on a port that should speak plain HTTP': {
    kind: 'https',
    scheme: 'http',
    says: 'the port speaks TLS; expected https:// instead of http:// in the target file',
  },
  'HTTP/2 only, without TLS': {
    kind: 'h2c',
    says: 'the target speaks HTTP/2 only; expected http2: true in the target file',
  },
  'no HTTP/2 without TLS': {
    kind: 'http',
    lines: 'http2: true\n',
    says: 'the target does not answer in HTTP/2; expected http2 to be left out of the target file',
  },
  'no HTTP/2 over TLS': {
    kind: 'https',
    lines: `${trusted}http2: true\n`,
    says: 'the target speaks no HTTP/2; expected http2 to be left out of the target file',
  },
  'a proxy that asks for a login': {
    kind: 'https',
    proxyStatus: 407,
    says: 'asks for a login (407); expected a proxy that lets this machine pass',
  },
  'a proxy that does not reach the target': {
    kind: 'https',
    proxyStatus: 502,
    says: 'opens no tunnel (CONNECT answered with 502); expected a target that it reaches',
  },
  'a proxy that forbids the target': {
    kind: 'http',
    proxyStatus: 403,
    says: 'opens no tunnel (CONNECT answered with 403); expected a proxy that allows this host and port',
  },
  'no proxy there': {
    kind: 'http',
    proxyStatus: -1,
    says: 'cannot be used (refused); expected one that listens there',
  },
};

const scenario = 'name: s\nseed: 1\nfor: 1h\npopulation:\n  - { agent: newcomer, count: 1 }\n';

async function folderFor(row: Row) {
  const { lines = '', host = 'localhost', proxyStatus, ...options } = row;
  const kind = options.kind ?? 'http';
  const gate = await gateway(noPlatform, { ...options, kind, check: () => 404 });
  const scheme = options.scheme ?? (kind === 'http' || kind === 'h2c' ? 'http' : 'https');
  const port = proxyStatus === undefined ? 0 : proxyStatus < 0 ? 1 : (await proxy(proxyStatus)).port;
  const target = (clock: string): string =>
    `name: gate\nhosts: [localhost, 127.0.0.1]\nallow: writes\nsandbox: "${scheme}://${host}:${gate.port}"\n${lines}` +
    `${port === 0 ? '' : `proxy: "http://127.0.0.1:${port}"\n`}clock: ${clock}\n`;
  return folderWith({
    'ca.pem': authority,
    'stranger.pem': stranger.cert,
    'stranger.key': stranger.key,
    'client.pem': client.cert,
    'client.key': client.key,
    's.yaml': scenario,
    'target.yaml': target('1000x'),
    'sandbox.yaml': target('sandbox'),
  });
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

describe('one line that names the cause and the remedy', () => {
  it.each(Object.entries(rows))('%s', async (_name, row) => {
    const folder = await folderFor(row);
    const trace = traceFile([0, 1, 2, 3].map((n) => recordLine({ n, at: n, session: n })));
    const replayed = await called(folder, ['replay', trace, '--target', 'target.yaml', '--speed', 'max']);
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain(row.says);
    expect(occurrences(replayed.stdout, row.says)).toBe(1);
    for (const file of ['target.yaml', 'sandbox.yaml']) {
      const conformed = await called(folder, ['conform', '--target', file, '--scenario', 's.yaml']);
      expect(conformed.stderr).toContain(row.says);
      expect([conformed.code, occurrences(conformed.stderr.trim(), '\n')]).toEqual([2, 0]);
    }
    const steady = ['--shape', 'constant', '--rate', '20', '--step', '100ms', '--repeats', '1'];
    const words = ['bench', '--target', 'target.yaml', '--path', '/wallet/v1/wallet/chains', ...steady];
    const benched = await called(folder, words);
    expect(benched.code).toBe(1);
    expect(occurrences(benched.stdout, row.says)).toBe(1);
  });
});

/** A server that gives every request the same answer. */
async function answering(
  head: Readonly<Record<string, string>>,
  body: Buffer | string,
  status = 200,
): Promise<number> {
  return listening(createServer((_message, response) => response.writeHead(status, head).end(body)));
}

async function replayedFrom(port: number, lines = '') {
  const folder = folderWith({
    'target.yaml': `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${port}" }\n${lines}`,
  });
  const trace = traceFile([0, 1, 2].map((n) => recordLine({ n, at: n, session: n })));
  const { stdout } = await called(folder, [
    'replay', trace, '--target', 'target.yaml', '--speed', 'max', '--json',
  ]); // prettier-ignore
  return JSON.parse(stdout) as { failures: object; notes?: string[]; statusCounts: object };
}

describe('an answer', () => {
  const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20), { level: 9 });

  it.each([
    ['more bytes than are accepted once it is decoded', 'gzip', bomb, /more than 4194304 bytes once it is decoded/],
    ['another coding than it names', 'gzip', '{}', /not in the content coding that it names/],
    ['a coding that nobody asked for', 'zstd', '{}', /unknown content coding; expected gzip, deflate, br or none/],
    ['a coding of codings', 'gzip, gzip, gzip, gzip', bomb, /unknown content coding/],
  ])('with %s is one failure, and no memory', async (_what, encoding, body, says) => {
    const port = await answering({ 'content-encoding': encoding }, body);
    const { failures, notes } = await replayedFrom(port);
    expect(failures).toEqual({ broken: 3 });
    expect(notes).toEqual([expect.stringMatching(says)]);
  }); // prettier-ignore

  it.each([
    ['without being allowed', 302, '/x', '', /redirects are not followed; expected redirects: same-host/],
    ['to another host', 302, 'http://evil.example/x', 'redirects: same-host\n', /redirect to http:\/\/evil\.example was not followed/],
    ['to another port', 307, 'http://127.0.0.1:1/x', 'redirects: same-host\n', /redirect to http:\/\/127\.0\.0\.1:1 was not followed/],
    ['to another scheme', 307, 'https://127.0.0.1/x', 'redirects: same-host\n', /redirect to https:\/\/127\.0\.0\.1 was not followed/],
    ['in a circle', 307, '/x', 'redirects: same-host\n', /chain of more than 5 redirects/],
    ['to an unsafe path', 307, '/a/%2e%2e%2fb', 'redirects: same-host\n', /unsafe path/],
  ])('that redirects %s is compared as it is, and the reason stands there once', async (_what, status, location, lines, says) => {
    const { notes, statusCounts } = await replayedFrom(await answering({ location }, '', status), lines);
    expect(statusCounts).toEqual({ [status]: 3 });
    expect(notes).toEqual([expect.stringMatching(says)]);
  }); // prettier-ignore
});

describe('an engine that cannot go a way', () => {
  const engines = [
    ['autocannon', 'proxy: "http://127.0.0.1:9"\n', /autocannon takes no proxy from a target file/],
    ['autocannon', 'http2: true\n', /autocannon cannot be held to HTTP\/2/],
    ['autocannon', 'redirects: same-host\n', /autocannon cannot keep redirects on the same host/],
    ['autocannon', 'tls: { cert: client.pem, key: client.key }\n', /autocannon sends no client certificate/],
    ['autocannon', 'headers: { Accept-Encoding: gzip }\n', /autocannon decodes no answers/],
    ['k6', 'proxy: "http://127.0.0.1:9"\n', /k6 takes no proxy from a target file/],
    ['k6', 'http2: true\n', /k6 cannot be held to HTTP\/2/],
    ['k6', 'redirects: same-host\n', /k6 cannot keep redirects on the same host/],
  ] as const;

  it.each(engines)('%s refuses %j in one line before anything is sent', async (engine, lines, says) => {
    let asked = 0;
    const port = await listening(createServer((_message, response) => response.end(String(asked++))));
    const folder = folderWith({ 'client.pem': client.cert, 'client.key': client.key });
    writeFileSync(
      join(folder, 'target.yaml'),
      `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${port}" }\nclock: 10x\n${lines}`,
    );
    const trace = traceFile([recordLine({ n: 0, at: 0 })]);
    const words = ['replay', trace, '--target', 'target.yaml', '--engine', engine];
    const { code, stderr } = await called(folder, words);
    expect([code, asked]).toEqual([2, 0]);
    expect(stderr).toMatch(says);
    expect(occurrences(stderr.trim(), '\n')).toBe(0);
  });
});
