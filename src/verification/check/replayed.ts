/** A finding's smallest scenario once more, for the requests and answers that its diagram shows. */
import type { ScriptedCall } from '../../simulation/population/script.ts';
import type { SequenceStep } from '../../simulation/scenario/result.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import { ScenarioRun } from '../../simulation/scenario/run.ts';
import type { ScenarioSource } from './source.ts';

/** The exchanges of a finding's scenario, in order, for its sequence diagram. */
export interface Replayed {
  /** Epoch milliseconds. */
  readonly startMs: number;
  /** As far as the run came; empty where it made more requests than a diagram shows. */
  readonly steps: readonly SequenceStep[];
}

/**
 * Runs the scenario once more. An exception of the run ends the steps and is not thrown; a scenario that does not
 * load rejects.
 */
export async function replayed(source: ScenarioSource, host: ScenarioHost): Promise<Replayed> {
  const scenario = await buildFromValue(source, host);
  const run = new ScenarioRun(scenario);
  let isBroken = false;
  try {
    while (run.step(2_000)) continue;
  } catch {
    // A broken invariant may be the finding itself; the exchanges before it are shown.
    isBroken = true;
  }
  // An agent that only makes calls is the only one of its group: the diagram shows the name of the scenario.
  const callers = new Set(scenario.calls.map(({ by }) => by));
  const steps = run.shortSequence().map((step) => {
    const name = step.agent.replace(/\/1$/, '');
    return callers.has(name) ? { ...step, agent: name } : step;
  });
  const call = scenario.calls[steps.length];
  const isUnanswered = isBroken && call !== undefined && scenario.startMs + call.atMs === run.kernel.nowMs;
  return {
    startMs: scenario.startMs,
    steps: isUnanswered ? [...steps, unanswered(call, run.kernel.nowMs)] : steps,
  };
}

/** The request in which the platform itself broke, as the scenario has it. */
const unanswered = ({ by, method, path, body }: ScriptedCall, atMs: number): SequenceStep => ({
  atMs,
  agent: by,
  service: path.split('/')[1] ?? '',
  operation: '',
  call: `${method} ${path}`,
  sent: body === undefined ? '' : JSON.stringify(body),
  status: 0,
  code: '',
  answer: '',
});
