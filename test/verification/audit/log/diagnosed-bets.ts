/** Bets that a house with a known fault pays, or by none, and the diagnosis of them without the rest of the audit. */
import type { Profile } from '../../../../src/core/base/profile.ts';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { replayBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import type { CheckedBet, Suspect } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { diagnose } from '../../../../src/verification/audit/log/payouts/diagnosis.ts';
import { drawSuspects } from '../../../../src/verification/audit/log/payouts/draw-suspects.ts';
import { PayoutLedger } from '../../../../src/verification/audit/log/payouts/payout-ledger.ts';
import { otherProfiles, ruleSuspects } from '../../../../src/verification/audit/log/payouts/rule-suspects.ts';
import type { RevealedBet } from '../../../../src/verification/audit/log/replay.ts';
import { drawnBets } from './drawn-bets.ts';

export const drawn = (game: string, count: number): CheckedBet[] =>
  drawnBets(game, { seed: 'diagnosis', count });
export const suspectOf = (code: string, word = ''): Suspect =>
  [...drawSuspects, ...ruleSuspects, ...otherProfiles].find((each) => each.code === code && each.about.includes(word))!; // prettier-ignore

/** What is found in a log of these bets, in this order. */
export function found(bets: readonly RevealedBet[], profile: Profile = 'published') {
  const ledger = new PayoutLedger();
  for (const [at, bet] of bets.entries())
    ledger.add(bet, { line: at + 2, bet: at + 1 }, replayBet(bet, { pick: hmacPick(bet), profile }));
  return diagnose(ledger.games(), profile);
}
export const codes = (bets: readonly RevealedBet[], profile?: Profile) =>
  found(bets, profile).map(({ code, game }) => [code, game]);

export type Paid = (checked: CheckedBet) => number | undefined;
export const paid = (
  checked: readonly CheckedBet[],
  pay: Paid = ({ dueMicros }) => dueMicros,
): RevealedBet[] => checked.map((each) => ({ ...each.bet, payoutMicros: pay(each)! }));
export const by =
  (suspect: Suspect, profile: Profile = 'published'): Paid =>
  (checked) => suspect.predict(checked, profile); // prettier-ignore
/** The bets that such a house pays wrongly, paid so. */
export const wrongBy = (suspect: Suspect, checked: readonly CheckedBet[]): RevealedBet[] =>
  paid(checked.filter((each) => by(suspect)(each) !== each.dueMicros), by(suspect)); // prettier-ignore
/** What such a house pays and shows. */
export const playedBy = (suspect: Suspect, checked: readonly CheckedBet[]): RevealedBet[] =>
  checked.map((each) => ({
    ...each.bet,
    payoutMicros: by(suspect)(each)!,
    result: suspect.play!(each, 'published')!.detail,
  }));
export const of = (player: string, bets: readonly RevealedBet[]): RevealedBet[] =>
  bets.map((bet) => ({ ...bet, player }));
