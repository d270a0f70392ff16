/** A bet under a revealed seed with what the rules say it should have been paid, and the explanations for a difference. */
import type { Micros } from '../../../../core/base/money.ts';
import type { Pick } from '../../../../core/fairness/pick.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { totalReturn, type Ratio } from '../../../../platform/games/ratio.ts';
import { replayBet, type Recomputed } from '../logged-bet.ts';
import type { RevealedBet } from '../replay.ts';
import type { RowPlace } from '../rows-found.ts';

/** `honest` and `dueMicros` are undefined where the rules have no such hand, such as a hit on a settled one. */
export interface CheckedBet {
  readonly bet: RevealedBet;
  readonly place: RowPlace;
  readonly honest: Recomputed | undefined;
  readonly dueMicros: Micros | undefined;
}

/** One known fault of a house. `code` becomes the code of the finding. */
export interface Suspect {
  readonly code: string;
  /** What the house does, as the end of a sentence that begins with "the house". */
  readonly about: string;
  /** Only these games; every game if undefined. */
  readonly games?: readonly string[];
  /** It concerns what is drawn, so that a bet may fit by coincidence. */
  readonly isDraw?: true;
  /** The outcome is the one of the rules, and another amount is paid for it. */
  readonly isAmount?: true;
  /** It explains all bets of a game or none: for some bets alone, any altered outcome would fit. */
  readonly isHabit?: true;
  /** What such a house pays, in micros; undefined where the bet does not fit. */
  predict(checked: CheckedBet, profile: Profile): Micros | undefined;
  /** The round of such a house, for those that play another one. */
  play?(checked: CheckedBet, profile: Profile): Recomputed | undefined;
}

/** What a stake is paid, or undefined beyond 2^53 micros. */
export const paidFor = ({ stakeMicros }: CheckedBet['bet'], payout: Ratio): Micros | undefined =>
  totalReturn(stakeMicros, payout);

/** Plays the bet with other draws or other rules: what such a house pays, and what it shows. */
export function playing(
  pickOf: (bet: RevealedBet) => Pick,
  change: { rules?: (rules: unknown) => unknown; params?: (bet: RevealedBet) => RevealedBet['params'] } = {},
): { play: Required<Suspect>['play']; predict: Suspect['predict'] } {
  const play: Required<Suspect>['play'] = ({ bet }, profile) => {
    const rules = change.rules?.(bet.entry.game.rules[profile]);
    const changed = change.params === undefined ? bet : { ...bet, params: change.params(bet) };
    const how = { pick: pickOf(bet), profile, ...(rules === undefined ? {} : { rules }) };
    const round = replayBet(changed, how);
    return typeof round === 'string' ? undefined : round;
  };
  const predict: Suspect['predict'] = (checked, profile) => {
    const round = play(checked, profile);
    return round === undefined ? undefined : paidFor(checked.bet, round.payout);
  };
  return { play, predict };
}
