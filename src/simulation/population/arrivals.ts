/** When the agents of a group arrive, counted from the start of the run. */
import type { DurationMs } from '../../core/base/time.ts';
import type { Stream } from '../../core/kernel/stream.ts';

export interface Arrival {
  /** Nobody arrives earlier. */
  readonly atMs: DurationMs;
  /** Everybody has arrived this much later. */
  readonly overMs: DurationMs;
  /** `random`: each at an instant of its own stream; `even`: one after the other at equal distances. */
  readonly spread: 'random' | 'even';
}

/** The delay of one agent; it depends on nobody else's draws. */
export function arrivalMs(
  arrival: Arrival,
  place: { stream: Stream; index: number; count: number },
): DurationMs {
  const { atMs, overMs, spread } = arrival;
  if (overMs === 0) return atMs;
  if (spread === 'even') return atMs + Math.floor((overMs * place.index) / place.count);
  return atMs + Math.floor(place.stream.unit() * overMs);
}
