/** What the oracle knows of a run before it begins. */
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { PlannedFault, RunSetup } from '../oracle/exchange.ts';
import { changedPolicies } from './readings.ts';

/** The policies, faults and bounds of a scenario. */
export function settingOf(scenario: Scenario): RunSetup {
  const { startMs, forMs, policies, profile, network, faults, groups, calls } = scenario;
  const callers = new Set(calls.map(({ by }) => by));
  return {
    startMs,
    endMs: startMs + forMs,
    policies,
    changed: changedPolicies(policies, profile),
    faults: faults.map((fault): PlannedFault => ({
      kind: fault.kind,
      service: fault.service,
      atMs: fault.atMs,
      endMs: 'forMs' in fault ? fault.atMs + fault.forMs : fault.atMs,
      effect: 'effect' in fault ? fault.effect : '',
      rate: 'rate' in fault ? fault.rate : 1,
      target: targetOf(fault),
      byMs: 'byMs' in fault ? fault.byMs : 0,
      basisPoints: 'basisPoints' in fault ? fault.basisPoints : 0,
    })),
    isNetworkLossy: network.drop + network.dropAnswer + network.duplicate > 0,
    hasBehaviours: groups.some(({ name }) => !callers.has(name)),
  };
}

const targetOf = (fault: Scenario['faults'][number]): string => {
  if ('market' in fault) return fault.market;
  return 'game' in fault ? fault.game : '';
};
