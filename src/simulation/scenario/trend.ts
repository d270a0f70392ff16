/**
 * A distribution of whole milliseconds, kept exactly: a count for each value that occurred. Virtual latencies have few
 * distinct values, so this stays small and percentiles are not approximated.
 */
import type { Aggregate } from './expectation.ts';

/** An exact distribution; `value` is undefined and `percentile` 0 without samples. */
export class Trend {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #sum = 0;

  add(value: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.#count += 1;
    this.#sum += value;
  }

  /** Adds the samples of another trend. */
  addAll(other: Trend): void {
    for (const [value, count] of other.#counts)
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
    this.#count += other.#count;
    this.#sum += other.#sum;
  }

  get count(): number {
    return this.#count;
  }

  /** Undefined without samples. Percentiles are the nearest rank: the least value that N% do not exceed. */
  value(aggregate: Aggregate): number | undefined {
    if (this.#count === 0) return undefined;
    if (aggregate === 'avg') return this.#sum / this.#count;
    if (aggregate === 'min') return this.percentile(0);
    if (aggregate === 'max') return this.percentile(100);
    return this.percentile(aggregate === 'med' ? 50 : Number(aggregate.slice(2, -1)));
  }

  percentile(percent: number): number {
    // Rounded to a millionth of a percent first, as 0.07 * 100 is a little more than 7.
    const rank = Math.max(1, Math.ceil(Math.round(percent * this.#count * 1e6) / 1e8));
    let seen = 0;
    const values = [...this.#counts.keys()].toSorted((left, right) => left - right);
    for (const value of values) {
      seen += this.#counts.get(value) ?? 0;
      if (seen >= rank) return value;
    }
    return 0;
  }
}
