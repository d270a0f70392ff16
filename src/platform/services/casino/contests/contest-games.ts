/**
 * What can be played in tournaments and challenges: every game that one call settles. A game of several calls becomes
 * playable here the moment the registry lists it as one.
 */
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import type { Params } from '../../../games/params.ts';
import type { SingleEntry } from '../play/schemas.ts';

/** The bet both sides of a challenge play, as the game reads it. Refuses BAD_REQUEST. */
export function challengeBet({ game }: SingleEntry, params: Params): Outcome<object> {
  const choice = game.parseBet({ ...game.samples.challenge, ...params });
  return typeof choice === 'string' ? refuse('BAD_REQUEST', choice) : choice;
}
