/** Picks that return given numbers, so that every symbolic outcome of a generator can go through the shipped play. */
import { assert } from '../../../core/base/assert.ts';
import type { Pick } from '../../../core/fairness/pick.ts';

/** Returns these numbers in order. Throws for a number out of range, a draw too many, and in `end` for one too few. */
export class ScriptedPick {
  readonly #numbers: readonly number[];
  #next = 0;
  /** In how many ways all the draws so far could have come out. */
  total = 1n;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  readonly pick: Pick = (n) => {
    const number = this.#numbers[this.#next];
    assert(number !== undefined && number < n, `the play drew pick(${n}) where the script has ${number}`);
    this.#next += 1;
    this.total *= BigInt(n);
    return number;
  };

  end(): void {
    assert(this.#next === this.#numbers.length, 'the play drew as often as its script');
  }
}

/** What to pick so that these numbers are drawn from 0 to `from` - 1 without replacement, in this order. */
export function drawsFor(numbers: readonly number[]): number[] {
  return numbers.map(
    (number, index) => number - numbers.slice(0, index).filter((before) => before < number).length,
  );
}

/** What to pick so that cards of these ranks come from a shoe of that many packs. */
export function cardsFor(ranks: readonly number[], packs: number): number[] {
  const left = Array.from({ length: 13 }, () => 4 * packs);
  return ranks.map((rank) => {
    const before = left.slice(0, rank).reduce((sum, count) => sum + count, 0);
    left[rank]! -= 1;
    return before;
  });
}
