/** Events that the oracle expects at known instants. */
import type { Instant } from '../../core/base/time.ts';

interface Timer {
  readonly atMs: Instant;
  readonly run: () => void;
  isOff: boolean;
}

/** Callbacks by instant. They run in order of time, and in order of insertion at the same instant. */
export class Timers {
  #timers: Timer[] = [];

  /** Returns a function that cancels the timer. */
  at(atMs: Instant, run: () => void): () => void {
    const timer: Timer = { atMs, run, isOff: false };
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1]?.atMs ?? 0) > atMs) index -= 1;
    this.#timers.splice(index, 0, timer);
    return () => {
      timer.isOff = true;
    };
  }

  /** Runs every timer due at or before `untilMs`, those included that are added meanwhile. */
  advance(untilMs: Instant): void {
    for (let first = this.#timers[0]; first !== undefined && first.atMs <= untilMs; first = this.#timers[0]) {
      this.#timers.shift();
      if (!first.isOff) first.run();
    }
  }
}
