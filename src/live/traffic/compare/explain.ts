/** Explains differences that do not count: those of a running clock, and those that a repetition shows too. */
import { parseInstant } from '../../../core/base/time.ts';
import type { Difference, DifferenceGroup, Explanation } from './difference.ts';

/** Fields that differ between two replays of the same target. */
export class NoiseMask {
  readonly #fields: ReadonlySet<string>;

  /** `groups` are those of another replay of the same trace against the same target. */
  constructor(groups: readonly Pick<DifferenceGroup, 'call' | 'kind' | 'field'>[] = []) {
    this.#fields = new Set(groups.map(({ call, field, kind }) => JSON.stringify([call, field, kind])));
  }

  covers(call: string, { field, kind }: Difference): boolean {
    return this.#fields.has(JSON.stringify([call, field, kind]));
  }
}

/** The target's clock at the response, relative to the recorded instant. */
export interface ClockShift {
  /** The target's time minus the recorded one, in milliseconds; undefined if it states no time. */
  readonly shiftMs: number | undefined;
  readonly toleranceMs: number;
}

const countdownField = /(?:^|_)(?:after|in|remaining|seconds|reset|age|uptime)(?:_seconds|_ms)?$/;

/** `time` if the clock's shift explains the difference; otherwise null. */
export function explainByTime(
  difference: Difference,
  { shiftMs, toleranceMs }: ClockShift,
): Explanation | null {
  if (shiftMs === undefined) return null;
  const { kind, field, recorded, live } = difference;
  if (kind === 'time') {
    const [recordedMs, liveMs] = [instantIn(recorded), instantIn(live)];
    if (recordedMs === undefined || liveMs === undefined) return null;
    return Math.abs(liveMs - recordedMs - shiftMs) <= toleranceMs ? 'time' : null;
  }
  if (kind !== 'amount' || !countdownField.test(field)) return null;
  return Math.abs(Number(live) - Number(recorded)) * 1000 <= toleranceMs ? 'time' : null;
}

const instantIn = (shownText: string): number | undefined => parseInstant(shownText.slice(1, -1));

const envelopeField = /^\/result\/(?:resultType|ttlMs|cacheScope|_meta)$/;

/** True for the MCP envelope around a result, which belongs to the HTTP server, not the platform. */
export const isMcpEnvelope = (path: string, { kind, field }: Pick<Difference, 'kind' | 'field'>): boolean =>
  path.endsWith('/mcp') && kind === 'shape' && envelopeField.test(field);
