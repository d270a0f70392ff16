/** The type of a scenario that a program writes as an object. A misspelt key, policy, option or metric does not compile. */
import type { PolicyChoices } from '../../core/policy/policies.ts';
import type { MetricName } from './metric-table.ts';
import type { ScenarioFile } from './schema.ts';

/** Thresholds such as `['p(99)<2000']` by metric, which tags in braces may narrow: `http_reqs{service:escrow}`. */
export type Expectations = {
  readonly [Metric in MetricName | `${MetricName}{${string}}`]?: readonly string[];
};

/** A scenario file as an object (docs/scenario.md). It extends no other. */
export interface ScenarioObject extends Omit<ScenarioFile, 'extends' | 'policies' | 'expect'> {
  readonly policies?: PolicyChoices;
  readonly expect?: Expectations;
}
