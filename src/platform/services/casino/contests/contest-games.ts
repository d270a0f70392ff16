/**
 * The games of tournaments and challenges: every game that the registry lists as settled by one call.
 */
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import type { Params } from '../../../games/params.ts';
import type { SingleEntry } from '../play/schemas.ts';

/** The bet of both sides of a challenge: the parameters sent over those of the game's sample. Refuses BAD_REQUEST. */
export function challengeBet({ game }: SingleEntry, params: Params): Outcome<object> {
  const choice = game.parseBet({ ...game.samples.challenge, ...params });
  return typeof choice === 'string' ? refuse('BAD_REQUEST', choice) : choice;
}
