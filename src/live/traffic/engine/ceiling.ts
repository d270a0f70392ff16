/** A ceiling on the request rate: no interval exceeds it, except for one short burst. */

/** The burst, in milliseconds' worth of the rate. */
const burstMs = 10;

/**
 * A rate limit by GCRA for one engine. The caller asks `waitMs` before a write and calls `count` at the write; clock
 * in milliseconds.
 */
export class Ceiling {
  readonly #intervalMs: number;
  readonly #slackMs: number;
  /** When the next request would be due at an even rate (GCRA). */
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(requestsPerSecondMax: number) {
    this.#intervalMs = 1000 / requestsPerSecondMax;
    this.#slackMs = Math.max(0, burstMs - this.#intervalMs);
  }

  /** Milliseconds until one more may be sent; 0 if it may be sent now. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#dueMs - this.#slackMs - nowMs);
  }

  /** One more is sent. */
  count(nowMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, nowMs) + this.#intervalMs;
  }
}
