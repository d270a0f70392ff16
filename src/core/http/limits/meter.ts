/**
 * The interface of every rate-limit algorithm. A meter is driven by explicit instants: integer milliseconds since the
 * epoch that never decrease. It knows no key, no route and no clock.
 */

/** At most `limit` uses (an integer from 1) in a window of `windowMs` (an integer from 1). */
export interface Window {
  readonly limit: number;
  readonly windowMs: number;
}

/** One quota as a client sees it: the window that currently binds. The object is reused: read it immediately. */
export interface QuotaState {
  limit: number;
  /** Uses this window still admits at this instant; 0 exactly when the whole meter refuses. */
  remaining: number;
  windowMs: number;
  /**
   * The first instant at which `remaining` would have grown; when it is 0, the instant the whole meter admits; nowMs
   * for an untouched quota.
   */
  resetAtMs: number;
}

/** `weight` counts uses that are requested together: from 1 to the smallest limit of the meter. */
export interface Meter {
  /** 0 when `weight` more uses are admitted at nowMs, else the exact wait after which a lone client is admitted. */
  waitMs(nowMs: number, weight?: number): number;
  /** Records uses at nowMs, admitted or not (gap L4, "429 consumes"); memory stays bounded all the same. */
  consume(nowMs: number, weight?: number): void;
  /** Writes the binding window into `into`: smallest remaining/limit, ties by the shortest window (gap L17). */
  read(nowMs: number, into: QuotaState): void;
}
