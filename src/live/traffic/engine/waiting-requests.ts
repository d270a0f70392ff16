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

  takeAll(): T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}

/** Pauses that run at the same time, each with its own end. */
export class Pauses {
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Calls `end` after so many milliseconds, unless all pauses are cancelled before. */
  start(ms: number, end: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      end();
    }, ms);
    this.#timers.add(timer);
  }

  cancelAll(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
