/**
 * `orrery-sim/vitest`: worlds for your tests, and your properties over generated scenarios, with the oracle of `orrery check`.
 * @module orrery-sim/vitest
 */
import { test, type TestAPI } from 'vitest';
import { ownCall } from './core/base/own-call.ts';
import { countAbove } from './host/app/check/count-above.ts';
import { findingFile } from './host/app/check/finding-file.ts';
import { createWorld } from './host/app/create-world.ts';
import type { CreateWorld, InhabitedWorld, OwnWorld } from './host/app/own-world.ts';
import { checkHost } from './host/app/check/check-host.ts';
import { buildFromValue } from './simulation/scenario/load.ts';
import { ScenarioRun } from './simulation/scenario/run.ts';
import { named, signatureOf } from './verification/check/campaign.ts';
import { execute } from './verification/check/execute.ts';
import { falsify, type ScenarioFailure } from './verification/check/falsify.ts';
import { scenarios, type ScenarioLimits } from './verification/check/generate/scenarios.ts';
import { yamlOf, type ScenarioSource } from './verification/check/source.ts';
import type { Violation } from './verification/oracle/properties.ts';

/** The fast-check that `scenarios()` belongs to: a second copy of it may not know its values. */
export { default as fc } from 'fast-check';
export { scenarios, type ScenarioLimits } from './verification/check/generate/scenarios.ts';
export type { ScenarioSource } from './verification/check/source.ts';
export type { OwnWorld } from './host/app/own-world.ts';
export type { Violation } from './verification/oracle/properties.ts';

/** What `checkWorld` generates and for how long. The limits on operations and faults come from `ScenarioLimits`. */
export interface CheckWorld extends ScenarioLimits {
  /** How many scenarios; 50 unless given. */
  readonly runs?: number;
  /** A whole number; 1 unless given. */
  readonly seed?: number;
  /** Of a counterexample that was printed, with its seed: it is tried first, and made smaller from there. */
  readonly path?: string;
  /** Checked on a finished run, beside the oracle's properties; throws where it does not hold. */
  readonly property?: (run: ScenarioRun) => void;
}

/**
 * A `test` of vitest with a fixture: each test that asks for `world` gets a new one, made as `createWorld` makes it, which
 * begins where all of them begin. A test fails with the error of options that are wrong.
 */
export const worldTest = (options: CreateWorld | InhabitedWorld = {}): TestAPI<{ world: OwnWorld }> =>
  test.extend<{ world: OwnWorld }>({
    // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures this one needs
    world: async ({}, use) => {
      await use('scenario' in options ? await createWorld(options) : createWorld(options));
    },
  });

/** What the oracle finds broken in one scenario; empty where all holds. Throws for one that cannot be built. */
export const checkScenario = async (scenario: ScenarioSource): Promise<readonly Violation[]> =>
  (await execute(scenario, checkHost)).violations;

/**
 * Throws where a scenario breaks something: with the smallest scenario that does, its file below `reports/findings`, and
 * the seed and path that repeat it. The cause of the error is what the property has thrown. Throws for `runs` below 1 too.
 */
export async function checkWorld({
  runs = 50,
  seed = 1,
  path = '0',
  property,
  ...limits
}: CheckWorld = {}): Promise<void> {
  const tried = (scenario: ScenarioSource): Promise<Broken | undefined> => brokenIn(scenario, property);
  const found = await falsify({
    scenarios: scenarios(limits),
    seed,
    path,
    runsMax: countAbove('runs', runs),
    tried,
    triedAgain: tried,
  });
  if (found === undefined) return;
  const { failure, source } = found;
  const least = named(source, { property: failure.name, message: failure.message });
  const file = findingFile(least, { seed, path: found.path });
  const repeats = `seed ${seed}, path ${JSON.stringify(found.path)}`;
  // Only the oracle's properties are known to `orrery run`; the caller's is code of the test.
  const scenario = failure.isOracles ? `${ownCall} run ${file}` : `the scenario is in ${file}`;
  throw new Error(`${failure.name}: ${failure.message}\n${repeats}, ${scenario}\n${yamlOf(least)}`, {
    cause: failure.cause,
  });
}

interface Broken extends ScenarioFailure {
  /** The oracle's property, or that the caller's is meant. */
  readonly name: string;
  readonly isOracles: boolean;
  readonly cause?: unknown;
}

async function brokenIn(
  scenario: ScenarioSource,
  property: CheckWorld['property'],
): Promise<Broken | undefined> {
  const [violation] = await checkScenario(scenario);
  if (violation !== undefined) {
    const { property: name, message } = violation;
    return { name, message, signature: signatureOf(violation), isOracles: true };
  }
  if (property === undefined) return undefined;
  const run = await finished(scenario);
  try {
    property(run);
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { name: 'property', message, signature: 'property', isOracles: false, cause };
  }
}

async function finished(scenario: ScenarioSource): Promise<ScenarioRun> {
  const run = new ScenarioRun(await buildFromValue(scenario, checkHost));
  while (run.step(10_000)) continue;
  return run;
}
