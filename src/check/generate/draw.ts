/** Choices made out of a list of numbers that somebody else has drawn: the same numbers, the same choices. */

export class Draw {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number from 0 to below - 1. */
  integer(below: number): number {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    // Beyond the end the numbers are stirred, so that they do not repeat.
    const stirred = (number + Math.imul(this.#next, 0x9e3779b1) * Math.floor(this.#next / this.#numbers.length)) >>> 0;
    this.#next += 1;
    return stirred % below;
  }

  chance(percent: number): boolean {
    return this.integer(100) < percent;
  }

  /** One of several; there must be one. */
  pick<T>(from: readonly T[]): T {
    return from[this.integer(from.length)] as T;
  }
}
