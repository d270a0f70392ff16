/** Known ways in which houses play by other rules than those of the documents, game by game. */
import { hmacPick } from '../../../../core/fairness/hmac.ts';
import { wordCount } from '../../../../core/fairness/pick.ts';
import { profiles } from '../../../../core/base/profile.ts';
import type { BlackjackRules } from '../../../../platform/games/blackjack.ts';
import { risks } from '../../../../platform/games/plinko.ts';
import { nothing, ratio, ratioText, stakeBack, type Ratio } from '../../../../platform/games/ratio.ts';
import { slotsAnyPair } from '../../../../platform/games/slots.ts';
import { replayBet } from '../logged-bet.ts';
import type { RevealedBet } from '../replay.ts';
import { cardSuspects } from './card-suspects.ts';
import { paidFor, playing, type CheckedBet, type Suspect } from './checked-bet.ts';
import { numberSuspects } from './number-suspects.ts';

/** The payout of the rules, changed. */
const changed =
  (change: (payout: Ratio, checked: CheckedBet) => Ratio): Suspect['predict'] =>
  (checked) =>
    checked.honest === undefined ? undefined : paidFor(checked.bet, change(checked.honest.payout, checked));

const plus = ({ numerator, denominator }: Ratio, stakes: number): Ratio =>
  ratio(Math.max(0, numerator + stakes * denominator), denominator);
const isWin = ({ numerator, denominator }: Ratio): boolean => numerator > denominator;
const isPaid = ({ numerator }: Ratio): boolean => numerator > 0;

/** What the bet pays when it wins: some draw of the first hundred makes it win. */
function winOf(bet: RevealedBet): Ratio {
  for (let drawn = 0; drawn < 100; drawn += 1) {
    const round = replayBet(bet, { pick: (n) => Math.min(drawn, n - 1), profile: 'published' });
    if (typeof round !== 'string' && isWin(round.payout)) return round.payout;
  }
  return nothing;
}

/** At the threshold of dice and the target of a multiplier the honest bet is lost. */
function meetsThreshold(payout: Ratio, { honest, bet }: CheckedBet): Ratio {
  const { roll, threshold, crash_point: point, target_multiplier: target } = honest?.detail ?? {};
  const isMet = (roll !== undefined && roll === threshold) || (point !== undefined && point === target);
  return isMet ? winOf(bet) : payout;
}

/** Bets that meet their target or the last winning number exactly. */
function isAtEdge({ honest }: CheckedBet): boolean {
  const { crash_point: point, cash_out_at: target, drawn, win_probability: last } = honest?.detail ?? {};
  return (point !== undefined && point === target) || (drawn !== undefined && drawn === last);
}

/** The bet on the other side, by the values of its parameters. */
const otherSides: Readonly<Record<string, string>> = {
  heads: 'tails', tails: 'heads', red: 'black', black: 'red', odd: 'even', even: 'odd', low: 'high', high: 'low',
  higher: 'lower', lower: 'higher', player: 'banker', banker: 'player',
}; // prettier-ignore

function swapped({ params }: RevealedBet): RevealedBet['params'] {
  const { direction, threshold } = params;
  if (direction === 'over') return { direction: 'under', threshold };
  if (direction === 'under') return { direction: 'over', threshold };
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'risk' ? value : (otherSides[String(value)] ?? value),
    ]),
  );
}

/** A wheel of 38 pockets; the pocket that does not exist loses every bet, as zero loses a bet on a colour. */
const extraPocket: Suspect['predict'] = ({ bet }, profile) => {
  const pocket = hmacPick(bet)(38);
  if (pocket === 37) return 0;
  const round = replayBet(bet, { pick: () => pocket, profile });
  return typeof round === 'string' ? undefined : paidFor(bet, round.payout);
};

/** A curve from one division, as many houses have it: the point is (1 - edge) / (1 - u). */
const dividedCurve = (edge: number, hundredths: number): Suspect => ({
  code: 'curve-other',
  about: `draws curves by a division with an edge of ${hundredths / 100}% and not by the law of the documents`,
  games: ['crash', 'multiplier'],
  isDraw: true,
  predict({ bet }) {
    const target = Number(bet.params['cash_out_at'] ?? bet.params['target_multiplier']);
    if (!(target > 0)) return undefined;
    const u = hmacPick(bet)(wordCount) / wordCount;
    const point = Math.max(100, Math.floor((100 * (1 - edge)) / (1 - u))) / 100;
    const isWon = bet.entry.game.id === 'crash' ? point >= target : point > target;
    return paidFor(bet, isWon ? ratio(Math.round(target * 100), 100) : nothing);
  },
});

const gameRules: readonly Suspect[] = [
  {
    code: 'strict-comparison',
    about: 'loses bets that meet their target exactly',
    games: ['crash', 'custom'],
    predict: changed((payout, checked) => (isAtEdge(checked) ? nothing : payout)),
  },
  {
    code: 'non-strict-comparison',
    about: 'takes a bet that meets its threshold exactly for a win',
    games: ['dice', 'multiplier'],
    predict: changed(meetsThreshold),
  },
  ...[50, 100, 200, 300, 400].map((hundredths) => dividedCurve(hundredths / 10_000, hundredths)),
  {
    code: 'stake-kept',
    about: 'pays profits where the rules pay total returns: the stake of a winner is kept',
    predict: changed((payout) => (isPaid(payout) ? plus(payout, -1) : payout)),
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
  { code: 'extra-pocket', about: 'spins a wheel of 38 pockets', games: ['roulette'], predict: extraPocket },
  ...risks.map((risk): Suspect => ({
    code: 'table-swapped',
    about: `pays every risk by the table of risk ${risk}`,
    games: ['plinko'],
    ...playing(hmacPick, { params: ({ params }) => ({ ...params, risk }) }),
  })),
  {
    code: 'pairs-anywhere',
    about: 'pays a pair of symbols on any two reels',
    games: ['slots'],
    ...playing(hmacPick, { rules: () => slotsAnyPair }),
  },
  {
    code: 'ace-high',
    about: 'counts the ace as the highest card',
    games: ['hilo'],
    isDraw: true,
    ...playing((bet) => {
      const pick = hmacPick(bet);
      return (n) => (pick(n) + n - 1) % n;
    }),
  },
  {
    code: 'bet-swapped',
    about: 'plays the other side of the bet',
    isHabit: true,
    ...playing(hmacPick, { params: swapped }),
  },
  {
    code: 'soft-17',
    about: 'has the dealer play soft 17 the other way',
    games: ['blackjack'],
    ...playing(hmacPick, {
      rules: (rules) => ({ ...(rules as BlackjackRules), hitsSoft17: !(rules as BlackjackRules).hitsSoft17 }),
    }),
  },
  {
    code: 'hole-card',
    about: 'deals the second card of the dealer at another time',
    games: ['blackjack'],
    ...playing(hmacPick, {
      rules: (rules) => ({
        ...(rules as BlackjackRules),
        hasHoleCard: !(rules as BlackjackRules).hasHoleCard,
      }),
    }),
  },
];

/** The rules of the other profile. */
export const otherProfiles: readonly Suspect[] = profiles.map((other) => ({
  code: 'profile-other',
  about: `pays by the rules of profile ${other}: audit the log with --profile ${other}`,
  predict({ bet }) {
    const round = replayBet(bet, { pick: hmacPick(bet), profile: other });
    return typeof round === 'string' ? undefined : paidFor(bet, round.payout);
  },
}));

/** Narrow predictions stand before wide ones. */
export const ruleSuspects: readonly Suspect[] = [...gameRules, ...numberSuspects, ...cardSuspects];
