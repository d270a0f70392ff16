/**
 * Runs a scenario in steps that V8 cuts off when they take far too long: a behaviour that loops without yielding ends
 * as a finding instead of hanging the run. Only such a run is touched by the wall clock.
 */
import { Script } from 'node:vm';
import type { ScenarioRun } from '../scenario/run.ts';

/** Events in one step: some milliseconds' work, so that a slow machine is not taken for a stuck behaviour. */
const eventsPerStep = 500;
/** Being ready to cut off costs a thread each time: steps that end sooner go on under the same guard. */
const guardMs = 100;
/** How long the steps under one guard may take before the behaviour in the last counts as stuck. */
export const stuckAfterMs = 10_000;

const entry = Symbol.for('orrery.step');
const script = new Script(`globalThis[Symbol.for('orrery.step')]()`);

/** Calls `afterStep` after each step until the run's time is up. */
export function runGuarded(run: ScenarioRun, afterStep: () => void, timeoutMs = stuckAfterMs): void {
  const globals = globalThis as { [entry]?: () => boolean };
  globals[entry] = () => severalSteps(run);
  let goesOn = true;
  while (goesOn) {
    goesOn = stepOnce(timeoutMs);
    afterStep();
  }
  delete globals[entry];
}

/** True while the run goes on. */
function severalSteps(run: ScenarioRun): boolean {
  const untilMs = performance.now() + guardMs;
  while (performance.now() < untilMs) if (!run.step(eventsPerStep)) return false;
  return true;
}

/** A step that was cut off goes on: the kernel notices at the next one who was at fault. */
function stepOnce(timeoutMs: number): boolean {
  try {
    return script.runInThisContext({ timeout: timeoutMs }) as boolean;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
}
