/**
 * The order in which requests are sent. By session: one after another within a session, concurrently between
 * sessions. In line: the order of the whole trace over one connection, with as many in flight as dependencies allow.
 */
import type { PlannedRequest } from './planned-request.ts';

/** Takes requests in trace order and releases each when its turn has come. */
export interface RequestOrder<T extends PlannedRequest> {
  offer(request: T): void;
  /** The request has its response, or has failed. */
  over(request: T): void;
  /** Removes and returns all requests that were offered and not released. */
  abandon(): T[];
  readonly waitingCount: number;
}

/**
 * Releases one request per session at a time; the next follows when `over` is called. `hasWaited` is true for a
 * queued request.
 */
export class SessionOrder<T extends PlannedRequest> implements RequestOrder<T> {
  /** Sessions with a request in flight, and the requests queued behind it. */
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

/** Releases every request at once: the pipelined connection keeps the order. */
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
    // No request is queued here.
  }

  abandon(): T[] {
    return [];
  }
}
