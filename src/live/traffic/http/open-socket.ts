/**
 * Opens a socket to an endpoint: directly or through a proxy, plain or with TLS. Certificates are always verified.
 * HTTP/1.1 is asked for first; a target that refuses it by ALPN is asked for HTTP/2.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Endpoint } from './endpoint.ts';
import { networkFailure, type ConnectionFailure } from './failure.ts';
import { isProtocolRefused, socketFailure } from './tls-error.ts';
import { openTunnel, proxyFailure, proxyName } from './tunnel.ts';

/** One of both is called, once, unless the opening was cancelled before. */
export interface OpeningEvents {
  opened(socket: Socket, isHttp2: boolean): void;
  failed(failure: ConnectionFailure): void;
}

/** A socket that is being opened. It begins when constructed. */
export class SocketOpening {
  readonly #endpoint: Endpoint;
  readonly #events: OpeningEvents;
  #socket: Socket | undefined;
  #isOver = false;
  /** Stops listening to the current socket. */
  #release: () => void = () => undefined;

  constructor(endpoint: Endpoint, events: OpeningEvents) {
    this.#endpoint = endpoint;
    this.#events = events;
    this.#begin();
  }

  /** Ends it without a call, if it is not over yet. */
  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#socket?.destroy();
  }

  get #isHttp2(): boolean {
    const { transport } = this.#endpoint;
    return transport?.isHttp2 === true || transport?.found.isHttp2 === true;
  }

  #begin(): void {
    const { isTls, address, port, transport } = this.#endpoint;
    if (transport?.proxy !== undefined) this.#throughProxy();
    else if (isTls) this.#secure(undefined);
    else {
      const socket = connectPlain({ host: address, port });
      this.#await(socket, 'connect', () => this.#done(socket, this.#isHttp2));
    }
  }

  #throughProxy(): void {
    const { isTls, transport } = this.#endpoint;
    const proxy = transport?.proxy;
    const socket = connectPlain({ host: proxy?.address ?? '', port: proxy?.port ?? 0 });
    const release = this.#await(
      socket,
      'connect',
      () =>
        openTunnel(socket, this.#endpoint, {
          opened: () => {
            release();
            if (isTls) this.#secure(socket);
            else this.#done(socket, this.#isHttp2);
          },
          failed: (failure) => this.#failed(failure),
        }),
      (error) => {
        const reason = error === undefined ? 'reset' : (networkFailure(error) ?? 'unreachable');
        return proxyFailure(
          `${proxyName(proxy)} cannot be used (${reason}); expected one that listens there`,
        );
      },
    );
  }

  #secure(tunnel: Socket | undefined): void {
    const isHttp2 = this.#isHttp2;
    const offered = isHttp2 ? ['h2'] : ['http/1.1'];
    const socket = connectTls(tlsOptions(this.#endpoint, tunnel, offered));
    this.#await(
      socket,
      'secureConnect',
      () => {
        if (isHttp2 && socket.alpnProtocol !== 'h2') {
          const cause = 'the target speaks no HTTP/2; expected http2 to be left out of the target file';
          this.#failed({ reason: 'tls', cause });
        } else this.#done(socket, isHttp2);
      },
      (error) => {
        const { transport } = this.#endpoint;
        if (error !== undefined && !isHttp2 && transport !== undefined && isProtocolRefused(error)) {
          transport.found.isHttp2 = true;
          this.#socket?.destroy();
          this.#begin();
          return undefined;
        }
        return error === undefined ? { reason: 'reset' } : socketFailure(error, this.#endpoint, offered);
      },
    );
  }

  /** Calls `ready` on that event, and `failed` for an error or an early close. Returns how to stop listening. */
  #await(
    socket: Socket,
    event: 'connect' | 'secureConnect',
    ready: () => void,
    failed: (error: NodeJS.ErrnoException | undefined) => ConnectionFailure | undefined = (error) =>
      error === undefined ? { reason: 'reset' } : socketFailure(error, this.#endpoint),
  ): () => void {
    this.#socket = socket;
    socket.setNoDelay(true);
    const onFailed = (error?: NodeJS.ErrnoException | boolean): void => {
      release();
      // What follows an error says nothing new.
      socket.on('error', () => undefined);
      if (this.#isOver) return;
      const failure = failed(typeof error === 'object' ? error : undefined);
      if (failure !== undefined) this.#failed(failure);
    };
    const release = (): void => {
      socket.off('error', onFailed);
      socket.off('close', onFailed);
    };
    socket.once(event, () => {
      if (this.#isOver) return;
      ready();
    });
    socket.on('error', onFailed);
    socket.on('close', onFailed);
    this.#release = release;
    return release;
  }

  #done(socket: Socket | TLSSocket, isHttp2: boolean): void {
    this.#isOver = true;
    this.#release();
    this.#events.opened(socket, isHttp2);
  }

  #failed(failure: ConnectionFailure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    this.#socket?.on('error', () => undefined);
    this.#socket?.destroy();
    this.#events.failed(failure);
  }
}

function tlsOptions(
  { host, address, port, ca, transport }: Endpoint,
  tunnel: Socket | undefined,
  offered: string[],
): ConnectionOptions {
  const { cert, key } = transport?.clientCertificate ?? {};
  return {
    // Through a tunnel the host is only what the certificate has to match.
    ...(tunnel === undefined ? { host: address, port } : { socket: tunnel, host }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: offered,
    // Explicit, so that no environment variable turns it off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
