/**
 * Limits that count the requests of the last seconds. On a clock that runs by itself, or after a pause, a request may have left a window
 * on one side alone: then another limit is the nearest, and the target accepts what was refused.
 */
import { dayMs, minuteMs, secondMs } from '../../../core/base/time.ts';
import type { Tier } from '../../../core/http/limits/published-limits.ts';
import { isLimitOf, statesDocumentedLimit } from '../../../platform/world/documented-limits.ts';
import type { Difference } from './difference.ts';

/** When a response came, in epoch milliseconds of the recording and of the target, and how exactly the latter is known. */
interface Answered {
  readonly recordedMs: number;
  readonly liveMs: number;
  readonly toleranceMs: number;
}

/** The windows that slide, by the name that a refusal has for them. */
const slidingMs: Readonly<Record<string, number>> = { '10s': 10 * secondMs, '1m': minuteMs };

/** The responses of a session. */
interface Past {
  readonly first: Answered;
  now: Answered;
  /** Those before `now` that a window may still count, one for each second. */
  earlier: readonly Answered[];
}

/** Follows the sessions of one run. Note every response, then ask for its differences. */
export class SlidWindows {
  readonly #sessions = new Map<number, Past>();

  note(session: number, now: Answered): void {
    const past = this.#sessions.get(session);
    if (past === undefined) {
      this.#sessions.set(session, { first: now, now, earlier: [] });
      return;
    }
    const before = past.now;
    past.now = now;
    const last = past.earlier.at(-1);
    if (last !== undefined && secondsOf(last) === secondsOf(before)) return;
    past.earlier = [...past.earlier.filter((one) => mayCount(one, now)), before];
  }

  /** True if the difference is the limit of another of the call's windows, and the counts of some window may differ. */
  explainsLimit(session: number, call: string, tier: Tier, { field, live }: Difference): boolean {
    if (field !== 'header x-ratelimit-limit') return false;
    if (!isLimitOf(tier, call, Number(live.replaceAll('"', '')))) return false;
    const past = this.#sessions.get(session);
    return (
      past !== undefined && (isDayApart(past) || Object.values(slidingMs).some((ms) => isApart(past, ms)))
    );
  }

  /** True if the target accepts what was refused, and the window of the refusal may have lost a request on its side. */
  explainsAcceptance(session: number, call: string, refusal: unknown, { kind, live }: Difference): boolean {
    const { window } = (refusal ?? {}) as { readonly window?: unknown };
    const spanMs = typeof window === 'string' ? slidingMs[window] : undefined;
    if (kind !== 'status' || /^429\b/.test(live) || spanMs === undefined) return false;
    const past = this.#sessions.get(session);
    return past !== undefined && statesDocumentedLimit(call, refusal) && isApart(past, spanMs);
  }
}

/** A `Date` is cut to the second: what came in the same one of both sides is as old. */
const secondsOf = ({ recordedMs, liveMs }: Answered): string =>
  `${Math.floor(recordedMs / secondMs)} ${Math.floor(liveMs / secondMs)}`;

const mayCount = (one: Answered, now: Answered): boolean =>
  Math.min(now.recordedMs - one.recordedMs, now.liveMs - one.liveMs - now.toleranceMs) < minuteMs;

/** True if an earlier request of the session may be in a window of so many milliseconds on one side alone. */
const isApart = ({ now, earlier }: Past, spanMs: number): boolean =>
  earlier.some((one) => {
    const ageMs = now.liveMs - one.liveMs;
    return now.recordedMs - one.recordedMs < spanMs
      ? ageMs + now.toleranceMs >= spanMs
      : ageMs - now.toleranceMs < spanMs;
  });

/** True if midnight has come on one side alone since the session's first response. */
function isDayApart({ first, now }: Past): boolean {
  const daysOf = (side: 'recordedMs' | 'liveMs'): number =>
    Math.floor(now[side] / dayMs) - Math.floor(first[side] / dayMs);
  return daysOf('recordedMs') !== daysOf('liveMs');
}
