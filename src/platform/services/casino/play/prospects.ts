/** What a bet can come to, exactly: from the play that is shipped, worked out once for each kind of bet. */
import { present } from '../../../../core/base/assert.ts';
import { Fraction } from '../../../../core/base/fraction.ts';
import { chancesOf, payoutFraction, returnOf } from '../../../games/exact.ts';
import type { Game, HandGame } from '../../../games/game.ts';
import { ratio, type Ratio } from '../../../games/ratio.ts';

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

/** A function of game, bet and rules alone, so that all worlds of a process share it; two games may have no rules. */
const known = new Map<unknown, Map<string, Prospects>>();
/** Crash and multiplier have 110,000 bets; a run that names them all works some out again. */
const knownMax = 20_000;

/** The bet that was asked about last: its limit and its worst case are asked one after the other. */
let last:
  | { readonly game: Game; readonly choice: object; readonly rules: unknown; readonly prospects: Prospects }
  | undefined;

export function prospectsOf(game: Game, choice: object, rules: unknown): Prospects {
  if (last?.choice === choice && last.game === game && last.rules === rules) return last.prospects;
  const prospects = lookedUp(game, choice, rules);
  last = { game, choice, rules, prospects };
  return prospects;
}

function lookedUp(game: Game, choice: object, rules: unknown): Prospects {
  const key = `${game.id} ${kindOf(choice)}`;
  const ofRules = known.get(rules) ?? new Map<string, Prospects>();
  const found = ofRules.get(key);
  if (found !== undefined) return found;
  if (ofRules.size >= knownMax) ofRules.clear();
  const prospects = workedOut(game, choice, rules);
  known.set(rules, ofRules.set(key, prospects));
  return prospects;
}

/**
 * What a hand can come to, roughly: all or the most it may win, at the stated edge. What it comes to exactly hangs on
 * how it is played; no other bet of that edge and that top asks for a smaller stake.
 */
export function handProspects(game: HandGame, rules: unknown): Prospects {
  const profit = game.profitMax(rules);
  const { numerator, denominator } = game.statedEdgeOf();
  const winProbability = (1 - numerator / denominator) / (profit + 1);
  return {
    top: ratio(profit + 1),
    favours: -1,
    gains: [
      { payout: ratio(profit + 1), gain: profit, probability: winProbability },
      { payout: ratio(0), gain: -1, probability: 1 - winProbability },
    ],
  };
}

function workedOut(game: Game, choice: object, rules: unknown): Prospects {
  const chances = game.knownChances?.(choice, rules) ?? chancesOf(game, choice, rules);
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
