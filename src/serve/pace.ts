/** How virtual time goes by while a world is served: by control calls alone, or in step with the wall clock. */
import type { Instant } from '../base/time.ts';
import { clockEndMs } from '../world/start.ts';

/** `manual`, or how many virtual milliseconds pass in one of the wall clock. */
export type Pace = 'manual' | number;

/** Where wall time comes from; tests bring their own. */
export interface WallTime {
  /** Milliseconds since some moment, never going back. */
  elapsedMs(): number;
  /** Milliseconds since the epoch. */
  nowMs(): Instant;
}

export const paceExpected = 'manual, real, or a factor such as 60x or 0.5x up to 1000000x';
const factorMax = 1_000_000;

/** `manual`, `real` or `Nx`; undefined for anything else. */
export function parsePace(text: string): Pace | undefined {
  if (text === 'manual') return 'manual';
  if (text === 'real') return 1;
  const factor = /^(\d{1,7}(?:\.\d{1,6})?)x$/.exec(text)?.[1];
  if (factor === undefined) return undefined;
  return Number(factor) > 0 && Number(factor) <= factorMax ? Number(factor) : undefined;
}

export function formatPace(pace: Pace): string {
  if (pace === 'manual') return pace;
  return pace === 1 ? 'real' : `${pace}x`;
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

  /** Virtual time goes on from `virtualMs`. */
  set(virtualMs: Instant): void {
    this.#anchor = { virtualMs, elapsedMs: this.#wall.elapsedMs() };
  }

  /** A virtual duration as wall milliseconds; while time stands still one is the other. */
  wallMs(virtualMs: number): number {
    return this.pace === 'manual' ? virtualMs : virtualMs / this.pace;
  }
}
