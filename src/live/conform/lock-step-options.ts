/** The options of one run in lock step. */
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { Difference } from '../traffic/compare/difference.ts';
import type { CompareRules } from '../traffic/compare/rules.ts';
import type { Namespace } from '../traffic/correlation/namespace.ts';
import type { Exchange } from './exchange.ts';
import type { TargetDriver } from './target-driver.ts';

/** One lock-step run. The scenario builds the model's world and its agents. */
export interface LockStepOptions {
  readonly scenario: Scenario;
  readonly driver: TargetDriver;
  /** The IP address of all requests in the model, unless each agent sends its own. */
  readonly ip?: string | undefined;
  /** Fields whose differences are dropped, such as `/message`. */
  readonly ignored?: ReadonlySet<string>;
  /** True to end the run after this exchange. */
  readonly isEnough?: (exchange: Exchange) => boolean;
  /** True for a field in which the target does not repeat itself. */
  readonly isNoise?: (call: string, difference: Difference) => boolean;
  /** The names of this run; undefined for a sandbox, which begins empty. */
  readonly names?: Namespace | undefined;
  readonly rules?: CompareRules;
}
