/**
 * A token bucket in exact integers (gap L1, `x3`). One token is `windowMs` units and every millisecond brings
 * `limit` units, so no fraction is ever rounded. In any n ms it admits at most capacity + limit * (n - 1) / windowMs.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState, Window } from './meter.ts';
import { assertWeight, assertWindow } from './reading.ts';

/** A bucket that starts full with `capacity` tokens and gains `rate.limit` of them per `rate.windowMs`. */
export const tokenBucket = (rate: Window, capacity: number): Meter => new TokenBucket(rate, capacity);

class TokenBucket implements Meter {
  readonly #rate: Window;
  readonly #capacity: number;
  #units: number;
  #countedAtMs = 0;

  constructor(rate: Window, capacity: number) {
    assertWindow(rate);
    assert(capacity >= 1 && Number.isSafeInteger(capacity * rate.windowMs), 'a bucket holds whole tokens');
    this.#rate = rate;
    this.#capacity = capacity;
    this.#units = capacity * rate.windowMs;
  }

  waitMs(nowMs: number, weight = 1): number {
    assertWeight(weight, this.#capacity);
    const missing = weight * this.#rate.windowMs - this.#unitsAt(nowMs);
    return missing <= 0 ? 0 : Math.ceil(missing / this.#rate.limit);
  }

  /** A refused use at most empties the bucket and creates no debt, so that an idle client recovers at the rate. */
  consume(nowMs: number, weight = 1): void {
    assert(nowMs >= this.#countedAtMs, 'time never goes back');
    this.#units = Math.max(0, this.#unitsAt(nowMs) - weight * this.#rate.windowMs);
    this.#countedAtMs = nowMs;
  }

  /** The window shown is the time an empty bucket takes to fill, so that limit / windowMs is the sustained rate. */
  read(nowMs: number, into: QuotaState): void {
    const { limit, windowMs } = this.#rate;
    const units = this.#unitsAt(nowMs);
    const remaining = Math.floor(units / windowMs);
    const missing = (remaining + 1) * windowMs - units;
    into.limit = this.#capacity;
    into.remaining = remaining;
    into.windowMs = Math.ceil((this.#capacity * windowMs) / limit);
    into.resetAtMs = remaining === this.#capacity ? nowMs : nowMs + Math.ceil(missing / limit);
  }

  #unitsAt(nowMs: number): number {
    const gained = (nowMs - this.#countedAtMs) * this.#rate.limit;
    return Math.min(this.#capacity * this.#rate.windowMs, this.#units + gained);
  }
}
