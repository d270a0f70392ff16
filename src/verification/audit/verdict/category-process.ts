/**
 * An e-process on outcome categories (Jeffreys mixture over all distributions against the exact one): how many times
 * better a bettor who does not know the odds fares against a house that claims to. By Ville's inequality an honest
 * house sees it ever pass 1/alpha with probability alpha at most, however often it is read.
 */
import { log } from '../../../core/kernel/elementary.ts';
import { logGamma } from './log-gamma.ts';

/** One process for one game. Add the counts of new rounds only, one count for each category. */
export class CategoryProcess {
  readonly #logChances: readonly number[];
  readonly #counts: number[];
  #total = 0;
  #logValue = 0;

  /** The chances of the categories, which sum to 1; one of chance 0 contradicts the claim as soon as it is seen. */
  constructor(chances: readonly number[]) {
    this.#logChances = chances.map((chance) => log(chance));
    this.#counts = chances.map(() => 0);
  }

  add(counts: readonly number[]): void {
    const half = this.#counts.length / 2;
    let added = 0;
    for (const [category, count] of counts.entries()) {
      if (count === 0) continue;
      const before = this.#counts[category]!;
      this.#logValue += rising(before + 0.5, count) - count * this.#logChances[category]!;
      this.#counts[category] = before + count;
      added += count;
    }
    this.#logValue -= rising(this.#total + half, added);
    this.#total += added;
  }

  /** The logarithm of the e-value now. */
  logValue(): number {
    return this.#logValue;
  }
}

/** log of x (x + 1) ... (x + count - 1). */
function rising(x: number, count: number): number {
  return count === 1 ? log(x) : logGamma(x + count) - logGamma(x);
}
