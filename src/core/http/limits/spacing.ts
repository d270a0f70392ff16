/** At most one use per `spacingMs`: the strict reading of "60 per minute (one bet per second)", gap L7. */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState } from './meter.ts';
import { assertWeight, assertWindow } from './reading.ts';

/** A meter that admits a use when the latest one is at least `spacingMs` old. */
export const spacing = (spacingMs: number): Meter => new Spacing(spacingMs);

class Spacing implements Meter {
  readonly #spacingMs: number;
  #freeAtMs = 0;

  constructor(spacingMs: number) {
    assertWindow({ limit: 1, windowMs: spacingMs });
    this.#spacingMs = spacingMs;
  }

  waitMs(nowMs: number, weight = 1): number {
    assertWeight(weight, 1);
    return Math.max(0, this.#freeAtMs - nowMs);
  }

  consume(nowMs: number): void {
    assert(nowMs >= this.#freeAtMs - this.#spacingMs, 'time never goes back');
    this.#freeAtMs = nowMs + this.#spacingMs;
  }

  read(nowMs: number, into: QuotaState): void {
    into.limit = 1;
    into.remaining = nowMs < this.#freeAtMs ? 0 : 1;
    into.windowMs = this.#spacingMs;
    into.resetAtMs = Math.max(nowMs, this.#freeAtMs);
  }
}
