/**
 * Wheel (GAM63 to GAM66): eight sectors, BUST to 10x, with the documents' chances. Stated edge about 9.5%: exactly so.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import { pickClass } from '../../core/fairness/pick.ts';
import { payoutFraction } from './exact.ts';
import { noForms, oneBet } from './forms.ts';
import type { Game } from './game.ts';
import { ratio, type Ratio } from './ratio.ts';

/** A sector's chance in percent and what it pays. */
interface Sector {
  readonly percent: number;
  readonly payout: Ratio;
}

const sectors: readonly Sector[] = [
  { percent: 35, payout: ratio(0) },
  { percent: 25, payout: ratio(5, 10) },
  { percent: 15, payout: ratio(1) },
  { percent: 10, payout: ratio(15, 10) },
  { percent: 8, payout: ratio(2) },
  { percent: 4, payout: ratio(3) },
  { percent: 2, payout: ratio(5) },
  { percent: 1, payout: ratio(10) },
];

/** The game; it has no parameters, and its rules are the sectors, the same in both profiles. */
export const wheel: Game<Record<never, never>, readonly Sector[]> = {
  id: 'wheel',
  statedEdge: 'about 9.5%',
  about: 'No parameters. Eight sectors, 0x to 10x.',
  params: noForms,
  samples: oneBet,
  betShown: () => ({}),
  rules: { published: sectors, consistent: sectors },
  statedEdgeOf: () => ratio(95, 1000),
  parseBet: () => ({}),
  play(_bet, pick, wheelSectors) {
    const sector = pickClass(
      pick,
      wheelSectors.map(({ percent }) => percent),
    );
    const { payout } = present(wheelSectors[sector], 'the wheel stops at a sector');
    return { payout, detail: { sector: sector + 1 } };
  },
  bets: () => [{}],
  closedForm: (_, all) =>
    all
      .map(({ percent, payout }) => payoutFraction(payout).mul(Fraction.of(percent, 100)))
      .reduce((sum, term) => sum.add(term), Fraction.zero),
};
