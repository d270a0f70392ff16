/** Explains the bets of a log that were not paid by the rules, with the name of a known fault where one fits. */
import { formatUsdc } from '../../../core/base/money.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { ratioText } from '../../../platform/games/ratio.ts';
import type { LogFinding } from '../result-schema.ts';
import { suspects, type CheckedBet } from './suspects.ts';

/** Findings on payouts, a game at a time. */
export function diagnose(checked: readonly CheckedBet[], profile: Profile): LogFinding[] {
  const byGame = new Map<string, CheckedBet[]>();
  for (const bet of checked) {
    const game = bet.bet.entry.game.id;
    const known = byGame.get(game);
    if (known === undefined) byGame.set(game, [bet]);
    else known.push(bet);
  }
  return [...byGame].flatMap(([game, ofGame]) => diagnoseGame(game, ofGame, profile));
}

const isWrong = ({ bet, expectedMicros }: CheckedBet): boolean => bet.payoutMicros !== expectedMicros;

function diagnoseGame(game: string, checked: readonly CheckedBet[], profile: Profile): LogFinding[] {
  const wrong = checked.filter(isWrong);
  const [first] = wrong;
  if (first === undefined) return misshown(game, checked);
  const { code, about } =
    explanations(game).find((explanation) => explanation.fits(wrong, checked, profile)) ??
    explainedOneByOne(wrong);
  const sentence =
    `${game}: ${wrong.length} of ${checked.length} bets are not paid by the rules; the house ${about} ` +
    `(first in row ${first.bet.line}: ${paidAndDue(first)}).`;
  return [{ code, game, count: wrong.length, line: first.bet.line, sentence }];
}

interface Explanation {
  readonly code: string;
  readonly about: string;
  fits(wrong: readonly CheckedBet[], all: readonly CheckedBet[], profile: Profile): boolean;
}

/** An explanation must predict every bet; with fewer differences than this it may fit by chance. */
const habitMin = 2;

/** The narrow explanations come first: they claim more. */
function explanations(game: string): Explanation[] {
  const predicted = suspects
    .filter(({ games }) => games === undefined || games.includes(game))
    .map((suspect): Explanation => ({
      code: suspect.code,
      about: suspect.about,
      fits: (wrong, all, profile) =>
        wrong.length >= habitMin &&
        all.every((bet) => suspect.predict(bet, profile) === bet.bet.payoutMicros),
    }));
  return [...predicted, capped, changedTable, loadedStrip, ...(isCurve(game) ? [loadedCurve] : [])];
}

const isCurve = (game: string): boolean => game === 'crash' || game === 'multiplier';

/** No payout is above one amount, and larger payouts were cut to it. */
const capped: Explanation = {
  code: 'payout-capped',
  about: 'pays no more than an unpublished limit',
  fits(wrong, all) {
    const cap = wrong[0]?.bet.payoutMicros ?? 0;
    const isLimit = wrong.every(
      ({ bet, expectedMicros }) => bet.payoutMicros === cap && expectedMicros > cap,
    );
    return cap > 0 && isLimit && all.every(({ bet }) => bet.payoutMicros <= cap);
  },
};

/** Wins stay wins, and each payout of the table is replaced by one other payout. */
const changedTable: Explanation = {
  code: 'pay-table-changed',
  about: 'pays some outcomes by another table',
  fits(wrong, all) {
    if (
      wrong.length < habitMin ||
      wrong.some(({ bet, expectedMicros }) => bet.payoutMicros === 0 || expectedMicros === 0)
    ) {
      return false;
    }
    const paid = new Map<string, number>();
    return all.every(({ bet, honest, expectedMicros }) => {
      if (expectedMicros === 0) return bet.payoutMicros === 0;
      const key = `${JSON.stringify(bet.params)} ${ratioText(honest.payout)}`;
      const multiple = bet.payoutMicros / bet.stakeMicros;
      const known = paid.get(key) ?? multiple;
      paid.set(key, known);
      // A payout of whole micros leaves less than one micro of the multiple open.
      return Math.abs(known - multiple) <= 2 / bet.stakeMicros;
    });
  },
};

/** Reels that show other symbols than the stops they were drawn to, always the same for a symbol's stops. */
const loadedStrip: Explanation = {
  code: 'loaded-strip',
  about: 'shows other symbols than those of the stops it drew: the strips are not the ones published',
  fits: (wrong) =>
    wrong.length >= habitMin &&
    wrong.every(
      ({ bet, honest }) =>
        Array.isArray(bet.result['reels']) &&
        JSON.stringify(bet.result['reels']) !== JSON.stringify(honest.detail['reels']),
    ),
};

/** Curves that should have reached their target are lost, and never the reverse. */
const loadedCurve: Explanation = {
  code: 'curve-loaded',
  about: 'crashes curves that should have gone on',
  fits: (wrong) =>
    wrong.length >= habitMin &&
    wrong.every(({ bet, expectedMicros }) => bet.payoutMicros === 0 && expectedMicros > 0),
};

function explainedOneByOne(wrong: readonly CheckedBet[]): Pick<Explanation, 'code' | 'about'> {
  const isAllLess = wrong.every(({ bet, expectedMicros }) => bet.payoutMicros < expectedMicros);
  return {
    code: 'outcome-altered',
    about: isAllLess ? 'paid less than was due, by no rule we know' : 'altered outcomes, by no rule we know',
  };
}

/** The payout is right, but the result that was shown is not the one drawn. */
function misshown(game: string, checked: readonly CheckedBet[]): LogFinding[] {
  const wrong = checked.filter(({ bet, honest }) =>
    Object.entries(bet.result).some(
      ([name, value]) =>
        Object.hasOwn(honest.detail, name) && JSON.stringify(value) !== JSON.stringify(honest.detail[name]),
    ),
  );
  const [first] = wrong;
  if (first === undefined) return [];
  const sentence = `${game}: ${wrong.length} bets were shown another result than the one drawn (first in row ${first.bet.line}).`;
  return [{ code: 'result-misshown', game, count: wrong.length, line: first.bet.line, sentence }];
}

const paidAndDue = ({ bet, expectedMicros }: CheckedBet): string =>
  `${formatUsdc(bet.payoutMicros)} paid, ${formatUsdc(expectedMicros)} due`;
