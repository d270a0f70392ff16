/** How a connection is opened: with TLS, through a proxy, by the protocol that the target speaks, and what is said where it is not. */
import { createSecureServer, createServer as createHttp2 } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { createServer as createPlain, type Socket } from 'node:net';
import { createServer as createTls, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { Endpoint, EndpointTransport } from '../../../../src/live/traffic/http/endpoint.ts';
import { SocketOpening } from '../../../../src/live/traffic/http/open-socket.ts';
import { causeOfNoConnection } from '../../../../src/live/traffic/http/reach.ts';
import { probedForTls } from '../../../../src/live/traffic/http/wrong-protocol.ts';
import { authority, client, server as localhost } from '../transports/certificates.ts';
import { listening, proxy } from '../transports/gateway.ts';
import { connected, endpointAt, heldServer, okay, until } from './connected.ts';

const named = (port: number, transport?: Partial<EndpointTransport>, change: Partial<Endpoint> = {}): Endpoint => ({
  ...endpointAt(port, transport), isTls: true, host: 'localhost', ca: authority, ...change,
}); // prettier-ignore

/** What becomes of one request over a connection to there. */
async function asked(endpoint: Endpoint) {
  const { heard, connection } = connected(endpoint, [1]);
  await until(() => heard.length > 1 || heard[0]?.startsWith('closed') === true);
  return { heard, cause: connection.cause };
}

/** Answers with the protocol, the name that TLS was asked for, and the scheme. */
const answering = (
  request: { httpVersion: string; socket: object; headers: object },
  response: { end: (text: string) => unknown },
): unknown => {
  const { servername, alpnProtocol } = request.socket as TLSSocket & { servername?: string | false };
  const scheme = (request.headers as Record<string, string>)[':scheme'];
  return response.end([request.httpVersion, servername, alpnProtocol, scheme].join(' '));
};

const secure = async (options: object = {}): Promise<number> =>
  listening(createHttps({ ...localhost, ca: authority, ALPNProtocols: ['http/1.1'], ...options }, answering));
const secureHttp2 = async (): Promise<number> => listening(createSecureServer(localhost, answering as never));

const proxyAt = (port: number): Partial<EndpointTransport> => ({
  proxy: { host: 'proxy.example', address: '127.0.0.1', port },
});

describe('a connection with TLS', () => {
  it('offers HTTP/1.1 and names its host', async () => {
    const { heard } = await asked(named(await secure()));
    expect(heard).toEqual(['opened', '1: 200 1.1 localhost http/1.1 ']);
  });

  it('turns to HTTP/2 where the target refuses HTTP/1.1, and says so to the connections after it', async () => {
    const endpoint = named(await secureHttp2(), {});
    const first = await asked(endpoint);
    expect(endpoint.transport?.found).toEqual({ isHttp2: true, isProbed: false, notes: new Set() });
    const again = await asked(endpoint);
    for (const { heard } of [first, again]) {
      expect(heard).toEqual(['opened', expect.stringMatching(/^1: 200 2\.0 .*https$/)]);
    }
  });

  it.each<[string, () => Promise<Endpoint>, string]>([
    ['the target speaks HTTP/2 alone and the way is not looked for', async () => named(await secureHttp2()), 'the target speaks neither HTTP/1.1 nor HTTP/2; expected one of them'],
    ['the target speaks no HTTP/2', async () => named(await secure(), { isHttp2: true }), 'the target speaks no HTTP/2; expected http2 to be left out of the target file'],
    ['the target agrees on no protocol', async () => named(await listening(createTls(localhost)), { isHttp2: true }), 'the target speaks no HTTP/2; expected http2 to be left out of the target file'],
    ['no authority is trusted', async () => named(await secure(), {}, { ca: undefined }), 'no trusted authority issued the certificate; name its authority under tls.ca'],
  ])('fails where %s', async (_what, endpoint, cause) => {
    expect(await asked(await endpoint())).toEqual({ heard: ['closed: tls'], cause });
  }); // prettier-ignore

  it('shows its certificate to a target that asks for one', async () => {
    const port = await secure({ requestCert: true, rejectUnauthorized: true });
    const { heard } = await asked(named(port, { clientCertificate: client }));
    expect(heard).toEqual(['opened', '1: 200 1.1 localhost http/1.1 ']);
  });

  it('is reset where the target closes within the handshake', async () => {
    const port = await listening(createPlain((socket) => void socket.once('data', () => socket.end())));
    const { heard, cause } = await asked(named(port));
    expect([heard, cause]).toEqual([['closed: reset'], undefined]);
  });

  it.each([
    ['before it answers', '', /after the TLS handshake/],
    ['behind an answer', okay('one'), undefined],
  ])('may have had its certificate refused if the target closes %s', async (_what, text, cause) => {
    const server = createTls({ ...localhost, ca: authority }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(text));
    });
    const { connection, closed } = connected(named(await listening(server), { clientCertificate: client }), [1, 2]); // prettier-ignore
    await closed;
    if (cause === undefined) expect(connection.cause).toBeUndefined();
    else expect(connection.cause).toMatch(cause);
  });
});

describe('a connection through a proxy', () => {
  it.each<[string, boolean]>([['plain', false], ['with TLS', true]])('leads to the target, %s', async (_what, isTls) => {
    const there = isTls ? await secure() : (await heldServer((socket) => socket.write(okay('plain')))).port;
    const way = await proxy();
    const { heard } = await asked(named(there, proxyAt(way.port), { isTls }));
    expect(heard).toEqual(['opened', isTls ? '1: 200 1.1 localhost http/1.1 ' : '1: 200 plain']);
    expect(way.asked).toEqual([`localhost:${there}`]);
  }); // prettier-ignore

  it('leads to a target that speaks HTTP/2 without being asked', async () => {
    const there = await listening(createHttp2(answering as never));
    const way = await proxy();
    const { heard } = await asked(named(there, { ...proxyAt(way.port), isHttp2: true }, { isTls: false }));
    expect(heard).toEqual(['opened', '1: 200 2.0   http']);
  });

  it.each<[string, () => Promise<number>, string]>([
    ['refuses', async () => (await proxy(403)).port, 'opens no tunnel (CONNECT answered with 403); expected a proxy that allows this host and port'],
    ['is not there', () => Promise.resolve(1), 'cannot be used (refused); expected one that listens there'],
    ['closes without an answer', () => listening(createPlain((socket) => void socket.once('data', () => socket.end()))), 'cannot be used (reset); expected one that listens there'],
  ])('fails where the proxy %s', async (_what, there, why) => {
    const port = await there();
    expect(await asked(named(9, proxyAt(port)))).toEqual({ heard: ['closed: proxy'], cause: `the proxy proxy.example:${port} ${why}` });
  }); // prettier-ignore

  it('says nothing of the protocol of a target that closes without a byte', async () => {
    const there = await heldServer((socket) => socket.destroy());
    const way = await proxy();
    const endpoint = endpointAt(there.port, proxyAt(way.port));
    const { closed } = connected(endpoint, [1]);
    await closed;
    expect([endpoint.transport?.found.isProbed, there.sockets.length]).toEqual([false, 1]);
  });
});

describe('an opening', () => {
  const openings = (port: number) => {
    const calls: string[] = [];
    const sockets: Socket[] = [];
    const opened = (socket: Socket): void => {
      calls.push('opened');
      sockets.push(socket);
      socket.on('error', () => undefined);
    };
    const opening = new SocketOpening(endpointAt(port), { opened, failed: () => calls.push('failed') });
    return { calls, sockets, opening };
  };

  it('that is cancelled calls nothing and keeps no socket', async () => {
    const { port, sockets } = await heldServer();
    const first = openings(port);
    first.opening.cancel();
    first.opening.cancel();
    const second = openings(port);
    await until(() => second.calls.length === 1);
    await until(() => sockets.filter(({ destroyed }) => !destroyed).length === 1);
    expect([first.calls, second.calls]).toEqual([[], ['opened']]);
    second.sockets[0]?.destroy();
  });

  it('that is over cannot be cancelled, and its socket is left to its owner', async () => {
    const { port } = await heldServer();
    const { calls, sockets, opening } = openings(port);
    await until(() => calls.length === 1);
    opening.cancel();
    expect([calls, sockets[0]?.destroyed]).toEqual([['opened'], false]);
    expect([sockets[0]?.listenerCount('close'), sockets[0]?.listenerCount('error')]).toEqual([0, 1]);
    sockets[0]?.destroy();
  });
});

describe('the way to a port', () => {
  it.each<[string, string | undefined]>([
    ['localhost', 'localhost'], ['shop1.example2', 'shop1.example2'], ['1.example', '1.example'], ['127.0.0.1', undefined], ['::1', undefined],
  ])('is asked for TLS by the name of a host: %s', async (host, name) => {
    const names: (string | undefined)[] = [];
    const server = createTls({ ...localhost, SNICallback: (sni, done) => { names.push(sni); done(null); } });
    const found = await probedForTls(named(await listening(server), undefined, { host }));
    expect([names, found]).toEqual([name === undefined ? [] : [name], 'the port speaks TLS; expected https:// instead of http:// in the target file']);
  }); // prettier-ignore

  it('that speaks no TLS is no mistake of the target file', async () => {
    const port = await listening(
      createPlain((socket) => void socket.once('data', () => socket.end('hello'))),
    );
    expect(await probedForTls(named(port))).toBeUndefined();
  });

  it('has a cause where TLS fails, and none where it opens or does not answer', async () => {
    const { port, sockets } = await heldServer();
    expect(await causeOfNoConnection(endpointAt(port), 1_000)).toBeUndefined();
    await until(() => sockets.every(({ destroyed }) => destroyed));
    expect(await causeOfNoConnection(named(port), 20)).toBeUndefined();
    const untrusted = named(await secure(), {}, { ca: undefined });
    expect(await causeOfNoConnection(untrusted, 1_000)).toBe('no trusted authority issued the certificate; name its authority under tls.ca'); // prettier-ignore
  });
});
