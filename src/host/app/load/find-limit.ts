/** Searches the highest arrival rate or number of agents at which the expectations of a scenario hold on a live target. */
import { formatUsdc } from '../../../core/base/money.ts';
import { isArrivalShape, type LoadPlan } from '../../../simulation/scenario/load-shape.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { stepOf } from '../../../live/load/limit/step.ts';
import { searchLimit } from '../../../live/load/limit/search.ts';
import type { LoadLimit, LoadLimitStep } from '../../../live/load/limit/result.ts';
import { isJudged } from '../../../live/load/measure/judged.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { newNamespace } from '../process/namespace.ts';
import { loadCallOf, type LoadSettings } from './load-settings.ts';
import { runLoad, type Observe } from './run-load.ts';

/** One search. */
export interface FindLimit {
  readonly settings: LoadSettings;
  /** The highest level to try: arrivals a second, or agents. */
  readonly to: number;
  /** Wall time of one step. */
  readonly stepMs: number;
  readonly observe: Observe;
  readonly onStep: (step: LoadLimitStep, searched: LoadLimit['searched']) => void;
}

/** Each step is a load under its own namespace; all together keep the budget. Throws `CallMistake` and `FileMistake`. */
export async function findLimit(find: FindLimit): Promise<LoadLimit> {
  const { settings, to, stepMs, onStep } = find;
  const { scenario, target, budget } = await loadCallOf(settings);
  const plan = planOf(scenario, settings.scenario);
  const searched = isArrivalShape(plan.shape) ? 'arrivals' : 'agents';
  const spent = { requests: 0, micros: 0 };
  let aloneMs: number | undefined;
  const tried = async (level: number): Promise<LoadLimitStep | undefined> => {
    if (commandContext.signal.aborted) return undefined;
    const left = {
      micros: budget.micros === undefined ? undefined : budget.micros - spent.micros,
      requests: budget.requests === undefined ? undefined : budget.requests - spent.requests,
    };
    const own = { ...settings, namespace: newNamespace(), budget: left, step: { level, stepMs } };
    const { result, end } = await runLoad(own, find.observe);
    spent.requests += end.spent.requests;
    spent.micros += end.spent.micros;
    if (result.stopped === 'interrupt') return undefined;
    const step = stepOf(level, result, { expectations: scenario.expectations, aloneMs });
    if (step.holds) aloneMs ??= step.serviceMs.p50;
    onStep(step, searched);
    return step;
  };
  const found = await searchLimit({ from: firstLevel(plan), to, isWhole: searched === 'agents', tried });
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    target: target.name,
    searched,
    stepSeconds: stepMs / 1000,
    ...found,
    spent: { requests: spent.requests, usdc: formatUsdc(spent.micros) },
  };
}

function planOf({ load, expectations }: Scenario, file: string): LoadPlan {
  if (load === undefined)
    throw new CallMistake(
      `${file}: --find-limit needs a shape; expected load: { shape: constant-arrival-rate, … } or one of the others`,
    );
  if (!expectations.some(isJudged))
    throw new CallMistake(
      `${file}: --find-limit has nothing to judge by; expected expect: with http_req_duration: ["p(99)<500"] or another metric of a load`,
    );
  return load;
}

/** The first level of the scenario above none. */
const firstLevel = ({ from, stages }: LoadPlan): number =>
  from > 0 ? from : (stages.find(({ to }) => to > 0)?.to ?? 1);
