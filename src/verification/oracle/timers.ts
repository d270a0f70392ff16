/** What the auditor expects to happen at known instants, in order. */
import type { Instant } from '../../core/base/time.ts';

interface Timer {
  readonly atMs: Instant;
  readonly run: () => void;
  isOff: boolean;
}

/** Callbacks by instant. They run in order of time, and in order of insertion at the same instant. */
export class Timers {
  #timers: Timer[] = [];

  /** Returns how to call it off. */
  at(atMs: Instant, run: () => void): () => void {
    const timer: Timer = { atMs, run, isOff: false };
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1]?.atMs ?? 0) > atMs) index -= 1;
    this.#timers.splice(index, 0, timer);
    return () => {
      timer.isOff = true;
    };
  }

  /** Runs everything that is due by then; what that sets up too. */
  advance(untilMs: Instant): void {
    for (let first = this.#timers[0]; first !== undefined && first.atMs <= untilMs; first = this.#timers[0]) {
      this.#timers.shift();
      if (!first.isOff) first.run();
    }
  }
}
