/** The options of one replay. */
import { minuteMs, type DurationMs } from '../../../core/base/time.ts';
import type { ScheduleOptions } from '../plan/schedule.ts';
import type { Resolve } from '../target/pinned-addresses.ts';
import type { SpendingLimits } from '../target/bounds.ts';
import type { CallOf } from '../target/spending.ts';
import type { Target } from '../target/target.ts';

/**
 * One replay: `trace` is a file name, `warmUpMs` is wall time, and `keepsThinkTime` false drops pauses within
 * sessions.
 */
export interface ReplayCall {
  readonly trace: string;
  readonly target: Target;
  readonly schedule: ScheduleOptions;
  readonly keepsThinkTime: boolean;
  readonly warmUpMs: number;
  /** Live values of the differences of a first run against the same target; undefined if there was none. */
  readonly noise: ReadonlyMap<string, string> | undefined;
  /** Part of every name that this run brings to a target: four to sixteen lower-case letters and digits. */
  readonly namespace: string;
  /** The longest time that one session waits for rate limits, in wall milliseconds. */
  readonly limitWaitMs: DurationMs;
  /** True to judge answers alone: no lag of the generator voids the run, and no threshold is applied. */
  readonly answersOnly: boolean;
  /** What requests that are sent again may take from the budget; what the plan leaves of it unless given. */
  readonly spare?: SpendingLimits;
  /** Names the call of a request, whose price the budget has to cover; without it the trace is believed. */
  readonly callOf?: CallOf | undefined;
  /** Certificates to trust, as PEM. */
  readonly ca: string | undefined;
  readonly resolve?: Resolve;
  /** The sessions to send, all by default. They must not need responses of other sessions. */
  readonly only?: ReadonlySet<number>;
}

/** What a replay does unless it is told otherwise. */
export const defaultReplay = {
  keepsThinkTime: true,
  warmUpMs: 0,
  noise: undefined,
  limitWaitMs: 10 * minuteMs,
  answersOnly: false,
} as const;
