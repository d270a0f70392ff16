/**
 * A script of synthetic requests, at a constant rate or as fast as responses allow; a message may use the response
 * before it.
 */
import type { PlannedRequest, Script } from '../engine/planned-request.ts';
import type { RawAnswer } from '../http/answer-parser.ts';

/**
 * `sessions` times `sessionLength` requests, numbered session by session; the n-th is due n/`requestsPerSecond`
 * seconds after the start.
 */
export interface SteadyOptions {
  /** Requests of a session are sent in order; each message receives the body of the response before it. */
  readonly sessionLength: number;
  readonly sessions: number;
  /** Undefined to send as fast as responses allow. */
  readonly requestsPerSecond: number | undefined;
  readonly method: string;
  /** The message at that position of a session; `before` is the body of the previous response. */
  readonly message: (position: number, before: string, session: number) => string;
  /** When the n-th request is due, in milliseconds; asked for in rising order. Evenly spaced by default. */
  readonly dueMs?: (n: number) => number;
  /** The operation of a session, for the figures; none by default. */
  readonly call?: (session: number) => string;
  /** Index of the endpoint for a session; 0 by default. */
  readonly endpoint?: (session: number) => number;
}

/** A synthetic request with its position within its session, from 0. */
export interface SteadyRequest extends PlannedRequest {
  readonly position: number;
}

/** Sessions per batch. */
const batchSessions = 256;

/**
 * Supplies the requests of `SteadyOptions` to the open engine. Keeps one response body per session that is in
 * progress.
 */
export class SteadyScript implements Script<SteadyRequest> {
  readonly defersNothing = true;
  readonly #options: SteadyOptions;
  /** The last response body of every session in progress. */
  readonly #answers = new Map<number, string>();
  #made = 0;

  constructor(options: SteadyOptions) {
    this.#options = options;
  }

  async next(): Promise<readonly SteadyRequest[]> {
    const { sessions, sessionLength, requestsPerSecond, method } = this.#options;
    const dueMs = this.#options.dueMs ?? ((n: number) => (n * 1000) / (requestsPerSecond ?? 1));
    const made: SteadyRequest[] = [];
    for (let count = 0; count < batchSessions && this.#made < sessions; count++) {
      const session = this.#made++;
      for (let position = 0; position < sessionLength; position++) {
        const n = session * sessionLength + position;
        made.push({
          n,
          session,
          position,
          method,
          endpoint: this.#options.endpoint?.(session) ?? 0,
          dueMs: requestsPerSecond === undefined ? undefined : dueMs(n),
          isMeasured: true,
          isAlone: false,
          intendedMs: 0,
          readyMs: 0,
          sentMs: 0,
          heldMs: 0,
          besides: 0,
        });
      }
    }
    return made;
  }

  awaits(): undefined {
    return undefined;
  }

  textOf({ session, position }: SteadyRequest): string {
    return this.#options.message(position, this.#answers.get(session) ?? '', session);
  }

  callOf({ session }: SteadyRequest): string {
    return this.#options.call?.(session) ?? '';
  }

  answered({ session, position }: SteadyRequest, { bytes, start, end }: RawAnswer): number {
    const { sessionLength } = this.#options;
    if (position + 1 === sessionLength) this.#answers.delete(session);
    else this.#answers.set(session, bytes.toString('utf8', start, end));
    return 0;
  }

  work(): boolean {
    return false;
  }

  failed(): void {
    // The engine counts it.
  }

  unsent(): void {
    // The engine counts it.
  }
}
