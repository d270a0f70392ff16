/** What the oracle knows of a run before it begins. */
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { RunSetup } from '../oracle/exchange.ts';
import { changedPolicies } from './readings.ts';
import { writtenFaults } from './written-faults.ts';

/** The policies, faults and bounds of a scenario. */
export function settingOf(scenario: Scenario): RunSetup {
  const { startMs, forMs, policies, profile, network, groups, calls } = scenario;
  const callers = new Set(calls.map(({ by }) => by));
  return {
    startMs,
    endMs: startMs + forMs,
    policies,
    changed: changedPolicies(policies, profile),
    faults: writtenFaults(scenario),
    isNetworkLossy: network.drop + network.dropAnswer + network.duplicate > 0,
    hasBehaviours: groups.some(({ name }) => !callers.has(name)),
  };
}
