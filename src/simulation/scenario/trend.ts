/**
 * A distribution of whole milliseconds, kept exactly: a count for each value that occurred. Virtual latencies have few
 * distinct values, so this stays small and percentiles are not approximated.
 */
import type { Aggregate } from './expectation.ts';

/** Values below it are counted by position, the others, which are rare, in a map. */
const smallEnd = 4_096;

/** An exact distribution; `value` is undefined and `percentile` 0 without samples. */
export class Trend {
  readonly #small: number[] = [];
  readonly #large = new Map<number, number>();
  #count = 0;
  #sum = 0;

  add(value: number): void {
    this.#add(value, 1);
    this.#count += 1;
    this.#sum += value;
  }

  /** Adds the samples of another trend. */
  addAll(other: Trend): void {
    for (const [value, count] of other.#sorted()) this.#add(value, count);
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
    for (const [value, count] of this.#sorted()) {
      seen += count;
      if (seen >= rank) return value;
    }
    return 0;
  }

  #add(value: number, count: number): void {
    if (value >= 0 && value < smallEnd && Number.isInteger(value)) {
      while (this.#small.length <= value) this.#small.push(0);
      this.#small[value] = (this.#small[value] ?? 0) + count;
    } else this.#large.set(value, (this.#large.get(value) ?? 0) + count);
  }

  /** The values that occurred with their counts, the least first. */
  #sorted(): [value: number, count: number][] {
    const small = this.#small.map((count, value): [number, number] => [value, count]);
    return [...small.filter(([, count]) => count > 0), ...this.#large].toSorted(
      ([left], [right]) => left - right,
    );
  }
}
