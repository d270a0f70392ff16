/**
 * Parses HTTP/1.1 responses from a connection, in order, however they are split into chunks. It is strict: an
 * ambiguous response breaks the connection, because later responses could not be told apart.
 */
import { BrokenAnswer, framingOf, statusOf } from './framing.ts';

/** One response. Its body is `bytes` from `start` to `end`, valid until the handler returns. */
export interface RawAnswer {
  status: number;
  /** Status line and header lines, each ended by CRLF. */
  head: string;
  bytes: Buffer;
  start: number;
  end: number;
  /** False if the connection ends with this response. */
  keepsAlive: boolean;
  /** Content-Encoding in lower case; empty for a body as it is. */
  encoding: string;
}

/** The owner of a parser; called synchronously during `push` and `end`. */
export interface AnswerHandler {
  /** The method of the request that the next response belongs to; undefined if none is outstanding. */
  awaited(): string | undefined;
  answered(answer: RawAnswer): void;
}

/** The longest status line and headers that are accepted, in bytes. */
export const headBytesMax = 32 * 1024;
/** The longest body that is accepted, in bytes; the platform's longest responses have some hundred kilobytes. */
export const bodyBytesMax = 4 * 1024 * 1024;
const chunkLineBytesMax = 1024;
/** A body of tiny chunks is joined after this many pieces: each piece costs a hundred bytes of memory. */
const piecesMax = 4096;

const none = Buffer.alloc(0);

/** An answer to be filled in. */
export const noAnswer = (): RawAnswer => ({
  status: 0,
  head: '',
  bytes: none,
  start: 0,
  end: 0,
  keepsAlive: true,
  encoding: '',
});

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

type State = 'head' | 'length' | 'chunk-line' | 'chunk' | 'chunk-end' | 'trailer' | 'until-close';

/** Parses one connection's responses and passes each to the handler, in a `RawAnswer` object that is reused. */
export class AnswerParser {
  readonly #handler: AnswerHandler;
  readonly #answer: RawAnswer = noAnswer();
  #state: State = 'head';
  /** Bytes that are not parsed yet, from `#at` on. */
  #bytes: Buffer = none;
  #at = 0;
  /** Remaining bytes of a chunk or of a body of known length. */
  #left = 0;
  /** The pieces of a body that spans several chunks. */
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #trailerBytes = 0;

  constructor(handler: AnswerHandler) {
    this.#handler = handler;
  }

  /** True between two responses. */
  get isIdle(): boolean {
    return this.#state === 'head' && this.#at === this.#bytes.length;
  }

  /** Parses the next bytes of the connection. Throws `BrokenAnswer`. */
  push(chunk: Buffer): void {
    const isEmpty = this.#at === this.#bytes.length;
    this.#bytes = isEmpty ? chunk : Buffer.concat([this.#bytes.subarray(this.#at), chunk]);
    this.#at = 0;
    while (this.#at < this.#bytes.length && this.#step());
  }

  /** The server has closed, which ends a response without a length. Throws `BrokenAnswer` within any other. */
  end(): void {
    if (this.#state === 'until-close') this.#finishPieces();
    else if (!this.isIdle) throw new BrokenAnswer('the connection was closed in the middle of an answer');
  }

  /** False if more bytes are needed first. */
  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#readHead();
      case 'length':
        return this.#readLength();
      case 'chunk-line':
        return this.#readChunkLine();
      case 'chunk':
        return this.#readChunk();
      case 'chunk-end':
        return this.#readChunkEnd();
      case 'trailer':
        return this.#readTrailer();
      case 'until-close':
        return this.#readRest();
    }
  }

  #readHead(): boolean {
    const method = this.#handler.awaited();
    if (method === undefined) throw new BrokenAnswer('there is an answer without a request');
    const to = this.#bytes.indexOf(headEnd, this.#at);
    if ((to < 0 ? this.#bytes.length : to) - this.#at > headBytesMax)
      throw new BrokenAnswer('the headers are too large');
    if (to < 0) return false;
    const head = this.#bytes.toString('latin1', this.#at, to + 2);
    this.#at = to + 4;
    const answer = this.#answer;
    answer.status = statusOf(head);
    answer.head = head;
    // An interim response precedes the final one (RFC 9110, 15.2).
    if (answer.status < 200 && answer.status !== 101) return true;
    if (answer.status === 101) throw new BrokenAnswer('the protocol was switched without a request for it');
    this.#frame(method);
    return true;
  }

  /** How long the body is (RFC 9112, 6.3). */
  #frame(method: string): void {
    const framing = framingOf(this.#answer.head);
    const answer = this.#answer;
    answer.keepsAlive = framing.keepsAlive;
    answer.encoding = framing.encoding;
    const isBodiless = method === 'HEAD' || answer.status === 204 || answer.status === 304;
    if (isBodiless) this.#finish(this.#bytes, this.#at, this.#at);
    else if (framing.isChunked) this.#state = 'chunk-line';
    else if (framing.length === undefined) {
      answer.keepsAlive = false;
      this.#state = 'until-close';
    } else if (framing.length > bodyBytesMax) throw new BrokenAnswer('the body is too large');
    else {
      this.#left = framing.length;
      this.#state = 'length';
      // An empty body is complete now; `push` would wait for another byte.
      this.#readLength();
    }
  }

  #readLength(): boolean {
    const here = this.#bytes.length - this.#at;
    if (here < this.#left) {
      this.#keepPiece(here);
      this.#left -= here;
      return false;
    }
    const to = this.#at + this.#left;
    if (this.#pieces.length === 0) {
      const from = this.#at;
      this.#at = to;
      this.#finish(this.#bytes, from, to);
    } else {
      this.#keepPiece(this.#left);
      this.#finishPieces();
    }
    return true;
  }

  #readChunkLine(): boolean {
    const line = this.#line(chunkLineBytesMax);
    if (line === undefined) return false;
    const size = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) throw new BrokenAnswer('a chunk has no length');
    this.#left = Number.parseInt(size, 16);
    if (this.#piecesBytes + this.#left > bodyBytesMax) throw new BrokenAnswer('the body is too large');
    this.#trailerBytes = 0;
    this.#state = this.#left === 0 ? 'trailer' : 'chunk';
    return true;
  }

  #readChunk(): boolean {
    const here = Math.min(this.#bytes.length - this.#at, this.#left);
    this.#keepPiece(here);
    this.#left -= here;
    if (this.#left === 0) this.#state = 'chunk-end';
    return this.#left === 0;
  }

  #readChunkEnd(): boolean {
    if (this.#bytes.length - this.#at < 2) return false;
    if (this.#bytes[this.#at] !== 13 || this.#bytes[this.#at + 1] !== 10)
      throw new BrokenAnswer('a chunk is too long');
    this.#at += 2;
    this.#state = 'chunk-line';
    return true;
  }

  #readTrailer(): boolean {
    const line = this.#line(headBytesMax);
    if (line === undefined) return false;
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > headBytesMax) throw new BrokenAnswer('the headers are too large');
    if (line === '') this.#finishPieces();
    return true;
  }

  #readRest(): boolean {
    this.#keepPiece(this.#bytes.length - this.#at);
    if (this.#piecesBytes > bodyBytesMax) throw new BrokenAnswer('the body is too large');
    return false;
  }

  /** The next line without its end; undefined until it is complete. */
  #line(bytesMax: number): string | undefined {
    const to = this.#bytes.indexOf(lineEnd, this.#at);
    if ((to < 0 ? this.#bytes.length : to) - this.#at > bytesMax)
      throw new BrokenAnswer('a line is too long');
    if (to < 0) return undefined;
    const line = this.#bytes.toString('latin1', this.#at, to);
    this.#at = to + 2;
    return line;
  }

  #keepPiece(length: number): void {
    if (length > 0) this.#pieces.push(this.#bytes.subarray(this.#at, this.#at + length));
    if (this.#pieces.length >= piecesMax) this.#pieces = [Buffer.concat(this.#pieces)];
    this.#piecesBytes += length;
    this.#at += length;
  }

  #finishPieces(): void {
    const [first = none] = this.#pieces;
    const body = this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#piecesBytes = 0;
    this.#finish(body, 0, body.length);
  }

  #finish(bytes: Buffer, start: number, end: number): void {
    this.#state = 'head';
    const answer = this.#answer;
    answer.bytes = bytes;
    answer.start = start;
    answer.end = end;
    this.#handler.answered(answer);
  }
}

/** The value of the first header of that name, in lower case; undefined where there is none. */
export function headerOf(head: string, name: string): string | undefined {
  for (let from = head.indexOf('\r\n') + 2; from < head.length;) {
    const to = head.indexOf('\r\n', from);
    if (head[from + name.length] === ':' && head.slice(from, from + name.length).toLowerCase() === name) {
      return head.slice(from + name.length + 1, to).trim();
    }
    from = to + 2;
  }
  return undefined;
}
