/**
 * Connections whose requests are read and answered without node:http, which costs most of the time of a small answer. A connection
 * stays here while it sends one plain request after the other and waits for each answer; at the first chunk that is anything
 * else, node:http takes it over for good. Whatever is refused, timed out or streamed is node:http's.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { InvariantError } from '../../../core/base/assert.ts';
import type { HeaderPairs, OpenAnswer, ReceivedRequest, Reply } from '../connection.ts';
import type { Outbox } from '../outbox.ts';
import { MessageReader } from './read-message.ts';

/** What the connections of one server share. */
export interface DirectParts {
  /** Answers a request by its `reply`. */
  readonly dispatch: (arrival: ReceivedRequest) => unknown;
  readonly outbox: Outbox;
  /** False for a target that may be answered by a stream. */
  readonly isFor: (url: string) => boolean;
  /** Lets node:http have a connection, which has no listeners of this any more. */
  readonly handOver: (socket: Socket) => void;
  /** How long a connection may be idle after an answer, and how often that is looked at. */
  readonly keepAliveMs: number;
  readonly checkMs: number;
}

/** Call `accept` for each connection of the server. */
export class DirectConnections {
  readonly #open = new Set<DirectConnection>();
  readonly #shared: Shared;
  #check: NodeJS.Timeout | undefined;

  constructor(parts: DirectParts) {
    const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(parts.keepAliveMs / 1_000)}\r\n\r\n`;
    this.#shared = { ...parts, open: this.#open, reader: new MessageReader(), keepAlive };
  }

  accept(socket: Socket): void {
    const { checkMs } = this.#shared;
    this.#check ??= setInterval(() => this.#endIdle(), checkMs).unref();
    this.#open.add(new DirectConnection(socket, this.#shared));
  }

  /** Ends what is idle; the others end with their answer, which says so. */
  close(): void {
    clearInterval(this.#check);
    for (const connection of this.#open) connection.destroyIfIdle();
  }

  closeAll(): void {
    for (const connection of this.#open) connection.destroy();
  }

  #endIdle(): void {
    for (const connection of this.#open) connection.checked();
  }
}

interface Shared extends DirectParts {
  readonly open: Set<DirectConnection>;
  readonly reader: MessageReader;
  /** The end of a head that keeps the connection. */
  readonly keepAlive: string;
}

class DirectConnection implements Reply {
  readonly #socket: Socket;
  readonly #shared: Shared;
  readonly #listeners: readonly (readonly ['data' | 'end' | 'error' | 'close', (chunk: Buffer) => void])[];
  readonly #write = (): void => this.#writeAnswer();
  #isBusy = false;
  #isUsed = false;
  /** Checks since the last answer. */
  #idleChecks = 0;
  /** What has come while a request was being answered. */
  #rest: Buffer | undefined;
  #answer = '';
  #encoding: 'latin1' | 'utf8' = 'latin1';
  #isLast = false;

  constructor(socket: Socket, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    this.#listeners = [
      ['data', (chunk: Buffer) => this.#received(chunk)],
      ['end', () => void socket.end()],
      ['error', () => void socket.destroy()],
      ['close', () => void shared.open.delete(this)],
    ];
    for (const [name, listener] of this.#listeners) socket.on(name, listener);
  }

  get isGone(): boolean {
    return this.#socket.destroyed;
  }

  send(status: number, headers: HeaderPairs, payload: string): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    this.#isLast = false;
    for (let index = 0; index < headers.length; index += 2) {
      head += `${headers[index]}: ${headers[index + 1]}\r\n`;
      if (headers[index] === 'connection') this.#isLast = true;
    }
    this.#answer = `${head}${this.#isLast ? '\r\n' : this.#shared.keepAlive}${payload}`;
    this.#encoding = Buffer.byteLength(payload) === payload.length ? 'latin1' : 'utf8';
    this.#shared.outbox.afterTurn(this.#write);
  }

  open(): OpenAnswer | undefined {
    throw new InvariantError('a target that may be answered by a stream is left to node:http');
  }

  /** The answer that `send` has made. */
  #writeAnswer(): void {
    if (!this.#socket.writable) return;
    this.#socket.write(this.#answer, this.#encoding);
    this.#answer = '';
    this.#isBusy = false;
    this.#isUsed = true;
    this.#idleChecks = 0;
    if (this.#isLast) this.#socket.end();
    else if (this.#rest !== undefined) this.#handOver(this.#rest);
  }

  /** A connection that has sent nothing yet is node:http's to time out. */
  checked(): void {
    if (this.#isBusy) return;
    this.#idleChecks += 1;
    const { checkMs, keepAliveMs } = this.#shared;
    if (!this.#isUsed) this.#handOver(undefined);
    else if (this.#idleChecks * checkMs > keepAliveMs) this.destroy();
  }

  destroyIfIdle(): void {
    if (!this.#isBusy) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #received(chunk: Buffer): void {
    if (this.#isBusy) {
      this.#rest = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
      this.#socket.pause();
      return;
    }
    const message = this.#shared.reader.read(chunk);
    if (message === undefined || !this.#shared.isFor(message.url)) return this.#handOver(chunk);
    this.#isBusy = true;
    const { method, url, headers, rawHeaders, text } = message;
    const head = { method, url, headers, rawHeaders, httpVersion: '1.1', socket: this.#socket };
    this.#shared.dispatch({ message: head, text, isWhole: true, reply: this });
  }

  #handOver(unread: Buffer | undefined): void {
    const socket = this.#socket;
    for (const [name, listener] of this.#listeners) socket.off(name, listener);
    this.#shared.open.delete(this);
    this.#shared.handOver(socket);
    if (unread !== undefined) socket.unshift(unread);
    socket.resume();
  }
}
