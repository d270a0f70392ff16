/** A scenario, from a file or from an object, to its result, without a report folder. */
import type { ScenarioObject } from '../../../simulation/scenario/scenario-object.ts';
import type { RunResult } from '../../../simulation/scenario/result.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import { loadedScenario, type RunScenario } from './loaded-scenario.ts';

const eventsPerStep = 10_000;

/**
 * Runs to the end and gives what a report is made from. Throws an `Error` whose message is the one clear line that
 * `orrery run` would print for a scenario that is wrong. An object extends nothing and takes its seed from itself.
 * No other thread supervises the run: a behaviour that computes without end between two effects never returns.
 */
export async function runScenario(
  scenario: string | ScenarioObject,
  options: RunScenario = {},
): Promise<RunResult> {
  const run = new ScenarioRun(await loadedScenario(scenario, options));
  const startedAt = process.hrtime.bigint();
  while (run.step(eventsPerStep));
  const wallSeconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  return run.result({ wallSeconds, command: 'runScenario' });
}
