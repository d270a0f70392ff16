/** What a scenario has beside its list of calls. */
import type { Scenario } from '../../../simulation/scenario/scenario.ts';

/** True where agents act that no list of calls names: they choose by what they see of all others. */
export function hasBehaviours({ groups, calls }: Scenario): boolean {
  const callers = new Set(calls.map(({ by }) => by));
  return groups.some(({ name }) => !callers.has(name));
}
