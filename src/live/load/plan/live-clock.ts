/**
 * The clock of the agents of a load: it starts at the target's time and runs at a fixed factor of the wall clock. Wall
 * times are those of `performance.now()`.
 */
import type { Instant } from '../../../core/base/time.ts';

/** Converts between whole milliseconds of the agents' clock and wall milliseconds. */
export class LiveClock {
  readonly #startMs: Instant;
  readonly #wallMs: number;
  /** Agent milliseconds in a wall millisecond. */
  readonly speed: number;

  constructor(at: { startMs: Instant; wallMs: number; speed: number }) {
    this.#startMs = at.startMs;
    this.#wallMs = at.wallMs;
    this.speed = at.speed;
  }

  /** The agents' clock at a wall time, rounded down: no event runs before its time. */
  agentMs(wallMs: number): Instant {
    return this.#startMs + Math.floor((wallMs - this.#wallMs) * this.speed);
  }

  /** The first whole millisecond of the agents' clock that is not before the wall time. */
  agentMsFrom(wallMs: number): Instant {
    return this.#startMs + Math.ceil((wallMs - this.#wallMs) * this.speed);
  }

  wallMs(agentMs: Instant): number {
    return this.#wallMs + (agentMs - this.#startMs) / this.speed;
  }
}
