/**
 * Passes one request to the target and its answer back, byte for byte, at the speed of the slower side, and keeps a copy
 * of both bodies. It measures the time that the request and the answer spend in this process.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { BodyTap, type TapMemory } from './body-tap.ts';
import { endToEnd, pairsOf } from './forwarded-headers.ts';
import type { LeftOutReason } from './passed-exchange.ts';

/** How the forwarding of one request ended. */
export type ForwardingEnd =
  | {
      readonly kind: 'whole';
      readonly requestBody: Buffer;
      readonly answer: IncomingMessage;
      readonly answerBody: Buffer;
    }
  | { readonly kind: 'left-out'; readonly reason: LeftOutReason }
  /** No head of an answer came; the client has no answer yet. */
  | { readonly kind: 'unanswered'; readonly error: NodeJS.ErrnoException; readonly isLate: boolean };

/** What the forwarding of one request connects. */
export interface ForwardingParts {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** The request to the target, whose head is not sent yet. */
  readonly upstream: ClientRequest;
  readonly memory: TapMemory;
  /** The longest wait for the head of an answer. */
  readonly timeoutMs: number;
  /** When the request came, on the clock of `performance.now()`. */
  readonly receivedMs: number;
  /** Called when the answer has come whole, before its end is passed to the client. */
  readonly onAnswer: () => void;
}

/** One request on its way. `end` resolves exactly once and never rejects. */
export class ForwardedRequest {
  readonly end: Promise<ForwardingEnd>;
  readonly #parts: ForwardingParts;
  readonly #requestTap: BodyTap;
  readonly #answerTap: BodyTap;
  #resolve: (end: ForwardingEnd) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #answer: IncomingMessage | undefined;
  #isLate = false;
  #isStream = false;
  #isOver = false;
  /** Time in this process so far: until the request left, and of the work on the answer. */
  addedMs = 0;

  constructor(parts: ForwardingParts) {
    this.#parts = parts;
    this.#requestTap = new BodyTap(parts.memory);
    this.#answerTap = new BodyTap(parts.memory);
    this.end = new Promise((resolve) => (this.#resolve = resolve));
    this.#watch();
    this.#send();
  }

  /** True for an answer without an end, such as an event stream. */
  get isStream(): boolean {
    return this.#isStream;
  }

  /** Ends both sides at once. */
  cut(): void {
    this.#parts.upstream.destroy();
    this.#parts.response.destroy();
  }

  #watch(): void {
    const { upstream, response, timeoutMs, receivedMs } = this.#parts;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      upstream.destroy(new Error('no answer in time'));
    }, timeoutMs);
    upstream.once('socket', (socket) => {
      const left = (): void => void (this.addedMs += performance.now() - receivedMs);
      if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', left);
      else left();
    });
    upstream.once('response', (answer) => this.#answered(answer));
    upstream.on('error', (error) => this.#failed(error));
    response.once('close', () => this.#closed());
  }

  #send(): void {
    const { message, upstream } = this.#parts;
    message.on('data', (chunk: Buffer) => {
      this.#requestTap.add(chunk);
      if (upstream.write(chunk)) return;
      message.pause();
      upstream.once('drain', () => message.resume());
    });
    message.once('end', () => upstream.end());
  }

  #answered(answer: IncomingMessage): void {
    const startMs = performance.now();
    const { response, onAnswer } = this.#parts;
    clearTimeout(this.#timer);
    this.#answer = answer;
    this.#isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream');
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', endToEnd(answer.rawHeaders));
    answer.on('data', (chunk: Buffer) => this.#pass(answer, chunk));
    answer.once('end', () => {
      const trailers = pairsOf(answer.rawTrailers);
      if (trailers.length > 0) response.addTrailers(trailers);
      onAnswer();
      response.end();
    });
    answer.once('error', () => this.#leaveOut('cut off by the target'));
    // A head whose body is slow does not wait for it.
    setImmediate(() => response.flushHeaders());
    this.addedMs += performance.now() - startMs;
  }

  #pass(answer: IncomingMessage, chunk: Buffer): void {
    const startMs = performance.now();
    const { response } = this.#parts;
    if (!this.#isStream) this.#answerTap.add(chunk);
    if (!response.write(chunk)) {
      answer.pause();
      response.once('drain', () => answer.resume());
    }
    this.addedMs += performance.now() - startMs;
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (this.#answer !== undefined) this.#leaveOut('cut off by the target');
    else this.#finish({ kind: 'unanswered', error, isLate: this.#isLate });
  }

  /** The response is complete, or the client has gone. */
  #closed(): void {
    const { response, message } = this.#parts;
    if (!response.writableFinished || this.#answer === undefined || !message.complete) {
      this.#leaveOut(this.#isStream ? 'event stream' : 'cut off by the client');
      return;
    }
    if (this.#isStream) {
      this.#leaveOut('event stream');
      return;
    }
    const [requestBody, answerBody] = [this.#requestTap.bytes, this.#answerTap.bytes];
    if (requestBody === undefined || answerBody === undefined) this.#leaveOut('body above 4 MiB');
    else this.#finish({ kind: 'whole', requestBody, answer: this.#answer, answerBody });
  }

  #leaveOut(reason: LeftOutReason): void {
    this.#finish({ kind: 'left-out', reason });
    if (!this.#parts.response.writableFinished) this.cut();
  }

  #finish(end: ForwardingEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#requestTap.drop();
    this.#answerTap.drop();
    this.#resolve(end);
  }
}
