/** The curve of live crash over time: e^(0.06 t) with t in seconds (gap C27), in whole hundredths, rounded down. */
import { secondMs, type DurationMs } from '../../../../core/base/time.ts';
import { exp, log } from '../../../../core/kernel/elementary.ts';

/** g of the curve e^(g t), t in seconds; launch answers show it (gap C27). */
export const growthPerSecond = 0.06;

/** Where the curve is after that long; 100 is 1.00x. */
export const hundredthsAfter = (elapsedMs: DurationMs): number =>
  Math.floor(100 * exp((growthPerSecond * Math.max(0, elapsedMs)) / secondMs));

/** The first whole millisecond at which the curve shows as much. */
export function elapsedMsAt(hundredths: number): DurationMs {
  let elapsedMs = Math.ceil((log(hundredths / 100) * secondMs) / growthPerSecond);
  // Rounding in the logarithm may be off by one either way; the curve itself decides.
  while (hundredthsAfter(elapsedMs) < hundredths) elapsedMs += 1;
  while (elapsedMs > 0 && hundredthsAfter(elapsedMs - 1) >= hundredths) elapsedMs -= 1;
  return elapsedMs;
}
