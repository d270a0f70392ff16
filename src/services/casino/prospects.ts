/** What a bet can come to, exactly: from the play that is shipped, worked out once for each kind of bet. */
import { present } from '../../base/assert.ts';
import { Fraction } from '../../base/fraction.ts';
import { chancesOf, payoutFraction, returnOf } from '../../games/exact.ts';
import type { Game, Profile } from '../../games/game.ts';
import type { Ratio } from '../../games/ratio.ts';

/** A gain over the stake, as a number, and how likely it is. */
export interface Gain {
  readonly gain: number;
  readonly probability: number;
}

/** A gain, and the total return over the stake that it comes from. */
export interface Prospect extends Gain {
  readonly payout: Ratio;
}

export interface Prospects {
  /** The highest total return over the stake. */
  readonly top: Ratio;
  /** Whose favour the bet is in: 1 the player's, -1 the house's, 0 nobody's. */
  readonly favours: number;
  /** What the player gains for each unit of stake. */
  readonly gains: readonly Prospect[];
}

/** A function of game, bet and profile alone, so that all worlds of a process share it. */
const known = new Map<string, Prospects>();
/** Crash and multiplier have 110,000 bets; a run that names them all works some out again. */
const knownMax = 20_000;

export function prospectsOf(game: Game, choice: object, profile: Profile): Prospects {
  const key = `${profile} ${game.id} ${kindOf(choice)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= knownMax) known.clear();
  const prospects = workedOut(game, choice, profile);
  known.set(key, prospects);
  return prospects;
}

function workedOut(game: Game, choice: object, profile: Profile): Prospects {
  const chances = chancesOf(game, choice, game.rules[profile]);
  return {
    top: present(chances[0], 'a bet has an outcome').payout,
    favours: returnOf(chances).compare(Fraction.one),
    gains: chances.map(({ payout, probability }) => ({
      payout,
      gain: payoutFraction(payout).toNumber() - 1,
      probability: probability.toNumber(),
    })),
  };
}

/** Marking these or those numbers makes no difference to the chances: their count does. */
const kindOf = (choice: object): string =>
  JSON.stringify(choice, (_, value: unknown) => (Array.isArray(value) ? value.length : value));
