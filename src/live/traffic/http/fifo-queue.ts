/** The consumed part of the array is dropped after this many items. */
const compactFrom = 1024;

/** A first-in, first-out queue with amortised constant time for each operation. */
export class FifoQueue<T> {
  #items: T[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  get head(): T | undefined {
    return this.#items[this.#first];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first += 1;
    if (this.#first > compactFrom && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Removes and returns all items. */
  clear(): T[] {
    const left = this.#items.slice(this.#first);
    this.#items = [];
    this.#first = 0;
    return left;
  }
}
