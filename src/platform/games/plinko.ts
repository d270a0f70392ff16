/**
 * Plinko (GAM39 to GAM42): a ball falls through 8, 12 or 16 rows of pegs, left or right at each, and the slot it ends
 * in pays. Stated: up to 1000x (16 rows, high risk), edge about 3%. The documents give no table (gap C15); these keep
 * 2.9% to 3.1%. They follow the shapes known from plinko games at 1%, with the inner multiples lowered by tenths until
 * 3%.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import { runSteps, type DrawChain } from '../../core/fairness/steps.ts';
import { choose } from './combinations.ts';
import { wordForm } from './forms.ts';
import type { Game, Round } from './game.ts';
import { oneOf, own } from './params.ts';
import { ratio } from './ratio.ts';

/** The risk levels (GAM39), in the names of the wire. */
export const risks = ['low', 'medium', 'high'] as const;
/** The possible numbers of rows (GAM40). */
export const rowCounts = [8, 12, 16] as const;

/** A number of rows and a risk level; together they select a pay table. */
export interface PlinkoBet {
  readonly rows: (typeof rowCounts)[number];
  readonly risk: (typeof risks)[number];
}

/** Payouts in tenths from the outermost slot to the middle one; the other half mirrors them. */
export type PlinkoTables = Readonly<Record<PlinkoBet['rows'], Record<PlinkoBet['risk'], readonly number[]>>>;

const tenths: PlinkoTables = {
  8: {
    low: [56, 18, 11, 10, 5],
    medium: [130, 27, 13, 7, 4],
    high: [290, 41, 15, 3, 1],
  },
  12: {
    low: [100, 30, 20, 11, 11, 10, 5],
    medium: [330, 110, 37, 19, 11, 6, 3],
    high: [1700, 240, 81, 18, 7, 2, 2],
  },
  16: {
    low: [160, 90, 17, 14, 13, 11, 11, 10, 5],
    medium: [1100, 410, 97, 50, 29, 14, 10, 5, 3],
    high: [10_000, 1300, 260, 90, 40, 20, 2, 2, 1],
  },
};

/** The game; its rules are a pay table for each bet, the same in both profiles. */
export const plinko: Game<PlinkoBet, PlinkoTables> = {
  id: 'plinko',
  statedEdge: 'about 3%',
  about: 'rows: 8, 12 or 16; risk: low, medium or high.',
  params: { fields: { rows: wordForm(rowCounts), risk: wordForm(risks) } },
  samples: {
    shortest: { rows: 8, risk: 'low' },
    longest: { rows: 16, risk: 'high' },
    challenge: { rows: 16, risk: 'high' },
    replayed: { rows: 16, risk: 'low' },
  },
  betShown: ({ rows, risk }) => ({ rows, risk }),
  rules: { published: tenths, consistent: tenths },
  statedEdgeOf: () => ratio(3, 100),
  parseBet(params) {
    const rows = rowCounts.find((count) => count === own(params, 'rows'));
    if (rows === undefined) return 'rows is 8, 12 or 16';
    const risk = oneOf(own(params, 'risk'), risks);
    return risk === undefined ? 'risk is low, medium or high' : { rows, risk };
  },
  play: (bet, pick, tables) => runSteps(steps(bet, tables), pick),
  bets: () => rowCounts.flatMap((rows) => risks.map((risk) => ({ rows, risk }))),
  steps,
  closedForm({ rows, risk }, tables) {
    const half = tables[rows][risk];
    const both = [...half, ...half.slice(0, -1).toReversed()];
    const terms = both.map((paid, slot) =>
      Fraction.of(choose(rows, slot) * BigInt(paid), 10n * 2n ** BigInt(rows)),
    );
    return terms.reduce((sum, term) => sum.add(term), Fraction.zero);
  },
};

/** Rows that the ball has fallen through, and how often it went right. */
interface Ball {
  readonly row: number;
  readonly slot: number;
}

function steps({ rows, risk }: PlinkoBet, tables: PlinkoTables): DrawChain<Ball, Round> {
  return {
    start: { row: 0, slot: 0 },
    isDone: ({ row }) => row === rows,
    step: ({ row, slot }, pick) => ({ row: row + 1, slot: slot + pick(2) }),
    outcome({ slot }) {
      const fromEdge = Math.min(slot, rows - slot);
      const payout = ratio(present(tables[rows][risk][fromEdge], 'every slot pays something'), 10);
      return { payout, detail: { rows, risk, slot } };
    },
    alike: ({ row, slot }) => `${row}/${slot}`,
  };
}
