/**
 * Searches for policy options under which the model answers as the target did: the smallest sequence is repeated
 * against the model under each other option of each related policy.
 */
import { policyNames, policyRow } from '../../core/policy/policies.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import { keysOf, type Exchange } from './exchange.ts';
import { LockStep } from './lock-step.ts';
import { RecordedTarget } from './target-driver.ts';
import type { Reading } from './result-schema.ts';

/** At most this many readings are reported. */
const readingsMax = 3;

/** Up to three readings (a policy and an option) under which no difference is left. Sends nothing to the target. */
export async function readingsOf(
  source: ScenarioSource,
  exchanges: readonly Exchange[],
  how: { host: ScenarioHost; ignored: ReadonlySet<string> },
): Promise<Reading[]> {
  const found: Reading[] = [];
  for (const reading of candidates(source, exchanges)) {
    if (found.length >= readingsMax) break;
    if (await fits(reading, source, exchanges, how)) found.push(reading);
  }
  return found;
}

async function fits(
  { policy, value }: Reading,
  source: ScenarioSource,
  exchanges: readonly Exchange[],
  { host, ignored }: { host: ScenarioHost; ignored: ReadonlySet<string> },
): Promise<boolean> {
  const policies = { ...source.policies, [policy]: value };
  const scenario = await buildFromValue({ ...source, policies }, host);
  const driver = new RecordedTarget(exchanges.map(({ live }) => live));
  const isEnough = (exchange: Exchange): boolean => exchange.n >= exchanges.length - 1;
  const again = new LockStep({ scenario, driver, ignored, isEnough });
  await again.run();
  return (
    again.exchanges.length === exchanges.length && again.exchanges.every((each) => keysOf(each).length === 0)
  );
}

/** Policies of the called services come first; those of other services are omitted. */
function candidates(source: ScenarioSource, exchanges: readonly Exchange[]): Reading[] {
  const services = new Set(exchanges.map(({ call }) => call.split('/', 1)[0] ?? ''));
  const others = new Set(
    ['faucet', 'escrow', 'trading', 'domains', 'casino', 'wallet'].filter((name) => !services.has(name)),
  );
  const readings = policyNames.flatMap((policy) => {
    const { options } = policyRow(policy);
    const isElsewhere = others.has(policy.split('.', 1)[0] ?? '');
    if (options === 'usdc' || isElsewhere) return [];
    return Object.keys(options)
      .filter((value) => value !== source.policies?.[policy])
      .map((value) => ({ policy, value }));
  });
  const rank = ({ policy }: Reading): number => (services.has(policy.split('.', 1)[0] ?? '') ? 0 : 1);
  return readings.toSorted((left, right) => rank(left) - rank(right));
}
