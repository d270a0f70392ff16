/**
 * Consecutive windows, each with a separate count; the variants differ in where a window opens (gap L3). Around a
 * boundary, nearly two limits can be admitted in one stretch of windowMs.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState, Window } from './meter.ts';
import { all } from './meters.ts';
import { assertWeight, assertWindow } from './reading.ts';

/** A meter in which no clock-aligned window admits more than its limit. */
export const fixedWindows = (windows: readonly Window[]): Meter =>
  all(windows.map((window) => new AlignedWindow(window)));

/** A meter in which no window, counted from the use that opened it, admits more than its limit. */
export const firstRequestWindows = (windows: readonly Window[]): Meter =>
  all(windows.map((window) => new FirstUseWindow(window)));

/** A field for the way of closing would cost each key of a world its bytes; a subclass costs none. */
abstract class FixedWindow implements Meter {
  readonly #window: Window;
  #closesAtMs = 0;
  #used = 0;

  constructor(window: Window) {
    assertWindow(window);
    this.#window = window;
  }

  /** When the window closes that a use at `nowMs` opens. */
  abstract closesAtMs(nowMs: number, windowMs: number): number;

  waitMs(nowMs: number, weight = 1): number {
    assertWeight(weight, this.#window.limit);
    if (nowMs >= this.#closesAtMs || this.#used + weight <= this.#window.limit) return 0;
    return this.#closesAtMs - nowMs;
  }

  consume(nowMs: number, weight = 1): void {
    const { windowMs } = this.#window;
    if (nowMs >= this.#closesAtMs) {
      this.#closesAtMs = this.closesAtMs(nowMs, windowMs);
      this.#used = 0;
    }
    assert(nowMs >= this.#closesAtMs - windowMs, 'time never goes back');
    this.#used += weight;
  }

  read(nowMs: number, into: QuotaState): void {
    const { limit, windowMs } = this.#window;
    const isOpen = nowMs < this.#closesAtMs;
    into.limit = limit;
    into.remaining = isOpen ? Math.max(0, limit - this.#used) : limit;
    into.windowMs = windowMs;
    into.resetAtMs = isOpen ? this.#closesAtMs : nowMs;
  }
}

/** Aligned to the clock: with a window of one day this is the UTC calendar day. */
class AlignedWindow extends FixedWindow {
  closesAtMs(nowMs: number, windowMs: number): number {
    return nowMs - (nowMs % windowMs) + windowMs;
  }
}

class FirstUseWindow extends FixedWindow {
  closesAtMs(nowMs: number, windowMs: number): number {
    return nowMs + windowMs;
  }
}
