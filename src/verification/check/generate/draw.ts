/** Choices made with fast-check's random numbers. */
import type { Random } from 'fast-check';

/** Random choices of one scenario. The same calls after the same seed give the same choices. */
export class Draw {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole number from 0 to below - 1. */
  integer(below: number): number {
    return this.#random.nextInt(0, below - 1);
  }

  chance(percent: number): boolean {
    return this.integer(100) < percent;
  }

  /** One of several; there must be one. */
  pick<T>(from: readonly T[]): T {
    return from[this.integer(from.length)] as T;
  }
}
