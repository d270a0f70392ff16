/** A run with the independent oracle, where an expectation of its scenario uses it. */
import { formatInstant } from '../../../core/base/time.ts';
import type { Watch } from '../../../verification/check/observe.ts';
import type { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';

/** The oracle, or undefined unless it is asked for: it costs as much as the run, and other runs do not load it. */
export async function watchOf(scenario: Scenario): Promise<Watch | undefined> {
  if (!scenario.expectations.some(({ selector }) => selector.metric === 'property_violations'))
    return undefined;
  return new (await import('../../../verification/check/observe.ts')).Watch(scenario);
}

/** The violations that the oracle has found, as findings of the run. */
export function reportTo(run: ScenarioRun, watch: Watch | undefined): void {
  if (watch === undefined) return;
  watch.finish();
  run.metrics.add('property_violations', watch.violations.length, {});
  for (const { property, message, atMs } of watch.violations) {
    run.report({ kind: 'property', agent: property, behaviour: 'oracle', at: formatInstant(atMs), message });
  }
}
