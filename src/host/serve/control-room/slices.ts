/**
 * Slices of virtual time that become wider as a world goes on, so that their number stays bounded. Whatever keeps a
 * value per slice merges its values in the same steps.
 */
import { dayMs, hourMs, minuteMs, secondMs, type DurationMs, type Instant } from '../../../core/base/time.ts';

/** Each divides the next one. */
const widthsMs: readonly DurationMs[] = [
  10 * secondMs,
  minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  7 * dayMs,
];

/** The most slices; a wider one takes the place of several beyond it. */
export const bucketMax = 240;

/** Slices from `startMs` on. */
export class Slices {
  readonly startMs: Instant;
  #widthMs: DurationMs = widthsMs[0] ?? secondMs;
  /** Called with how many slices become one. */
  readonly #onWiden: (factor: number) => void;

  constructor(startMs: Instant, onWiden: (factor: number) => void) {
    this.startMs = startMs;
    this.#onWiden = onWiden;
  }

  get widthMs(): DurationMs {
    return this.#widthMs;
  }

  /** The slice of an instant, after widening where there would be too many. */
  at(atMs: Instant): number {
    const sinceMs = Math.max(0, atMs - this.startMs);
    while (Math.floor(sinceMs / this.#widthMs) >= bucketMax) {
      const widthMs = widthsMs.find((choice) => choice > this.#widthMs) ?? 2 * this.#widthMs;
      this.#onWiden(widthMs / this.#widthMs);
      this.#widthMs = widthMs;
    }
    return Math.floor(sinceMs / this.#widthMs);
  }

  /** The end of a slice. */
  endMs(index: number): Instant {
    return this.startMs + (index + 1) * this.#widthMs;
  }
}

/** Values of slices, `factor` of which become one. */
export function merged<T>(values: readonly T[], factor: number, join: (part: readonly T[]) => T): T[] {
  return Array.from({ length: Math.ceil(values.length / factor) }, (_, index) =>
    join(values.slice(index * factor, (index + 1) * factor)),
  );
}
