/**
 * Exact sliding windows (gaps L2, L3), the default. A use at t counts in a window of w ms during [t, t + w).
 * All windows of a meter share one ring of instants. The ring starts small, since most keys are idle, and never
 * outgrows the largest limit: a window of n is blocked by its n-th latest use, and nothing older can matter.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState, Window } from './meter.ts';
import { assertWeight, assertWindow, emptyReading, tighten } from './reading.ts';

const firstRingLength = 2;
const scratch = emptyReading();

/** What meters of the same windows share. */
interface Shape {
  readonly windows: readonly Window[];
  readonly longestMs: number;
  readonly largestLimit: number;
}

const shapes = new WeakMap<readonly Window[], Shape>();

/** A meter in which no window, wherever it is laid, ever admits more than its limit. */
export function slidingLog(windows: readonly Window[]): Meter {
  let shape = shapes.get(windows);
  if (shape === undefined) shapes.set(windows, (shape = shapeOf(windows)));
  return new SlidingLog(shape);
}

function shapeOf(windows: readonly Window[]): Shape {
  assert(windows.length > 0, 'a sliding log watches a window');
  windows.forEach(assertWindow);
  return {
    windows,
    longestMs: Math.max(...windows.map((window) => window.windowMs)),
    largestLimit: Math.max(...windows.map((window) => window.limit)),
  };
}

class SlidingLog implements Meter {
  readonly #shape: Shape;
  /** Instants by use number, modulo a length that is a power of two; -Infinity where no use has been. */
  #ring: number[] = newRing(firstRingLength);
  /** Number of the next use. */
  #next = 0;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  waitMs(nowMs: number, weight = 1): number {
    const ring = this.#ring;
    let admittedAtMs = nowMs;
    for (const { limit, windowMs } of this.#shape.windows) {
      assertWeight(weight, limit);
      const back = limit - weight + 1;
      // A ring shorter than that never had to grow for it: so many uses are not in the window.
      if (back > ring.length) continue;
      const roomAtMs = ring[(this.#next - back) & (ring.length - 1)]! + windowMs;
      if (roomAtMs > admittedAtMs) admittedAtMs = roomAtMs;
    }
    return admittedAtMs - nowMs;
  }

  consume(nowMs: number, weight = 1): void {
    assert(this.#ring[(this.#next - 1) & (this.#ring.length - 1)]! <= nowMs, 'time never goes back');
    for (let use = 0; use < weight; use++) {
      const overwrittenMs = this.#ring[this.#next & (this.#ring.length - 1)]!;
      if (this.#ring.length < this.#shape.largestLimit && overwrittenMs + this.#shape.longestMs > nowMs)
        this.#grow();
      this.#ring[this.#next & (this.#ring.length - 1)] = nowMs;
      this.#next++;
    }
  }

  read(nowMs: number, into: QuotaState): void {
    this.#readWindow(0, nowMs, into);
    for (let index = 1; index < this.#shape.windows.length; index++) {
      this.#readWindow(index, nowMs, scratch);
      tighten(into, scratch);
    }
  }

  #readWindow(index: number, nowMs: number, into: QuotaState): void {
    const { limit, windowMs } = this.#shape.windows[index]!;
    const head = this.#oldestWithin(limit, nowMs - windowMs);
    into.limit = limit;
    into.remaining = limit - (this.#next - head);
    into.windowMs = windowMs;
    into.resetAtMs = head === this.#next ? nowMs : this.#ring[head & (this.#ring.length - 1)]! + windowMs;
  }

  /** The number of the oldest of the last `limit` uses that is later than an instant. Searched for: a field would cost each key its bytes. */
  #oldestWithin(limit: number, afterMs: number): number {
    const ring = this.#ring;
    const mask = ring.length - 1;
    let end = this.#next;
    let head = end - Math.min(limit, ring.length);
    while (head < end) {
      const middle = (head + end) >> 1;
      if (ring[middle & mask]! > afterMs) end = middle;
      else head = middle + 1;
    }
    return head;
  }

  #grow(): void {
    const old = this.#ring;
    const ring = newRing(old.length * 2);
    for (let use = this.#next - old.length; use < this.#next; use++) {
      ring[use & (ring.length - 1)] = old[use & (old.length - 1)]!;
    }
    this.#ring = ring;
  }
}

/** Filled at once, so that the ring is an array of plain doubles from the first use on. */
const newRing = (length: number): number[] => Array<number>(length).fill(-Infinity);
