/** The plain request of a world from what node:http has parsed, and what this machine alone may say in it. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { addressOf, isLocalCall, readRequest, sentAtMs } from '../../../src/host/serve/read-request.ts';
import { messageHead } from './message-head.ts';

/** A refusal as plain data. */
const plain = (outcome: unknown): unknown =>
  outcome instanceof Refusal ? { code: outcome.code, message: outcome.message } : outcome;

describe('isLocalCall', () => {
  it.each<[string, { host?: string; origin?: string }, boolean]>([
    ['127.0.0.1', {}, true],
    ['::1', { host: 'localhost' }, true],
    ['10.0.0.9', { host: 'localhost' }, false],
    ['', {}, false],
    ['127.0.0.1', { host: 'LOCALHOST:4010' }, true],
    ['127.0.0.1', { host: 'app.localhost' }, true],
    ['127.0.0.1', { host: 'localhost.example' }, false],
    ['127.0.0.1', { host: 'evil.example' }, false],
    ['127.0.0.1', { host: '127.0.0.5:80' }, true],
    ['127.0.0.1', { host: '[::1]' }, true],
    ['127.0.0.1', { host: '10.0.0.5' }, false],
    ['127.0.0.1', { host: '' }, false],
    ['127.0.0.1', { host: 'a b' }, false],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost:5173' }, true],
    ['127.0.0.1', { host: 'localhost', origin: 'http://evil.example' }, false],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost.evil.example' }, false],
    ['127.0.0.1', { host: 'localhost', origin: 'localhost' }, true],
    ['127.0.0.1', { host: 'localhost', origin: 'null' }, false],
    ['127.0.0.1', { host: 'localhost', origin: '' }, false],
  ])('from %j with %j is %j', (ip, headers, expected) => {
    expect(isLocalCall(messageHead(headers), ip)).toBe(expected);
  });
});

it.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['fd00::9', 'fd00::9'],
  [undefined, ''],
])('the address of %j is %j', (remoteAddress, expected) => {
  const socket = { localAddress: '10.0.0.5', remoteAddress };
  expect(addressOf(messageHead({}, { socket }))).toBe(expected);
});

describe('readRequest', () => {
  it.each<[string | undefined, string, Record<string, string>]>([
    [undefined, '/', {}],
    ['/', '/', {}],
    ['', '', {}],
    ['*', '*', {}],
    ['/a/b', '/a/b', {}],
    ['/a?', '/a', {}],
    ['/a?b=c&d=e', '/a', { b: 'c', d: 'e' }],
    ['/a?b=c&b=d', '/a', { b: 'd' }],
    ['/a?b=c?d', '/a', { b: 'c?d' }],
    ['?a=b', '', { a: 'b' }],
    ['/a#b', '/a', {}],
    ['/a?b=c#d', '/a', { b: 'c' }],
    ['/a#b?c=d', '/a', {}],
    ['#b', '', {}],
    ['http://localhost', '', {}],
    ['http://localhost/', '/', {}],
    ['http://localhost/a/b?c=d', '/a/b', { c: 'd' }],
    ['http://localhost?c=d', '', { c: 'd' }],
    ['http://localhost#c', '', {}],
    ['HTTP+x.1-y://localhost/a', '/a', {}],
    ['1http://localhost/a', '1http://localhost/a', {}],
    ['a/http://localhost/b', 'a/http://localhost/b', {}],
    ['/http://localhost/b', '/http://localhost/b', {}],
    ['/a?b=http://c/', '/a', { b: 'http://c/' }],
    ['/%5Fsim/%63lock', '/_sim/clock', {}],
    ['/%41%7e%2D%2e%39', '/A~-.9', {}],
    ['/a%2Fb%20c%3F%25%zz%4', '/a%2Fb%20c%3F%25%zz%4', {}],
    ['/%C3%A4', '/%C3%A4', {}],
  ])('of target %j has path %j and query %j', (url, path, query) => {
    const message = messageHead({ host: 'localhost' }, { url, method: 'PUT' });
    expect(readRequest(message, '10.0.0.9')).toEqual({
      method: 'PUT',
      path,
      query,
      headers: { host: 'localhost' },
      body: undefined,
      ip: '10.0.0.9',
    });
  });

  it('passes headers on as they are, and a list of cookies as one text', () => {
    const headers = { 'content-type': 'text/plain', 'x-a': 'b, c' };
    const read = (more: { 'set-cookie'?: string[] }): unknown =>
      readRequest(messageHead({ ...headers, ...more }), '::1');
    expect(read({})).toMatchObject({ headers: { ...headers } });
    expect(read({ 'set-cookie': ['a=1', 'b=2'] })).toMatchObject({
      headers: { ...headers, 'set-cookie': 'a=1, b=2' },
    });
  });

  const noAddress = { code: 'BAD_REQUEST', message: 'X-Sim-IP must be an IP address such as 10.0.0.1' };
  it.each<[string, string, unknown]>([
    ['127.0.0.1', '10.9.9.9', { ip: '10.9.9.9' }],
    ['::1', 'fd00::1', { ip: 'fd00::1' }],
    ['127.0.0.1', 'nowhere', noAddress],
    ['127.0.0.1', '10.0.0.1, 10.0.0.2', noAddress],
    ['127.0.0.1', '', noAddress],
    ['10.0.0.9', '10.9.9.9', { ip: '10.0.0.9' }],
    ['10.0.0.9', 'nowhere', { ip: '10.0.0.9' }],
  ])('from %j with X-Sim-IP %j is %j', (ip, virtual, expected) => {
    expect(plain(readRequest(messageHead({ 'x-sim-ip': virtual }), ip))).toMatchObject(expected as object);
  });
});

describe('sentAtMs', () => {
  const noInstant = {
    code: 'BAD_REQUEST',
    message: 'X-Sim-At must be an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970',
  };

  it.each<[string, Record<string, string>, unknown]>([
    ['127.0.0.1', {}, undefined],
    ['127.0.0.1', { 'x-sim-at': '1970-01-01T00:00:00Z' }, 0],
    ['127.0.0.1', { 'x-sim-at': '1970-01-01T00:00:00.001Z' }, 1],
    ['127.0.0.1', { 'x-sim-at': '1969-12-31T23:59:59.999Z' }, noInstant],
    ['127.0.0.1', { 'x-sim-at': 'tomorrow' }, noInstant],
    ['127.0.0.1', { 'x-sim-at': '' }, noInstant],
    ['127.0.0.1', { 'x-sim-at': 'tomorrow', host: 'evil.example' }, undefined],
    ['127.0.0.1', { 'x-sim-at': '2026-01-01T00:00:00Z', origin: 'http://evil.example' }, undefined],
    ['10.0.0.9', { 'x-sim-at': '2026-01-01T00:00:00Z' }, undefined],
  ])('from %j with %j is %j', (ip, headers, expected) => {
    expect(plain(sentAtMs(messageHead(headers), ip))).toEqual(expected);
  });
});
