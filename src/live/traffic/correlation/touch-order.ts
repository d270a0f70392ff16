/**
 * The order of requests that touch the same agents. A session that waits for a rate limit must not be overtaken by
 * another session's request about the same thing: each request waits for the last one that touched any of its agents.
 */

/** Things followed; later ones order nothing beyond their references. */
const thingsMax = 500_000;

/** Follows requests in trace order; the sessions of a request are those that its things and names belong to. */
export class TouchOrder {
  /** The last request that touched a session. */
  readonly #last = new Map<number, number>();
  /** Sessions that the request to a record touched, by record. */
  readonly #sessions = new Map<number, readonly number[]>();

  /**
   * The requests that request `n` has to wait for, and the sessions that it touches. `things` are the records that it refers to or
   * whose names it uses; `isReferred` is false if no later request refers to it.
   */
  waitsFor(
    n: number,
    { session, things, isReferred }: { session: number; things: readonly number[]; isReferred: boolean },
  ): { earlier: number[]; touched: number[] } {
    const touched = new Set([session]);
    for (const thing of things) {
      for (const other of this.#sessions.get(thing) ?? []) touched.add(other);
    }
    const earlier = new Set<number>();
    for (const each of touched) {
      const last = this.#last.get(each);
      if (last !== undefined) earlier.add(last);
      this.#last.set(each, n);
    }
    if (isReferred && this.#sessions.size < thingsMax) this.#sessions.set(n, [...touched]);
    return { earlier: [...earlier], touched: [...touched] };
  }
}
