/**
 * A binary heap of timers ordered by (time, order of pushing), for the clocks of services, whose time may step back.
 * Much simpler than `EventQueue`, it is also the reference in that queue's tests.
 */
import type { Instant } from '../base/time.ts';

/** One pending timer; keep it to be able to remove it. */
export class Timer<Item> {
  readonly atMs: Instant;
  readonly sequence: number;
  readonly item: Item;
  /** Position in the heap; -1 after removal. */
  index = -1;

  constructor(atMs: Instant, sequence: number, item: Item) {
    this.atMs = atMs;
    this.sequence = sequence;
    this.item = item;
  }
}

const isBefore = (left: Timer<unknown>, right: Timer<unknown>): boolean =>
  left.atMs < right.atMs || (left.atMs === right.atMs && left.sequence < right.sequence);

/** Pending timers of one clock; `push` and `remove` take O(log n). Equal times leave in order of pushing. */
export class TimerHeap<Item> {
  readonly #timers: Timer<Item>[] = [];
  #sequence = 0;

  get size(): number {
    return this.#timers.length;
  }

  /** Adds a timer at any time, past or future. */
  push(atMs: Instant, item: Item): Timer<Item> {
    const timer = new Timer(atMs, this.#sequence, item);
    this.#sequence += 1;
    this.#siftUp(timer, this.#timers.length);
    return timer;
  }

  /** Restores a removed timer to its place in the order. */
  restore(timer: Timer<Item>): void {
    if (this.#timers[timer.index] !== timer) this.#siftUp(timer, this.#timers.length);
  }

  /** When the next timer is due, or undefined when there is none. */
  peekAtMs(): Instant | undefined {
    return this.#timers[0]?.atMs;
  }

  /** Removes and returns the earliest timer. */
  pop(): Timer<Item> | undefined {
    const first = this.#timers[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Removes a timer in O(log n); false if it was removed before. */
  remove(timer: Timer<Item>): boolean {
    const { index } = timer;
    if (this.#timers[index] !== timer) return false;
    timer.index = -1;
    const last = this.#timers.pop();
    if (last === undefined || last === timer) return true;
    this.#siftUp(last, index);
    this.#siftDown(last, last.index);
    return true;
  }

  #place(timer: Timer<Item>, index: number): void {
    timer.index = index;
    this.#timers[index] = timer;
  }

  #siftUp(timer: Timer<Item>, from: number): void {
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#timers[parentIndex];
      if (parent === undefined || !isBefore(timer, parent)) break;
      this.#place(parent, index);
      index = parentIndex;
    }
    this.#place(timer, index);
  }

  #siftDown(timer: Timer<Item>, from: number): void {
    let index = from;
    for (;;) {
      const child = this.#earlierChild(index);
      if (child === undefined || !isBefore(child, timer)) break;
      const childIndex = child.index;
      this.#place(child, index);
      index = childIndex;
    }
    this.#place(timer, index);
  }

  #earlierChild(index: number): Timer<Item> | undefined {
    const left = this.#timers[2 * index + 1];
    const right = this.#timers[2 * index + 2];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }
}
