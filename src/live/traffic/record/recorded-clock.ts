/**
 * The clock of a recorded target, from the `Date` of its answers. One answer tells it to a second and to the time of the
 * exchange, which a clock that runs 240 times as fast multiplies; what all answers allow together is far closer.
 */
import type { PassedExchange } from './passed-exchange.ts';

/** `Date` has whole seconds. */
const secondMs = 1_000;

/** Note every answer that states a time, then ask. */
export class RecordedClock {
  readonly #factor: number;
  #fromMs = Number.NEGATIVE_INFINITY;
  #toMs = Number.POSITIVE_INFINITY;

  /** `factor`: how many times faster than real the clock runs. */
  constructor(factor: number) {
    this.#factor = factor;
  }

  /** An answer with this `Date`, which the target wrote between its request and its end. */
  note(dateMs: number, { atMs, tookMs }: Pick<PassedExchange, 'atMs' | 'tookMs'>): void {
    const fromMs = Math.max(this.#fromMs, dateMs - this.#factor * (atMs + tookMs));
    const toMs = Math.min(this.#toMs, dateMs + secondMs - this.#factor * atMs);
    // An answer that contradicts the others is one of a clock that was moved, or from a cache.
    if (fromMs > toMs) return;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
  }

  /** The target's time at the start of the recording, in milliseconds since the epoch; undefined before the first answer. */
  get beganMs(): number | undefined {
    return Number.isFinite(this.#fromMs) ? (this.#fromMs + this.#toMs) / 2 : undefined;
  }
}
