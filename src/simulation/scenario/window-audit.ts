/**
 * Measures, independently of the limiter's code, how far any key exceeded its tier in a window: the responses other
 * than 429 of the last 60 s and 10 s, one list of instants per key. It feeds the metric `rate_window_excess`.
 */
import type { Instant } from '../../core/base/time.ts';

/** The tier table, repeated for independence (LIM03 to LIM09). */
const windows: Readonly<Record<string, readonly { limit: number; windowMs: number }[]>> = {
  free: [
    { limit: 100, windowMs: 60_000 },
    { limit: 50, windowMs: 10_000 },
  ],
  pro: [
    { limit: 1_000, windowMs: 60_000 },
    { limit: 500, windowMs: 10_000 },
  ],
};

/** The largest excess over any window of any key in a run. */
export class WindowAudit {
  /** By the number of the key, which counts from 0. */
  readonly #instants: Instant[][] = [];
  #excess = 0;

  /** The largest excess seen so far; 0 when every window kept its limit. */
  get excess(): number {
    return this.#excess;
  }

  /** Counts one response other than 429 to a key; instants must not decrease. */
  admitted(key: number, tier: string, atMs: Instant): void {
    const limits = windows[tier];
    if (limits === undefined) return;
    const instants = (this.#instants[key] ??= []);
    instants.push(atMs);
    while ((instants[0] ?? atMs) <= atMs - 60_000) instants.shift();
    for (const { limit, windowMs } of limits) {
      const within = instants.length - firstAfter(instants, atMs - windowMs);
      this.#excess = Math.max(this.#excess, within - limit);
    }
  }
}

/**
 * The position of the first instant after `edgeMs`: a request leaves a window exactly when its age equals the
 * window's length.
 */
function firstAfter(instants: readonly Instant[], edgeMs: Instant): number {
  let low = 0;
  let high = instants.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((instants[middle] ?? 0) <= edgeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
