/**
 * One persistent connection to a pinned address. Responses arrive in the order of the requests. When the connection
 * breaks, requests without a response fail and are not sent again.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AnswerParser, BrokenAnswer, headerOf, type RawAnswer } from './answer-parser.ts';

/** A request that has been written and has no response yet. */
export interface InFlight {
  readonly method: string;
  /** Milliseconds of the engine's clock. */
  sentMs: number;
}

/**
 * Why a request has no response: too late, connection refused or reset, an invalid response, a TLS error, no route.
 */
export type FailureReason = 'timeout' | 'refused' | 'reset' | 'broken' | 'tls' | 'unreachable';

/**
 * Receives the events of a connection, synchronously. Every request sent ends in exactly one `answered` or `failed`.
 */
export interface ConnectionOwner<T extends InFlight> {
  opened(connection: Connection<T>): void;
  answered(connection: Connection<T>, request: T, answer: RawAnswer): void;
  failed(connection: Connection<T>, request: T, reason: FailureReason): void;
  /** Called last and exactly once; `reason` is set if the connection never opened. */
  closed(connection: Connection<T>, reason: FailureReason | undefined): void;
}

/** Where to connect: `ca` is PEM text of the certificates to trust, undefined for the system's authorities. */
export interface Endpoint {
  readonly isTls: boolean;
  /** The host name that the certificate has to match. */
  readonly host: string;
  /** The pinned IP address to connect to. */
  readonly address: string;
  readonly port: number;
  readonly ca: string | undefined;
}

/** A server may close an idle connection at any moment: after this idle time it is not used again. */
const idleMsMax = 4_000;

/**
 * Opens its socket when constructed and pipelines requests. `send` requires `isUsable`; TLS certificates are always
 * verified.
 */
export class Connection<T extends InFlight> {
  readonly #owner: ConnectionOwner<T>;
  readonly #socket: Socket;
  readonly #parser: AnswerParser;
  readonly #inFlight: T[] = [];
  #first = 0;
  #isOpen = false;
  #isOver = false;
  #isClosing = false;
  #hasKeepAlive: boolean | undefined;
  #idleMsMax = idleMsMax;
  readonly #startedMs = performance.now();
  /** When the last response came; set by the owner. */
  restingSinceMs = 0;

  constructor(endpoint: Endpoint, owner: ConnectionOwner<T>) {
    this.#owner = owner;
    this.#parser = new AnswerParser({
      awaited: () => this.#inFlight[this.#first]?.method,
      answered: (answer) => this.#answered(answer),
    });
    const socket = open(endpoint);
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.once(endpoint.isTls ? 'secureConnect' : 'connect', () => {
      this.#isOpen = true;
      owner.opened(this);
    });
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => this.#ended());
    socket.on('error', (error: NodeJS.ErrnoException) => this.#over(reasonOf(error)));
    socket.on('close', () => this.#over('reset'));
  }

  /** Requests in flight. */
  get owed(): number {
    return this.#inFlight.length - this.#first;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The oldest request in flight. */
  get oldest(): T | undefined {
    return this.#inFlight[this.#first];
  }

  /** Since when a response, or the opening of the connection, is outstanding; Infinity if neither is. */
  get owedSinceMs(): number {
    const { oldest } = this;
    if (oldest !== undefined) return oldest.sentMs;
    return this.#isOpen ? Number.POSITIVE_INFINITY : this.#startedMs;
  }

  /** True for a connection that has been idle so long that the server may be about to close it. */
  isStale(nowMs: number): boolean {
    return nowMs - this.restingSinceMs > this.#idleMsMax;
  }

  /** Writes a request; the caller records the time. */
  send(request: T, text: string): void {
    this.#inFlight.push(request);
    // Only bodies contain text beyond ASCII, which is counted and sent as UTF-8.
    this.#socket.write(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');
  }

  /** Batches writes: nothing is written between `true` and `false`. */
  gather(isGathering: boolean): void {
    if (isGathering) this.#socket.cork();
    else this.#socket.uncork();
  }

  /** Closes the connection at once; requests in flight fail for this reason. */
  cut(reason: FailureReason): void {
    this.#over(reason);
  }

  #read(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#parser.push(chunk);
    } catch (error) {
      if (!(error instanceof BrokenAnswer)) throw error;
      this.#over('broken');
    }
  }

  #answered(answer: RawAnswer): void {
    const request = this.#inFlight[this.#first];
    if (request === undefined || this.#isOver) return;
    this.#first += 1;
    if (this.#first === this.#inFlight.length) {
      this.#inFlight.length = 0;
      this.#first = 0;
    } else if (this.#first > 1024) {
      this.#inFlight.splice(0, this.#first);
      this.#first = 0;
    }
    const { keepsAlive } = answer;
    if (keepsAlive) this.#noteKeepAlive(answer.head);
    else this.#isClosing = true;
    this.#owner.answered(this, request, answer);
    if (this.#isClosing) this.#over('reset');
  }

  /** True while open; false once the server has announced that it closes. */
  get isUsable(): boolean {
    return this.#isOpen && !this.#isOver && !this.#isClosing;
  }

  /** The Keep-Alive timeout of the first response applies to all later ones. */
  #noteKeepAlive(head: string): void {
    if (this.#hasKeepAlive !== undefined) return;
    const seconds = Number(/timeout=(\d{1,6})/.exec(headerOf(head, 'keep-alive') ?? '')?.[1] ?? Number.NaN);
    this.#hasKeepAlive = !Number.isNaN(seconds);
    if (this.#hasKeepAlive) this.#idleMsMax = Math.max(0, seconds * 1000 - 1000);
  }

  #ended(): void {
    if (this.#isOver) return;
    try {
      this.#parser.end();
      this.#over('reset');
    } catch {
      this.#over('broken');
    }
  }

  #over(reason: FailureReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#socket.destroy();
    const failed = this.#inFlight.splice(this.#first);
    this.#first = 0;
    this.#inFlight.length = 0;
    // Only the oldest request timed out; the others failed with the connection.
    failed.forEach((request, index) =>
      this.#owner.failed(this, request, reason === 'timeout' && index > 0 ? 'reset' : reason),
    );
    this.#owner.closed(this, this.#isOpen ? undefined : reason);
  }
}

function open({ isTls, host, address, port, ca }: Endpoint): Socket {
  if (!isTls) return connectPlain({ host: address, port });
  return connectTls({
    host: address,
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable turns it off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
  });
}

const unreachable: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** An error that is none of the network's concerns a certificate or a handshake. */
function reasonOf({ code = '' }: NodeJS.ErrnoException): FailureReason {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  return unreachable.has(code) ? 'unreachable' : 'tls';
}
