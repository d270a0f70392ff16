/**
 * A gateway in front of a platform on loopback, as deployments have them: it ends TLS or HTTP/2, wants headers and keys
 * in its own way, encodes answers, redirects. And a proxy that opens tunnels.
 */
import {
  Agent,
  createServer,
  request as requestPlain,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttp2, createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { authority, server as localhost } from './certificates.ts';

export interface GatewayOptions {
  readonly kind: 'http' | 'https' | 'h2c' | 'h2';
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly wantsClient?: boolean;
  readonly encoding?: 'gzip' | 'br' | 'deflate';
  /** A status other than 200 for requests that it does not accept. */
  readonly check?: (headers: IncomingMessage['headers']) => number;
  /** Where a request is sent instead, or undefined to pass it on. */
  readonly redirect?: (url: string) => { readonly status: number; readonly location: string } | undefined;
}

export interface Gateway {
  readonly port: number;
  readonly headers: IncomingMessage['headers'][];
  readonly versions: Set<string>;
}

/** Listens on loopback until the test is over. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

/** Passes requests on to the platform at `address`, whose keys come in Authorization: Bearer. */
export async function gateway(address: string, options: GatewayOptions): Promise<Gateway> {
  const { kind, certificate = localhost, wantsClient = false } = options;
  const headers: IncomingMessage['headers'][] = [];
  const versions = new Set<string>();
  // One connection keeps the order of what is pipelined.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    headers.push(message.headers);
    versions.add(message.httpVersion);
    const place = options.redirect?.(message.url ?? '');
    if (place !== undefined) {
      message.resume();
      response.writeHead(place.status, { location: place.location }).end();
    } else passOn(address, { message, response, agent }, options);
  };
  const tls = { ...certificate, ca: authority, requestCert: wantsClient, rejectUnauthorized: wantsClient };
  const servers = {
    http: () => createServer(onRequest),
    https: () => createHttps(tls, onRequest),
    h2c: () => createHttp2(onRequest as never),
    h2: () => createSecureServer(tls, onRequest as never),
  };
  return { port: await listening(servers[kind]()), headers, versions };
}

function passOn(
  address: string,
  { message, response, agent }: { message: IncomingMessage; response: ServerResponse; agent: Agent },
  { check, encoding }: GatewayOptions,
): void {
  const status = check?.(message.headers) ?? 200;
  if (status !== 200) {
    message.resume();
    response.writeHead(status).end('{}');
    return;
  }
  const { 'x-api-key': key, ...others } = message.headers;
  const own = Object.entries(others).filter(([name]) => !name.startsWith(':') && name !== 'connection');
  const headers = {
    ...Object.fromEntries(own),
    ...(key === undefined ? {} : { authorization: `Bearer ${String(key)}` }),
  };
  const path = (message.url ?? '').replace(/^\/moved/, '');
  const passed = requestPlain(address + path, { method: message.method, headers, agent }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const {
        connection: _connection,
        'keep-alive': _alive,
        'transfer-encoding': _te,
        ...rest
      } = answer.headers;
      const body = Buffer.concat(chunks);
      const sent = encoding === undefined ? body : encoders[encoding](body);
      response.writeHead(answer.statusCode ?? 0, {
        ...rest,
        'content-length': sent.length,
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      });
      response.end(sent);
    });
  });
  passed.on('error', () => response.destroy());
  message.pipe(passed);
}

export interface Proxy {
  readonly port: number;
  /** What it was asked to connect to. */
  readonly asked: string[];
}

/** Opens tunnels to 127.0.0.1, whatever the name; `status` other than 200 refuses. */
export async function proxy(status = 200): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((_message, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }: IncomingMessage, client: Socket) => {
    asked.push(url);
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const target = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(client);
      client.pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
    client.on('close', () => target.destroy());
  });
  return { port: await listening(server), asked };
}
