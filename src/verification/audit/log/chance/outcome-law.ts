/** The outcomes of a bet with their exact chances; bets with the same parameters in other words share one law. */
import type { Profile } from '../../../../core/base/profile.ts';
import { chancesOf, payoutFraction, returnOf, type Chance } from '../../../../platform/games/exact.ts';
import { Fraction } from '../../../../core/base/fraction.ts';
import type { Game } from '../../../../platform/games/game.ts';
import { nothing, ratio, type Ratio } from '../../../../platform/games/ratio.ts';
import { referenceHands } from './reference-hands.ts';
import { tiltFactors } from './tilts.ts';

/** The law of one kind of bet. Outcomes are numbered from the worst payout to the best. */
export interface OutcomeLaw {
  readonly game: string;
  readonly bet: Readonly<Record<string, unknown>>;
  /** Empty for the reference hands of a game of several calls. */
  readonly chances: readonly Chance[];
  readonly returned: number;
  /** As `tiltFactors`. */
  readonly factors: Float64Array;
  /** The number of the outcome that pays this; -1 for none. */
  indexOf(payout: Ratio): number;
}

/** A log with more kinds of bets than this computes some laws again. */
const lawsMax = 20_000;

/** The laws of a profile, each computed once. */
export class OutcomeLaws {
  readonly #profile: Profile;
  readonly #laws = new Map<string, OutcomeLaw>();
  readonly #byChoice = new WeakMap<object, OutcomeLaw>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** The law of a parsed bet. */
  of(game: Game, choice: object): OutcomeLaw {
    const known = this.#byChoice.get(choice);
    if (known?.game === game.id) return known;
    const bet = game.betShown(choice);
    const law = this.#kept(`${game.id} ${JSON.stringify(bet)}`, () =>
      lawOf({ game: game.id, bet }, chancesFor(game, choice, this.#profile)),
    );
    this.#byChoice.set(choice, law);
    return law;
  }

  /** The law of the reference hands; undefined for a game without them. */
  ofHands(game: string): OutcomeLaw | undefined {
    const hands = referenceHands[game];
    if (hands === undefined) return undefined;
    return this.#kept(game, () => ({
      game,
      bet: {},
      chances: [],
      returned: 0,
      factors: tiltFactors(hands.chances(this.#profile)),
      indexOf: () => -1,
    }));
  }

  #kept(key: string, law: () => OutcomeLaw): OutcomeLaw {
    const known = this.#laws.get(key) ?? law();
    if (this.#laws.size >= lawsMax) this.#laws.clear();
    this.#laws.set(key, known);
    return known;
  }
}

function lawOf(
  { game, bet }: { game: string; bet: Readonly<Record<string, unknown>> },
  highestFirst: readonly Chance[],
): OutcomeLaw {
  const chances = highestFirst.filter(({ probability }) => probability.numerator > 0n).toReversed();
  const byValue = new Map(chances.map(({ payout }, index) => [valueOf(payout), index]));
  return {
    game,
    bet,
    chances,
    returned: returnOf(chances).toNumber(),
    factors: tiltFactors(chances.map(({ probability }) => probability.toNumber())),
    indexOf: (payout) => byValue.get(valueOf(payout)) ?? -1,
  };
}

/** Payouts are small ratios, so that their doubles tell them apart. */
const valueOf = ({ numerator, denominator }: Ratio): number => numerator / denominator;

/** The 109,800 bets on a curve have two outcomes each, and one return: their chances need no walk. */
function chancesFor(game: Game, choice: object, profile: Profile): readonly Chance[] {
  const rules = game.rules[profile];
  const known = game.knownChances?.(choice, rules);
  if (known !== undefined) return known;
  const [target] = Object.values(game.betShown(choice));
  if ((game.id !== 'crash' && game.id !== 'multiplier') || typeof target !== 'number')
    return chancesOf(game, choice, rules);
  const payout = ratio(Math.round(target * 100), 100);
  const probability = (game.closedForm?.(choice, rules) ?? Fraction.zero).div(payoutFraction(payout));
  return [
    { payout, probability },
    { payout: nothing, probability: Fraction.one.sub(probability) },
  ];
}
