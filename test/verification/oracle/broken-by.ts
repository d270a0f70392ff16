/** Runs whose oracle expects another reading than the platform has. */
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { Watch } from '../../../src/verification/check/observe.ts';

const register = (agent: string, referrer?: string): OperationSource => ({
  do: 'POST /faucet/register',
  body: { agent_id: agent, ...(referrer === undefined ? {} : { referrer }) },
  by: agent,
  as: agent,
});

/** Each with 10.00, and each but the first brought by the one before. */
export const people = [register('alice'), register('bob', 'alice'), register('carol', 'bob')];

/** A run: its policies, its faults, and what its agents ask for. */
export interface ReadRun {
  readonly policies: Readonly<Record<string, string>>;
  readonly operations: readonly OperationSource[];
  readonly faults?: readonly Readonly<Record<string, unknown>>[];
  readonly lasts?: string;
}

/** What breaks, for an oracle that expects these policies. */
export async function brokenBy(
  { policies, operations, faults = [], lasts = '4d' }: ReadRun,
  expected: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const source = {
    name: 'readings',
    for: lasts,
    policies,
    faults,
    operations: [...people, ...operations],
    expect: { property_violations: ['value==0'] },
  };
  const scenario = await buildFromValue(source, scenarioHost);
  const watch = new Watch({ ...scenario, policies: { ...scenario.policies, ...expected } });
  const run = new ScenarioRun(scenario, { ...watch.hooks, hasTimeline: false });
  watch.attach(run);
  while (watch.violations.length === 0 && run.step(1_000));
  watch.finish();
  return watch.violations.map(({ property, message }) => `${property}: ${message}`);
}
