/** A tunnel through a proxy, over a socket that is made up: what is asked, what its answers mean, and what belongs to the target. */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { headBytesMax } from '../../../../src/live/traffic/http/answer-parser.ts';
import type { Endpoint } from '../../../../src/live/traffic/http/endpoint.ts';
import { openTunnel, proxyName } from '../../../../src/live/traffic/http/tunnel.ts';

const proxy = { host: 'proxy.example', address: '127.0.0.1', port: 3128 };

/** What happens on the socket where the proxy sends these parts. */
function tunnelled(parts: readonly string[], endpoint: Partial<Endpoint> = {}) {
  const calls: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    write: (text: string) => calls.push(`write ${text}`),
    pause: () => calls.push('pause'),
    unshift: (bytes: Buffer) => calls.push(`unshift ${bytes.toString()}`),
  });
  const at = { isTls: true, host: 'there.example', address: '', port: 443, ca: undefined, transport: { proxy }, ...endpoint } as unknown as Endpoint; // prettier-ignore
  openTunnel(socket as unknown as Socket, at, {
    opened: () => calls.push('opened'),
    failed: ({ reason, cause }) => calls.push(`${reason}: ${cause}`),
  });
  const [asked, ...rest] = calls.splice(0);
  for (const part of parts) socket.emit('data', Buffer.from(part, 'latin1'));
  return { asked, rest, calls, listeners: socket.listenerCount('data') };
}

describe('a tunnel', () => {
  it.each([['there.example', 443, 'there.example:443'], ['::1', 80, '[::1]:80']])('is asked for to %s and port %i', (host, port, name) => {
    const { asked, rest, calls } = tunnelled([], { host, port });
    expect([asked, rest, calls]).toEqual([`write CONNECT ${name} HTTP/1.1\r\nhost: ${name}\r\n\r\n`, [], []]);
  }); // prettier-ignore

  it.each<[readonly string[], readonly string[]]>([
    [['HTTP/1.1 200 OK\r\n\r\n'], ['pause', 'opened']],
    [['HTTP/1.0 200\r\n\r\n'], ['pause', 'opened']],
    [['HTTP/1.1 299 Fine\r\nX: y\r\n\r\n'], ['pause', 'opened']],
    [['HTTP/1.', '1 200 OK\r\nX: y\r', '\n\r', '\n'], ['pause', 'opened']],
    [['HTTP/1.1 200 OK\r\n\r\nhello'], ['pause', 'unshift hello', 'opened']],
    [['HTTP/1.1 200 OK\r\n', '\r\nx'], ['pause', 'unshift x', 'opened']],
    [['HTTP/1.1 200 OK\r\n'], []],
  ])('is open after %j', (parts, happened) => {
    const { calls, listeners } = tunnelled(parts);
    expect([calls, listeners]).toEqual([happened, happened.length === 0 ? 1 : 0]);
  }); // prettier-ignore

  const where = 'proxy: the proxy proxy.example:3128';
  it.each<[string, string]>([
    ['HTTP/1.1 407 Login\r\n\r\n', `${where} asks for a login (407); expected a proxy that lets this machine pass`],
    ...[199, 300, 403, 406, 408, 499].map((status): [string, string] => [`HTTP/1.1 ${status} No\r\n\r\n`, `${where} opens no tunnel (CONNECT answered with ${status}); expected a proxy that allows this host and port`]),
    ...[500, 502, 599].map((status): [string, string] => [`HTTP/1.1 ${status} No\r\n\r\n`, `${where} opens no tunnel (CONNECT answered with ${status}); expected a target that it reaches`]),
    ...['HTTP/1.2 200 OK', 'HTTP/2 200', 'xHTTP/1.1 200 OK', 'HTTP/1.1 2000', 'HTTP/1.1 20', 'SSH-2.0', '', `HTTP/1.1 200 OK\r\n${'x'.repeat(5)}`.slice(0, 3)].map((head): [string, string] => [`${head}\r\n\r\n`, `${where} does not answer as an HTTP proxy; expected one under proxy`]),
  ])('is none after %j', (answer, said) => {
    const { calls, listeners } = tunnelled([answer]);
    expect([calls, listeners]).toEqual([[said], 0]);
  }); // prettier-ignore

  it('is none after a head without end', () => {
    const head = 'HTTP/1.1 200 OK\r\n';
    const long = head + 'x'.repeat(headBytesMax - head.length);
    expect(tunnelled([long]).calls).toEqual([]);
    expect(tunnelled([long, 'x']).calls).toEqual([`${where} does not answer as an HTTP proxy; expected one under proxy`]); // prettier-ignore
  });

  it('names its proxy', () => {
    expect([proxyName(proxy), proxyName(undefined)]).toEqual([
      'the proxy proxy.example:3128',
      'the proxy :0',
    ]);
  });
});
