/** Target files: what is read, what is refused where, and that no host but the listed ones is ever reached. */
import { describe, expect, it } from 'vitest';
import { assertPermitted, refusalOf } from '../../../src/live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';

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
    ['the prototype', `${base}services: { __proto__: "http://127.0.0.1/" }\n`, /unknown key "__proto__"/],
  ])('is refused with %s', (_what, text, message) => {
    expect(() => readTarget('t.yaml', text)).toThrow(message);
  }); // prettier-ignore
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
