/** When the agents of a group arrive, counted from the start of the run. */
import type { DurationMs } from '../../core/base/time.ts';
import type { Stream } from '../../core/kernel/stream.ts';

/** The arrival window of a group, in milliseconds from the start of the run. */
export interface ArrivalWindow {
  /** The earliest arrival. */
  readonly atMs: DurationMs;
  /** The length of the window; 0 if all arrive at `atMs`. */
  readonly overMs: DurationMs;
  /** `random`: each agent draws from its own stream; `even`: equal distances in order of index. */
  readonly spread: 'random' | 'even';
}

/** The arrival time of one agent, independent of other agents' draws. */
export function arrivalMs(
  arrival: ArrivalWindow,
  place: { stream: Stream; index: number; count: number },
): DurationMs {
  const { atMs, overMs, spread } = arrival;
  if (overMs === 0) return atMs;
  if (spread === 'even') return atMs + Math.floor((overMs * place.index) / place.count);
  return atMs + Math.floor(place.stream.unit() * overMs);
}
