/** One checked run of one scenario: what broke, what was reached, and the digest of what happened. */
import { InvariantError } from '../base/assert.ts';
import { FileMistake } from '../scenario/document.ts';
import { buildFromValue, type ScenarioHost } from '../scenario/load.ts';
import { ScenarioRun } from '../scenario/run.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Violation } from './audit/properties.ts';
import type { Coverage } from './coverage.ts';
import { Watch } from './observe.ts';
import type { ScenarioSource } from './source.ts';

export interface Checked {
  readonly violations: readonly Violation[];
  readonly operations: number;
  /** Empty where the run broke off. */
  readonly digest: string;
}

/** Bounds a run that a bug keeps from ending. */
const eventsMax = 2_000_000;

/** Runs a scenario as it is written. Throws `FileMistake` for one that cannot be built. */
export async function execute(
  source: ScenarioSource,
  host: ScenarioHost,
  coverage?: Coverage,
): Promise<Checked> {
  return executed(await buildFromValue(source, host), coverage);
}

export function executed(scenario: Scenario, coverage?: Coverage): Checked {
  coverage?.ranUnder(scenario.policies);
  const watch = new Watch(scenario, coverage);
  let digest = '';
  try {
    const run = new ScenarioRun(scenario, { onEvent: watch.onEvent });
    watch.attach(run);
    // What went wrong first is what went wrong: the rest of the run only takes time.
    while (watch.violations.length === 0 && run.step(2_000)) {
      if (run.kernel.eventCount > eventsMax) break;
    }
    if (watch.violations.length === 0) {
      watch.finish();
      digest = `${run.world.digest().digest}/${watch.answers}`;
    }
  } catch (error) {
    if (error instanceof FileMistake) throw error;
    watch.crashed(messageOf(error));
  }
  return { violations: watch.violations, operations: watch.operations, digest };
}

function messageOf(error: unknown): string {
  if (error instanceof InvariantError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
