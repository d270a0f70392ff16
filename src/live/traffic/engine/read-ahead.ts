/** Requests that have been read and are not picked up yet: batches, one behind the other, never read at two places at once. */

/** Enough that reading never keeps the schedule waiting. */
const aheadMin = 2_000;

export class ReadAhead<T> {
  readonly #next: () => Promise<readonly T[]>;
  #batches: (readonly T[])[] = [];
  #batchAt = 0;
  #count = 0;
  #isReading = false;
  #isRead = false;

  /** `next` gives the next batch, and an empty one at the end. */
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

  /** All that is left, which is then no more here. */
  takeAll(): T[] {
    const left = this.#batches.flat().slice(this.#batchAt);
    this.#batches = [];
    this.#batchAt = 0;
    this.#count = 0;
    return left;
  }
}
