/**
 * One swap of readings: a platform runs under one option of a policy while the oracle believes another. Where no property breaks in many
 * runs, a check cannot tell the two apart.
 */
import type { CheckedModules } from './modules.ts';
import type { PolicyName } from '../../../src/core/policy/policies.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';

/** A policy, what the platform does, and what the oracle believes. */
export interface Swap {
  readonly policy: PolicyName;
  readonly platform: string;
  readonly believed: string;
}

/** `property` is empty where nothing breaks. `run` counts from 1. */
export interface SwapResult extends Swap {
  readonly property: string;
  readonly run: number;
  readonly operations: number;
}

/** The option of an amount that is soon used up, by policy. */
const amounts: Readonly<Partial<Record<PolicyName, string>>> = {
  'faucet.pool': '10',
  'casino.houseBankroll': '20',
  'trading.venue': '5',
  'trading.orderMin': '2',
  'trading.orderMax': '5.5',
  'wallet.liquidity': '5',
  'wallet.sendMin': '1',
};

/** Every option but the default in place of the default, and the other way round, in the order of the policy table. */
export function swaps({ policyNames, policyRow }: CheckedModules): Swap[] {
  return policyNames.flatMap((policy) => {
    const { options, default: byDefault } = policyRow(policy);
    const all = options === 'usdc' ? [amounts[policy] ?? '1'] : Object.keys(options);
    return all
      .filter((option) => option !== byDefault)
      .flatMap((option) => [
        { policy, platform: option, believed: byDefault },
        { policy, platform: byDefault, believed: option },
      ]);
  });
}

/** Runs the scenarios, each with the policy added to its own, until a property breaks. */
export async function tried(
  swap: Swap,
  sources: readonly ScenarioSource[],
  modules: CheckedModules,
): Promise<SwapResult> {
  let operations = 0;
  for (const [index, source] of sources.entries()) {
    const { count, property } = await watched(swap, source, modules);
    operations += count;
    if (property !== '') return { ...swap, property, run: index + 1, operations };
  }
  return { ...swap, property: '', run: 0, operations };
}

async function watched(
  { policy, platform, believed }: Swap,
  source: ScenarioSource,
  { buildFromValue, scenarioHost, ScenarioRun, Watch }: CheckedModules,
): Promise<{ count: number; property: string }> {
  const under = (option: string) =>
    buildFromValue({ ...source, policies: { ...source.policies, [policy]: option } }, scenarioHost);
  const watch = new Watch(await under(believed));
  const run = new ScenarioRun(await under(platform), watch.hooks);
  watch.attach(run);
  while (watch.violations.length === 0 && run.step(2_000)) {
    if (run.kernel.eventCount > eventsMax) break;
  }
  if (watch.violations.length === 0) watch.finish();
  return { count: watch.operations, property: watch.violations[0]?.property ?? '' };
}

const eventsMax = 2_000_000;
