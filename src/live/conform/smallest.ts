/** Shrinks a run to the smallest sequence of requests that shows a difference; each try resets the target. */
import { normalized } from '../../verification/check/normalized.ts';
import { changedPolicies } from '../../verification/check/readings.ts';
import { shrink } from '../../verification/check/shrink.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { formatInstant } from '../../core/base/time.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { keysOf, type Exchange } from './exchange.ts';
import { relatedTo } from './related.ts';

/** Resets the target, runs a scenario and returns its exchanges; undefined if the time is over. */
export type Try = (
  scenario: Scenario,
  isEnough: (exchange: Exchange) => boolean,
) => Promise<readonly Exchange[] | undefined>;

/** The smallest sequence, its exchanges on the last run, and the number of tries. */
export interface Smallest {
  readonly source: ScenarioSource;
  readonly exchanges: readonly Exchange[];
  readonly tries: number;
}

interface Wanted {
  readonly key: string;
  readonly scenario: Scenario;
  /** The exchanges up to and including the difference. */
  readonly exchanges: readonly Exchange[];
  readonly name: string;
  readonly host: ScenarioHost;
  readonly attempt: Try;
}

/** Undefined if the difference could not be repeated, or the time was over first. */
export async function smallest(wanted: Wanted): Promise<Smallest | undefined> {
  const { key, scenario, exchanges, name, host, attempt } = wanted;
  const around = contextOf(scenario);
  let shown: readonly Exchange[] = [];
  let tries = 0;
  // Rounds of shrinking try the same candidates again.
  const ruledOut = new Set<string>();
  const fails = async (source: ScenarioSource): Promise<boolean> => {
    const text = JSON.stringify(source);
    if (ruledOut.has(text)) return false;
    const isSo = await shows(source);
    if (!isSo) ruledOut.add(text);
    return isSo;
  };
  const shows = async (source: ScenarioSource): Promise<boolean> => {
    tries += 1;
    const built = await buildFromValue({ ...source, ...around }, host).catch(() => undefined);
    if (built === undefined) return false;
    const tried = await attempt(built, (exchange) => keysOf(exchange).includes(key));
    if (tried === undefined || !tried.some((exchange) => keysOf(exchange).includes(key))) return false;
    shown = tried;
    return true;
  };
  const base = { name, seed: scenario.seed, start: formatInstant(scenario.startMs), ...faultsOf(scenario) };
  for (const chosen of relatedTo(exchanges)) {
    const first = sourceOf(
      base,
      chosen.map(({ operation }) => operation),
    );
    if (!(await fails(first))) continue;
    const { source } = await shrink(first, fails);
    const plain = normalized(source);
    const isPlain = await fails(plain);
    if (!isPlain && !(await fails(source))) return undefined;
    return { source: { ...(isPlain ? plain : source), ...around }, exchanges: shown, tries };
  }
  return undefined;
}

/** The settings of both sides, which are never shrunk. */
function contextOf({ policies, profile }: Scenario): Pick<ScenarioSource, 'profile' | 'policies'> {
  const changed = changedPolicies(policies, profile);
  return {
    ...(profile === 'published' ? {} : { profile }),
    ...(changed.length === 0
      ? {}
      : {
          policies: Object.fromEntries(
            changed.map((name) => [name, policies[name as keyof typeof policies]]),
          ),
        }),
  };
}

const faultsOf = ({ resolved }: Scenario): Pick<ScenarioSource, 'faults'> =>
  resolved.faults === undefined ? {} : { faults: resolved.faults };

function sourceOf(base: Omit<ScenarioSource, 'for'>, operations: readonly OperationSource[]): ScenarioSource {
  const lastMs = Number.parseInt(operations.at(-1)?.at ?? '0ms', 10);
  return { ...base, for: `${lastMs + 1_000}ms`, operations };
}
