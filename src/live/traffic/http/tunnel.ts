/** A tunnel through an HTTP proxy (CONNECT; RFC 9110, 9.3.6): the proxy sees host and port, and for https nothing else. */
import type { Socket } from 'node:net';
import { headBytesMax } from './answer-parser.ts';
import type { Endpoint, ProxyAddress } from './endpoint.ts';
import type { ConnectionFailure } from './failure.ts';

const headEnd = '\r\n\r\n';

/**
 * Asks the proxy at the other end of an open socket for a tunnel to the endpoint, and calls one of both functions
 * once. The socket then has no listener of the tunnel.
 */
export function openTunnel(
  socket: Socket,
  { host, port, transport }: Endpoint,
  { opened, failed }: { opened: () => void; failed: (failure: ConnectionFailure) => void },
): void {
  const name = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  let read = Buffer.alloc(0);
  const onData = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf(headEnd);
    if (end < 0 && read.length <= headBytesMax) return;
    socket.off('data', onData);
    const failure = refusalIn(read.toString('latin1', 0, Math.max(end, 0)), transport?.proxy);
    if (failure !== undefined) return failed(failure);
    socket.pause();
    // A target may speak first.
    if (end + headEnd.length < read.length) socket.unshift(read.subarray(end + headEnd.length));
    opened();
  };
  socket.on('data', onData);
  socket.write(`CONNECT ${name} HTTP/1.1\r\nhost: ${name}\r\n\r\n`);
}

/** Why the proxy's answer opens no tunnel. */
function refusalIn(head: string, proxy: ProxyAddress | undefined): ConnectionFailure | undefined {
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1] ?? 0);
  if (status >= 200 && status < 300) return undefined;
  const where = proxyName(proxy);
  if (status === 0)
    return proxyFailure(`${where} does not answer as an HTTP proxy; expected one under proxy`);
  if (status === 407) {
    return proxyFailure(`${where} asks for a login (407); expected a proxy that lets this machine pass`);
  }
  const remedy =
    status >= 500 ? 'expected a target that it reaches' : 'expected a proxy that allows this host and port';
  return proxyFailure(`${where} opens no tunnel (CONNECT answered with ${status}); ${remedy}`);
}

/** `the proxy HOST:PORT`, for messages. */
export const proxyName = (proxy: ProxyAddress | undefined): string =>
  `the proxy ${proxy?.host ?? ''}:${proxy?.port ?? 0}`;

/** A failure of the proxy itself. */
export const proxyFailure = (cause: string): ConnectionFailure => ({ reason: 'proxy', cause });
