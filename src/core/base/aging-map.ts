/**
 * A map that drops its oldest entries, each in constant time. A loop over a `Map` begins at its front, where it passes every entry that was
 * deleted there: with a million entries, dropping one in such a loop takes longer than a request.
 */

/** Values by key, in order of their last `set`. No two `set` calls may give the same object. */
export class AgingMap<Key, Value extends object> {
  readonly #entries = new Map<Key, Value>();
  /** Goes through the entries once, also those that are added behind it. */
  #walk = this.#entries.entries();
  /** Where the walk stands; the oldest entry unless that has been dropped or set again. */
  #front: readonly [Key, Value] | undefined;

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Adds an entry as the newest, also where the key is there already. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }

  /** Drops entries, the oldest first, for as long as `isOver` says so. */
  dropWhile(isOver: (oldest: Value) => boolean): void {
    for (let oldest = this.#oldest(); oldest !== undefined && isOver(oldest[1]); oldest = this.#oldest())
      this.#entries.delete(oldest[0]);
  }

  #oldest(): readonly [Key, Value] | undefined {
    while (this.#front === undefined || this.#entries.get(this.#front[0]) !== this.#front[1]) {
      const next = this.#walk.next();
      if (next.done === true) {
        this.#walk = this.#entries.entries();
        return (this.#front = undefined);
      }
      this.#front = next.value;
    }
    return this.#front;
  }
}
