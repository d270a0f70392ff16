/**
 * One persistent connection to a pinned address. Responses arrive in the order of the requests. When the connection
 * breaks, requests without a response fail and are not sent again.
 */
import { headerOf, type RawAnswer } from './answer-parser.ts';
import { decodeBody } from './decoded-body.ts';
import { note, type Endpoint } from './endpoint.ts';
import type { ConnectionFailure, FailureReason } from './failure.ts';
import { Http1Wire } from './http1-wire.ts';
import { Http2Wire } from './http2-wire.ts';
import { SocketOpening } from './open-socket.ts';
import { redactAnswer } from './redacted-answer.ts';
import { redirectOf } from './redirect.ts';
import type { Wire } from './wire.ts';
import { causeOfBadRequest, probedForTls } from './wrong-protocol.ts';

export type { Endpoint } from './endpoint.ts';
export type { FailureReason } from './failure.ts';

/** A request that has been written and has no response yet. */
export interface InFlight {
  readonly method: string;
  /** Milliseconds of the engine's clock. */
  sentMs: number;
}

/**
 * Receives the events of a connection, synchronously. Every request sent ends in exactly one `answered` or `failed`.
 */
export interface ConnectionOwner<T extends InFlight> {
  opened(connection: Connection<T>): void;
  answered(connection: Connection<T>, request: T, answer: RawAnswer): void;
  failed(connection: Connection<T>, request: T, reason: FailureReason): void;
  /** Called last and exactly once; `reason` is set if the connection never opened. */
  closed(connection: Connection<T>, reason: FailureReason | undefined): void;
  /** A redirect is followed: calls `send` as soon as one more request may be sent. At once by default. */
  follow?(send: () => void): void;
}

/** A server may close an idle connection at any moment: after this idle time it is not used again. */
const idleMsMax = 4_000;

/**
 * Opens its socket when constructed and pipelines requests over HTTP/1.1. Over HTTP/2, and where redirects are
 * followed, one request is on its way at a time. `send` requires `isUsable`.
 */
export class Connection<T extends InFlight> {
  readonly #endpoint: Endpoint;
  readonly #owner: ConnectionOwner<T>;
  readonly #secrets: readonly string[] | undefined;
  #opening: SocketOpening;
  #wire: Wire | undefined;
  readonly #inFlight: T[] = [];
  #first = 0;
  /** The messages in flight, where only the first has been written. */
  #texts: string[] | undefined;
  /** Redirects of the oldest request that were followed. */
  #hops = 0;
  /** True until the request that follows a redirect is written: until then no answer is expected. */
  #isFollowing = false;
  #isOpen = false;
  #isOver = false;
  #isClosing = false;
  #hasAnswered = false;
  #hasKeepAlive: boolean | undefined;
  #idleMsMax = idleMsMax;
  readonly #startedMs = performance.now();
  /** When the last response came; set by the owner. */
  restingSinceMs = 0;
  /** Cause and remedy of a failure, where they are known. */
  cause: string | undefined;

  constructor(endpoint: Endpoint, owner: ConnectionOwner<T>) {
    this.#endpoint = endpoint;
    this.#owner = owner;
    const { secrets = [], followsRedirects = false } = endpoint.transport ?? {};
    this.#secrets = secrets.length === 0 ? undefined : secrets;
    if (followsRedirects) this.#texts = [];
    this.#opening = this.#open();
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

  /** True while open; false once the server has announced that it closes. */
  get isUsable(): boolean {
    return this.#isOpen && !this.#isOver && !this.#isClosing;
  }

  /** True for a connection that has been idle so long that the server may be about to close it. */
  isStale(nowMs: number): boolean {
    return nowMs - this.restingSinceMs > this.#idleMsMax;
  }

  /** Writes a request; the caller records the time. */
  send(request: T, text: string): void {
    this.#inFlight.push(request);
    if (this.#texts === undefined) this.#wire?.send(text);
    else if (this.#texts.push(text) === 1) this.#wire?.send(text);
  }

  /** Batches writes: nothing is written between `true` and `false`. */
  gather(isGathering: boolean): void {
    this.#wire?.gather(isGathering);
  }

  /** Closes the connection at once; requests in flight fail for this reason. */
  cut(reason: FailureReason): void {
    this.#over({ reason });
  }

  #open(): SocketOpening {
    return new SocketOpening(this.#endpoint, {
      opened: (socket, isHttp2) => {
        const events = {
          awaited: () => (this.#isFollowing ? undefined : this.#inFlight[this.#first]?.method),
          answered: (answer: RawAnswer) => this.#answered(answer),
          over: (failure: ConnectionFailure) => this.#lost(failure),
        };
        if (isHttp2) this.#texts ??= [];
        this.#wire = isHttp2
          ? new Http2Wire(socket, this.#endpoint, events)
          : new Http1Wire(socket, this.#endpoint, events);
        if (this.#isOpen) this.#sendNext();
        else {
          this.#isOpen = true;
          this.#owner.opened(this);
        }
      },
      failed: (failure) => this.#over(failure),
    });
  }

  #sendNext(): void {
    this.#isFollowing = false;
    const next = this.#texts?.[0];
    if (next !== undefined && !this.#isOver) this.#wire?.send(next);
  }

  #answered(answer: RawAnswer): void {
    const request = this.#inFlight[this.#first];
    if (request === undefined || this.#isOver || this.#isFollowing) return;
    if (answer.encoding !== '' && !this.#isDecoded(answer)) return;
    const { status } = answer;
    if (status >= 300 && status < 400 && this.#isFollowed(answer)) return;
    if (status === 400 && !this.#hasAnswered) this.#note(causeOfBadRequest(answer, this.#endpoint));
    this.#hasAnswered = true;
    if (this.#secrets !== undefined) redactAnswer(answer, this.#secrets);
    this.#first += 1;
    if (this.#first === this.#inFlight.length) {
      this.#inFlight.length = 0;
      this.#first = 0;
    } else if (this.#first > 1024) {
      this.#inFlight.splice(0, this.#first);
      this.#first = 0;
    }
    if (answer.keepsAlive) this.#noteKeepAlive(answer.head);
    else this.#isClosing = true;
    if (this.#texts !== undefined) {
      this.#hops = 0;
      this.#texts.shift();
      if (answer.keepsAlive) this.#sendNext();
    }
    this.#owner.answered(this, request, answer);
    if (this.#isClosing) this.#over({ reason: 'reset' });
  }

  /** False if the body cannot be decoded: the connection is then over. */
  #isDecoded(answer: RawAnswer): boolean {
    const cause = decodeBody(answer);
    if (cause !== undefined) this.#over({ reason: 'broken', cause });
    return cause === undefined;
  }

  /** True if the answer is a redirect that is followed: another answer takes its place. */
  #isFollowed(answer: RawAnswer): boolean {
    const { transport } = this.#endpoint;
    if (transport === undefined) return false;
    const found = redirectOf(this.#endpoint, answer, { text: this.#texts?.[0] ?? '', hops: this.#hops });
    if (found === undefined) return false;
    if ('why' in found) {
      this.#note(found.why);
      return false;
    }
    this.#hops += 1;
    this.#texts?.splice(0, 1, found.text);
    const isKept = answer.keepsAlive;
    // It closes meanwhile; its end is not that of this connection.
    if (!isKept) this.#wire?.destroy();
    this.#isFollowing = true;
    const send = (): void => {
      if (this.#isOver) return;
      if (isKept) this.#sendNext();
      else this.#opening = this.#open();
    };
    if (this.#owner.follow === undefined) send();
    else this.#owner.follow(send);
    return true;
  }

  #note(sentence: string | undefined): void {
    if (sentence === undefined) return;
    note(
      this.#endpoint,
      (this.#secrets ?? []).reduce((text, secret) => text.replaceAll(secret, '[redacted]'), sentence),
    );
  }

  /** The Keep-Alive timeout of the first response applies to all later ones. */
  #noteKeepAlive(head: string): void {
    if (this.#hasKeepAlive !== undefined) return;
    const seconds = Number(/timeout=(\d{1,6})/.exec(headerOf(head, 'keep-alive') ?? '')?.[1] ?? Number.NaN);
    this.#hasKeepAlive = !Number.isNaN(seconds);
    if (this.#hasKeepAlive) this.#idleMsMax = Math.max(0, seconds * 1000 - 1000);
  }

  #over(failure: ConnectionFailure): void {
    if (this.#isOver) return;
    this.#close();
    this.#ended(failure);
  }

  /** The other side has ended the connection. */
  #lost(failure: ConnectionFailure): void {
    if (this.#isOver) return;
    const isSilent = this.#isSilent(failure);
    this.#close();
    if (isSilent) {
      void probedForTls(this.#endpoint).then((cause) =>
        this.#ended(cause === undefined ? failure : { ...failure, cause }),
      );
    } else this.#ended(failure);
  }

  #close(): void {
    this.#isOver = true;
    this.#opening.cancel();
    this.#wire?.destroy();
  }

  /** True for the first plain connection that was closed without a byte: the port may speak TLS. */
  #isSilent({ reason }: ConnectionFailure): boolean {
    const { isTls, transport } = this.#endpoint;
    if (isTls || reason !== 'reset' || this.owed === 0 || this.#wire?.hasRead !== false) return false;
    if (transport === undefined || transport.proxy !== undefined || transport.found.isProbed) return false;
    transport.found.isProbed = true;
    return true;
  }

  #ended({ reason, cause }: ConnectionFailure): void {
    this.cause = cause;
    this.#note(cause);
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
