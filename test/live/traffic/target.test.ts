/** Target files: what is read, what is refused where, and that no host but the listed ones is ever reached. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import { assertPermitted, refusalOf } from '../../../src/live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';

/** An address as a number, and back. */
const bitsOf = (address: string): bigint => {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = address.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((each) => each !== ''));
  const gap = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const groups = [...(left ?? []), ...Array.from({ length: gap }, () => '0'), ...(right ?? [])];
  return groups.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
};
const textOf = (bits: bigint, isSix: boolean): string =>
  isSix
    ? Array.from({ length: 8 }, (_, at) => ((bits >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(':')
    : Array.from({ length: 4 }, (_, at) => (bits >> BigInt(24 - 8 * at)) & 255n).join('.');

/** The address so many places further; undefined where there is none of its kind. */
const besides = (address: string, by: number): string | undefined => {
  const [bits, isSix] = [bitsOf(address) + BigInt(by), address.includes(':')];
  return bits < 0n ? undefined : textOf(bits, isSix);
};

/** Addresses drawn from the whole range. */
const between = (first: string, last: string): string[] => {
  const [low, high] = [bitsOf(first), bitsOf(last)];
  const inside = fc.bigInt({ min: low, max: high });
  return fc.sample(inside, 20).map((bits) => textOf(bits, first.includes(':')));
};

function mistakesIn(text: string): string[] {
  try {
    readTarget('t.yaml', text);
  } catch (error) {
    if (error instanceof FileMistake) return [error, ...error.others].map(({ message }) => message);
    throw error;
  }
  return [];
}

const base = 'name: here\nhosts: [127.0.0.1]\n';
const services = 'services: { faucet: "http://127.0.0.1:4010/faucet" }\n';

describe('a target file', () => {
  it('is read with careful defaults', () => {
    const target = readTarget('t.yaml', base + services);
    expect(target).toMatchObject({
      name: 'here',
      allow: 'reads',
      clock: { kind: 'running', factor: 1 },
      respectsLimits: true,
      requestsPerSecondMax: 1000,
      connectionsMax: 64,
      timeoutMs: 30_000,
    });
    expect(target.services.get('faucet')).toEqual({
      isTls: false,
      host: '127.0.0.1',
      port: 4010,
      basePath: '/faucet',
    });
  });

  it('bounds what is sent at any moment and over a run', () => {
    const bounds = 'ceiling: { requestsPerSecond: 500 }\nbudget: { usdc: 2.000001, requests: 20000 }\n';
    expect(readTarget('t.yaml', base + services + bounds)).toMatchObject({
      requestsPerSecondMax: 500,
      connectionsMax: 64,
      budget: { micros: 2_000_001, requests: 20_000 },
    });
    const older = readTarget('t.yaml', `${base}${services}requestsPerSecond: 500\nconnections: 9\n`);
    expect(older).toMatchObject({ requestsPerSecondMax: 500, connectionsMax: 9 });
    expect(older.budget).toEqual({ micros: undefined, requests: undefined });
  });

  it('names an orrery serve by its root, and single services over it', () => {
    const text = `${base}sandbox: "http://127.0.0.1:4010"\nclock: sandbox\nservices: { casino: "http://127.0.0.1:9/c/" }\n`;
    const target = readTarget('t.yaml', text);
    expect(target.clock).toEqual({ kind: 'sandbox' });
    expect(target.services.get('control')).toMatchObject({ port: 4010, basePath: '/_sim' });
    expect(target.services.get('api')).toMatchObject({ basePath: '/api' });
    expect(target.services.get('casino')).toMatchObject({ port: 9, basePath: '/c' });
  });

  it.each([
    ['no hosts', 'name: here\n', /^t\.yaml:1:1: "hosts" is missing/],
    ['no services', base, /"services" is missing/],
    ['an unknown key', `${base}servces: {}\n`, /^t\.yaml:3:1: unknown key "servces"; did you mean "services"\?/],
    ['a host that is not listed', `${base}services: { faucet: "http://10.0.0.1/x" }\n`, /^t\.yaml:3:21: the host 10\.0\.0\.1 is not among hosts/],
    ['a listed host as a user name', `${base}services: { faucet: "http://127.0.0.1@10.0.0.1/" }\n`, /expected an address/],
    ['a host in another spelling', `${base}services: { faucet: "http://0x0a000001/" }\n`, /the host 10\.0\.0\.1 is not among hosts/],
    ['an address with a query', `${base}services: { faucet: "http://127.0.0.1/?x" }\n`, /expected an address/],
    ['another protocol', `${base}services: { faucet: "file:///etc/passwd" }\n`, /expected an address/],
    ['a sandbox clock without a sandbox', `${base}${services}clock: sandbox\n`, /^t\.yaml:4:8: clock is "sandbox"; expected the address/],
    ['a clock that stands', `${base}${services}clock: 0x\n`, /above 0/],
    ['an endless time-out', `${base}${services}timeout: 9999h\n`, /from 1ms to 1h/],
    ['a wild allowance', `${base}${services}allow: all\n`, /one of none, reads, writes/],
    ['a rate of nothing', `${base}${services}requestsPerSecond: 0\n`, /the most requests a second/],
    ['a ceiling twice', `${base}${services}ceiling: { connections: 3 }\nconnections: 4\n`, /^t\.yaml:5:1: connections stands below "ceiling" too/],
    ['a ceiling of no connection', `${base}${services}ceiling: { connections: 0 }\n`, /^t\.yaml:4:25: .*from 1 to 10000/],
    ['a budget below a micro', `${base}${services}budget: { usdc: 0.0000001 }\n`, /^t\.yaml:4:17: usdc is 1e-7; expected an amount with at most six decimals/],
    ['a budget beside redirects', `${base}${services}budget: { requests: 1 }\nredirects: same-host\n`, /^t\.yaml:5:1: a redirect repeats a request beyond "budget"/],
    ['a budget below nothing', `${base}${services}budget: { requests: -1 }\n`, /^t\.yaml:4:21: .*a whole number of requests/],
    ['the prototype', `${base}services: { __proto__: "http://127.0.0.1/" }\n`, /unknown key "__proto__"/],
  ])('is refused with %s, and nothing else follows from it', (_what, text, message) => {
    expect(mistakesIn(text)).toEqual([expect.stringMatching(message)]);
  }); // prettier-ignore

  it('is refused with all mistakes of its shape at once', () => {
    const text = `${base}servces: {}\nallow: all\nceiling: { connections: 0, requestsPerSecond: many }\n`;
    expect(mistakesIn(text).map((line) => line.split(';')[0])).toEqual([
      't.yaml:3:1: unknown key "servces"',
      't.yaml:4:8: allow is "all"',
      't.yaml:5:47: requestsPerSecond is "many"',
      't.yaml:5:25: connections is 0',
    ]);
  });

  it('is refused with all mistakes of its values at once', () => {
    const text = `${base}services: { faucet: "http://10.0.0.1/x", wallet: "http://10.0.0.2/x" }
clock: 0x
timeout: 9999h
proxy: "http://10.0.0.3:1"
tls: { cert: a.pem }
compare: { tolerance: { price: 1% } }
headers: { X-Env: "\${NOT_SET}" }
`;
    expect(mistakesIn(text).map((line) => line.split(';')[0])).toEqual([
      't.yaml:3:21: the host 10.0.0.1 is not among hosts',
      't.yaml:3:50: the host 10.0.0.2 is not among hosts',
      't.yaml:4:8: clock is "0x"',
      't.yaml:5:10: timeout is "9999h"',
      't.yaml:7:6: tls.cert is given without tls.key',
      't.yaml:6:8: the host 10.0.0.3 of the proxy is not among hosts',
      't.yaml:9:19: the environment variable NOT_SET is not set',
      't.yaml:8:25: "price" is no field',
    ]);
  });
});

describe('what is allowed', () => {
  const withAllow = (allow: string) => readTarget('t.yaml', `${base}${services}allow: ${allow}\n`);

  it.each([
    ['none', 'GET', false],
    ['none', 'POST', false],
    ['reads', 'GET', true],
    ['reads', 'POST', false],
    ['reads', 'DELETE', false],
    ['reads', 'PATCH', false],
    ['writes', 'GET', true],
    ['writes', 'DELETE', true],
  ])('with allow: %s, %s is %s', (allow, method, isAllowed) => {
    expect(refusalOf(withAllow(allow), method) === undefined).toBe(isAllowed);
  });

  it('counts a method in another spelling as a write', () => {
    expect(() => assertPermitted(withAllow('reads'), 'get')).toThrow(/is not allowed at target here/);
  });
});

describe('the addresses of a target', () => {
  const named = (...hosts: string[]) =>
    readTarget(
      't.yaml',
      `name: there\nhosts: [${hosts.join(', ')}]\nservices: { faucet: "https://${hosts[0]}/" }\n`,
    );
  const pins = (hosts: string[], found: string[]) =>
    PinnedAddresses.resolve(named(...hosts), async () => found);

  it('are found once and kept', async () => {
    let answers = ['203.0.113.7'];
    const pinned = await PinnedAddresses.resolve(named('shop.example'), async () => answers);
    answers = ['203.0.113.8'];
    expect(pinned.addressOf('shop.example')).toBe('203.0.113.7');
    expect(pinned.addressOf('SHOP.example.')).toBe('203.0.113.7');
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fe80::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'are refused where a public name leads to %s',
    async (address) => {
      await expect(pins(['shop.example'], ['203.0.113.7', address])).rejects.toThrow(/which is not listed/);
    },
  );

  /** The networks that are not the public internet (RFC 6890), by their first and last address. */
  const innerNets = [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ] as const;
  const isRefused = (name: string, address: string): Promise<boolean> =>
    pins([name], [address]).then(
      () => false,
      () => true,
    );

  it.each(innerNets)(
    'are refused from %s to %s, and not right before and after these',
    async (first, last) => {
      const inside = [first, last, ...between(first, last)];
      for (const address of inside)
        expect([address, await isRefused('shop.example', address)]).toEqual([address, true]);
      const mapped = first.includes(':') ? [] : inside.map((address) => `::ffff:${address}`);
      for (const address of mapped)
        expect([address, await isRefused('shop.example', address)]).toEqual([address, true]);
      const outside = [besides(first, -1), besides(last, 1)].filter((address) => address !== undefined);
      for (const address of outside)
        expect([address, await isRefused('shop.example', address)]).toEqual([address, false]);
    },
  );

  it.each([
    ['localhost', true],
    ['app.localhost', true],
    ['a.b.localhost', true],
    ['notlocalhost', false],
    ['my-localhost', false],
    ['localhost.example', false],
    ['localhost.localdomain', false],
  ])('of %s must be of this machine: %s', async (name, isLocal) => {
    for (const address of ['127.0.0.1', '127.200.3.4', '::1'])
      expect([address, await isRefused(name, address)]).toEqual([address, !isLocal]);
    for (const address of ['203.0.113.7', '128.0.0.1', '126.255.255.255', '2001:db8::1'])
      expect([address, await isRefused(name, address)]).toEqual([address, isLocal]);
  });

  it('are refused where a name leads to another address than those listed', async () => {
    const hosts = ['shop.example', '203.0.113.7'];
    await expect(pins(hosts, ['203.0.113.8'])).rejects.toThrow(/leads to 203\.0\.113\.8/);
    expect((await pins(hosts, ['203.0.113.7'])).addressOf('shop.example')).toBe('203.0.113.7');
    expect((await pins(['inner.example', '10.1.2.3'], ['10.1.2.3'])).addressOf('inner.example')).toBe(
      '10.1.2.3',
    );
  });

  it('let localhost be this machine and nothing else', async () => {
    expect((await pins(['localhost'], ['::1', '127.0.0.1'])).addressOf('localhost')).toBe('127.0.0.1');
    await expect(pins(['localhost'], ['203.0.113.7'])).rejects.toThrow(/not listed/);
  });

  it('are refused where a host is not listed or not known', async () => {
    const pinned = await pins(['shop.example'], ['203.0.113.7']);
    expect(() => pinned.addressOf('evil.example')).toThrow(/not listed; it is not contacted/);
    await expect(pins(['shop.example'], [])).rejects.toThrow(/not known here/);
  });
});
