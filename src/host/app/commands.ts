/** The long-running ones, loaded when they are called: a behaviour that imports its tools must not load an audit. */
import type { Audit, AuditResult } from './audit/audit.ts';
import type { Check, CheckResult } from './check/check.ts';
import type { LoadScenario } from './load/load.ts';
import type { ReplayTrace } from './replay/replay.ts';
import type { RunScenario } from './run/loaded-scenario.ts';
import type { LoadResult } from '../../live/load/result-schema.ts';
import type { ReplayResult } from '../../live/traffic/replay/result-schema.ts';
import type { ScenarioObject } from '../../simulation/scenario/scenario-object.ts';
import type { RunResult } from '../../simulation/scenario/result.ts';

/** Runs a scenario, a file or an object, to its end; see `RunScenario`. Rejects with one clear line for a wrong one. */
export async function runScenario(
  scenario: string | ScenarioObject,
  options?: RunScenario,
): Promise<RunResult> {
  return (await import('./run/run-scenario.ts')).runScenario(scenario, options);
}

/** The exact edge of every bet, and replayed rounds where asked for. */
export async function audit(options?: Audit): Promise<AuditResult> {
  return (await import('./audit/audit.ts')).audit(options);
}

/** Generated scenarios against the properties of the independent oracle. */
export async function check(options?: Check): Promise<CheckResult> {
  return (await import('./check/check.ts')).check(options);
}

/** Runs a scenario's agents against a live deployment on the real clock; see `LoadScenario`. */
export async function load(options: LoadScenario): Promise<LoadResult> {
  return (await import('./load/load.ts')).load(options);
}

/** Sends recorded traffic to a live deployment and compares the responses; see `ReplayTrace`. */
export async function replay(options: ReplayTrace): Promise<ReplayResult> {
  return (await import('./replay/replay.ts')).replay(options);
}
