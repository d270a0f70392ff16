/** A ceiling over everything that is sent: never more than the rate in any stretch of time, but for one short burst. */

/** How much may go out together, in milliseconds' worth of the rate. */
const burstMs = 10;

export class Ceiling {
  readonly #intervalMs: number;
  readonly #slackMs: number;
  /** When the next request would be due, were all sent evenly (GCRA). */
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(requestsPerSecondMax: number) {
    this.#intervalMs = 1000 / requestsPerSecondMax;
    this.#slackMs = Math.max(0, burstMs - this.#intervalMs);
  }

  /** Milliseconds until one more may be sent; 0 for now. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#dueMs - this.#slackMs - nowMs);
  }

  /** One more is sent. */
  count(nowMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, nowMs) + this.#intervalMs;
  }
}
