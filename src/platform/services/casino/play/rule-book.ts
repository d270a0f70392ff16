/** The rules that each game is played by in one world: those of the profile, unless a policy reads them another way. */
import { slots, slotsAnyPair } from '../../../games/slots.ts';
import type { Game, HandGame } from '../../../games/game.ts';
import type { Policies } from '../../../../core/policy/policies.ts';

export class RuleBook {
  readonly #policies: Policies;

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** The rules of a game under policies `casino.payouts` and `casino.slotPairs`. */
  of(game: Game | HandGame): unknown {
    if (game.id === slots.id && this.#policies['casino.slotPairs'] === 'any') return slotsAnyPair;
    return game.rules[this.#policies['casino.payouts']];
  }
}
