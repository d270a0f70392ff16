/** Which names and origins a server answers to, with the whole refusal of each it does not. */
import { describe, expect, it } from 'vitest';
import type { MessageHead } from '../../../src/host/serve/connection.ts';
import {
  authorityOf,
  hostOf,
  hostRefusal,
  isLoopback,
  originRefusal,
  plainAddress,
} from '../../../src/host/serve/named-host.ts';
import { messageHead } from './message-head.ts';

const missing = { code: 'BAD_REQUEST', message: 'the Host header is missing' };
const repeated = { code: 'BAD_REQUEST', message: 'there is more than one Host header; expected one' };
const malformed = {
  code: 'BAD_REQUEST',
  message: 'the Host header is no host; expected a name or address and perhaps a port',
};
const elsewhere = {
  code: 'BAD_REQUEST',
  message: 'the request target and the Host header name two hosts',
};
const unknown = {
  code: 'FORBIDDEN',
  message: 'this server has another name; expected an address of it, localhost, or the name given to --host',
};
const foreign = {
  code: 'FORBIDDEN',
  message:
    'a page from elsewhere may change nothing here; expected a request without Origin, or from this server',
};

/** A refusal as plain data; `passes` for none. */
const plain = (refusal: ReturnType<typeof hostRefusal>): unknown =>
  refusal === undefined ? 'passes' : { code: refusal.code, message: refusal.message };

describe('isLoopback', () => {
  it.each([
    ['::1', true],
    ['127.0.0.1', true],
    ['127.255.255.254', true],
    ['127.0.0', false],
    ['127.0.0.1.2', false],
    ['127.0.0.1000', false],
    ['2127.0.0.1', false],
    ['10.127.0.0.1', false],
    ['128.0.0.1', false],
    ['::2', false],
    ['', false],
  ])('of %j is %j', (ip, expected) => {
    expect(isLoopback(ip)).toBe(expected);
  });
});

describe('plainAddress', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['10.0.0.5', '10.0.0.5'],
    ['::ffff:10.0.0.5', '10.0.0.5'],
    ['::ffff:210.0.0.5', '210.0.0.5'],
    ['::ffff:a00:5', '::ffff:a00:5'],
    ['::ffff:abc.example', '::ffff:abc.example'],
    ['::1', '::1'],
    ['fe80::', 'fe80::'],
    ['1::ffff:10.0.0.5', '1::ffff:10.0.0.5'],
    ['::1::ffff:10.0.0.5', '::1::ffff:10.0.0.5'],
  ])('of %j is %j', (address, expected) => {
    expect(plainAddress(address)).toBe(expected);
  });
});

describe('hostOf', () => {
  it.each([
    ['localhost', 'localhost'],
    ['LOCALHOST:4010', 'localhost'],
    ['localhost.', 'localhost'],
    ['a.b', 'a.b'],
    ['my_host-1.example:1', 'my_host-1.example'],
    ['a:65535', 'a'],
    ['a:65534', 'a'],
    ['a:65536', undefined],
    ['a:99999', undefined],
    ['a:0', undefined],
    ['a:00000', undefined],
    ['a:1', 'a'],
    ['a:000001', undefined],
    ['a:', undefined],
    ['a:b', undefined],
    ['a:8a', undefined],
    ['[::1]', '::1'],
    ['[::1]:80', '::1'],
    ['[FD00::1]', 'fd00::1'],
    ['[::ffff:1.2.3.4]', '::ffff:1.2.3.4'],
    ['[::]', '::'],
    ['[1.2.3.4]', undefined],
    ['[::1', undefined],
    ['::1', undefined],
    ['[1]', undefined],
    ['[zz]', undefined],
    ['[::1]x', undefined],
    ['x[::1]', undefined],
    ['', undefined],
    ['a b', undefined],
    ['user@a', undefined],
    ['a/b', undefined],
    ['ä', undefined],
  ])('of %j is %j', (text, expected) => {
    expect(hostOf(text)).toBe(expected);
  });

  it('takes 253 characters and no more', () => {
    expect(hostOf('a'.repeat(253))).toBe('a'.repeat(253));
    expect(hostOf('a'.repeat(254))).toBeUndefined();
  });
});

describe('authorityOf', () => {
  it.each([
    ['/', undefined],
    ['', undefined],
    ['*', undefined],
    ['://a', 'a'],
    ['localhost', undefined],
    ['/a?to=http://b', undefined],
    ['http://a', 'a'],
    ['http://a/', 'a'],
    ['http://a/b?c=d', 'a'],
    ['https://a:4010/b', 'a:4010'],
    ['http://a?b', 'a'],
    ['http://a#b', 'a'],
    ['http://u@a/b', 'u@a'],
    ['http://', ''],
  ])('of %j is %j', (url, expected) => {
    expect(authorityOf(url)).toBe(expected);
  });
});

describe('hostRefusal', () => {
  const at = { host: 'Build.Example' };

  it.each<[string | undefined, Partial<MessageHead>, unknown]>([
    ['localhost', {}, 'passes'],
    ['app.localhost:4010', {}, 'passes'],
    ['.localhost', {}, 'passes'],
    ['localhost.example', {}, unknown],
    ['.localhost.example', {}, unknown],
    ['evillocalhost', {}, unknown],
    ['127.9.9.9', {}, 'passes'],
    ['[::1]:4010', {}, 'passes'],
    ['10.0.0.5:4010', {}, 'passes'],
    ['10.0.0.6', {}, unknown],
    ['10.0.0.5', { socket: { localAddress: '::ffff:10.0.0.5', remoteAddress: '10.0.0.9' } }, 'passes'],
    ['10.0.0.5', { socket: { remoteAddress: undefined } }, unknown],
    ['build.example', {}, 'passes'],
    ['BUILD.EXAMPLE.:80', {}, 'passes'],
    ['other.example', {}, unknown],
    ['', {}, malformed],
    ['a b', {}, malformed],
    [undefined, {}, missing],
    [undefined, { httpVersion: '1.0' }, 'passes'],
    [undefined, { httpVersion: '1.0', url: 'http://localhost/' }, 'passes'],
    [undefined, { httpVersion: '1.0', url: 'http://other.example/' }, unknown],
    [undefined, { httpVersion: '1.0', url: 'http://a b/' }, malformed],
    ['localhost', { url: undefined }, 'passes'],
    ['localhost', { url: 'http://localhost/a' }, 'passes'],
    ['localhost', { url: 'http://LOCALHOST/a' }, 'passes'],
    ['LocalHost', { url: 'http://localhost/a' }, 'passes'],
    ['localhost', { url: 'http://localhost:80/a' }, elsewhere],
    ['localhost', { url: 'http://127.0.0.1/a' }, elsewhere],
    ['localhost', { url: 'http://other.example/a' }, unknown],
    ['other.example', { url: 'http://localhost/a' }, unknown],
    ['localhost', { url: 'http:///a' }, malformed],
    ['localhost', { url: '/a?to=http://other.example/' }, 'passes'],
  ])('of host %j with %j is %j', (host, more, expected) => {
    expect(plain(hostRefusal(messageHead({ host }, more), at))).toEqual(expected);
  });

  it.each<[string[], unknown]>([
    [['Host', 'localhost', 'host', 'localhost'], repeated],
    [['HOST', 'localhost', 'Accept', '*/*', 'hOsT', 'localhost'], repeated],
    [['Host', 'localhost', 'Date', 'host', 'X-Host', 'localhost', 'From', 'a'], 'passes'],
    [['X', 'Host', 'Y', 'Host', 'Host', 'localhost'], 'passes'],
    [['Host', 'host'], 'passes'],
  ])('of the headers %j is %j', (rawHeaders, expected) => {
    expect(plain(hostRefusal(messageHead({ host: 'localhost' }, { rawHeaders }), at))).toEqual(expected);
  });

  it.each<[string | undefined, string | undefined, unknown]>([
    ['0.0.0.0', '10.0.0.9', 'passes'],
    ['::', '10.0.0.9', 'passes'],
    ['::', '::ffff:10.0.0.9', 'passes'],
    ['0.0.0.0', '127.0.0.1', unknown],
    ['0.0.0.0', '::ffff:127.0.0.1', unknown],
    ['::', '::1', unknown],
    ['', '10.0.0.9', unknown],
    ['10.0.0.5', '10.0.0.9', unknown],
    [undefined, '10.0.0.9', unknown],
    [undefined, '127.0.0.1', unknown],
  ])('listening at %j, of an unknown name from %j is %j', (host, remoteAddress, expected) => {
    const socket = { localAddress: '10.0.0.5', remoteAddress };
    expect(plain(hostRefusal(messageHead({ host: 'other.example' }, { socket }), { host }))).toEqual(
      expected,
    );
  });
});

describe('originRefusal', () => {
  const own = 'http://build.example:4010';
  const evil = 'http://evil.example';

  it.each<[string | undefined, MessageHead['headers'], unknown]>([
    ['GET', { origin: evil }, 'passes'],
    ['HEAD', { origin: evil }, 'passes'],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 'passes'],
    ['HEAD', { 'sec-fetch-site': 'cross-site' }, 'passes'],
    ['POST', { origin: evil }, foreign],
    ['PUT', { origin: evil }, foreign],
    ['DELETE', { origin: evil }, foreign],
    ['OPTIONS', { origin: evil }, foreign],
    ['', { origin: evil }, foreign],
    [undefined, { origin: evil }, foreign],
    ['POST', {}, 'passes'],
    ['POST', { 'sec-fetch-site': 'cross-site' }, foreign],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: own }, foreign],
    ['POST', { 'sec-fetch-site': 'same-site', origin: own }, 'passes'],
    ['POST', { 'sec-fetch-site': '' }, 'passes'],
    ['POST', { origin: own }, 'passes'],
    ['POST', { origin: 'HTTPS://BUILD.EXAMPLE' }, 'passes'],
    ['POST', { origin: 'https://localhost' }, 'passes'],
    ['POST', { origin: 'http://10.0.0.5' }, 'passes'],
    ['POST', { origin: evil, host: 'evil.example:80' }, 'passes'],
    ['POST', { origin: evil, host: 'other.example' }, foreign],
    ['POST', { origin: 'null' }, foreign],
    ['POST', { origin: 'null', host: 'a b' }, foreign],
    ['POST', { origin: '' }, foreign],
    ['POST', { origin: 'http://' }, foreign],
    ['POST', { origin: 'file://localhost' }, foreign],
    ['POST', { origin: 'xhttp://localhost' }, foreign],
    ['POST', { origin: 'http://localhost/a' }, foreign],
    ['POST', { origin: 'http://localhost\n' }, foreign],
    ['POST', { origin: 'localhost' }, foreign],
  ])('of %j with %j is %j', (method, headers, expected) => {
    expect(plain(originRefusal(messageHead(headers, { method }), { host: 'Build.Example' }))).toEqual(
      expected,
    );
  });
});
