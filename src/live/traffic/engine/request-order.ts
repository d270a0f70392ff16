/**
 * In which order requests leave. By session: one after the other within each, side by side otherwise. In line: the order
 * of the whole trace over one connection, as many under way as the answers they need allow.
 */
import type { PlannedRequest } from './planned-request.ts';

/** Takes requests in the order of the trace and lets go of each when its turn has come. */
export interface RequestOrder<T extends PlannedRequest> {
  offer(request: T): void;
  /** It has its answer, or never will. */
  over(request: T): void;
  /** Everything that was offered and not let go; forgotten from now on. */
  abandon(): T[];
  readonly waitingCount: number;
}

export class SessionOrder<T extends PlannedRequest> implements RequestOrder<T> {
  /** Sessions with a request under way, with those that wait behind it. */
  readonly #sessions = new Map<number, T[] | undefined>();
  readonly #go: (request: T, hasWaited: boolean) => void;
  #waiting = 0;

  constructor(go: (request: T, hasWaited: boolean) => void) {
    this.#go = go;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  offer(request: T): void {
    const { session } = request;
    if (!this.#sessions.has(session)) {
      this.#sessions.set(session, undefined);
      this.#go(request, false);
      return;
    }
    const queue = this.#sessions.get(session);
    if (queue === undefined) this.#sessions.set(session, [request]);
    else queue.push(request);
    this.#waiting += 1;
  }

  over({ session }: T): void {
    const queue = this.#sessions.get(session);
    const next = queue?.shift();
    if (next === undefined) {
      this.#sessions.delete(session);
      return;
    }
    this.#waiting -= 1;
    this.#go(next, true);
  }

  abandon(): T[] {
    const abandoned = [...this.#sessions.values()].flatMap((queue) => queue ?? []);
    this.#sessions.clear();
    this.#waiting = 0;
    return abandoned;
  }
}

/** In line every turn has come at once: the line itself keeps the order. */
export class GlobalOrder<T extends PlannedRequest> implements RequestOrder<T> {
  readonly #go: (request: T) => void;
  readonly waitingCount = 0;

  constructor(go: (request: T) => void) {
    this.#go = go;
  }

  offer(request: T): void {
    this.#go(request);
  }

  over(_request: T): void {
    // Nobody waits for it here.
  }

  abandon(): T[] {
    return [];
  }
}
