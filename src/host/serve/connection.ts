/**
 * One connection. Its requests are dispatched in the order they came in, however slowly their bodies arrive; a message
 * that cannot be parsed is answered after all valid ones.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Outbox } from './outbox.ts';
import { readBody } from './read-body.ts';

/** What a request says before its body. */
export type MessageHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'
> & {
  readonly socket: Pick<Socket, 'localAddress' | 'remoteAddress'>;
};

/** A request whose body is here, or as much of it as decides. */
export interface ReceivedRequest {
  readonly message: MessageHead;
  readonly text: string;
  /** False when the rest of the body is discarded: the connection cannot be used again. */
  readonly isWhole: boolean;
  /** Sends the response: the payload in this turn, the end of the message when the request has been read. */
  readonly reply: Reply;
}

/** Names and values in turn: node:http writes such a list without looking the names up. */
export type HeaderPairs = (string | number)[];

/**
 * The response side of one HTTP request. Every method is safe after the client has disconnected: then it does
 * nothing.
 */
export interface Reply {
  send(status: number, headers: HeaderPairs, payload: string): void;
  /** True once the client has disconnected. */
  readonly isGone: boolean;
  /** Begins a response that stays open, such as an event stream; undefined once the client has disconnected. */
  open(status: number, headers: HeaderPairs): OpenAnswer | undefined;
}

/** An open response. */
export interface OpenAnswer {
  write(text: string): void;
  end(): void;
  /** Called once, when either side has ended it. */
  onClosed(closed: () => void): void;
}

/** Answers a request; a promise of it holds back the requests behind this one on its connection. */
export type Dispatch = (arrival: ReceivedRequest) => Promise<void> | undefined;

/** How long an aborted connection stays open so that the client can read its last response. */
const lingerMs = 2_000;

/** The connections of one server. */
export class ServerConnections {
  readonly #bySocket = new WeakMap<Duplex, ServerConnection>();
  readonly #shared: { readonly dispatch: Dispatch; readonly outbox: Outbox };

  constructor(shared: { readonly dispatch: Dispatch; readonly outbox: Outbox }) {
    this.#shared = shared;
  }

  of(socket: Duplex): ServerConnection {
    let connection = this.#bySocket.get(socket);
    if (connection === undefined) {
      connection = new ServerConnection(socket, this.#shared);
      this.#bySocket.set(socket, connection);
    }
    return connection;
  }
}

/**
 * One socket and its queue of requests. Pipelined requests are dispatched in the order of their headers, one at a
 * time.
 */
class ServerConnection {
  readonly #socket: Duplex;
  readonly #dispatch: Dispatch;
  readonly #outbox: Outbox;
  /** In order of arrival; undefined until the body is there. */
  readonly #queue: { arrival: ReceivedRequest | undefined }[] = [];
  /** Few: a client rarely sends ahead. */
  readonly #unanswered: IncomingMessage[] = [];
  #finalResponse: string | undefined;
  #isEnded = false;
  #isWaiting = false;

  constructor(socket: Duplex, { dispatch, outbox }: { dispatch: Dispatch; outbox: Outbox }) {
    this.#socket = socket;
    this.#dispatch = dispatch;
    this.#outbox = outbox;
  }

  accept(message: IncomingMessage, response: ServerResponse): void {
    const binding: { arrival: ReceivedRequest | undefined } = { arrival: undefined };
    const reply = new BufferedReply(response, this.#outbox);
    this.#queue.push(binding);
    this.#unanswered.push(message);
    response.on('close', () => {
      this.#unanswered.splice(this.#unanswered.indexOf(message), 1);
      this.#endIfDone();
    });
    readBody(message, {
      ready: (text, isWhole) => {
        if (isWhole) reply.release();
        binding.arrival = { message, text, isWhole, reply };
        this.#dispatchReady();
      },
      over: () => {
        if (binding.arrival === undefined) this.#queue.splice(this.#queue.indexOf(binding), 1);
        reply.release();
        this.#dispatchReady();
      },
    });
  }

  /** Ends the connection with this last response, once every complete request has its own. */
  abort(finalResponse: string): void {
    this.#finalResponse ??= finalResponse;
    this.#endIfDone();
  }

  #dispatchReady(): void {
    for (let arrival = this.#queue[0]?.arrival; arrival !== undefined; arrival = this.#queue[0]?.arrival) {
      if (this.#isWaiting) return;
      this.#queue.shift();
      const waiting = this.#dispatch(arrival);
      if (waiting === undefined) continue;
      this.#isWaiting = true;
      void waiting.finally(() => {
        this.#isWaiting = false;
        this.#dispatchReady();
      });
    }
  }

  #endIfDone(): void {
    if (this.#finalResponse === undefined || this.#isEnded) return;
    if (this.#unanswered.some(({ complete }) => complete)) return;
    this.#isEnded = true;
    if (!this.#socket.writable) {
      this.#socket.destroy();
      return;
    }
    this.#socket.end(this.#finalResponse);
    setTimeout(() => this.#socket.destroy(), lingerMs).unref();
  }
}

/** Ends the message only when the request has been read: closing earlier would reset the connection under the answer. */
class BufferedReply implements Reply {
  readonly #response: ServerResponse;
  readonly #outbox: Outbox;
  #isReleased = false;
  #isWritten = false;

  constructor(response: ServerResponse, outbox: Outbox) {
    this.#response = response;
    this.#outbox = outbox;
  }

  send(status: number, headers: HeaderPairs, payload: string): void {
    this.#outbox.afterTurn(() => {
      if (this.#response.destroyed) return;
      this.#isWritten = true;
      this.#response.sendDate = false;
      this.#response.writeHead(status, headers);
      if (this.#isReleased) this.#response.end(payload);
      else this.#response.write(payload);
    });
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  open(status: number, headers: HeaderPairs): OpenAnswer | undefined {
    const response = this.#response;
    if (response.destroyed) return undefined;
    response.sendDate = false;
    response.writeHead(status, headers);
    response.flushHeaders();
    return {
      write: (text) => response.write(text),
      end: () => response.end(),
      onClosed: (closed) => response.once('close', closed),
    };
  }

  /** Nothing of the request is left to read. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#isWritten) this.#response.end();
  }
}
