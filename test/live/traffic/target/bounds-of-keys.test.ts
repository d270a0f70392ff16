/** Each key of a target file: the values at both ends of what it may be, those right beyond, and what the refusal expects. */
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

const lines = ['name: here', 'hosts: [127.0.0.1]', 'services: { faucet: "http://127.0.0.1:4010/faucet" }'];

/** Undefined for a file that is read; a file that lacks a host of another line is not of interest. */
function mistakeWith(line: string): string | undefined {
  const key = line.split(':')[0] ?? '';
  const text = [...lines.filter((each) => !each.startsWith(`${key}:`)), line].join('\n');
  try {
    readTarget('t.yaml', text);
    return undefined;
  } catch (error) {
    if (!(error instanceof FileMistake)) throw error;
    return [error, ...error.others].map(({ message }) => message).join('\n');
  }
}

interface Key {
  /** The value stands for `_`. */
  readonly line: string;
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
  readonly expected: string;
}

const times = (count: number, part: unknown): unknown[] => Array.from({ length: count }, () => part);
const headersOf = (count: number): object =>
  Object.fromEntries(times(count, 'a').map((value, at) => [`X${at}`, value]));

const address = 'an address such as "http://127.0.0.1:4010/faucet", without user, query and fragment';
const clock = 'real, sandbox (the replay moves the clock of an orrery serve), or a factor such as 60x';
const proxy = 'the address of an HTTP proxy such as "http://127.0.0.1:3128", without user and path';
const pointer = 'the end of a JSON pointer such as /price';
const rate = 'the most requests a second that the target is ever sent, such as 500';
const connections = 'the most connections at once, from 1 to 10000';
const host = 'a host name or an IP address, without port and brackets';
const aHost = (length: number): string => 'h'.repeat(length);

const keys: readonly Key[] = [
  { line: 'name: _', right: ['a', '7', `a${'._-'.repeat(21)}`], wrong: ['', '-a', '.a', 'a b', 'a'.repeat(65), 5], expected: 'a short name' },
  { line: 'hosts: _', right: [['127.0.0.1'], ['127.0.0.1', ...times(63, 'a')]], wrong: [[], times(65, '127.0.0.1'), 5], expected: 'a list of hosts such as [127.0.0.1]; nothing else is ever contacted' },
  { line: 'hosts: [127.0.0.1, _]', right: ['a', 'A-b.c', '::1', aHost(253)], wrong: ['', 'a b', '[::1]', 'a/b', aHost(254), 5], expected: host },
  { line: 'allow: _', right: ['none', 'reads', 'writes'], wrong: ['all', true], expected: 'one of none, reads, writes' },
  { line: 'services: { faucet: _ }', right: ['http://127.0.0.1', 'https://127.0.0.1:1/a/b'], wrong: ['ftp://127.0.0.1/', 'http://', 'http://127.0.0.1/?a', 'http://127.0.0.1/#a', 'http://u@127.0.0.1/', ' http://127.0.0.1', 'http://127.0.0.1/a b', 5], expected: address },
  { line: 'sandbox: _', right: ['http://127.0.0.1:4010'], wrong: ['127.0.0.1', 5], expected: address },
  { line: 'clock: _', right: ['real', '60x', '1234567.123456x'], wrong: ['fast', 'unreal', 'sandboxes', 'x', '12345678x', '1.1234567x', '1.x', '-1x', 60], expected: clock },
  { line: 'limits: _', right: ['respect', 'ignore'], wrong: ['keep', true], expected: 'respect or ignore' },
  { line: 'tier: _', right: ['free', 'pro', 'enterprise'], wrong: ['gold', 1], expected: 'the tier of all accounts, those that register among them: free, pro or enterprise' },
  { line: 'ceiling: _', right: [{}], wrong: [5, 'x', []], expected: 'what is never exceeded, such as { requestsPerSecond: 500, connections: 256 }' },
  { line: 'ceiling: { requestsPerSecond: _ }', right: [0.001, 10_000_000], wrong: [0, -1, 10_000_001, '5'], expected: rate },
  { line: 'requestsPerSecond: _', right: [0.001, 10_000_000], wrong: [0, 10_000_001], expected: rate },
  { line: 'ceiling: { connections: _ }', right: [1, 10_000], wrong: [0, 1.5, 10_001, '5'], expected: connections },
  { line: 'connections: _', right: [1, 10_000], wrong: [0, 10_001], expected: connections },
  { line: 'budget: _', right: [{}], wrong: [1, []], expected: 'what one run may spend, such as { usdc: 2.00, requests: 20000 }' },
  { line: 'budget: { usdc: _ }', right: [0, 1_000_000_000], wrong: [-0.01, 1_000_000_000.5, '5'], expected: 'an amount of USDC such as 2.00' },
  { line: 'budget: { requests: _ }', right: [0, 1_000_000_000], wrong: [-1, 0.5, 1_000_000_001, '5'], expected: 'a whole number of requests' },
  { line: 'timeout: _', right: ['1ms', '1h', '1m30s', '0.5s'], wrong: ['5', 's', '5 s', '5s ', '.5s', '5d', 5], expected: 'a duration such as 500ms or 30s' },
  { line: 'compare: _', right: [{}], wrong: [1, []], expected: 'rules of the comparison: ignore, unordered, tolerance' },
  { line: 'compare: { ignore: _ }', right: [[], times(256, '/a')], wrong: [5, times(257, '/a')], expected: 'a list of fields that are not compared' },
  { line: 'compare: { unordered: _ }', right: [[], times(256, '/a')], wrong: [5, times(257, '/a')], expected: 'a list of lists whose order is not compared' },
  { line: 'compare: { ignore: [_] }', right: ['/a', '/a/b/0', `/${aHost(255)}`], wrong: ['a', '/', '/a/', '/a//b', 'a/b', `/${aHost(256)}`, 5], expected: pointer },
  { line: 'compare: { unordered: [_] }', right: ['/a'], wrong: ['a'], expected: pointer },
  { line: 'compare: { tolerance: _ }', right: [{}, { '/a': 1 }], wrong: [5, []], expected: 'the largest difference by field, such as { /price: 1%, /fee: 0.01 }' },
  { line: 'compare: { tolerance: { /a: _ } }', right: [0, 0.5, '1%', '0.5', `${'1'.repeat(12)}.${'1'.repeat(12)}%`], wrong: [-1, 'x', '1%%', '-1%', 'x1', '1.', `${'1'.repeat(13)}%`, `1.${'1'.repeat(13)}`], expected: 'a share such as 1%, or an amount such as 0.01' },
  { line: 'keys: _', right: ['k'], wrong: ['', 5], expected: 'the path of a CSV file with the columns agent_id and api_key: accounts that exist already' },
  { line: 'names: _', right: ['n'], wrong: ['', 5], expected: 'the path of a YAML file with names of fields, as conform --learn writes it' },
  { line: 'ca: _', right: ['c'], wrong: ['', 5], expected: 'the path of a PEM file with certificates to trust' },
  { line: 'headers: _', right: [{}, headersOf(64)], wrong: [5, headersOf(65)], expected: 'at most 64 headers by name, such as { X-Env: blue }' },
  { line: 'headers: { X-A: _ }', right: ['', 'blue'], wrong: [5, null], expected: 'a text such as "blue" or "${NAME}", a variable of the environment' },
  { line: 'auth: _', right: [{}], wrong: [5], expected: 'how a key is sent, such as { header: X-Api-Key, scheme: none }' },
  { line: 'auth: { header: _ }', right: ['X-Api-Key'], wrong: [5], expected: 'the header that carries the key, such as X-Api-Key' },
  { line: 'auth: { scheme: _ }', right: ['none', 'Token'], wrong: [5], expected: 'the scheme before the key, such as Bearer, or none for the bare key' },
  { line: 'tls: _', right: [{}], wrong: [5], expected: 'files such as { ca: ca.pem, cert: client.pem, key: client.key }' },
  { line: 'tls: { ca: _ }', right: ['c'], wrong: ['', 5], expected: 'the path of a PEM file with certificates to trust' },
  { line: 'tls: { cert: _, key: k }', right: ['c'], wrong: ['', 5], expected: 'the path of a PEM file with the client certificate' },
  { line: 'tls: { cert: c, key: _ }', right: ['k'], wrong: ['', 5], expected: 'the path of a PEM file with the key of the client certificate' },
  { line: 'proxy: _', right: ['http://127.0.0.1', 'http://127.0.0.1:3128/'], wrong: ['127.0.0.1', 'https://127.0.0.1', 'http://127.0.0.1/a', 'http://u@127.0.0.1', ' http://127.0.0.1', 5], expected: proxy },
  { line: 'http2: _', right: [true, false], wrong: [1, 'yes'], expected: 'true to send HTTP/2 only, without asking the target first' },
  { line: 'redirects: _', right: ['none', 'same-host'], wrong: ['all', true], expected: 'none, or same-host to follow them there' },
]; // prettier-ignore

describe('a key of a target file', () => {
  it.each(keys)('$line is read up to its bounds, and refused beyond with what is expected', (key) => {
    const { line, right, wrong, expected } = key;
    const lineWith = (value: unknown): string => line.replace('_', () => JSON.stringify(value));
    for (const value of right) expect([value, mistakeWith(lineWith(value))]).toEqual([value, undefined]);
    for (const value of wrong)
      expect([value, mistakeWith(lineWith(value))]).toEqual([
        value,
        expect.stringMatching(/^t\.yaml:\d+:\d+: .*; expected/),
      ]);
    // A value beyond a bound that these words do not name is told the bound.
    for (const value of wrong)
      expect(
        mistakeWith(lineWith(value))
          ?.replace(/, at most \d+$/, '')
          .endsWith(`; expected ${expected}`),
      ).toBe(true);
  });

  it.each([
    'services: { x: 1 }',
    'ceiling: { x: 1 }',
    'budget: { x: 1 }',
    'compare: { x: 1 }',
    'auth: { x: 1 }',
    'tls: { x: 1 }',
    'x: 1',
  ])('is refused where it is none: %s', (line) => {
    expect(mistakeWith(line)).toMatch(/^t\.yaml:\d+:\d+: unknown key "x"/);
  });
});
