/** A buffer of batches that have been read and not yet picked up; at most one read runs at a time. */

/** Large enough that reading does not delay the schedule. */
const aheadMin = 2_000;

/**
 * A queue over batches from `next`. The owner calls `read` while `wantsMore` is true; `peek` and `take` consume items
 * in order.
 */
export class ReadAhead<T> {
  readonly #next: () => Promise<readonly T[]>;
  #batches: (readonly T[])[] = [];
  #batchAt = 0;
  #count = 0;
  #isReading = false;
  #isRead = false;

  /** `next` resolves with the next batch, an empty one at the end. */
  constructor(next: () => Promise<readonly T[]>) {
    this.#next = next;
  }

  /** True where `read` should be called. */
  get wantsMore(): boolean {
    return !this.#isRead && !this.#isReading && this.#count < aheadMin;
  }

  /** True once the last has been taken. */
  get isOver(): boolean {
    return this.#isRead && this.#count === 0;
  }

  /** Reads one batch. Rejects as `next` does, and then reads no more. */
  async read(): Promise<void> {
    this.#isReading = true;
    const batch = await this.#next();
    this.#isReading = false;
    this.#isRead = batch.length === 0;
    if (batch.length > 0) this.#batches.push(batch);
    this.#count += batch.length;
  }

  peek(): T | undefined {
    return this.#batches[0]?.[this.#batchAt];
  }

  take(): void {
    this.#count -= 1;
    this.#batchAt += 1;
    if (this.#batchAt < (this.#batches[0]?.length ?? 0)) return;
    this.#batches.shift();
    this.#batchAt = 0;
  }

  /** Removes and returns all buffered items. */
  takeAll(): T[] {
    const left = this.#batches.flat().slice(this.#batchAt);
    this.#batches = [];
    this.#batchAt = 0;
    this.#count = 0;
    return left;
  }
}
