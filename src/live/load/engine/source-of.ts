/** The groups of a load and what decides when their agents begin. */
import { isArrivalShape } from '../../../simulation/scenario/load-shape.ts';
import type { Group } from '../../../simulation/population/group.ts';
import type { LoadCall } from '../load-call.ts';
import { AgentSequence } from '../plan/agent-sequence.ts';
import { Levels } from '../plan/levels.ts';
import type { LivePopulation } from '../plan/live-population.ts';
import {
  NumberOfAgents,
  RateOfArrivals,
  WholePopulation,
  type AgentSource,
  type Stage,
} from './agent-sources.ts';

/** With stages, agents act as soon as they begin; without, they arrive as the scenario says. */
export function sourceOf(
  { scenario, share }: LoadCall,
  stage: Stage,
): { groups: readonly Group[]; source: (population: LivePopulation) => AgentSource } {
  const { load: plan, groups } = scenario;
  if (plan === undefined)
    return { groups, source: (population) => new WholePopulation(stage, population, share) };
  const at = { atMs: 0, overMs: 0, spread: 'even' } as const;
  const arriving = groups.map((group) => ({ ...group, arrival: at }));
  const acting = arriving.filter(({ behaviour }) => behaviour.name !== 'scripted');
  const levels = new Levels(plan);
  const source = (population: LivePopulation): AgentSource => {
    const sequence = new AgentSequence(acting, share);
    const parts = { plan, levels, sequence, population, share };
    return isArrivalShape(plan.shape) ? new RateOfArrivals(stage, parts) : new NumberOfAgents(stage, parts);
  };
  return { groups: arriving, source };
}
