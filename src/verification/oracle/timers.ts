/** Events that the oracle expects at known instants. */
import type { Instant } from '../../core/base/time.ts';

/** One event. */
export interface ExpectedEvent {
  readonly atMs: Instant;
  /** What is due, in words. */
  readonly what: string;
  readonly run: () => void;
  isOff: boolean;
}

/** Callbacks by instant. They run in order of time, and in order of insertion at the same instant. */
export class Timers {
  #timers: ExpectedEvent[] = [];
  #latest: ExpectedEvent | undefined;
  #nowMs: Instant = 0;
  #beforeMs: Instant = 0;

  /** What came due last since `forget` was called. */
  get latest(): ExpectedEvent | undefined {
    return this.#latest;
  }

  /** The instant of the request that is looked at. */
  get nowMs(): Instant {
    return this.#nowMs;
  }

  /** The latest instant before `nowMs` at which everything was looked at. */
  get beforeMs(): Instant {
    return this.#beforeMs;
  }

  forget(): void {
    this.#latest = undefined;
  }

  /** Returns a function that cancels the timer. */
  at(atMs: Instant, what: string, run: () => void): () => void {
    const timer: ExpectedEvent = { atMs, what, run, isOff: false };
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1]?.atMs ?? 0) > atMs) index -= 1;
    this.#timers.splice(index, 0, timer);
    return () => {
      timer.isOff = true;
    };
  }

  /** Runs every timer due at or before `untilMs`, those included that are added meanwhile. */
  advance(untilMs: Instant): void {
    if (untilMs > this.#nowMs) [this.#beforeMs, this.#nowMs] = [this.#nowMs, untilMs];
    for (let first = this.#timers[0]; first !== undefined && first.atMs <= untilMs; first = this.#timers[0]) {
      this.#timers.shift();
      if (first.isOff) continue;
      this.#latest = first;
      first.run();
    }
  }
}
