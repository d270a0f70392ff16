/** HTTP/1.1 over an open socket: text out, parsed answers in. */
import type { Socket } from 'node:net';
import { AnswerParser } from './answer-parser.ts';
import type { Endpoint } from './endpoint.ts';
import type { ConnectionFailure } from './failure.ts';
import { BrokenAnswer } from './framing.ts';
import { closedInHandshake, socketFailure } from './tls-error.ts';
import type { Wire, WireEvents } from './wire.ts';
import { protocolOfBytes } from './wrong-protocol.ts';

/** Takes over an open socket. Messages may be pipelined. */
export class Http1Wire implements Wire {
  readonly #socket: Socket;
  readonly #endpoint: Endpoint;
  readonly #events: WireEvents;
  readonly #parser: AnswerParser;
  #isOver = false;
  hasRead = false;

  constructor(socket: Socket, endpoint: Endpoint, events: WireEvents) {
    this.#socket = socket;
    this.#endpoint = endpoint;
    this.#events = events;
    this.#parser = new AnswerParser(events);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => this.#ended());
    socket.on('error', (error: NodeJS.ErrnoException) => this.#over(socketFailure(error, endpoint)));
    socket.on('close', () => this.#over({ reason: 'reset' }));
    // A tunnel pauses its socket until it is taken over.
    socket.resume();
  }

  send(text: string): void {
    // Only bodies contain text beyond ASCII, which is counted and sent as UTF-8.
    this.#socket.write(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');
  }

  gather(isGathering: boolean): void {
    if (isGathering) this.#socket.cork();
    else this.#socket.uncork();
  }

  destroy(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#isOver) return;
    if (!this.hasRead) {
      this.hasRead = true;
      const cause = protocolOfBytes(chunk);
      if (cause !== undefined) return this.#over({ reason: 'broken', cause });
    }
    try {
      this.#parser.push(chunk);
    } catch (error) {
      if (!(error instanceof BrokenAnswer)) throw error;
      this.#over({ reason: 'broken' });
    }
  }

  #ended(): void {
    if (this.#isOver) return;
    try {
      this.#parser.end();
      const isSilent = this.#endpoint.isTls && !this.hasRead;
      this.#over(isSilent ? closedInHandshake(this.#endpoint) : { reason: 'reset' });
    } catch {
      this.#over({ reason: 'broken' });
    }
  }

  #over(failure: ConnectionFailure): void {
    if (this.#isOver) return;
    this.destroy();
    this.#events.over(failure);
  }
}
