/**
 * Known ways in which houses depart from their own rules. Each predicts what such a house pays for a bet; a suspect
 * that predicts every bet of a game, correctly paid ones included, is reported.
 */
import type { Micros } from '../../../core/base/money.ts';
import { HmacWords } from '../../../core/fairness/hmac.ts';
import { wordCount, type Pick } from '../../../core/fairness/pick.ts';
import type { BlackjackRules } from '../../../platform/games/blackjack.ts';
import type { Profile } from '../../../core/base/profile.ts';
import {
  nothing,
  ratio,
  ratioText,
  stakeBack,
  totalReturn,
  type Ratio,
} from '../../../platform/games/ratio.ts';
import { replayBet, type LoggedBet, type Recomputed } from './logged-bet.ts';

/** A bet with what the rules say it should have been paid. */
export interface CheckedBet {
  readonly bet: LoggedBet & { readonly serverSeed: string };
  readonly honest: Recomputed;
  readonly expectedMicros: Micros;
}

/** One known fault of a house. `code` becomes the code of the finding. */
export interface Suspect {
  readonly code: string;
  /** What the house does, for a person. */
  readonly about: string;
  /** Only these games; every game if undefined. */
  readonly games?: readonly string[];
  /** What such a house pays, in micros; undefined where the bet does not fit. */
  predict(checked: CheckedBet, profile: Profile): Micros | undefined;
}

const paidFor = ({ stakeMicros }: LoggedBet, payout: Ratio): Micros | undefined =>
  totalReturn(stakeMicros, payout);

/** Plays the bet with other draws than those of the rules. */
function withPick(
  pickOf: (bet: CheckedBet['bet']) => Pick,
  rulesOf?: (rules: unknown) => unknown,
): Suspect['predict'] {
  return ({ bet }, profile) => {
    const rules = rulesOf?.(bet.entry.game.rules[profile]);
    const round = replayBet(bet, { pick: pickOf(bet), profile, ...(rules === undefined ? {} : { rules }) });
    return typeof round === 'string' ? undefined : paidFor(bet, round.payout);
  };
}

const seedsOf = ({
  serverSeed,
  clientSeed,
  nonce,
}: CheckedBet['bet']): ConstructorParameters<typeof HmacWords>[0] => ({
  serverSeed,
  clientSeed,
  nonce,
});

/** The raw words of a bet: a pick of 2^32 refuses none. */
function wordsOf(bet: CheckedBet['bet']): () => number {
  const words = new HmacWords(seedsOf(bet));
  return () => words.pick(wordCount);
}

const fromWords =
  (draw: (word: number, n: number) => number) =>
  (bet: CheckedBet['bet']): Pick => {
    const next = wordsOf(bet);
    return (n) => draw(next(), n);
  };

/** The payout of the rules, changed. */
const changed =
  (change: (payout: Ratio, checked: CheckedBet) => Ratio): Suspect['predict'] =>
  (checked) =>
    paidFor(checked.bet, change(checked.honest.payout, checked));

const plus = ({ numerator, denominator }: Ratio, stakes: number): Ratio =>
  ratio(Math.max(0, numerator + stakes * denominator), denominator);
const isWin = ({ numerator, denominator }: Ratio): boolean => numerator > denominator;

/** The remainder of units of so many bits; `isWhole` uses every unit of a word, else the first one alone. */
const moduloBias = (bits: 8 | 16 | 32, isWhole: boolean): Suspect => ({
  code: 'modulo-bias',
  about: `takes the remainder of ${bits} bits without drawing again, which favours low numbers`,
  predict: withPick((bet) => {
    const next = wordsOf(bet);
    let [word, left] = [0, 0];
    return (n) => {
      if (left === 0) [word, left] = [next(), isWhole ? 32 / bits : 1];
      left -= 1;
      const unit = bits === 32 ? word : word >>> (32 - bits);
      word = bits === 32 ? 0 : (word << bits) >>> 0;
      return unit % n;
    };
  }),
});

/** Narrow predictions stand before wide ones: the first that predicts every bet of a game is reported. */
export const suspects: readonly Suspect[] = [
  moduloBias(32, true),
  moduloBias(16, true),
  moduloBias(16, false),
  moduloBias(8, true),
  moduloBias(8, false),
  {
    code: 'float-floor',
    about: 'scales a word to a fraction and floors it, which favours some numbers',
    predict: withPick(fromWords((word, n) => Math.floor((word / wordCount) * n))),
  },
  {
    code: 'float-round',
    about: 'rounds where it should floor, so that the first and the last number come half as often',
    predict: withPick(fromWords((word, n) => Math.round((word / wordCount) * (n - 1)))),
  },
  {
    code: 'client-seed-ignored',
    about: 'leaves the client seed out, so that the house alone decides',
    predict: withPick((bet) => new HmacWords({ ...seedsOf(bet), clientSeed: '' }).pick),
  },
  {
    code: 'nonce-ignored',
    about: 'draws every bet with nonce 0',
    predict: withPick((bet) => new HmacWords({ ...seedsOf(bet), nonce: 0 }).pick),
  },
  {
    code: 'nonce-shifted',
    about: 'draws with the nonce after the one it reports',
    predict: withPick((bet) => new HmacWords({ ...seedsOf(bet), nonce: bet.nonce + 1 }).pick),
  },
  {
    code: 'strict-comparison',
    about: 'loses bets that meet their target exactly',
    games: ['crash'],
    predict: changed((payout, { honest: { detail } }) =>
      detail['crash_point'] === detail['cash_out_at'] ? nothing : payout,
    ),
  },
  {
    code: 'non-strict-comparison',
    about: 'takes a bet that meets its threshold exactly for the other side',
    games: ['dice', 'multiplier'],
    predict: changed(meetsThreshold),
  },
  {
    code: 'stake-kept',
    about: 'pays profits where the rules pay total returns: the stake of a winner is kept',
    predict: changed((payout) => (payout.numerator > 0 ? plus(payout, -1) : payout)),
  },
  {
    code: 'stake-added',
    about: 'adds the stake to payouts that hold it already',
    predict: changed((payout) => (isWin(payout) ? plus(payout, 1) : payout)),
  },
  {
    code: 'push-lost',
    about: 'keeps the stake of a push',
    predict: changed((payout) => (ratioText(payout) === ratioText(stakeBack) ? nothing : payout)),
  },
  {
    code: 'extra-pocket',
    about: 'spins a wheel of 38 pockets',
    games: ['roulette'],
    predict: withExtraPocket,
  },
  {
    code: 'with-replacement',
    about: 'deals each card from a full shoe',
    games: ['baccarat'],
    predict: ({ bet }, profile) => {
      const payout = replacedBaccarat(bet, profile);
      return payout === undefined ? undefined : paidFor(bet, payout);
    },
  },
  {
    code: 'soft-17',
    about: 'has the dealer play soft 17 the other way',
    games: ['blackjack'],
    predict: withPick(
      (bet) => new HmacWords(seedsOf(bet)).pick,
      (rules) => ({ ...(rules as BlackjackRules), hitsSoft17: !(rules as BlackjackRules).hitsSoft17 }),
    ),
  },
  {
    code: 'payout-rounded',
    about: 'rounds payouts down to whole cents',
    predict: ({ expectedMicros }) => expectedMicros - (expectedMicros % 10_000),
  },
];

/** At the threshold of dice and the target of a multiplier the honest bet is lost. */
function meetsThreshold(payout: Ratio, { honest: { detail }, bet }: CheckedBet): Ratio {
  if (detail['roll'] !== undefined && detail['roll'] === detail['threshold']) {
    return winOf(bet);
  }
  return detail['crash_point'] !== undefined && detail['crash_point'] === detail['target_multiplier']
    ? winOf(bet)
    : payout;
}

/** What the bet pays when it wins: some draw of the first hundred makes it win. */
function winOf(bet: LoggedBet): Ratio {
  for (let drawn = 0; drawn < 100; drawn += 1) {
    const round = replayBet(bet, { pick: (n) => Math.min(drawn, n - 1), profile: 'published' });
    if (typeof round !== 'string' && isWin(round.payout)) return round.payout;
  }
  return nothing;
}

function withExtraPocket(checked: CheckedBet, profile: Profile): Micros | undefined {
  const honest = new HmacWords(seedsOf(checked.bet)).pick;
  const pocket = honest(38);
  // The pocket that does not exist loses every bet, as zero loses a bet on a colour.
  if (pocket === 37) return 0;
  const round = replayBet(checked.bet, { pick: () => pocket, profile });
  return typeof round === 'string' ? undefined : paidFor(checked.bet, round.payout);
}

/** The cards that a full shoe gives each time, played by the shipped rules through a pick that deals them. */
function replacedBaccarat(bet: CheckedBet['bet'], profile: Profile): Ratio | undefined {
  const draw = new HmacWords(seedsOf(bet)).pick;
  const left = Array.from({ length: 13 }, () => 32);
  const pick: Pick = () => {
    const rank = Math.floor(draw(416) / 32);
    const before = left.slice(0, rank).reduce((sum, count) => sum + count, 0);
    left[rank]! -= 1;
    return before;
  };
  const round = replayBet(bet, { pick, profile });
  return typeof round === 'string' ? undefined : round.payout;
}
