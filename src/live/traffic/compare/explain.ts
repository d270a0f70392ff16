/** Explains differences that do not count: those of a running clock, and those that a repetition shows too. */
import { parseInstant } from '../../../core/base/time.ts';
import type { Difference, Explanation } from './difference.ts';

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
  readonly earlierMs?: readonly number[];
}

const countdownField = /(?:^|_)(?:after|in|remaining|seconds|reset|age|uptime)(?:_seconds|_ms)?$/;

/** `time` if the clock's shift explains the difference; otherwise null. */
export function explainByTime(
  difference: Difference,
  { shiftMs, toleranceMs, earlierMs = [] }: ClockShift,
): Explanation | null {
  if (shiftMs === undefined) return null;
  const causedMs = [shiftMs, ...earlierMs];
  const { kind, field, recorded, live } = difference;
  if (kind === 'time') {
    const [recordedMs, liveMs] = [instantIn(recorded), instantIn(live)];
    if (recordedMs === undefined || liveMs === undefined) return null;
    return causedMs.some((ms) => Math.abs(liveMs - recordedMs - ms) <= toleranceMs) ? 'time' : null;
  }
  if (kind !== 'amount' || !countdownField.test(field)) return null;
  const apartMs = (Number(live) - Number(recorded)) * 1000;
  // What is left until an instant: both the instant and the present have moved.
  return causedMs.some((ms) => Math.abs(apartMs - (ms - shiftMs)) <= toleranceMs) ? 'time' : null;
}

const instantIn = (shownText: string): number | undefined => parseInstant(shownText.slice(1, -1));

const envelopeField = /^\/result\/(?:resultType|ttlMs|cacheScope|_meta)$/;

/** True for the MCP envelope around a result, which belongs to the HTTP server, not the platform. */
export const isMcpEnvelope = (path: string, { kind, field }: Pick<Difference, 'kind' | 'field'>): boolean =>
  path.endsWith('/mcp') && kind === 'shape' && envelopeField.test(field);
