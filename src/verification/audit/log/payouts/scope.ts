/** Which bets a habit of a house concerns, where it does not concern all of them. */
import { formatUsdc } from '../../../../core/base/money.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import type { CheckedBet, Suspect } from './checked-bet.ts';
import type { GameBets } from './game-bets.ts';

/** As the end of a sentence: which bets a suspect predicts and the others contradict. */
export function scopeOf(games: readonly GameBets[], suspect: Suspect, profile: Profile): string {
  const others = games
    .flatMap(({ right }) => right)
    .filter((checked) => suspect.predict(checked, profile) !== checked.bet.payoutMicros);
  return (
    scopeText(
      games.flatMap(({ wrong }) => wrong),
      others,
    ) || ', in some of the bets'
  );
}

/** What tells these bets from the others; empty where nothing does. */
export function scopeText(bets: readonly CheckedBet[], others: readonly CheckedBet[]): string {
  const [first] = bets;
  if (first === undefined || others.length === 0) return '';
  const { player } = first.bet;
  if (bets.every(({ bet }) => bet.player === player) && others.every(({ bet }) => bet.player !== player))
    return `, against player ${JSON.stringify(player)} alone`;
  const least = Math.min(...bets.map(({ bet }) => bet.stakeMicros));
  if (others.every(({ bet }) => bet.stakeMicros < least))
    return `, for stakes from ${formatUsdc(least)} USDC on`;
  const most = Math.max(...bets.map(({ bet }) => bet.stakeMicros));
  if (others.every(({ bet }) => bet.stakeMicros > most)) return `, for stakes up to ${formatUsdc(most)} USDC`;
  const leastPaid = Math.min(...bets.map(({ dueMicros = 0 }) => dueMicros));
  if (others.every(({ dueMicros = 0 }) => dueMicros < leastPaid))
    return `, for payouts from ${formatUsdc(leastPaid)} USDC on`;
  return others.every(({ place }) => place.bet < first.place.bet) ? `, from line ${first.place.line} on` : '';
}
