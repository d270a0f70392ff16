/** A scenario, from a file or from an object, to its result, without a report folder. */
import type { Behaviour } from '../../../simulation/population/define-agent.ts';
import { scenarioHost } from './scenario-host.ts';
import type { Profile } from '../../../core/base/profile.ts';
import type { PolicyChoices } from '../../../core/policy/policies.ts';
import { buildFromValue, loadScenario } from '../../../simulation/scenario/load.ts';
import type { ScenarioObject } from '../../../simulation/scenario/scenario-object.ts';
import type { ScenarioHost } from '../../../simulation/scenario/layers.ts';
import type { RunResult } from '../../../simulation/scenario/result.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';

const eventsPerStep = 10_000;

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

/**
 * Runs to the end and gives what a report is made from. Throws an `Error` whose message is the one clear line that
 * `orrery run` would print for a scenario that is wrong. An object extends nothing and takes its seed from itself.
 * No other thread supervises the run: a behaviour that computes without end between two effects never returns.
 */
export async function runScenario(
  scenario: string | ScenarioObject,
  options: RunScenario = {},
): Promise<RunResult> {
  const { seed, profile, policies = {}, behaviours = [] } = options;
  const host = hostWith(behaviours);
  const loaded =
    typeof scenario === 'string'
      ? await loadScenario(scenario, host, {
          seed: seed === undefined ? undefined : String(seed),
          profile,
          policies: textsOf(policies),
        })
      : await buildFromValue(valueOf(scenario, options), host);
  const run = new ScenarioRun(loaded);
  const startedAt = process.hrtime.bigint();
  while (run.step(eventsPerStep));
  const wallSeconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  return run.result({ wallSeconds, command: 'runScenario' });
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
