/** Headers, variables and authentication of a target file: what is read, what is refused where, what is never written. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { carriedBy, keyValue } from '../../../../src/live/traffic/target/headers.ts';
import { wireText } from '../../../../src/live/traffic/http/wire-request.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { called } from '../../../host/cli/called.ts';
import { folderWith } from '../../../host/cli/orrery.ts';
import { recordLine, traceFile } from '../traces.ts';
import { client, stranger } from './certificates.ts';
import { listening } from './gateway.ts';

const base = 'name: t\nhosts: [127.0.0.1, proxy.example]\nservices: { faucet: "http://127.0.0.1:9/f" }\n';
const read = (lines: string, environment = {}) => readTarget('dir/t.yaml', base + lines, environment);
const secret = 'c0ffee-"secret"\\of the test';

describe('headers of a target file', () => {
  it('take variables from the environment, also within a text', () => {
    const { carried } = read('headers: { X-A: "${ONE}-${TWO}!", X-B: plain$ }\n', {
      ONE: 'first',
      TWO: 'second',
    });
    expect(carried?.lines).toBe('X-A: first-second!\r\nX-B: plain$\r\n');
    expect(carried?.secrets).toEqual(['second', 'first']);
  });

  it.each([
    ['a variable that is not set', 'headers:\n  X-A: "${NONE}"\n', /^dir\/t\.yaml:5:8: the environment variable NONE is not set; expected a value for the header X-A$/],
    ['an empty variable', 'headers: { X-A: "${EMPTY}" }\n', /variable EMPTY is not set/],
    ['a variable with a line break', 'headers: { X-A: "${LINES}" }\n', /^dir\/t\.yaml:4:17: the environment variable LINES has characters that no header can carry$/],
    ['a text with a line break', 'headers: { X-A: "a\\r\\nHost: b" }\n', /characters that HTTP cannot carry/],
    ['no variable name', 'headers: { X-A: "${A B}" }\n', /begins no variable/],
    ['a name with a space', 'headers: { "X A": b }\n', /^dir\/t\.yaml:4:12: this is no header name/],
    ['Host', 'headers: { Host: b }\n', /the header Host belongs to each message/],
    ['Content-Length', 'headers: { content-length: "3" }\n', /belongs to each message/],
    ['Transfer-Encoding', 'headers: { Transfer-Encoding: chunked }\n', /belongs to each message/],
    ['Connection', 'headers: { CONNECTION: close }\n', /belongs to each message/],
    ['the header of the keys', 'headers: { authorization: Basic x }\n', /carries the keys of agents/],
    ['another header of the keys', 'headers: { x-api-key: x }\nauth: { header: X-Api-Key }\n', /carries the keys of agents/],
    ['a name in two spellings', 'headers: { X-A: a, x-a: b }\n', /the header x-a is named twice/],
    ['a number', 'headers: { X-A: 5 }\n', /expected a text such as "blue"/],
    ['a wrong header for keys', 'auth: { header: "X:Y" }\n', /^dir\/t\.yaml:4:17: this is no header name/],
    ['Host for keys', 'auth: { header: Host }\n', /belongs to each message/],
    ['a scheme of two words', 'auth: { scheme: "a b" }\n', /expected one such as Bearer, or none/],
    ['another key of auth', 'auth: { headr: X }\n', /unknown key "headr"; did you mean "header"/],
    ['a certificate without its key', 'tls: { cert: a.pem }\n', /tls\.cert is given without tls\.key/],
    ['a key without its certificate', 'tls: { key: a.pem }\n', /tls\.key is given without tls\.cert/],
    ['two files of authorities', 'ca: a.pem\ntls: { ca: b.pem }\n', /ca and tls\.ca are both given; expected one/],
    ['a proxy that is not listed', 'proxy: "http://10.0.0.1:3128"\n', /the host 10\.0\.0\.1 of the proxy is not among hosts/],
    ['a proxy with a login', 'proxy: "http://a:b@127.0.0.1:3128"\n', /without user and path/],
    ['a proxy of another protocol', 'proxy: "socks5://127.0.0.1:3128"\n', /the address of an HTTP proxy/],
    ['other redirects', 'redirects: all\n', /none, or same-host/],
  ])('refuse %s', (_what, lines, message) => {
    expect(() => read(lines, { EMPTY: '', LINES: 'a\r\nHost: b' })).toThrow(message);
  }); // prettier-ignore

  it('name files beside the target file, and ca as it is written', () => {
    const { caFile, transport } = read('tls: { ca: ca.pem, cert: c.pem, key: /k.pem }\n');
    expect(caFile).toMatch(/\/dir\/ca\.pem$/);
    expect(transport.clientFiles).toEqual({
      cert: expect.stringMatching(/\/dir\/c\.pem$/) as unknown,
      key: '/k.pem',
    });
    expect(read('ca: ca.pem\n').caFile).toBe('ca.pem');
  });
});

describe('keys', () => {
  it.each([
    [{ header: 'X-Api-Key', scheme: undefined }, 'Bearer sk_1', 'sk_1'],
    [{ header: 'X-Api-Key', scheme: undefined }, 'bearer  sk_1', 'sk_1'],
    [{ header: 'Authorization', scheme: 'Token' }, 'Bearer sk_1', 'Token sk_1'],
    [{ header: 'X-Api-Key', scheme: undefined }, 'Basic abc', 'Basic abc'],
    [{ header: 'X-Api-Key', scheme: undefined }, '', ''],
  ])('under %j: %j becomes %j', (scheme, authorization, value) => {
    expect(keyValue(scheme, authorization)).toBe(value);
  });

  it('move to their header in the message and in the lanes alike, and other headers stay', () => {
    const { carried } = read('headers: { X-Env: blue }\nauth: { header: X-Api-Key, scheme: none }\n');
    const headers = { authorization: 'Bearer sk_1', 'x-env': 'red', accept: '*/*' };
    const text = wireText(
      { method: 'GET', path: '/x', query: undefined, headers, ownHeaders: '', body: undefined, isJson: true },
      'h',
      carried,
    );
    expect(text).toBe('GET /x HTTP/1.1\r\nhost: h\r\nX-Env: blue\r\nX-Api-Key: sk_1\r\naccept: */*\r\n\r\n');
    expect(carriedBy(carried, headers)).toEqual({ 'X-Api-Key': 'sk_1', accept: '*/*' });
  });
});

/** A server that repeats every header of a request in its answer, in head and body. */
async function repeating() {
  const seen: IncomingMessage['headers'][] = [];
  const port = await listening(
    createServer(({ headers }, response) => {
      seen.push(headers);
      const gate = String(headers['x-gate'] ?? '');
      response.writeHead(302, {
        location: `http://other.example/?${encodeURIComponent(gate)}`,
        'x-echo': gate,
      });
      response.end(JSON.stringify({ error: gate, code: gate, [gate]: gate, api_key: 'sk_x', date: 'd' }));
    }),
  );
  const folder = folderWith({
    'target.yaml': `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${port}" }\nclock: 100000x\nheaders: { X-Gate: "\${GATE_OF_TEST}" }\nauth: { header: X-Api-Key, scheme: none }\n`,
    's.yaml': 'name: s\nseed: 1\nfor: 1h\npopulation:\n  - { agent: newcomer, count: 1 }\n',
  });
  return { folder, seen };
}

const textsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));

const binary = process.env['K6_BIN'] ?? 'k6';
const hasK6 = spawnSync(binary, ['version']).status === 0;

describe('the value of a variable', () => {
  const records = [0, 1].map((n) =>
    recordLine({
      n,
      at: n,
      session: n,
      headers: { authorization: `Bearer key-${n}` },
      answer: { error: 'x' },
    }),
  );
  const calls: [string, (trace: string) => string[]][] = [
    ['replay', (trace) => ['replay', trace, '--speed', 'max', '--out', 'out']],
    ['replay --json', (trace) => ['replay', trace, '--speed', 'max', '--json']],
    ['replay --dry-run', (trace) => ['replay', trace, '--dry-run']],
    ['replay by autocannon', (trace) => ['replay', trace, '--engine', 'autocannon', '--out', 'out']],
    ...(hasK6
      ? [['replay by k6', (trace: string) => ['replay', trace, '--engine', 'k6', '--out', 'out']] as [string, (trace: string) => string[]]]
      : []),
    ['conform', () => ['conform', '--scenario', 's.yaml', '--for', '1s', '--out', 'out']],
    ['bench', () => ['bench', '--path', '/faucet/x', '--shape', 'constant', '--rate', '20', '--step', '100ms', '--repeats', '1', '--out', 'out']],
    ['bench in a closed loop', () => ['bench', '--path', '/faucet/x', '--shape', 'closed', '--step', '1s', '--repeats', '1', '--out', 'out']],
  ]; // prettier-ignore

  it.each(calls)('reaches the target and no output of %s', async (name, wordsFor) => {
    const { folder, seen } = await repeating();
    const words = wordsFor(traceFile(records));
    const env = { GATE_OF_TEST: secret };
    const { stdout, stderr } = await called(folder, [...words, '--target', 'target.yaml'], env);
    const written = [stdout, stderr, ...textsIn(folder)].join('\n');
    const spellings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'c0ffee'];
    for (const spelling of spellings) expect(written).not.toContain(spelling);
    if (name === 'replay --dry-run') return expect(seen).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((headers) => headers['x-gate'] === secret && headers.authorization === undefined)).toBe(
      true,
    );
    if (name.startsWith('replay'))
      expect(seen.map((headers) => headers['x-api-key'])).toEqual(expect.arrayContaining(['key-0', 'key-1']));
  });

  it('is missing in one line, from every command', async () => {
    const { folder, seen } = await repeating();
    for (const words of [['replay', traceFile(records)], ['conform', '--scenario', 's.yaml'], ['bench', '--path', '/faucet/x'], ['audit', '--budget', '1']]) {
      const { code, stderr } = await called(folder, [...words, '--target', 'target.yaml']);
      expect([code, stderr.trim().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toMatch(/target\.yaml:6:20: the environment variable GATE_OF_TEST is not set/);
    }
    expect(seen).toEqual([]);
  }); // prettier-ignore
});

describe('the files of a client certificate', () => {
  const files = (changes: Record<string, string>) =>
    folderWith({
      'target.yaml': `${base}tls: { cert: c.pem, key: c.key }\n`,
      'c.pem': client.cert,
      'c.key': client.key,
      ...changes,
    });

  it.each([
    ['another key', { 'c.key': stranger.key }, /tls\.key does not belong to tls\.cert/],
    ['no key', { 'c.key': 'x' }, /tls\.key holds no key that can be read/],
    ['no certificate', { 'c.pem': 'x' }, /tls\.cert holds no certificate/],
    ['no file', { 'target.yaml': `${base}tls: { cert: none.pem, key: c.key }\n` }, /tls\.cert .*none\.pem cannot be read \(ENOENT\); expected a PEM file/],
    ['no authority', { 'target.yaml': `${base}tls: { ca: c.key }\n` }, /holds no certificate; expected certificates as PEM/],
  ])('are refused with %s', async (_what, changes, message) => {
    const folder = files(changes);
    const trace = traceFile([recordLine({ n: 0, at: 0 })]);
    const { code, stderr } = await called(folder, ['replay', trace, '--target', 'target.yaml']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  }); // prettier-ignore
});
