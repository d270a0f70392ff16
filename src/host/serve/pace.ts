/** The virtual time of a served world, from elapsed wall time and the pace. */
import type { Instant } from '../../core/base/time.ts';
import type { Pace } from '../../platform/control/pace.ts';
import { clockEndMs } from '../../platform/world/start.ts';

/** Where wall time comes from; tests bring their own. */
export interface WallTime {
  /** Milliseconds since some moment, never going back. */
  elapsedMs(): number;
  /** Milliseconds since the epoch. */
  nowMs(): Instant;
}

/** Computes the present virtual time. Wall time is measured as elapsed: setting the system clock changes nothing. */
export class PacedTime {
  readonly pace: Pace;
  readonly #wall: WallTime;
  #anchor: { virtualMs: Instant; elapsedMs: number };

  constructor(parts: { pace: Pace; wall: WallTime; startMs: Instant }) {
    this.pace = parts.pace;
    this.#wall = parts.wall;
    this.#anchor = { virtualMs: parts.startMs, elapsedMs: parts.wall.elapsedMs() };
  }

  /** A whole millisecond, never beyond `clockEndMs`. */
  get nowMs(): Instant {
    const { virtualMs, elapsedMs } = this.#anchor;
    if (this.pace === 'manual') return virtualMs;
    const passedMs = Math.floor((this.#wall.elapsedMs() - elapsedMs) * this.pace);
    return Math.min(virtualMs + Math.max(0, passedMs), clockEndMs);
  }

  /** Virtual time continues from `virtualMs`. */
  set(virtualMs: Instant): void {
    this.#anchor = { virtualMs, elapsedMs: this.#wall.elapsedMs() };
  }

  /** A virtual duration as wall milliseconds; with a manual clock both are equal. */
  wallMs(virtualMs: number): number {
    return this.pace === 'manual' ? virtualMs : virtualMs / this.pace;
  }
}
