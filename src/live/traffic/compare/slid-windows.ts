/**
 * Limits that count the requests of the last seconds. On a clock that runs by itself, or after a pause, a request may have left a window
 * on one side alone: then another limit is the nearest, and the target accepts what was refused.
 */
import { dayMs, minuteMs, secondMs } from '../../../core/base/time.ts';
import type { Tier } from '../../../core/http/limits/published-limits.ts';
import { isLimitOf, statesDocumentedLimit } from '../../../platform/world/documented-limits.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { registrationOf } from '../http/carries-key.ts';
import type { Difference } from './difference.ts';

/** When a response came, in epoch milliseconds of the recording and of the target, and how exactly the latter is known. */
interface Answered {
  readonly recordedMs: number;
  readonly liveMs: number;
  readonly toleranceMs: number;
}

/** The windows that slide, by the name that a refusal has for them. */
const slidingMs: Readonly<Record<string, number>> = { '10s': 10 * secondMs, '1m': minuteMs };

/** Whose requests a limit counts: those of a session, or of an IP address, which all sessions share where no known key decides. */
type Client = number | 'address';

/** The clients that a request counts for: one with the key of a registration for its session, any other for the address as well. */
export const clientsOf = ({ session, request }: Pick<TraceRecord, 'session' | 'request'>): Client[] =>
  registrationOf(request.headers) === undefined ? [session, 'address'] : [session];

/** The responses of a client. */
interface Past {
  readonly first: Answered;
  now: Answered;
  /** Those before `now` that a window may still count, one for each second. */
  earlier: readonly Answered[];
}

/** Follows the clients of one run. Note every response, then ask for its differences. */
export class SlidWindows {
  readonly #pasts = new Map<Client, Past>();

  note(clients: readonly Client[], now: Answered): void {
    for (const client of clients) this.#note(client, now);
  }

  #note(client: Client, now: Answered): void {
    const past = this.#pasts.get(client);
    if (past === undefined) {
      this.#pasts.set(client, { first: now, now, earlier: [] });
      return;
    }
    const before = past.now;
    past.now = now;
    const last = past.earlier.at(-1);
    if (last !== undefined && secondsOf(last) === secondsOf(before)) return;
    past.earlier = [...past.earlier.filter((one) => mayCount(one, now)), before];
  }

  /** True if the difference is the limit of another of the call's windows, and the counts of some window may differ. */
  explainsLimit(clients: readonly Client[], call: string, tier: Tier, { field, live }: Difference): boolean {
    if (field !== 'header x-ratelimit-limit') return false;
    if (!isLimitOf(tier, call, Number(live.replaceAll('"', '')))) return false;
    return this.#of(clients).some(mayDiffer);
  }

  /** True if the target accepts what was refused, and the window of the refusal may have lost a request on its side. */
  explainsAcceptance(
    clients: readonly Client[],
    call: string,
    refusal: unknown,
    { kind, live }: Difference,
  ): boolean {
    const { window } = (refusal ?? {}) as { readonly window?: unknown };
    const spanMs = typeof window === 'string' ? slidingMs[window] : undefined;
    if (kind !== 'status' || /^429\b/.test(live) || spanMs === undefined) return false;
    return statesDocumentedLimit(call, refusal) && this.#of(clients).some((past) => isApart(past, spanMs));
  }

  #of(clients: readonly Client[]): Past[] {
    return clients.flatMap((client) => this.#pasts.get(client) ?? []);
  }
}

/** A `Date` is cut to the second: what came in the same one of both sides is as old. */
const secondsOf = ({ recordedMs, liveMs }: Answered): string =>
  `${Math.floor(recordedMs / secondMs)} ${Math.floor(liveMs / secondMs)}`;

const mayCount = (one: Answered, now: Answered): boolean =>
  Math.min(now.recordedMs - one.recordedMs, now.liveMs - one.liveMs - toleranceOf(one, now)) < minuteMs;

/** How exactly the time between two responses is known: a request that was under way for long may have been counted long before. */
const toleranceOf = (one: Answered, now: Answered): number => Math.max(one.toleranceMs, now.toleranceMs);

/** True if an earlier request of the session may be in a window of so many milliseconds on one side alone. */
const isApart = ({ now, earlier }: Past, spanMs: number): boolean =>
  earlier.some((one) => {
    const [ageMs, toleranceMs] = [now.liveMs - one.liveMs, toleranceOf(one, now)];
    return now.recordedMs - one.recordedMs < spanMs
      ? ageMs + toleranceMs >= spanMs
      : ageMs - toleranceMs < spanMs;
  });

/** True if the counts of some window may differ. */
const mayDiffer = (past: Past): boolean =>
  isDayApart(past) || Object.values(slidingMs).some((ms) => isApart(past, ms));

/** True if midnight has come on one side alone since the session's first response. */
function isDayApart({ first, now }: Past): boolean {
  const daysOf = (side: 'recordedMs' | 'liveMs'): number =>
    Math.floor(now[side] / dayMs) - Math.floor(first[side] / dayMs);
  return daysOf('recordedMs') !== daysOf('liveMs');
}
