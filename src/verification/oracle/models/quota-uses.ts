/**
 * One quota, counted use by use, under each reading of what a window is (gaps L1 to L3): any stretch of time, one that the clock
 * or the first request begins, or a bucket that is refilled.
 */
import { dayMs, minuteMs, type DurationMs, type Instant } from '../../../core/base/time.ts';
import type { Cap } from './published-caps.ts';

/** One window of a quota at one instant. */
export interface QuotaReading {
  readonly limit: number;
  readonly windowMs: DurationMs;
  readonly remaining: number;
  /** The least that a service may say is left: less than `remaining` where it may count whole minutes. */
  readonly remainingMin: number;
  readonly resetAtMs: Instant;
  /** When one more is admitted; now where there is room. */
  readonly admittedAtMs: Instant;
  /** False where a service may count whole minutes instead of instants. */
  readonly isExact: boolean;
}

/** How windows are read: values of the policies `limits.window` and `limits.day`. */
export interface WindowReading {
  readonly window: string;
  readonly day: string;
}

/** What counts the uses of one quota. */
export interface QuotaUses {
  add(atMs: Instant): void;
  readings(nowMs: Instant): QuotaReading[];
}

/** Longer logs than this may be kept as one count a minute. */
const loggedMax = dayMs / minuteMs;

/** The uses of one quota, in all its windows. */
export class WindowUses implements QuotaUses {
  readonly caps: readonly Cap[];
  /** In order of time. */
  readonly #instants: Instant[] = [];
  readonly #how: WindowReading;

  constructor(caps: readonly Cap[], how: WindowReading) {
    this.caps = caps;
    this.#how = how;
  }

  add(atMs: Instant): void {
    this.#instants.push(atMs);
  }

  readings(nowMs: Instant): QuotaReading[] {
    return this.caps.map((cap) => {
      const kind = cap.windowMs === dayMs ? this.#how.day : this.#how.window;
      if (kind === 'calendar' || kind === 'fixed') return this.#aligned(cap, nowMs);
      return kind === 'first-request' ? this.#opened(cap, nowMs) : this.#sliding(cap, nowMs);
    });
  }

  #sliding({ limit, windowMs }: Cap, nowMs: Instant): QuotaReading {
    // Refused requests may have been counted as well: the latest ones keep waiting.
    const counted = Math.min(limit, this.#countAfter(nowMs - windowMs));
    const oldest = this.#instants[this.#instants.length - counted];
    const resetAtMs = oldest === undefined ? nowMs : oldest + windowMs;
    const admittedAtMs = counted < limit ? nowMs : resetAtMs;
    const isExact = windowMs < dayMs || limit <= loggedMax;
    const remaining = limit - counted;
    const remainingMin = isExact
      ? remaining
      : Math.max(0, limit - this.#countAfter(nowMs - windowMs - minuteMs));
    return { limit, windowMs, remaining, remainingMin, resetAtMs, admittedAtMs, isExact };
  }

  /** How many uses come after an instant: most windows hold the latest few of them. */
  #countAfter(instant: Instant): number {
    let count = 0;
    for (let place = this.#instants.length - 1; place >= 0; place -= 1) {
      if ((this.#instants[place] ?? 0) <= instant) break;
      count += 1;
    }
    return count;
  }

  /** The UTC calendar day, or the clock minute. */
  #aligned(cap: Cap, nowMs: Instant): QuotaReading {
    const now = Math.floor(nowMs / cap.windowMs);
    const used = this.#instants.filter((atMs) => Math.floor(atMs / cap.windowMs) === now).length;
    return readingUntil(cap, { nowMs, used, endsAtMs: (now + 1) * cap.windowMs });
  }

  /** The first request after the end of a window begins the next one. */
  #opened(cap: Cap, nowMs: Instant): QuotaReading {
    let [endsAtMs, used] = [0, 0];
    for (const atMs of this.#instants) {
      if (atMs >= endsAtMs) [endsAtMs, used] = [atMs + cap.windowMs, 0];
      used += 1;
    }
    return readingUntil(cap, { nowMs, used: nowMs < endsAtMs ? used : 0, endsAtMs });
  }
}

function readingUntil(
  { limit, windowMs }: Cap,
  { nowMs, used, endsAtMs }: { nowMs: Instant; used: number; endsAtMs: Instant },
): QuotaReading {
  const remaining = Math.max(0, limit - used);
  const resetAtMs = used === 0 ? nowMs : endsAtMs;
  const admittedAtMs = remaining === 0 ? endsAtMs : nowMs;
  return { limit, windowMs, remaining, remainingMin: remaining, resetAtMs, admittedAtMs, isExact: true };
}

/** A bucket that starts full and gains `rate.limit` uses in `rate.windowMs` (gap L1; GCRA decides alike, gap L2). */
export class BucketUses implements QuotaUses {
  readonly #rate: Cap;
  readonly #capacity: number;
  /** Parts of a use, so that each millisecond brings a whole number of them. */
  #parts: number;
  #atMs = 0;

  constructor(rate: Cap, capacity: number) {
    this.#rate = rate;
    this.#capacity = capacity;
    this.#parts = capacity * rate.windowMs;
  }

  add(atMs: Instant): void {
    this.#parts = Math.max(0, this.#partsAt(atMs) - this.#rate.windowMs);
    this.#atMs = atMs;
  }

  readings(nowMs: Instant): QuotaReading[] {
    const { limit, windowMs: partsPerUse } = this.#rate;
    const parts = this.#partsAt(nowMs);
    const remaining = Math.floor(parts / partsPerUse);
    const nextMs = nowMs + Math.ceil(((remaining + 1) * partsPerUse - parts) / limit);
    const resetAtMs = remaining === this.#capacity ? nowMs : nextMs;
    const windowMs = Math.ceil((this.#capacity * partsPerUse) / limit);
    const admittedAtMs = remaining === 0 ? nextMs : nowMs;
    return [
      {
        limit: this.#capacity,
        windowMs,
        remaining,
        remainingMin: remaining,
        resetAtMs,
        admittedAtMs,
        isExact: true,
      },
    ];
  }

  #partsAt(nowMs: Instant): number {
    const gained = (nowMs - this.#atMs) * this.#rate.limit;
    return Math.min(this.#capacity * this.#rate.windowMs, this.#parts + gained);
  }
}

/** Several counts that each request uses at once. */
export class JoinedUses implements QuotaUses {
  readonly #parts: readonly QuotaUses[];

  constructor(parts: readonly QuotaUses[]) {
    this.#parts = parts;
  }

  add(atMs: Instant): void {
    for (const part of this.#parts) part.add(atMs);
  }

  readings(nowMs: Instant): QuotaReading[] {
    return this.#parts.flatMap((part) => part.readings(nowMs));
  }
}
