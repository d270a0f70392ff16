/** Says where virtual time stands while a world is served. */
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

/** Says where virtual time should stand now. Wall time is only ever measured as elapsed: setting a clock moves nothing. */
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

  /** A virtual duration as wall milliseconds; while time stands still one is the other. */
  wallMs(virtualMs: number): number {
    return this.pace === 'manual' ? virtualMs : virtualMs / this.pace;
  }
}
