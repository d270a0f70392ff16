/** The rules of each game in one world, as policies select them. */
import { slots, slotsAnyPair } from '../../../games/slots.ts';
import type { Game, HandGame } from '../../../games/game.ts';
import type { Policies } from '../../../../core/policy/policies.ts';

/** Looks up rules; returns the same object for the same game every time, so that callers may cache by it. */
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
