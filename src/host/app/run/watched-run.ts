/** A run with the independent oracle, where an expectation of its scenario uses it. */
import { formatInstant } from '../../../core/base/time.ts';
import type { Watch } from '../../../verification/check/observe.ts';
import { sentenceOf } from '../../../verification/oracle/properties.ts';
import { relationNames } from '../../../simulation/scenario/relation-names.ts';
import type { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';

/** The oracle, or undefined unless it is asked for: it costs as much as the run, and other runs do not load it. */
export async function watchOf(scenario: Scenario): Promise<Watch | undefined> {
  if (!scenario.expectations.some(({ selector }) => selector.metric === 'property_violations'))
    return undefined;
  return new (await import('../../../verification/check/observe.ts')).Watch(scenario);
}

/** What the oracle has found, and then what breaks the relations that the scenario names, as findings of the run. */
export async function reportTo(run: ScenarioRun, watch: Watch | undefined): Promise<void> {
  if (watch === undefined) return;
  watch.finish();
  const { brokenRelations } = await import('../../../verification/check/metamorphic/relations.ts');
  const broken = watch.violations.length > 0 ? [] : brokenRelations(run.scenario);
  const violations = [...watch.violations, ...broken];
  for (const relation of relationNames)
    run.metrics.add('property_violations', broken.filter(({ property }) => property === relation).length, {
      relation,
    });
  // Last: a gauge without tags takes the latest sample of any.
  run.metrics.add('property_violations', violations.length, {});
  for (const violation of violations) {
    const { property, atMs } = violation;
    const message = sentenceOf(violation);
    run.report({ kind: 'property', agent: property, behaviour: 'oracle', at: formatInstant(atMs), message });
  }
}
