/** Runs a scenario in slices of events, between which its thread receives signals and writes buffered rows. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatInstant } from '../../../core/base/time.ts';
import type { ScenarioRun } from '../../../simulation/scenario/run.ts';
import { commandContext } from '../process/command-context.ts';

/** A few milliseconds of work. A count, not a duration, so that batches are the same on every machine. */
const eventsPerSlice = 500;

/** Calls `afterSlice` after each slice until the run's time is up. Rejects with `Interrupted` after a signal. */
export async function runInSlices(run: ScenarioRun, afterSlice: () => void = () => undefined): Promise<void> {
  for (let goesOn = true; goesOn;) {
    commandContext.markRunning(true);
    try {
      goesOn = run.step(eventsPerSlice);
    } finally {
      commandContext.markRunning(false);
    }
    afterSlice();
    await nextTurn();
    commandContext.assertGoesOn(() => stateOf(run));
  }
}

function stateOf(run: ScenarioRun): string {
  const percent = Math.floor(run.progress * 100);
  return `at ${formatInstant(run.kernel.nowMs)}, ${percent}% of the scenario, after ${run.world.requestCount} requests`;
}
