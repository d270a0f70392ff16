/** One connection to a server of the test, with all that its owner hears in order. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import { Connection, type InFlight } from '../../../../src/live/traffic/http/connection.ts';
import {
  noFindings,
  type Endpoint,
  type EndpointTransport,
} from '../../../../src/live/traffic/http/endpoint.ts';
import { testMsMax } from '../../../time-limit.ts';

export interface Numbered extends InFlight {
  readonly n: number;
}

/** The way to a port on loopback; `transport` changes the direct one in HTTP/1.1. */
export const endpointAt = (port: number, transport?: Partial<EndpointTransport>): Endpoint => ({
  isTls: false,
  host: '127.0.0.1',
  address: '127.0.0.1',
  port,
  ca: undefined,
  ...(transport === undefined
    ? {}
    : {
        transport: {
          clientCertificate: undefined,
          proxy: undefined,
          isHttp2: false,
          followsRedirects: false,
          secrets: [],
          found: noFindings(),
          ...transport,
        },
      }),
});

export const messageOf = (n: number, method = 'GET'): string =>
  `${method} /${n} HTTP/1.1\r\nhost: here.example\r\n\r\n`;

export interface Connected {
  readonly connection: Connection<Numbered>;
  /** `opened`, `N: STATUS BODY`, `N: REASON`, and at last `closed` with a reason if it never opened. */
  readonly heard: string[];
  readonly opened: Promise<void>;
  readonly closed: Promise<void>;
}

interface Moment {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** A promise that a test resolves. */
export function moment(): Moment {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Resolves once the condition holds. */
export const until = (holds: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(holds()).toBe(true), { interval: 1, timeout: testMsMax });

/** Sends one GET for each number at once as soon as the connection is open. */
export function connected(endpoint: Endpoint, numbers: readonly number[] = [], method = 'GET'): Connected {
  const heard: string[] = [];
  const opened = moment();
  const closed = moment();
  const connection = new Connection<Numbered>(endpoint, {
    opened: (open) => {
      heard.push('opened');
      for (const n of numbers) open.send({ n, method, sentMs: n }, messageOf(n, method));
      opened.resolve();
    },
    answered: (_connection, { n }, { status, bytes, start, end }) =>
      heard.push(`${n}: ${status} ${bytes.toString('utf8', start, end)}`),
    failed: (_connection, { n }, reason) => heard.push(`${n}: ${reason}`),
    closed: (_connection, reason) => {
      heard.push(reason === undefined ? 'closed' : `closed: ${reason}`);
      closed.resolve();
    },
  });
  onTestFinished(() => connection.cut('reset'));
  return { connection, heard, opened: opened.promise, closed: closed.promise };
}

export interface HeldServer {
  readonly port: number;
  /** The path of each request, in the order in which they came, with the number of its connection. */
  readonly asked: string[];
  /** All connections so far. */
  readonly sockets: Socket[];
}

/** A server that keeps what it is asked; a test answers over its sockets. */
export async function heldServer(onAsked: (socket: Socket) => void = () => undefined): Promise<HeldServer> {
  const sockets: Socket[] = [];
  const asked: string[] = [];
  const server = createServer((socket) => {
    const place = sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const [, path = ''] of data.toString('latin1').matchAll(/^[A-Z]+ (\S+) HTTP/gm)) {
        asked.push(`${place} ${path}`);
        onAsked(socket);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked, sockets };
}

export const okay = (body: string, head = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;
