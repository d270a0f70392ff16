/** The exact distribution of a bet's outcomes, computed from the game's own `play` once for each kind of bet. */
import { present } from '../../../../core/base/assert.ts';
import { Fraction } from '../../../../core/base/fraction.ts';
import { chancesOf, payoutFraction, returnOf } from '../../../games/exact.ts';
import type { Game, HandGame } from '../../../games/game.ts';
import { ratio, type Ratio } from '../../../games/ratio.ts';

/** A gain over the stake, as a number, and how likely it is. */
export interface GainChance {
  readonly gain: number;
  readonly probability: number;
}

/** A gain, and the total return over the stake that it comes from. */
export interface Prospect extends GainChance {
  readonly payout: Ratio;
}

/**
 * The outcomes of one bet, in units of its stake; probabilities of `gains` add up to 1 within rounding of doubles.
 */
export interface Prospects {
  /** The highest total return over the stake. */
  readonly top: Ratio;
  /** The sign of the player's expected gain: 1, 0 or -1. */
  readonly favours: number;
  /** What the player gains for each unit of stake. */
  readonly gains: readonly Prospect[];
}

/** A cache over all worlds of a process: prospects are a pure function of game, bet and rules. */
const known = new Map<unknown, Map<string, Prospects>>();
/** Crash and multiplier have 110,000 bets; a run that uses all of them computes some more than once. */
const knownMax = 20_000;

/** The bet that was asked about last: its limit and its worst case are asked one after the other. */
let last:
  | { readonly game: Game; readonly choice: object; readonly rules: unknown; readonly prospects: Prospects }
  | undefined;

/**
 * The prospects of a bet on a game of one call. The first call for a kind of bet may take a second; later ones are
 * cached.
 */
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
 * An approximation for a hand: it wins the most it can, or loses all, with the stated edge. The exact distribution
 * depends on the moves; no other bet of the same edge and top payout has a smaller Kelly stake.
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

/** Bets of one kind have equal prospects: which numbers are marked does not matter, their count does. */
const kindOf = (choice: object): string =>
  JSON.stringify(choice, (_, value: unknown) => (Array.isArray(value) ? value.length : value));
