/**
 * When each request is due on the wall clock: the recorded instants, divided by a speed that may ramp up. Due times
 * are absolute, so that a late request delays no other.
 */
import type { DurationMs } from '../../../core/base/time.ts';

/** A factor above 0, or `max`: as fast as order and responses allow. */
export type Speed = number | 'max';

/** Speed, ramp and window of a replay, in milliseconds. */
export interface ScheduleOptions {
  readonly speed: Speed;
  /** Wall milliseconds over which the speed rises linearly from 0. */
  readonly rampMs: DurationMs;
  /** Trace time from which requests are spaced and measured; earlier requests are sent immediately. */
  readonly fromMs: DurationMs;
  /** Trace time from which nothing is sent. */
  readonly toMs: DurationMs;
}

/** The whole trace at recorded speed, without a ramp. */
export const asRecorded: ScheduleOptions = { speed: 1, rampMs: 0, fromMs: 0, toMs: Number.POSITIVE_INFINITY };

/** Converts trace times to wall times, both in milliseconds from their start. */
export class Schedule {
  readonly options: ScheduleOptions;

  constructor(options: ScheduleOptions) {
    this.options = options;
  }

  /** True for a preparing request, which only restores the platform's state. */
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
    // During the ramp the speed at wall time w is s*w/r, so that s*w*w/2r of the trace have passed.
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
