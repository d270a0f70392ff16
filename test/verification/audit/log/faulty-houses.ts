/** Houses with one known fault, each written without the code that suspects it, and how a suspect is compared with them. */
import { expect, it } from 'vitest';
import { profiles, type Profile } from '../../../../src/core/base/profile.ts';
import type { Pick as Draw } from '../../../../src/core/fairness/pick.ts';
import { totalReturn } from '../../../../src/platform/games/ratio.ts';
import { replayBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import type { CheckedBet, Suspect } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';

/** What is said of a suspect. */
type Charge = Pick<Suspect, 'code' | 'about' | 'games' | 'isDraw' | 'isHabit'>;

export interface FaultyHouse extends Charge {
  /** What it pays in micros; undefined where it has no such bet. */
  readonly pays: (checked: CheckedBet, profile: Profile) => number | undefined;
  /** The bets that it is looked at with. */
  readonly bets: readonly CheckedBet[];
  /** Only rounding may differ, so seldom that no bet shows it. */
  readonly isRare?: true;
}

/** What is paid for a bet under these draws, these rules or these parameters. */
export function paidUnder(
  { bet }: CheckedBet,
  pick: Draw,
  { profile = 'published', ...how }: { profile?: Profile; rules?: unknown; params?: typeof bet.params } = {},
): number | undefined {
  const round = replayBet({ ...bet, params: how.params ?? bet.params }, { pick, profile, rules: how.rules });
  return typeof round === 'string' ? undefined : totalReturn(bet.stakeMicros, round.payout);
}

const chargeOf = ({ code, about, games, isDraw, isHabit }: Charge): unknown[] => [
  code,
  about,
  games,
  isDraw,
  isHabit,
];

/** The suspects are these houses in this order, and each predicts what its house pays. */
export function itPredicts(suspects: readonly Suspect[], houses: readonly FaultyHouse[]): void {
  it('they are these, in this order', () => {
    expect(suspects.map(chargeOf)).toEqual(houses.map(chargeOf));
  });

  it.each(houses.map((house, at) => ({ ...house, suspect: suspects[at]! })))('$about', (house) => {
    // Bets by the rules of both profiles in turn.
    const of = (predict: FaultyHouse['pays']) =>
      house.bets.map((checked, at) => predict(checked, profiles[at % profiles.length]!));
    const paid = of(house.pays);
    expect(of((checked, profile) => house.suspect.predict(checked, profile))).toEqual(paid);
    const isOther = paid.some((micros, at) => micros !== house.bets[at]!.dueMicros);
    expect(isOther || house.isRare === true).toBe(true);
  });
}
