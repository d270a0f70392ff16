/** Requests made up rather than recorded: at a constant rate, or as fast as answers allow, with or without correlation. */
import type { PlannedRequest, Script } from '../engine/planned-request.ts';
import type { RawAnswer } from '../http/answer-parser.ts';

export interface SteadyOptions {
  /** One request after the other within a session; each gets the answer to the one before it. */
  readonly sessionLength: number;
  readonly sessions: number;
  /** Undefined for as fast as answers allow. */
  readonly requestsPerSecond: number | undefined;
  readonly method: string;
  /** The message at that position of a session, given the text of the answer before it. */
  readonly message: (position: number, before: string, session: number) => string;
  /** Where the requests of a session go; the first place unless given. */
  readonly endpoint?: (session: number) => number;
}

export interface SteadyRequest extends PlannedRequest {
  readonly position: number;
}

/** So many sessions are made at a time. */
const batchSessions = 256;

export class SteadyScript implements Script<SteadyRequest> {
  readonly #options: SteadyOptions;
  /** The last answer of every session that is under way. */
  readonly #answers = new Map<number, string>();
  #made = 0;

  constructor(options: SteadyOptions) {
    this.#options = options;
  }

  async next(): Promise<readonly SteadyRequest[]> {
    const { sessions, sessionLength, requestsPerSecond, method } = this.#options;
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
          dueMs: requestsPerSecond === undefined ? undefined : (n * 1000) / requestsPerSecond,
          isMeasured: true,
          isAlone: false,
          intendedMs: 0,
          readyMs: 0,
          sentMs: 0,
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
