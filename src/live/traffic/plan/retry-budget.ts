/** How long sessions wait for the rate limits of a target, in all. No target can hold a replay longer. */
import type { DurationMs } from '../../../core/base/time.ts';

/** Without Retry-After. */
const defaultMs = 1_000;
/** Requests of several sessions that may be sent again at the same second come a little apart. */
const leastMs = 50;

/** Gives each session a bounded time of waiting. */
export class RetryBudget {
  readonly #limitMs: DurationMs;
  readonly #waitedMs = new Map<number, DurationMs>();
  /** When the last wait of a session is over, by `performance.now()`. */
  readonly #untilMs = new Map<number, number>();
  /** Requests that were sent again. */
  count = 0;
  /** Requests that would have had to wait longer than their session may, or that the budget does not cover again. */
  refused = 0;

  /** `limitMs` is the longest time that one session waits in all. */
  constructor(limitMs: DurationMs) {
    this.#limitMs = limitMs;
  }

  /** Milliseconds to wait as Retry-After says, in seconds or as an HTTP date; 0 if that is longer than is left. */
  waitMs(session: number, retryAfter: string | undefined): DurationMs {
    const askedMs = millisecondsIn(retryAfter);
    const waitedMs = this.#waitedMs.get(session) ?? 0;
    if (waitedMs + askedMs > this.#limitMs) {
      this.refused += 1;
      return 0;
    }
    this.#waitedMs.set(session, waitedMs + askedMs);
    this.#untilMs.set(session, performance.now() + askedMs);
    this.count += 1;
    return askedMs;
  }

  /** Takes the last wait back: the request is not sent again. Returns 0. */
  refuse(): 0 {
    this.count -= 1;
    this.refused += 1;
    return 0;
  }

  /** Milliseconds of waiting in all. */
  get waitedMs(): DurationMs {
    return [...this.#waitedMs.values()].reduce((sum, ms) => sum + ms, 0);
  }

  /** True while a request of the session waits. */
  isWaiting(session: number): boolean {
    return (this.#untilMs.get(session) ?? 0) > performance.now();
  }

  hasWaited(session: number): boolean {
    return this.#waitedMs.has(session);
  }
}

function millisecondsIn(retryAfter: string | undefined): DurationMs {
  if (retryAfter === undefined) return defaultMs;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(leastMs, ms) : defaultMs;
}
