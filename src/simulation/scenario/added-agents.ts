/** Agents that join a world while it runs, beside those of its scenario. */
import { suggestion } from '../../core/base/nearest.ts';
import { Refusal, refuse, type Outcome } from '../../core/base/refusal.ts';
import type { Behaviour } from '../population/define-agent.ts';
import type { Member } from '../population/member.ts';
import type { Population } from '../population/population.ts';
import { groupApart } from './build-group.ts';
import type { GroupSource } from './schema.ts';

/** The most agents of a world that has been given more. */
export const membersMax = 200_000;

/** The behaviours that may join, by name. */
export type Behaviours = Pick<ReadonlyMap<string, Behaviour>, 'get' | 'keys'>;

/** A group that has joined. */
export interface AddedGroup {
  readonly name: string;
  readonly members: readonly Member[];
}

/**
 * Starts a group at the present instant. Without a name it is called like its behaviour, with a number where that is taken.
 * Refuses NOT_FOUND (behaviour), BAD_REQUEST (parameter) and CONFLICT (name, too many agents); then no agent has joined.
 */
export function addAgents(
  population: Population,
  behaviours: Behaviours,
  source: GroupSource,
): Outcome<AddedGroup> {
  const behaviour = behaviours.get(source.agent);
  if (behaviour === undefined) return refuse('NOT_FOUND', unknownAgent(source.agent, behaviours));
  const taken = population.groupNames;
  const name = source.name ?? freeName(behaviour.name, taken);
  if (taken.includes(name))
    return refuse('CONFLICT', `there is a group "${name}" in this world; expected another name`);
  const group = groupApart({ ...source, name }, behaviour);
  if (group instanceof Refusal) return group;
  if (population.members.length + group.count > membersMax)
    return refuse(
      'CONFLICT',
      `the world would have more than ${membersMax} agents; expected at most ${membersMax - population.members.length} more`,
    );
  return { name, members: population.add(group) };
}

function unknownAgent(name: string, behaviours: Behaviours): string {
  const known = [...behaviours.keys()];
  if (known.length === 0) return `there is no agent "${name}"; this world has no behaviours`;
  return `there is no agent "${name}"; ${suggestion(name, known)}expected a shipped behaviour or one of the scenario`;
}

/** `escrow-seller`, `escrow-seller-2`, ...: the first that no group has. */
function freeName(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number++) {
    const name = `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
