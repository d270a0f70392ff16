/** Latencies in virtual milliseconds, counted in classes of 5% so that memory does not grow with their number. */

const growth = 1.05;
const classMax = 300;
const classOf = (ms: number): number =>
  ms < 1 ? 0 : Math.min(classMax - 1, 1 + Math.floor(Math.log(ms) / Math.log(growth)));

/** The upper bound of a class, in milliseconds. */
const boundOf = (index: number): number => (index === 0 ? 0 : growth ** index);

/** A histogram. Percentiles are at most 5% too high. */
export class Latencies {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(ms: number, count = 1): void {
    this.#put(classOf(ms), count);
  }

  /** Takes over what another one has counted. */
  join(other: Latencies): void {
    for (const [index, count] of other.#counts) this.#put(index, count);
  }

  /** The latency that a share of all do not exceed; NaN without any. */
  percentile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (const [index, count] of [...this.#counts].toSorted(([one], [other]) => one - other)) {
      left -= count;
      if (left <= 0) return Math.round(boundOf(index));
    }
    return Number.NaN;
  }

  #put(index: number, count: number): void {
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + count);
    this.#total += count;
  }
}
