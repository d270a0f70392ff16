/** What the oracle knows of a run before it begins. */
import { parseDuration } from '../../core/base/time.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { PlannedFault, RunSetup } from '../oracle/exchange.ts';
import { changedPolicies } from './readings.ts';

/** The policies, faults and bounds of a scenario. */
export function settingOf(scenario: Scenario): RunSetup {
  const { startMs, forMs, policies, profile, network, faults, groups, calls, resolved } = scenario;
  const callers = new Set(calls.map(({ by }) => by));
  return {
    startMs,
    endMs: startMs + forMs,
    policies,
    changed: changedPolicies(policies, profile),
    faults: faults.map((fault, index): PlannedFault => ({
      kind: fault.kind,
      service: fault.service,
      atMs: fault.atMs,
      endMs: 'forMs' in fault ? fault.atMs + fault.forMs : fault.atMs,
      effect: 'effect' in fault ? fault.effect : '',
      rate: 'rate' in fault ? fault.rate : 1,
      target: targetOf(fault),
      byMs: stepOf(resolved.faults?.[index]?.by ?? '0s'),
      basisPoints: 100 * Number.parseInt(resolved.faults?.[index]?.move ?? '0%', 10),
    })),
    isNetworkLossy: network.drop + network.dropAnswer + network.duplicate > 0,
    hasBehaviours: groups.some(({ name }) => !callers.has(name)),
  };
}

/** A step of a clock as the file has it, in milliseconds: read here, so that a platform that reads it otherwise is noticed. */
function stepOf(text: string): number {
  const [sign, size] = /^[+-]/.test(text) ? [text[0], text.slice(1)] : ['+', text];
  return (sign === '-' ? -1 : 1) * (parseDuration(size) ?? 0);
}

const targetOf = (fault: Scenario['faults'][number]): string => {
  if ('market' in fault) return fault.market;
  return 'game' in fault ? fault.game : '';
};
