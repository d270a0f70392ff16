/** The options of a comparison, and what it keeps of each run. */
import type { DurationMs } from '../../core/base/time.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { Resolve } from '../traffic/target/pinned-addresses.ts';
import type { HiddenCounts } from '../traffic/compare/rules.ts';
import type { Target } from '../traffic/target/target.ts';
import type { FinishedRun } from './causes.ts';
import type { LeftOut } from './left-out.ts';
import type { LockStep } from './lock-step.ts';
import type { Timed } from './time-rules.ts';

/** One comparison of a target with the model. Limits in wall milliseconds; `seed` determines the generated runs. */
export interface ConformCall {
  readonly target: Target;
  readonly host: ScenarioHost;
  /** Certificates to trust, as PEM. */
  readonly ca: string | undefined;
  readonly seed: string;
  /** Scenarios to run before the generated sequences. */
  readonly scenarios: readonly Scenario[];
  readonly generatedRuns: number;
  readonly ignored: ReadonlySet<string>;
  /** Repeats the requests against a target that cannot be reset, and treats what then differs as noise. */
  readonly asksTwice: boolean;
  readonly causesMax: number;
  /** Wall time for finding causes. */
  readonly searchMs: DurationMs;
  /** Wall time for each run against a clock that runs on its own. */
  readonly runMs: DurationMs;
  /** The longest wall time that a run waits for limits of its IP address. */
  readonly limitWaitMs: DurationMs;
  /** The beginning of every name that the runs bring to a target that keeps its data. */
  readonly namespace: string;
  /** True to find out what the target calls fields that the documents do not name. */
  readonly learns?: boolean;
  readonly resolve?: Resolve;
}

/** A finished run with the data that the result and the search for causes need. */
export interface ConformedRun extends FinishedRun, Timed {
  readonly name: string;
  readonly agents: number;
  readonly findings: LockStep['findings'];
  readonly failedChecks: LockStep['failedChecks'];
  readonly hidden: ReturnType<HiddenCounts['list']>;
  readonly leftOut: Pick<LeftOut, 'unlisted' | 'withheld'>;
  /** Registrations that were not sent: accounts stood for them. */
  readonly fromKeys: number;
}
