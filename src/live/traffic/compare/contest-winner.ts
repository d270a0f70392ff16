/**
 * Who has won a contest, as a relation within its response: the ids of agents differ between deployments, and two ids that
 * differ may be one agent.
 */
import type { Difference } from './difference.ts';
import type { DrawnResponse } from './drawn-response.ts';

/** The difference that another side has won on the target, unless it was found already. */
export function otherWinner({ recorded, live }: DrawnResponse, found: readonly Difference[]): Difference[] {
  const [one, other] = [winnerOf(recorded), winnerOf(live)];
  if (one === undefined || other === undefined || one === other) return [];
  if (found.some(({ field }) => field === '/winner_id')) return [];
  return [{ kind: 'id', field: '/winner_id', recorded: JSON.stringify(one), live: JSON.stringify(other) }];
}

/** Undefined for a response that names no winner. */
function winnerOf(body: unknown): 'challenger' | 'challenged' | 'none' | undefined {
  const { winner_id: winner, challenger_id: challenger } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (winner === undefined || challenger === undefined) return undefined;
  if (winner === null) return 'none';
  return winner === challenger ? 'challenger' : 'challenged';
}
