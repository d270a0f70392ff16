/** The options of a load, and what one worker of it reports. */
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { FindingResult } from '../../simulation/scenario/result.ts';
import type { Resolve } from '../traffic/target/pinned-addresses.ts';
import type { SpendingLimits } from '../traffic/target/bounds.ts';
import type { Target } from '../traffic/target/target.ts';
import type { Tracing } from './request-span.ts';
import type { PlainMeasures } from './measure/load-measures.ts';
import type { PlainInterval } from './measure/series.ts';
import type { Spent } from '../traffic/target/budget.ts';

/** The part of the agents that one worker runs: those whose number, modulo `count`, is `index`. */
export interface WorkerShare {
  readonly index: number;
  readonly count: number;
}

/** One load. */
export interface LoadCall {
  readonly scenario: Scenario;
  readonly target: Target;
  /** Certificates to trust, as PEM. */
  readonly ca: string | undefined;
  /** Agent time in wall time; undefined for the speed of the target's clock. */
  readonly speed: number | undefined;
  /** Wall time after which no agent acts; undefined for that of the stages, or of the scenario at this speed. */
  readonly durationMs: DurationMs | undefined;
  /** The part of every name that this load brings to the target. */
  readonly namespace: string;
  readonly budget: SpendingLimits;
  /** How requests are traced; undefined to send no W3C traceparent. */
  readonly tracing: Tracing | undefined;
  /** The call of a request, as service/style/operation; empty for a path that the documents do not have. */
  readonly callOf: (method: string, path: string) => string;
  readonly share: WorkerShare;
  readonly resolve?: Resolve;
}

/** The start that all workers share: wall times count from `epochMs`, which is a `Date.now()`. */
export interface LoadStart {
  readonly epochMs: number;
  /** The clock of the agents at that moment. */
  readonly startMs: Instant;
}

/** How a load ended early: a signal, an expectation that failed, or the bound on requests. */
export type LoadStop = 'interrupt' | 'expectation' | 'budget';

/** What one worker reports now and then, and at its end. */
export interface LoadUpdate {
  /** Everything since the start; absent from most updates, because it is large. */
  readonly measures?: PlainMeasures;
  /** The intervals that were closed since the last update. */
  readonly intervals: readonly PlainInterval[];
  readonly findings: readonly FindingResult[];
  readonly spent: Spent;
  readonly connections: number;
  /** Agents that act now, and requests in flight. */
  readonly agents: number;
  readonly inFlight: number;
  /** Wall time from the start, by the clock of the worker. */
  readonly elapsedMs: number;
}
