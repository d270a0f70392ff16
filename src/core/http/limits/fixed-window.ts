/**
 * Windows aligned to the clock: the window of an instant is floor(instant / windowMs). With a window of one day
 * this is the UTC calendar day of gap L3. Around a boundary, two limits can be admitted back to back.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, Reading, Window } from './meter.ts';
import { all } from './meters.ts';
import { assertWeight, assertWindow } from './reading.ts';

/** A meter in which no clock-aligned window admits more than its limit. */
export const fixedWindows = (windows: readonly Window[]): Meter =>
  all(windows.map((window) => new FixedWindow(window)));

class FixedWindow implements Meter {
  readonly #window: Window;
  #endsAtMs = 0;
  #used = 0;

  constructor(window: Window) {
    assertWindow(window);
    this.#window = window;
  }

  waitMs(nowMs: number, weight = 1): number {
    assertWeight(weight, this.#window.limit);
    if (nowMs >= this.#endsAtMs || this.#used + weight <= this.#window.limit) return 0;
    return this.#endsAtMs - nowMs;
  }

  consume(nowMs: number, weight = 1): void {
    const { windowMs } = this.#window;
    if (nowMs >= this.#endsAtMs) {
      this.#endsAtMs = nowMs - (nowMs % windowMs) + windowMs;
      this.#used = 0;
    }
    assert(nowMs >= this.#endsAtMs - windowMs, 'time never goes back');
    this.#used += weight;
  }

  read(nowMs: number, into: Reading): void {
    const { limit, windowMs } = this.#window;
    const isOpen = nowMs < this.#endsAtMs;
    into.limit = limit;
    into.remaining = isOpen ? Math.max(0, limit - this.#used) : limit;
    into.windowMs = windowMs;
    into.resetAtMs = isOpen ? this.#endsAtMs : nowMs;
  }
}
