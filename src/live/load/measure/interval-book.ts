/** The intervals of all workers, added up; one becomes a row as soon as no worker can add to it. */
import type { SeriesRow } from '../result-schema.ts';
import { rowOf, type LoadInterval } from './series.ts';

/** Rows in order of time. */
export class IntervalBook {
  readonly rows: SeriesRow[] = [];
  readonly #rowOf: (interval: LoadInterval) => SeriesRow;
  readonly #open = new Map<number, LoadInterval>();
  /** The last interval that each worker has reported; workers that are gone are left out. */
  readonly #reported: Map<number, number>;

  /** `stageAt` gives the stage at a time in milliseconds from the start. */
  constructor(parts: { workers: number; intervalMs: number; stageAt: (ms: number) => number }) {
    const { workers, intervalMs, stageAt } = parts;
    this.#reported = new Map(Array.from({ length: workers }, (_, worker) => [worker, -1]));
    this.#rowOf = (interval) => {
      const fromMs = interval.index * intervalMs;
      return rowOf(interval, { second: fromMs / 1000, stage: stageAt(fromMs) });
    };
  }

  add(worker: number, interval: LoadInterval): void {
    const known = this.#open.get(interval.index);
    if (known === undefined) this.#open.set(interval.index, interval);
    else known.merge(interval);
    this.#reported.set(worker, interval.index);
    this.#settle();
  }

  /** The worker reports nothing more. */
  close(worker: number): void {
    this.#reported.delete(worker);
    this.#settle();
  }

  #settle(): void {
    const last = Math.min(...this.#reported.values());
    for (const index of [...this.#open.keys()].toSorted((left, right) => left - right)) {
      const interval = this.#open.get(index);
      if (index > last || interval === undefined) return;
      this.rows.push(this.#rowOf(interval));
      this.#open.delete(index);
    }
  }
}
