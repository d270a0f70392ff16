/** The way to a target as its file names it: hosts, addresses, TLS files and a proxy. */
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../../src/live/traffic/target/endpoint.ts';
import { Forbidden } from '../../../../src/live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../../src/live/traffic/target/pinned-addresses.ts';
import { plainHost } from '../../../../src/live/traffic/target/plain-host.ts';
import { pathPartOf, targetKeys, type Target } from '../../../../src/live/traffic/target/target.ts';
import { refusal, targetWith } from './target-with.ts';

describe('a host', () => {
  it('is one in any spelling: case, brackets, a last dot, zeros of IPv6', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}(\.[a-z]{2,5}){1,2}$/);
    fc.assert(
      fc.property(name, (host) => {
        for (const spelling of [host, host.toUpperCase(), `${host}.`, `[${host}]`])
          expect(plainHost(spelling)).toBe(host);
      }),
    );
    for (const spelling of ['::1', '[::1]', '0:0:0:0:0:0:0:1', '[0000::0001]'])
      expect(plainHost(spelling)).toBe('::1');
    expect(plainHost('2001:DB8:0:0::1')).toBe('2001:db8::1');
    expect([plainHost('a.b..'), plainHost('[a'), plainHost('a]'), plainHost('x[a]')]).toEqual([
      'a.b.',
      '[a',
      'a]',
      'x[a]',
    ]);
  });
});

describe('the address of a service', () => {
  it.each([
    ['http://127.0.0.1', { isTls: false, host: '127.0.0.1', port: 80, basePath: '' }],
    ['https://shop.example', { isTls: true, host: 'shop.example', port: 443, basePath: '' }],
    ['https://SHOP.example:8443/a/b/', { isTls: true, host: 'shop.example', port: 8443, basePath: '/a/b' }],
    ['http://[::1]:4010/a', { isTls: false, host: '::1', port: 4010, basePath: '/a' }],
  ])('%s', (text, address) => {
    expect(targetWith(`services: { casino: "${text}" }`).services.get('casino')).toEqual(address);
  });

  it('that cannot be called, or lies at another host, is refused by line and column', () => {
    expect(refusal('services: { casino: "http://127.0.0.1:99999/" }')).toThrow(
      't.yaml:3:21: "http://127.0.0.1:99999/" is no address; expected one that can be called',
    );
    expect(refusal('services: { casino: "http://127.0.0.2/" }')).toThrow(
      't.yaml:3:21: the host 127.0.0.2 is not among hosts; expected one of 127.0.0.1, ::1, shop.example',
    );
    expect(refusal('sandbox: "http://127.0.0.2/"')).toThrow(
      't.yaml:4:10: the host 127.0.0.2 is not among hosts',
    );
    expect(refusal('services: {}')).toThrow('t.yaml:1:1: "services" is missing; expected addresses by name');
  });

  it('of an orrery serve follows from its root for every service, below its path', () => {
    const { services } = targetWith('services: {}\nsandbox: "http://127.0.0.1:7/sim/"');
    const names = ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino', 'api', 'control'] as const;
    expect([...services.keys()].toSorted()).toEqual([...names].toSorted());
    for (const name of names) {
      const part = name === 'control' ? '_sim' : name;
      expect(pathPartOf(name)).toBe(part);
      expect(services.get(name)).toEqual({
        isTls: false,
        host: '127.0.0.1',
        port: 7,
        basePath: `/sim/${part}`,
      });
    }
  });
});

describe('a file beside the target file', () => {
  const inFolder = (lines: string): Target => targetWith(lines, {}, '/etc/orrery/t.yaml');

  it('is found from there, and an old "ca" from where the program is called', () => {
    const target = inFolder(
      'tls: { ca: ca.pem, cert: c/cert.pem, key: /k.pem }\nkeys: k.csv\nnames: ../n.yaml',
    );
    expect(target).toMatchObject({
      caFile: resolve('/etc/orrery/ca.pem'),
      keysFile: resolve('/etc/orrery/k.csv'),
      namesFile: resolve('/etc/n.yaml'),
      transport: { clientFiles: { cert: resolve('/etc/orrery/c/cert.pem'), key: resolve('/k.pem') } },
    });
    expect(inFolder('ca: ca.pem').caFile).toBe('ca.pem');
    const plain = {
      clientFiles: undefined,
      clientCertificate: undefined,
      proxy: undefined,
      isHttp2: false,
      followsRedirects: false,
    };
    expect(inFolder('tls: {}')).toMatchObject({
      caFile: undefined,
      keysFile: undefined,
      namesFile: undefined,
      transport: plain,
    });
  });

  it('is refused where it is half of two, or stands twice', () => {
    expect(refusal('tls: { key: k.pem }')).toThrow(
      't.yaml:4:6: tls.key is given without tls.cert; expected both',
    );
    expect(refusal('tls: { cert: c.pem }')).toThrow(
      't.yaml:4:6: tls.cert is given without tls.key; expected both',
    );
    expect(refusal('ca: a.pem\ntls: { ca: b.pem }')).toThrow(
      't.yaml:4:1: ca and tls.ca are both given; expected one of them',
    );
    expect(refusal('sandbox: "http://127.0.0.1:1"\nkeys: k.csv')).toThrow(
      't.yaml:5:1: keys is given for an orrery serve with control calls; expected one of them',
    );
  });
});

describe('a proxy', () => {
  it('is one of the hosts, at port 80 where none is named', () => {
    const proxyOf = (address: string) => targetWith(`proxy: "${address}"`).transport.proxy;
    expect(proxyOf('http://127.0.0.1')).toEqual({ host: '127.0.0.1', port: 80 });
    expect(proxyOf('http://[::1]:3128/')).toEqual({ host: '::1', port: 3128 });
    expect(refusal('proxy: "http://10.0.0.1:1"')).toThrow(
      't.yaml:4:8: the host 10.0.0.1 of the proxy is not among hosts; expected one of 127.0.0.1, ::1, shop.example',
    );
    expect(refusal('proxy: "http://127.0.0.1:99999"')).toThrow(
      't.yaml:4:8: "http://127.0.0.1:99999" is no address; expected one that can be called',
    );
  });

  it('gives endpoints its own address, and the names behind it as they are', async () => {
    const target = targetWith('proxy: "http://127.0.0.1:3128"\nhttp2: true\nheaders: { X-Key: "${A}" }', {
      A: 'secret-of-a',
    });
    const addresses = await PinnedAddresses.resolve(target, () =>
      Promise.reject(new Error('no resolver is asked')),
    );
    const service = { isTls: true, host: 'shop.example', port: 443, basePath: '' };
    expect(endpointOf({ target, addresses, ca: 'PEM' }, service)).toMatchObject({
      isTls: true,
      host: 'shop.example',
      port: 443,
      address: 'shop.example',
      ca: 'PEM',
      transport: {
        proxy: { host: '127.0.0.1', port: 3128, address: '127.0.0.1' },
        isHttp2: true,
        followsRedirects: false,
        secrets: expect.arrayContaining(['secret-of-a']) as unknown,
      },
    });
    const direct = targetWith('redirects: same-host');
    const pinned = await PinnedAddresses.resolve(direct, async () => ['127.0.0.1']);
    expect(endpointOf({ target: direct, addresses: pinned, ca: undefined }, service)).toMatchObject({
      address: '127.0.0.1',
      transport: { proxy: undefined, followsRedirects: true, secrets: [] },
    });
    expect(() =>
      endpointOf({ target, addresses, ca: undefined }, { ...service, host: 'other.example' }),
    ).toThrow(Forbidden);
  });
});

describe('rules of the comparison', () => {
  it('are those of the file, and none where it has none', () => {
    const { compare } = targetWith(
      'compare: { ignore: [/a], unordered: [/b], tolerance: { /c: 0.5, /d: 1% } }',
    );
    expect([compare.ignore, compare.unordered, compare.tolerance.get('/c')]).toEqual([
      ['/a'],
      ['/b'],
      { kind: 'amount', most: 0.5 },
    ]);
    expect([...compare.tolerance.keys()]).toEqual(['/c', '/d']);
    expect(compare.tolerance.get('/d')).toMatchObject({ kind: 'share' });
    for (const { compare: none } of [targetWith(''), targetWith('compare: {}')])
      expect([none.ignore, none.unordered, none.tolerance.size]).toEqual([[], [], 0]);
    expect(refusal('compare: { tolerance: { c: 1 } }')).toThrow(
      't.yaml:4:25: "c" is no field; expected the end of a JSON pointer such as /price',
    );
  });
});

describe('a target file', () => {
  it('respects limits unless it says otherwise, for accounts of the tier that it names', () => {
    expect([targetWith('').respectsLimits, targetWith('').tier]).toEqual([true, 'free']);
    expect(targetWith('limits: respect\ntier: pro')).toMatchObject({ respectsLimits: true, tier: 'pro' });
    expect(targetWith('limits: ignore')).toMatchObject({
      respectsLimits: false,
      accounts: undefined,
      names: undefined,
    });
  });

  it('is told from other files by every key but its name', () => {
    expect(targetKeys.known).toEqual(expect.arrayContaining(['name', 'hosts', 'allow', 'budget', 'proxy']));
    expect(targetKeys.telling).toEqual(targetKeys.known.filter((key) => key !== 'name'));
  });

  it.each([
    ['clock: 0x', 't.yaml:4:8: clock is "0x"; expected a factor above 0'],
    [
      'clock: sandbox',
      't.yaml:4:8: clock is "sandbox"; expected the address of an orrery serve under "sandbox" as well',
    ],
    ['timeout: 61m', 't.yaml:4:10: timeout is "61m"; expected whole milliseconds from 1ms to 1h'],
    [
      'connections: 1\nceiling: { connections: 1 }',
      't.yaml:4:1: connections stands below "ceiling" too; expected it there alone',
    ],
    [
      'budget: {}\nredirects: same-host',
      't.yaml:5:1: a redirect repeats a request beyond "budget"; expected one of both',
    ],
    [
      'budget: { usdc: 0.0000001 }',
      't.yaml:4:17: usdc is 1e-7; expected an amount with at most six decimals',
    ],
  ])('is refused with %j', (lines, message) => {
    expect(refusal(lines)).toThrow(message);
  });
});
