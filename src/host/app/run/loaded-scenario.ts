/** A scenario of the library: a file, the name of a shipped one, or an object, under the options of a call. */
import type { Profile } from '../../../core/base/profile.ts';
import type { PolicyChoices } from '../../../core/policy/policies.ts';
import type { Behaviour } from '../../../simulation/population/define-agent.ts';
import type { ScenarioHost } from '../../../simulation/scenario/layers.ts';
import { buildFromValue, loadScenario } from '../../../simulation/scenario/load.ts';
import type { ScenarioObject } from '../../../simulation/scenario/scenario-object.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { scenarioHost } from './scenario-host.ts';

/**
 * What a call may change of a scenario. An unknown policy, option or behaviour rejects with an `Error` before the
 * run.
 */
export interface RunScenario {
  /** Seed, profile and policies override those of the scenario. */
  readonly seed?: string | number;
  readonly profile?: Profile;
  readonly policies?: PolicyChoices;
  /** Your behaviours; the scenario refers to them by their names. */
  readonly behaviours?: readonly Behaviour[];
}

/** Rejects with an `Error` whose message is the one clear line for a scenario that is wrong. */
export async function loadedScenario(
  scenario: string | ScenarioObject,
  options: RunScenario,
): Promise<Scenario> {
  const { seed, profile, policies = {}, behaviours = [] } = options;
  const host = hostWith(behaviours);
  if (typeof scenario !== 'string') return buildFromValue(valueOf(scenario, options), host);
  return loadScenario(scenario, host, {
    seed: seed === undefined ? undefined : String(seed),
    profile,
    policies: textsOf(policies),
  });
}

/** As `--set` takes them. */
const textsOf = (policies: PolicyChoices): Record<string, string> =>
  Object.fromEntries(Object.entries(policies).map(([name, value]) => [name, String(value)]));

function valueOf(
  scenario: ScenarioObject,
  { seed, profile, policies }: RunScenario,
): Readonly<Record<string, unknown>> {
  return {
    ...scenario,
    ...(seed === undefined ? {} : { seed }),
    ...(profile === undefined ? {} : { profile }),
    ...(policies === undefined ? {} : { policies: { ...scenario.policies, ...policies } }),
  };
}

function hostWith(behaviours: readonly Behaviour[]): ScenarioHost {
  const own = new Map(behaviours.map((behaviour) => [behaviour.name, behaviour]));
  return {
    ...scenarioHost,
    behaviour: async (name, fromFile) => own.get(name) ?? scenarioHost.behaviour(name, fromFile),
  };
}
