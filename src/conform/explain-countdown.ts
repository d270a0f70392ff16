/** Seconds that a header counts, up to an instant or down to it: of a clock that runs by itself they differ by little. */
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import type { ClockShift } from '../traffic/compare/explain.ts';

const counted = /^header (?:x-ratelimit-reset|retry-after)$/;

export function explainCountdown(
  { kind, field, recorded, live }: Difference,
  { shiftMs, toleranceMs }: ClockShift,
): Explanation | null {
  if (shiftMs === undefined || kind !== 'amount' || !counted.test(field)) return null;
  const apartMs = Math.abs(secondsIn(live) - secondsIn(recorded)) * 1000;
  return apartMs <= toleranceMs ? 'time' : null;
}

/** Of a value as it is shown, in quotation marks. */
const secondsIn = (shownText: string): number => Number(shownText.replaceAll('"', ''));
