/** What the bets of each kind return, and whether that fits the exact chances: a verdict for each law of a log. */
import type { Micros } from '../../../../core/base/money.ts';
import { isDue } from '../rounding.ts';
import { totalReturn } from '../../../../platform/games/ratio.ts';
import { outcomesOf } from '../../exact/figures.ts';
import { rejectedOf, Witness, type Verdict, type VerdictRule } from '../../verdict/verdict.ts';
import type { OutcomeLaw } from './outcome-law.ts';

/** A verdict on the bets of one kind, by what was paid. */
export interface BetVerdict extends Verdict {
  readonly game: string;
  readonly bet: Readonly<Record<string, unknown>>;
  /** The exact return of the bet under the rules. */
  readonly expected: number;
}

/** Bets of one kind than these are too few to say anything about chance. */
const witnessedMin = 20;
/** Kinds of bets that are followed; the bets of others are pooled with all bets all the same. */
const kindsMax = 20_000;

/** The index after the last outcome counts payouts that no outcome has. */
interface Tally {
  readonly paid: Float64Array;
  readonly drawn: Float64Array;
  readonly unrevealed: Float64Array;
}

export class BetVerdicts {
  readonly #tallies = new Map<OutcomeLaw, Tally>();

  /** The outcome that the revealed seed draws, or undefined; and the one that was paid, or the number of outcomes. */
  add(law: OutcomeLaw, { drawn, paid }: { drawn: number | undefined; paid: number }): void {
    let tally = this.#tallies.get(law);
    if (tally === undefined) {
      if (this.#tallies.size >= kindsMax) return;
      const size = law.chances.length + 1;
      tally = {
        paid: new Float64Array(size),
        drawn: new Float64Array(size),
        unrevealed: new Float64Array(size),
      };
      this.#tallies.set(law, tally);
    }
    tally.paid[paid]! += 1;
    if (drawn === undefined) tally.unrevealed[paid]! += 1;
    else tally.drawn[drawn]! += 1;
  }

  /** A verdict for each kind of bet that was made often enough, judged together. */
  verdicts(rule: VerdictRule): BetVerdict[] {
    return this.#judged('paid', rule).map(({ verdict }) => verdict);
  }

  /** The kinds of bets whose outcomes contradict the chances: of those drawn again, or of those under hidden seeds. */
  contradicted(what: 'drawn' | 'unrevealed', rule: VerdictRule): BetVerdict[] {
    return this.#judged(what, rule).flatMap(({ verdict }) =>
      verdict.verdict === 'contradicted' && verdict.logEvidence !== Infinity ? [verdict] : [],
    );
  }

  #judged(what: keyof Tally, rule: VerdictRule): { verdict: BetVerdict }[] {
    const followed = [...this.#tallies].flatMap(([law, tally]) => {
      const counts = Array.from(tally[what]);
      if (counts.reduce((sum, count) => sum + count, 0) < witnessedMin) return [];
      const witness = new Witness(outcomesOf(law.chances), rule);
      witness.add(counts);
      return [{ law, witness }];
    });
    const evidence = followed.map(({ witness }) => witness.logValue());
    const rejected = rejectedOf(evidence, rule.alpha);
    return followed.map(({ law: { game, bet, returned }, witness }, index) => ({
      verdict: { game, bet, expected: returned, ...witness.verdict(rejected[index]) },
    }));
  }
}

/** The number of the outcome that pays this amount; the number of outcomes for none. */
export function paidOutcome({ chances }: OutcomeLaw, stakeMicros: Micros, payoutMicros: Micros): number {
  const at = chances.findIndex(({ payout }) => totalReturn(stakeMicros, payout) === payoutMicros);
  if (at >= 0) return at;
  const rounded = chances.findIndex(({ payout }) => isDue(stakeMicros, payout, payoutMicros));
  return rounded < 0 ? chances.length : rounded;
}
