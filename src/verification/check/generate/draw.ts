/** Choices made out of a list of numbers that somebody else has drawn: the same numbers, the same choices. */

export class Draw {
  readonly #numbers: readonly number[];
  #next = 0;
  #state = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
    // All of them have a say in the first choice already: fast-check likes small numbers and large ones.
    for (const number of numbers) this.#state = mixed(Math.imul(this.#state, 31) + number);
  }

  /** A whole number from 0 to below - 1. Every number so far has a say, for those that are drawn are often alike. */
  integer(below: number): number {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    this.#next += 1;
    this.#state = mixed((this.#state ^ number) + Math.imul(this.#next, 0x9e3779b1));
    return (this.#state >>> 0) % below;
  }

  chance(percent: number): boolean {
    return this.integer(100) < percent;
  }

  /** One of several; there must be one. */
  pick<T>(from: readonly T[]): T {
    return from[this.integer(from.length)] as T;
  }
}

/** The finisher of MurmurHash3 (A. Appleby): every bit of the result depends on every bit of the input. */
function mixed(word: number): number {
  const first = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
