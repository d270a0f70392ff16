/** Which differences are none that matter: those of a clock that runs by itself, and those that a repetition shows too. */
import { parseInstant } from '../../../core/base/time.ts';
import type { Difference, DifferenceGroup, Explanation } from './difference.ts';

/** Fields that differ from one replay of a target to the next. */
export class NoiseMask {
  readonly #fields: ReadonlySet<string>;

  /** The groups of another replay of the same trace against the same target. */
  constructor(groups: readonly Pick<DifferenceGroup, 'call' | 'kind' | 'field'>[] = []) {
    this.#fields = new Set(groups.map(({ call, field, kind }) => JSON.stringify([call, field, kind])));
  }

  covers(call: string, { field, kind }: Difference): boolean {
    return this.#fields.has(JSON.stringify([call, field, kind]));
  }
}

/** How the target's clock stood when it answered, beside the recorded instant. */
export interface ClockShift {
  /** The target's time minus the recorded one, in milliseconds; undefined where it says no time. */
  readonly shiftMs: number | undefined;
  readonly toleranceMs: number;
}

const countdownField = /(?:^|_)(?:after|in|remaining|seconds|reset|age|uptime)(?:_seconds|_ms)?$/;

/** Undefined where nothing explains the difference. */
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

/** What MCP says beside the result is said by whoever speaks HTTP, not by the platform. */
export const isMcpEnvelope = (path: string, { kind, field }: Pick<Difference, 'kind' | 'field'>): boolean =>
  path.endsWith('/mcp') && kind === 'shape' && envelopeField.test(field);
