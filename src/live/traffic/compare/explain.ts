/** Explains differences that do not count: those of a running clock, and those that a repetition shows too. */
import { dayMs } from '../../../core/base/time.ts';
import type { Tier } from '../../../core/http/limits/published-limits.ts';
import {
  isLimitOf,
  statesDocumentedLimit,
  statesFreeLimit,
} from '../../../platform/world/documented-limits.ts';
import type { InstantShift } from '../correlation/instant-shifts.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { carriesKey } from '../http/carries-key.ts';
import type { Difference, Explanation } from './difference.ts';
import { timeSpan } from './forms.ts';

/** Differences in which a target did not repeat itself: an earlier run of the same requests showed something else. */
export class NoiseMask {
  readonly #first: ReadonlyMap<string, string> | undefined;

  /** `first` has the live values of the earlier run's differences by `noiseKeys`; undefined if there was none. */
  constructor(first?: ReadonlyMap<string, string>) {
    this.#first = first;
  }

  /** False for what was the same both times. Ids and instants are never equal in two runs: there the field decides. */
  covers(key: string, difference: Difference): boolean {
    if (this.#first === undefined) return false;
    const before = this.#first.get(key);
    // Of a run with very many differences the last ones are unknown.
    if (before === undefined) return this.#first.size < shownMax;
    return isLiteral.has(difference.kind) && before !== difference.live;
  }
}

/** Kinds of differences whose live value would be the same in a second run. */
const isLiteral: ReadonlySet<string> = new Set(['status', 'code', 'amount', 'value']);

/** Differences of a first run that are kept. */
export const shownMax = 100_000;

/** The identities of the differences of record `n`: kind, field, and which of several equal ones in a list. */
export function noiseKeys(n: number, differences: readonly Pick<Difference, 'kind' | 'field'>[]): string[] {
  const counts = new Map<string, number>();
  return differences.map(({ kind, field }) => {
    const key = JSON.stringify([n, kind, field]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${key} ${count}`;
  });
}

/** The target's clock at the response, relative to the recorded instant. */
export interface ClockShift {
  /** The target's time minus the recorded one, in milliseconds; undefined if it states no time. */
  readonly shiftMs: number | undefined;
  readonly toleranceMs: number;
  /** Shifts at earlier requests that may have caused what the response states. */
  readonly earlier?: readonly InstantShift[];
}

const countdownField = /(?:^|[/_])(?:after|in|remaining|seconds|reset|age|uptime)(?:_seconds|_ms)?$/;

/** `time` if the clock's shift explains the difference; otherwise null. */
export function explainByTime(
  difference: Difference,
  { shiftMs, toleranceMs, earlier = [] }: ClockShift,
): Explanation | null {
  if (shiftMs === undefined) return null;
  const causes = [{ byMs: shiftMs, toleranceMs }, ...earlier];
  const { kind, field, recorded, live } = difference;
  if (kind === 'time') {
    const [before, now] = [spanIn(recorded, field), spanIn(live, field)];
    if (before === undefined || now === undefined) return null;
    const isCause = ({ byMs, ...cause }: InstantShift): boolean =>
      now.fromMs - before.toMs <= byMs + cause.toleranceMs &&
      now.toMs - before.fromMs >= byMs - cause.toleranceMs;
    return causes.some(isCause) ? 'time' : null;
  }
  if (kind !== 'amount' || !countdownField.test(field)) return null;
  const apartMs = (Number(live) - Number(recorded)) * 1000;
  // What is left until an instant: both the instant and the present have moved.
  const isCause = ({ byMs, ...cause }: InstantShift): boolean =>
    Math.abs(apartMs - (byMs - shiftMs)) <= Math.max(cause.toleranceMs, toleranceMs);
  return causes.some(isCause) ? 'time' : null;
}

const windowEndField = /(?:^|\/)(?:retry_after_seconds|reset_at)$/;
const windowsSeconds = [60, 3_600, 86_400] as const;

/**
 * True for the end of a rate limit's window in a 429: with a clock that runs by itself windows begin at other moments. What is
 * left of it has to be within the shortest documented window that the recorded one fits into.
 */
export function isWindowEnd({ kind, field, recorded, live }: Difference): boolean {
  if (!windowEndField.test(field)) return false;
  if (kind !== 'amount') return kind === 'time';
  const window = windowsSeconds.find((seconds) => Number(recorded) <= seconds);
  return window !== undefined && Number(live) >= 0 && Number(live) <= window;
}

const otherWindowField = /^\/(?:limit|window)$/;

/**
 * True for the limit and the window of two 429 that both name one that the documents have for the call: which of several windows is
 * full depends on when they began, and on how fast the clock runs.
 */
export const isOtherWindow = (
  call: string,
  { field }: Pick<Difference, 'field'>,
  bodies: readonly unknown[],
): boolean => otherWindowField.test(field) && bodies.every((body) => statesDocumentedLimit(call, body));

/**
 * True for what another tier than that of the recording explains, which is Free: the limit in the headers, one that the documents have
 * for the tier and the call; no headers where nothing is limited; a refusal for the rate that the limits of Free alone ask for.
 */
export function isOfTier(
  tier: Tier,
  { call, refusal }: { readonly call: string; readonly refusal: unknown },
  { kind, field, live }: Difference,
): boolean {
  if (tier === 'free') return false;
  if (kind === 'status') return !/^429\b/.test(live) && statesFreeLimit(call, refusal);
  if (field === '/tier') return live === `"${tier}"`;
  if (!field.startsWith('header x-ratelimit-')) return false;
  if (kind === 'shape') return tier === 'enterprise';
  if (field.endsWith('-limit')) return isLimitOf(tier, call, Number(live.replaceAll('"', '')));
  return field.endsWith('-remaining');
}

/**
 * True if a window of a day, which the recorded 429 describes, is over on the target's clock: days end at the same time on both,
 * and the target is later in the day, by less than half of one.
 */
export function isDayOver(refusal: unknown, { shiftMs = 0, toleranceMs }: ClockShift): boolean {
  const { window, retry_after_seconds: left } = (refusal ?? {}) as Readonly<Record<string, unknown>>;
  if (window !== '1d' || typeof left !== 'number') return false;
  const laterMs = shiftMs - Math.round(shiftMs / dayMs) * dayMs;
  return left * 1000 <= laterMs + toleranceMs;
}

/**
 * True for a refusal by a limit of a day, which counts requests of an IP address on a clock with another time of day: other requests of
 * other clients fall into that day.
 */
export function isOtherDay(refusal: unknown, { shiftMs, toleranceMs }: ClockShift): boolean {
  const { window } = (refusal ?? {}) as Readonly<Record<string, unknown>>;
  if (window !== '1d' || shiftMs === undefined) return false;
  return Math.abs(shiftMs - Math.round(shiftMs / dayMs) * dayMs) > toleranceMs;
}

/** Why the refusal of a recorded 429 differs on a clock that runs by itself; null if that explains nothing. */
export function explainRefusal(
  { answer, request }: Pick<TraceRecord, 'answer' | 'request'>,
  difference: Difference,
  shift: ClockShift,
): Explanation | null {
  if (answer.status !== 429) return null;
  if (isWindowEnd(difference)) return 'time';
  if (difference.kind !== 'status') return null;
  const isOther = !carriesKey(request.headers) && isOtherDay(answer.body, shift);
  return isOther || isDayOver(answer.body, shift) ? 'limit' : null;
}

const spanIn = (shownText: string, field: string): ReturnType<typeof timeSpan> =>
  timeSpan(shownText.slice(1, -1), field);

const envelopeField = /^\/result\/(?:resultType|ttlMs|cacheScope|_meta)$/;

/** True for the MCP envelope around a result, which belongs to the HTTP server, not the platform. */
export const isMcpEnvelope = (path: string, { kind, field }: Pick<Difference, 'kind' | 'field'>): boolean =>
  path.endsWith('/mcp') && kind === 'shape' && envelopeField.test(field);
