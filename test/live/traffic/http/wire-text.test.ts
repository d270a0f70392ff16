/** A request as the bytes that go over the wire: each part in its place, and nothing of a trace that could frame another message. */
import { describe, expect, it } from 'vitest';
import { framingHeaders } from '../../../../src/live/traffic/http/header-text.ts';
import {
  hostHeader,
  pathText,
  sendableHeaders,
  wireText,
  type WireRequest,
} from '../../../../src/live/traffic/http/wire-request.ts';
import type { CarriedHeaders } from '../../../../src/live/traffic/target/headers.ts';
import type { ServiceAddress } from '../../../../src/live/traffic/target/target.ts';

const plain: WireRequest = { method: 'GET', path: '/a', query: undefined, headers: undefined, ownHeaders: '', body: undefined, isJson: false }; // prettier-ignore
const linesOf = (change: Partial<WireRequest>, carried?: CarriedHeaders): string[] | undefined =>
  wireText({ ...plain, ...change }, 'here:1', carried)?.split('\r\n');

describe('a request', () => {
  it('is its line, its host, the headers of Orrery and its own, and the end', () => {
    expect(linesOf({})).toEqual(['GET /a HTTP/1.1', 'host: here:1', '', '']);
    expect(linesOf({ query: { 'a b': 'c&d', e: 'ü' }, headers: { 'X-One': '1', 'x-two': '' }, ownHeaders: 'x-own: y\r\n' })).toEqual([
      'GET /a?a+b=c%26d&e=%C3%BC HTTP/1.1', 'host: here:1', 'x-own: y', 'X-One: 1', 'x-two: ', '', '',
    ]);
    expect(linesOf({ query: {} })?.[0]).toBe('GET /a HTTP/1.1');
  }); // prettier-ignore

  it('has the length of its body in bytes, which is nothing for all but a GET without one', () => {
    expect(linesOf({ method: 'POST' })).toEqual(['POST /a HTTP/1.1', 'host: here:1', 'content-length: 0', '', '']); // prettier-ignore
    expect(linesOf({ method: 'POST', body: '{"ü":1}' })?.slice(2)).toEqual(['content-length: 8', '', '{"ü":1}']); // prettier-ignore
    expect(linesOf({ body: '' })?.slice(2)).toEqual(['content-length: 0', '', '']);
  });

  it('names JSON as the type of a body that is JSON, unless its headers say one', () => {
    const typed = (change: Partial<WireRequest>) => linesOf({ method: 'POST', body: '{}', isJson: true, ...change })?.filter((line) => /^content-type/i.test(line)); // prettier-ignore
    expect([typed({}), typed({ isJson: false }), typed({ headers: { 'Content-TYPE': 'a/b' } }), typed({ headers: { accept: 'a/b' } }), typed({ body: undefined })]).toEqual([
      ['content-type: application/json'], [], ['Content-TYPE: a/b'], ['content-type: application/json'], [],
    ]); // prettier-ignore
  });

  it('has none of the headers that frame a message, whatever their case', () => {
    for (const name of framingHeaders)
      for (const spelled of [name, name.toUpperCase()]) {
        expect(linesOf({ headers: { [spelled]: 'x', b: '1' } })?.slice(2)).toEqual(['b: 1', '', '']);
        expect(sendableHeaders({ [spelled]: 'x', B: '1' })).toEqual({ B: '1' });
      }
    expect(sendableHeaders({})).toEqual({});
  });

  it.each([
    [{ 'a b': 'c' }], [{ 'a\r\nb': 'c' }], [{ '': 'c' }], [{ a: 'b\r\nc: d' }], [{ a: 'ü' }], [{ a: '\u0000' }], [{ a: 'b', 'c:': 'd' }],
  ])('with the headers %j is none', (headers) => {
    expect([linesOf({ headers }), sendableHeaders(headers)]).toEqual([undefined, undefined]);
  }); // prettier-ignore

  it('has the headers and the scheme of the target file in place of those that it brings', () => {
    const carried: CarriedHeaders = { named: [], lines: 'x-team: one\r\n', names: new Set(['x-team', 'x-api-key']), auth: { header: 'X-Api-Key', scheme: undefined }, secrets: [] }; // prettier-ignore
    const headers = { Authorization: 'Bearer key-1', 'X-TEAM': 'two', 'x-api-key': 'three', other: '4' };
    expect(linesOf({ headers }, carried)?.slice(2)).toEqual(['x-team: one', 'X-Api-Key: key-1', 'other: 4', '', '']); // prettier-ignore
    const same = { ...carried, auth: undefined };
    expect(linesOf({ headers }, same)?.slice(2)).toEqual(['x-team: one', 'Authorization: Bearer key-1', 'other: 4', '', '']); // prettier-ignore
    const token = { ...carried, auth: { header: 'Authorization', scheme: 'Token' } };
    expect(linesOf({ headers: { authorization: 'bearer  key-1' } }, token)?.[3]).toBe('Authorization: Token key-1'); // prettier-ignore
    expect(linesOf({ headers: { authorization: 'Basic abc' } }, token)?.[3]).toBe('Authorization: Basic abc');
  });
});

it.each([
  ['/a b"<>`{}|\\^', '/a%20b%22%3C%3E%60%7B%7D%7C%5C%5E'],
  ["/!$&'()*+,-./09:;=@AZ_az~%20", "/!$&'()*+,-./09:;=@AZ_az~%20"],
  ['/ü?#', '/%C3%BC%3F%23'],
  ['/\ud800x', '/%EF%BF%BDx'],
  ['/\u{1f600}', '/%F0%9F%98%80'],
])('the path %s is sent as %s', (path, sent) => expect(pathText(path)).toBe(sent));

it.each<[Partial<ServiceAddress>, string]>([
  [{ host: 'a.example', port: 80 }, 'a.example'],
  [{ host: 'a.example', port: 443 }, 'a.example:443'],
  [{ host: 'a.example', port: 443, isTls: true }, 'a.example'],
  [{ host: 'a.example', port: 80, isTls: true }, 'a.example:80'],
  [{ host: '::1', port: 8080 }, '[::1]:8080'],
  [{ host: '::1', port: 80 }, '[::1]'],
])('the host of %j is %s', (address, host) => {
  expect(hostHeader({ isTls: false, ...address } as ServiceAddress)).toBe(host);
});
