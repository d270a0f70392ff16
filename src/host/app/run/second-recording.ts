/**
 * Records a scenario once more with other ids, keys and addresses, and compares request by request. References stand
 * where ids stood, so the two recordings are the same, unless a request holds an id that no answer explains.
 */
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { commandContext } from '../process/command-context.ts';
import { runInSlices } from './run-in-slices.ts';
import { fingerprintOf, newCapture } from './trace-file.ts';

/** The number of the first request that differs, or undefined where none does. */
export async function strayReference(
  scenario: Scenario,
  fingerprints: readonly string[],
): Promise<number | undefined> {
  const capture = newCapture(scenario);
  let stray: number | undefined;
  const run = new ScenarioRun(scenario, {
    idSeed: 'other ids',
    watch: commandContext.newWatch(),
    onRawExchange: (request, response) => capture.onRawExchange(request, response),
    onEvent: (event) => {
      const record = capture.record(event);
      if (fingerprintOf(record) !== fingerprints[record.n]) stray ??= record.n;
    },
  });
  await runInSlices(run);
  return stray ?? (capture.count === fingerprints.length ? undefined : capture.count);
}
