/** Durations as people write them. */
import { parseDuration } from '../../core/base/time.ts';

/** `86400000ms` as `1d`; what is no whole number of a larger unit as it was. */
export function formatDuration(text: string): string {
  const totalMs = parseDuration(text) ?? 0;
  let restMs = totalMs;
  let spoken = '';
  for (const [unit, sizeMs] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ] as const) {
    const count = Math.floor(restMs / sizeMs);
    restMs -= count * sizeMs;
    if (count > 0) spoken += `${count}${unit}`;
  }
  return spoken === '' ? '0s' : spoken;
}
