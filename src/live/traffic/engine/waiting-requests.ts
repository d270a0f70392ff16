/** Requests that wait for something other than a connection: a response of another session, or a pause that the target asked for. */

/** Requests by the number of the request whose response they need. */
export class AwaitedResponses<T> {
  readonly #waiting = new Map<number, T[]>();

  add(awaited: number, request: T): void {
    const others = this.#waiting.get(awaited);
    if (others === undefined) this.#waiting.set(awaited, [request]);
    else others.push(request);
  }

  /** Removes and returns those that wait for this request, in the order in which they came. */
  take(awaited: number): readonly T[] {
    const requests = this.#waiting.get(awaited) ?? [];
    this.#waiting.delete(awaited);
    return requests;
  }

  remove(awaited: number, request: T): void {
    const others = this.#waiting.get(awaited);
    if (others === undefined) return;
    this.#waiting.set(
      awaited,
      others.filter((other) => other !== request),
    );
  }

  takeAll(): T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}

/** Requests that wait for a time, each for its own. */
export class Pauses<T> {
  readonly #timers = new Map<T, NodeJS.Timeout>();

  /** Calls `end` after so many milliseconds, unless all pauses are cancelled before. */
  start(request: T, ms: number, end: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(request);
      end();
    }, ms);
    this.#timers.set(request, timer);
  }

  /** The requests that waited. */
  cancelAll(): T[] {
    const waiting = [...this.#timers.keys()];
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    return waiting;
  }
}
