/**
 * When each request is due on the wall clock: the recorded instants, divided by a speed that may rise at first. Absolute,
 * so that one late request makes no other late.
 */
import type { DurationMs } from '../../../core/base/time.ts';

/** `max` sends as fast as order and answers allow. */
export type Speed = number | 'max';

export interface ScheduleOptions {
  readonly speed: Speed;
  /** Wall milliseconds until the speed is reached, from nothing, in a straight line. */
  readonly rampMs: DurationMs;
  /** Trace time from which on requests are spaced and measured; what comes before is sent at once. */
  readonly fromMs: DurationMs;
  /** Trace time from which on nothing is sent. */
  readonly toMs: DurationMs;
}

export const asRecorded: ScheduleOptions = { speed: 1, rampMs: 0, fromMs: 0, toMs: Number.POSITIVE_INFINITY };

export class Schedule {
  readonly options: ScheduleOptions;

  constructor(options: ScheduleOptions) {
    this.options = options;
  }

  /** True for what is only sent so that the platform stands where it stood. */
  isBefore(atMs: DurationMs): boolean {
    return atMs < this.options.fromMs;
  }

  isAfter(atMs: DurationMs): boolean {
    return atMs >= this.options.toMs;
  }

  /** Wall milliseconds after the start at which a request of that trace time is due. */
  dueMs(atMs: DurationMs): number {
    const { speed, rampMs, fromMs } = this.options;
    const traceMs = Math.max(0, atMs - fromMs);
    if (speed === 'max') return 0;
    // While it rises the speed at wall time w is s*w/r, so that s*w*w/2r of the trace have passed.
    if (traceMs <= (speed * rampMs) / 2) return Math.sqrt((2 * rampMs * traceMs) / speed);
    return traceMs / speed + rampMs / 2;
  }
}

const speedFormat = /^(\d{1,7}(?:\.\d{1,6})?)x?$/;

/** `max`, `1000x` or `0.5`; undefined for anything else. */
export function parseSpeed(text: string): Speed | undefined {
  if (text === 'max') return 'max';
  const factor = Number(speedFormat.exec(text)?.[1] ?? 0);
  return factor > 0 ? factor : undefined;
}
