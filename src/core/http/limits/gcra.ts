/**
 * Generic cell rate algorithm, virtual scheduling (ITU-T I.371; gap L2's alternative): a single number per key,
 * the instant at which the quota would be untouched again. It decides as a token bucket of the same size does.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState, Window } from './meter.ts';
import { assertWeight, assertWindow } from './reading.ts';

/** Instants are scaled by up to this much; above it, today's epoch milliseconds would leave the safe integers. */
const ticksPerMsMax = 1_000;

/** A meter that admits `burst` at once and `rate.limit` per `rate.windowMs` in the long run. */
export const gcra = (rate: Window, burst: number): Meter => new Gcra(rate, burst);

class Gcra implements Meter {
  readonly #burst: number;
  /** Time is counted in ticks so fine that one use takes a whole number of them. */
  readonly #ticksPerMs: number;
  readonly #ticksPerUse: number;
  #untouchedAtTick = 0;

  constructor(rate: Window, burst: number) {
    assertWindow(rate);
    assert(Number.isSafeInteger(burst) && burst >= 1, 'a burst is a whole number from 1');
    const common = greatestCommonDivisor(rate.limit, rate.windowMs);
    this.#burst = burst;
    this.#ticksPerMs = rate.limit / common;
    this.#ticksPerUse = rate.windowMs / common;
    assert(this.#ticksPerMs <= ticksPerMsMax, 'the rate reduces to at most 1000 uses per ms');
  }

  waitMs(nowMs: number, weight = 1): number {
    assertWeight(weight, this.#burst);
    const admittedAtTick = this.#untouchedAtTick - (this.#burst - weight) * this.#ticksPerUse;
    return Math.max(0, this.#firstMsFrom(admittedAtTick) - nowMs);
  }

  /** A refused use never defers the recovery beyond a full burst from now. */
  consume(nowMs: number, weight = 1): void {
    const nowTick = nowMs * this.#ticksPerMs;
    const usedTicks = Math.max(0, this.#untouchedAtTick - nowTick) + weight * this.#ticksPerUse;
    this.#untouchedAtTick = nowTick + Math.min(usedTicks, this.#burst * this.#ticksPerUse);
  }

  /** The window shown is the time a full burst takes to recover, so that limit / windowMs is the sustained rate. */
  read(nowMs: number, into: QuotaState): void {
    const usedTicks = Math.max(0, this.#untouchedAtTick - nowMs * this.#ticksPerMs);
    const used = Math.ceil(usedTicks / this.#ticksPerUse);
    into.limit = this.#burst;
    into.remaining = this.#burst - used;
    into.windowMs = this.#firstMsFrom(this.#burst * this.#ticksPerUse);
    into.resetAtMs =
      used === 0 ? nowMs : this.#firstMsFrom(this.#untouchedAtTick - (used - 1) * this.#ticksPerUse);
  }

  #firstMsFrom(tick: number): number {
    return Math.ceil(tick / this.#ticksPerMs);
  }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
