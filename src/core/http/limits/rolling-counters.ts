/**
 * A long sliding window in bounded memory: uses are counted per slot of the clock, and a slot leaves the window
 * as a whole, with its last millisecond. Each use therefore counts at least windowMs and less than one slot longer:
 * never does any window admit more than its limit, and never is a use held back for more than a slot too long.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState, Window } from './meter.ts';
import { assertWeight, assertWindow } from './reading.ts';

/** A meter for limits too large to log: it keeps at most windowMs / slotMs + 1 counters, and only those in use. */
export const rollingCounters = (window: Window, slotMs: number): Meter => new RollingCounters(window, slotMs);

class RollingCounters implements Meter {
  readonly #window: Window;
  readonly #slotMs: number;
  /** Two parallel queues, oldest slot first; entries before `#first` have left the window. */
  readonly #leavesAtMs: number[] = [];
  readonly #counts: number[] = [];
  #first = 0;
  #used = 0;

  constructor(window: Window, slotMs: number) {
    assertWindow(window);
    assert(window.windowMs % slotMs === 0, 'a window is a whole number of slots');
    this.#window = window;
    this.#slotMs = slotMs;
  }

  waitMs(nowMs: number, weight = 1): number {
    assertWeight(weight, this.#window.limit);
    this.#forget(nowMs);
    const excess = this.#used + weight - this.#window.limit;
    return excess <= 0 ? 0 : this.#leftAtMs(excess) - nowMs;
  }

  consume(nowMs: number, weight = 1): void {
    this.#forget(nowMs);
    const leavesAtMs = nowMs - (nowMs % this.#slotMs) + this.#slotMs + this.#window.windowMs - 1;
    const last = this.#counts.length - 1;
    const latestMs = this.#leavesAtMs[last] ?? 0;
    assert(latestMs <= leavesAtMs, 'time never goes back');
    if (latestMs === leavesAtMs) this.#counts[last]! += weight;
    else this.#push(leavesAtMs, weight);
    this.#used += weight;
  }

  read(nowMs: number, into: QuotaState): void {
    this.#forget(nowMs);
    const { limit, windowMs } = this.#window;
    into.limit = limit;
    into.remaining = Math.max(0, limit - this.#used);
    into.windowMs = windowMs;
    into.resetAtMs = this.#used === 0 ? nowMs : this.#leftAtMs(Math.max(1, this.#used + 1 - limit));
  }

  /** When `count` of the uses have left; the loop ends early except where refused uses were counted too. */
  #leftAtMs(count: number): number {
    let rest = count;
    let index = this.#first;
    while ((rest -= this.#counts[index]!) > 0) index++;
    return this.#leavesAtMs[index]!;
  }

  #push(leavesAtMs: number, weight: number): void {
    this.#leavesAtMs.push(leavesAtMs);
    this.#counts.push(weight);
  }

  #forget(nowMs: number): void {
    while (this.#first < this.#counts.length && this.#leavesAtMs[this.#first]! <= nowMs) {
      this.#used -= this.#counts[this.#first++]!;
    }
    // Half of the queue at a time, so that moving the rest costs each slot once.
    if (this.#first * 2 > this.#counts.length) {
      this.#leavesAtMs.splice(0, this.#first);
      this.#counts.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
