/**
 * The clock of one service: the world's clock, unless a fault holds or steps it. Due events are scheduled on this clock
 * and run in its order, before requests of the same instant; a held clock delays its due events.
 */
import type { Journal } from '../../core/base/journal.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import { priority, type EventHandle, type EventTarget } from '../../core/kernel/event.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import { TimerHeap } from '../../core/kernel/timer-heap.ts';
import type { ServiceClock } from '../services/ports.ts';

/** The environment of a clock: kernel, rollback journal and the world's digest. */
export interface ClockParts {
  readonly kernel: Kernel;
  readonly journal: Journal;
  /** Called after each due event, so that the world can fold what it did into the digest. */
  readonly onDue: () => void;
}

/** A service's clock. Its timers are journalled: a rolled back request leaves none behind and cancels none. */
export class SteppableClock implements ServiceClock, EventTarget {
  readonly #parts: ClockParts;
  readonly #timers = new TimerHeap<() => void>();
  #offsetMs = 0;
  #heldAtMs: Instant | null = null;
  #alarm: { handle: EventHandle; atMs: Instant } | null = null;

  constructor(parts: ClockParts) {
    this.#parts = parts;
  }

  get nowMs(): Instant {
    return this.#heldAtMs ?? this.#parts.kernel.nowMs + this.#offsetMs;
  }

  schedule(atMs: Instant, due: () => void): () => void {
    const timer = this.#timers.push(atMs, due);
    this.#setAlarm();
    this.#parts.journal.record(() => this.#timers.remove(timer));
    return () => {
      if (!this.#timers.remove(timer)) return;
      this.#parts.journal.record(() => {
        this.#timers.restore(timer);
        this.#setAlarm();
      });
    };
  }

  /** Stops this clock where it is: what is due by then has run, and nothing else falls due until `release`. */
  hold(): void {
    this.#cancelAlarm();
    this.fire();
    this.#heldAtMs = this.nowMs;
    this.#cancelAlarm();
  }

  /** Lets a held clock jump to the time it would have; events that became due meanwhile run at once. */
  release(): void {
    this.#heldAtMs = null;
    this.fire();
  }

  /** Moves this clock by a positive or negative step; events that the step passes run at once, and never twice. */
  step(byMs: DurationMs): void {
    this.#offsetMs += byMs;
    this.#cancelAlarm();
    this.fire();
  }

  /** The alarm: runs everything due on this clock, in order. */
  fire(): void {
    this.#alarm = null;
    if (this.#heldAtMs !== null) return;
    for (let dueAtMs = this.#timers.peekAtMs(); dueAtMs !== undefined; dueAtMs = this.#timers.peekAtMs()) {
      if (dueAtMs > this.nowMs) break;
      const timer = this.#timers.pop();
      timer?.item();
      this.#parts.onDue();
    }
    this.#setAlarm();
  }

  /** Sets the alarm to the earliest timer; an earlier alarm stays set and then finds nothing due. */
  #setAlarm(): void {
    const dueAtMs = this.#timers.peekAtMs();
    if (dueAtMs === undefined || this.#heldAtMs !== null) return;
    const { kernel } = this.#parts;
    const atMs = Math.max(dueAtMs - this.#offsetMs, kernel.nowMs);
    if (this.#alarm !== null && this.#alarm.atMs <= atMs) return;
    this.#cancelAlarm();
    this.#alarm = { handle: kernel.schedule(atMs, priority.due, this, 0), atMs };
  }

  #cancelAlarm(): void {
    if (this.#alarm !== null) this.#parts.kernel.cancel(this.#alarm.handle);
    this.#alarm = null;
  }
}
