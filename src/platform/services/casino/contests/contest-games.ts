/**
 * What can be played in tournaments and challenges: every game that one call settles. A game of several calls becomes
 * playable here the moment the registry lists it as one.
 */
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import type { Params } from '../../../games/params.ts';
import type { SingleEntry } from '../play/schemas.ts';

/** What a challenge is played with where the challenger names no parameters; games without an entry take none. */
const usualBets: Readonly<Record<string, Params>> = {
  coin_flip: { side: 'heads' },
  dice: { direction: 'over', threshold: 50 },
  simple_dice: { pick: 6 },
  multiplier: { target_multiplier: 2 },
  roulette: { bet_type: 'red' },
  custom: { win_probability: 50 },
  crash: { cash_out_at: 2 },
  plinko: { rows: 16, risk: 'high' },
  hilo: { guess: 'higher' },
  keno: { picks: [1, 2, 3, 4, 5] },
  mines: { mines: 3, reveals: 5 },
  baccarat: { bet_on: 'player' },
};

/** The bet both sides of a challenge play, as the game reads it. Refuses BAD_REQUEST. */
export function challengeBet({ game }: SingleEntry, params: Params): Outcome<object> {
  const choice = game.parseBet({ ...usualBets[game.id], ...params });
  return typeof choice === 'string' ? refuse('BAD_REQUEST', choice) : choice;
}
