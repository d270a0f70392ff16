/** Findings on payouts in words: how many bets, of which games, where first, and what was paid there. */
import { formatUsdc } from '../../../../core/base/money.ts';
import type { LogFinding } from '../../result-schema.ts';
import { countText, placeText, RowsFound } from '../rows-found.ts';
import type { CheckedBet } from './checked-bet.ts';
import { kindOf, type Pattern } from './patterns.ts';
import type { GameBets } from './game-bets.ts';
import { scopeText } from './scope.ts';

/** A game of several calls, whose hands follow from the cards. */
export const isOfHands = ({ payouts: { game } }: GameBets): boolean =>
  game === 'blackjack' || game === 'video_poker';

/** Bets that were paid another amount, and hands that cannot be. */
const differing = (game: GameBets): RowsFound =>
  isOfHands(game) ? RowsFound.together([game.payouts.wrong, game.payouts.impossible]) : game.payouts.wrong;

/** How many bets of these games differ. */
export const countOf = (games: readonly GameBets[]): number =>
  games.reduce((sum, game) => sum + differing(game).count, 0);

/** One finding about a habit of the house in one or more games. */
export function habitFinding(
  games: readonly GameBets[],
  { code, about }: Pattern,
  scope: string,
): LogFinding {
  const paid = RowsFound.together(games.map(differing));
  const isPaid = paid.count > 0;
  const rows = isPaid ? paid : RowsFound.together(games.map(({ payouts }) => payouts.misshown));
  const what = isPaid ? 'are not paid by the rules' : 'are shown another result than the one drawn';
  const names = games.map(({ payouts }) => payouts.game);
  const checked = games.reduce((sum, { payouts }) => sum + payouts.checked, 0);
  const first = games
    .flatMap(({ wrong }) => wrong)
    .toSorted((left, right) => left.place.bet - right.place.bet)[0];
  const sentence =
    `${names.join(', ')}: ${rows.count} of ${countText(checked, 'bet')} ${what}; the house ${about}${scope} ` +
    `(first in ${placeText(rows.first)}${first === undefined ? '' : `: ${paidAndDue(first)}`}).`;
  return rows.finding(code, sentence, names.length === 1 ? names[0]! : null)[0]!;
}

const paidAndDue = ({ bet, dueMicros }: CheckedBet): string =>
  dueMicros === undefined
    ? `${formatUsdc(bet.payoutMicros)} paid, and the rules have no such hand`
    : `${formatUsdc(bet.payoutMicros)} paid, ${formatUsdc(dueMicros)} due`;

/** Differences that no habit explains, one finding for each kind, and bets that the rules do not have. */
export function leftFindings(open: readonly GameBets[], impossible: readonly GameBets[]): LogFinding[] {
  const byKind = new Map<string, { pattern: Pattern; bets: CheckedBet[]; games: Set<GameBets> }>();
  for (const game of open) {
    for (const checked of game.wrong) {
      if (checked.dueMicros === undefined) continue;
      const pattern = kindOf(checked);
      const kind = byKind.get(pattern.code) ?? { pattern, bets: [], games: new Set() };
      kind.bets.push(checked);
      kind.games.add(game);
      byKind.set(pattern.code, kind);
    }
  }
  return [
    ...Array.from(byKind.values(), ({ pattern, bets, games }) => kindFinding(pattern, bets, [...games])),
    ...impossible.flatMap(({ payouts: { game, impossible: rows, reason } }) =>
      rows.finding(
        'impossible-bet',
        `${game}: the rules have no such bet: ${reason} (${countText(rows.count, 'bet')}, first in ${placeText(rows.first)}).`,
        game,
      ),
    ),
  ];
}

function kindFinding(
  { code, about }: Pattern,
  bets: readonly CheckedBet[],
  games: readonly GameBets[],
): LogFinding {
  const rows = new RowsFound();
  const ordered = bets.toSorted((left, right) => left.place.bet - right.place.bet);
  for (const { place } of ordered) rows.add(place);
  // Where one kind is all there is, the count is not that of the sample.
  const all = countOf(games);
  const isSampled = ordered.length === games.reduce((sum, { wrong }) => sum + wrong.length, 0);
  if (isSampled) rows.count = all;
  const names = games.map(({ payouts }) => payouts.game);
  const rightWins = games.flatMap(({ right }) => right).filter(({ dueMicros = 0 }) => dueMicros > 0);
  const scope = bets.length > 1 ? scopeText(ordered, rightWins) : '';
  const first = ordered[0]!;
  const sentence =
    `${names.join(', ')}: ${countText(rows.count, 'bet is', 'bets are')} not paid by the rules, nor by another rule that is known; ` +
    `the house ${about}${scope} (first in ${placeText(first.place)}: ${paidAndDue(first)}).`;
  return rows.finding(code, sentence, names.length === 1 ? names[0]! : null)[0]!;
}

/** The payout is right, but the result that was shown is not the one drawn. */
export const misshownFindings = (games: readonly GameBets[]): LogFinding[] =>
  games.flatMap(({ payouts: { game, misshown } }) =>
    misshown.finding(
      'result-misshown',
      `${game}: ${countText(misshown.count, 'bet was', 'bets were')} shown another result than the one drawn (first in ${placeText(misshown.first)}).`,
      game,
    ),
  );
