/** What a comparison is asked for, and what it keeps of each run. */
import type { DurationMs } from '../../core/base/time.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { Resolve } from '../traffic/target/pinned-addresses.ts';
import type { Target } from '../traffic/target/target.ts';
import type { FinishedRun } from './causes.ts';
import type { LockStep } from './lock-step.ts';
import type { Timed } from './time-rules.ts';

export interface ConformCall {
  readonly target: Target;
  readonly host: ScenarioHost;
  /** Certificates to trust, as PEM. */
  readonly ca: string | undefined;
  readonly seed: string;
  /** Populations first, then made-up sequences. */
  readonly scenarios: readonly Scenario[];
  readonly generatedRuns: number;
  readonly ignored: ReadonlySet<string>;
  /** Repeats the requests of a target that cannot be begun anew, and takes what then differs from itself for noise. */
  readonly asksTwice: boolean;
  readonly causesMax: number;
  /** Wall time for finding causes. */
  readonly searchMs: DurationMs;
  /** Wall time for each run against a clock that runs by itself. */
  readonly runMs: DurationMs;
  readonly resolve?: Resolve;
}

/** One run, as the result and the search for causes need it. */
export interface ConformedRun extends FinishedRun, Timed {
  readonly name: string;
  readonly agents: number;
  readonly findings: LockStep['findings'];
  readonly failedChecks: LockStep['failedChecks'];
}
