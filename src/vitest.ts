/** `orrery/vitest`: properties of one's own over our world, with fast-check's arbitraries and our auditor. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Violation } from './verification/oracle/properties.ts';
import { smallest } from './verification/check/campaign.ts';
import { execute } from './verification/check/execute.ts';
import { scenarios, type ScenarioLimits } from './verification/check/generate/scenarios.ts';
import { yamlOf, type ScenarioSource } from './verification/check/source.ts';
import { scenarioHost } from './host/app/run/scenario-host.ts';
import { buildFromValue } from './simulation/scenario/load.ts';
import { ScenarioRun } from './simulation/scenario/run.ts';

export { scenarios, type ScenarioLimits } from './verification/check/generate/scenarios.ts';
export type { ScenarioSource } from './verification/check/source.ts';
export type { Violation } from './verification/oracle/properties.ts';

export interface CheckWorld extends ScenarioLimits {
  /** How many scenarios; 50 unless given. */
  readonly runs?: number;
  /** A whole number; 1 unless given. */
  readonly seed?: number;
  /** What has to hold of a finished run beside all that the auditor holds it to; throws where it does not. */
  readonly property?: (run: ScenarioRun) => void;
}

/** What the auditor finds broken in one scenario; empty where all holds. */
export const checkScenario = async (scenario: ScenarioSource): Promise<readonly Violation[]> =>
  (await execute(scenario, scenarioHost)).violations;

/** Fails with the smallest scenario that breaks something. */
export async function checkWorld({
  runs = 50,
  seed = 1,
  property,
  ...limits
}: CheckWorld = {}): Promise<void> {
  for (const scenario of fc.sample(scenarios(limits), { numRuns: runs, seed })) {
    const [violation] = await checkScenario(scenario);
    if (violation !== undefined) {
      const finding = await smallest(scenario, { violation, run: 1, host: scenarioHost });
      expect.fail(`${violation.property}: ${finding.violation.message}\n${yamlOf(finding.source)}`);
    }
    if (property !== undefined) property(await finished(scenario));
  }
}

async function finished(scenario: ScenarioSource): Promise<ScenarioRun> {
  const run = new ScenarioRun(await buildFromValue(scenario, scenarioHost));
  while (run.step(10_000)) continue;
  return run;
}
