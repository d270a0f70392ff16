/**
 * Holds what the loader makes of faults and networks against the documents: a valid plan is built as it is written, one with a mistake is
 * refused, and the refusal names the mistake. Plans are drawn by the seed of a scenario and are no part of its run.
 */
import { sample } from 'fast-check';
import { parseDuration } from '../../core/base/time.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { ScenarioSchema } from '../../simulation/scenario/schema.ts';
import { faultsMistakes, networkMistakes, type PlanMistake } from '../oracle/models/plan-forms.ts';
import type { Violation } from '../oracle/properties.ts';
import { Plans, type DrawnPlan } from './generate/plans.ts';
import { validatorOf } from './validator.ts';
import { wordOf } from './word-of.ts';

/** How many plans each run tries; one takes a millisecond or two. */
const plansPerRun = 1;

const around = { name: 'plan', start: '2026-01-01T00:00:00Z', for: '1d', operations: [{ do: 'GET /plan', by: 'planner' }] }; // prettier-ignore

/** The first plan of a seed that is built or refused otherwise than documented; undefined for none. */
export async function planViolation(
  seed: string | undefined,
  host: ScenarioHost,
): Promise<Violation | undefined> {
  for (const plan of sample(new Plans(), { seed: wordOf(seed ?? ''), numRuns: plansPerRun })) {
    const wrong = wrongIn(plan, await outcomeOf(plan, host)) ?? publishedWrongly(plan, fitsPublished(plan));
    if (wrong !== undefined)
      return { property: 'plans-as-documented', message: `${JSON.stringify(plan)} ${wrong}`, atMs: 0 };
  }
  return undefined;
}

/** The scenario that is built of a plan, or what it is refused with. */
async function outcomeOf(plan: DrawnPlan, host: ScenarioHost): Promise<Scenario | string> {
  try {
    return await buildFromValue({ ...around, ...plan }, host);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const fitsPublished = (plan: DrawnPlan): boolean => validatorOf(ScenarioSchema)({ ...around, ...plan });

/** What is wrong where the published schema admits a plan, or does not; undefined where it is as documented. */
export function publishedWrongly(
  { faults = [], network = {} }: DrawnPlan,
  isAdmitted: boolean,
): string | undefined {
  const mistakes = [...faultsMistakes(faults), ...networkMistakes(network)];
  if (mistakes.length === 0) return isAdmitted ? undefined : 'does not fit the published schema';
  const wrong = mistakes.find(({ isOfSchema }) => isOfSchema === true);
  return wrong === undefined || !isAdmitted
    ? undefined
    : `fits the published schema; expected ${wrong.key} not to`;
}

/** What is wrong with the outcome of a plan; undefined where it is as documented. */
export function wrongIn(
  { faults = [], network = {} }: DrawnPlan,
  outcome: Scenario | string,
): string | undefined {
  const mistakes = [...faultsMistakes(faults), ...networkMistakes(network)];
  const [mistake] = mistakes;
  if (typeof outcome !== 'string')
    return mistake === undefined
      ? differenceIn(faults as readonly Written[], outcome)
      : `is accepted; expected a refusal of ${mistake.key}: ${mistake.says}`;
  if (mistake === undefined) return `is refused with ${JSON.stringify(outcome)}; expected to be accepted`;
  if (mistakes.some((each) => isNamed(each, outcome))) return undefined;
  return `is refused with ${JSON.stringify(outcome)}; expected words about ${mistake.key}: ${mistake.says}`;
}

const isNamed = ({ key, says }: PlanMistake, message: string): boolean =>
  message.split(/[^\w$]+/).includes(key) && message.includes(says);

interface Written {
  readonly at: string;
  readonly for?: string;
  readonly kind: string;
  readonly service: string;
}

/** Each fault is there, in the order of the file, with its time and length. */
function differenceIn(faults: readonly Written[], { startMs, faults: built }: Scenario): string | undefined {
  const wanted = faults.map(({ at, for: length, kind, service }) => ({ atMs: startMs + msOf(at), forMs: length === undefined ? undefined : msOf(length), kind, service })); // prettier-ignore
  const seen = built.map((fault) => ({ atMs: fault.atMs, forMs: 'forMs' in fault ? fault.forMs : undefined, kind: fault.kind, service: fault.service })); // prettier-ignore
  const [one, other] = [JSON.stringify(seen), JSON.stringify(wanted)];
  return one === other ? undefined : `is built as ${one}; expected ${other}`;
}

const msOf = (text: string): number => parseDuration(text) ?? 0;
