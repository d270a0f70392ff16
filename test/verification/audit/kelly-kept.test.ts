/** Growth of bankrolls on bets that are drawn from fixed seeds, to the last bit: curves, rows of the table, and years. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import {
  curveOf,
  gainsOf,
  growthAt,
  inverseBet,
  ruinRate,
} from '../../../src/verification/audit/kelly/growth.ts';
import { houseMultiples, kellyColumns, kellyRows } from '../../../src/verification/audit/kelly/kelly-rows.ts';
import { defaultYear, yearsOf } from '../../../src/verification/audit/kelly/year.ts';
import { describeKept, drawFrom, type DrawBelow } from '../../kept-digests.ts';

/** A bet of so many outcomes; the chances of the others are what is left of one. */
function drawnRow(draw: DrawBelow, count: number, strategy: BetRow['strategy'] = 'single'): BetRow {
  const weights = Array.from({ length: count }, () => 1 + draw(40));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const outcomes = weights.map((weight, at) => ({
    payout: at === 0 ? Fraction.zero : Fraction.of(draw(100 * count), 50),
    probability: Fraction.of(weight, total),
  }));
  return { game: 'drawn', bet: {}, strategy, outcomes, figures: {} } as unknown as BetRow;
}

const drawnRows = (name: string, count: number): BetRow[] => {
  const draw = drawFrom(name);
  return Array.from({ length: count }, (_, at) => drawnRow(draw, 2 + (at % 5), at % 4 === 3 ? 'best' : 'single'));
}; // prettier-ignore

const bothSides = (row: BetRow) => [gainsOf(row.outcomes!), inverseBet(gainsOf(row.outcomes!))];

/** A bet that mostly gives the stake back, so that nobody is ruined for long. */
const longRow = (...chances: readonly (readonly [payout: number, in100: number])[]): BetRow =>
  ({
    game: 'long',
    outcomes: chances.map(([payout, in100]) => ({ payout: Fraction.of(payout), probability: Fraction.of(in100, 100) })),
    figures: {},
  }) as unknown as BetRow; // prettier-ignore

const years = (row: BetRow, betsPerYear: number) =>
  yearsOf(row, { ...defaultYear, seed: 'kept', paths: 2, betsPerYear, minMicros: 1, maxMicros: 1_000_000 });

describe('growth', () => {
  describeKept(new URL('kelly-kept.json', import.meta.url), [
    { name: 'curves of drawn bets', made: () => drawnRows('curves', 150).flatMap(bothSides).map((gains) => [curveOf(gains), growthAt(gains, 0.01)]) },
    { name: 'rates of ruin on drawn bets', made: () => drawnRows('rates', 150).flatMap(bothSides).map(ruinRate) },
    { name: 'rows of drawn bets', made: () => kellyRows(drawnRows('rows', 60)) },
    { name: 'years that go on for more than 1,024 bets', made: () => years(longRow([1, 90], [2, 5], [0, 5]), 1_060) },
    { name: 'years of chances that do not sum to one', made: () => years(longRow([1, 40], [2, 20], [0, 10]), 60) },
  ]);
}); // prettier-ignore

it('a row of the table has the growth at multiples of the optimum of the house, and of bets alone', () => {
  const rows = drawnRows('columns', 40);
  const table = kellyRows(rows);
  expect(table.map(([at]) => at)).toEqual(rows.flatMap(({ strategy }, at) => (strategy === 'single' ? [at] : [])));
  for (const row of table) {
    const house = inverseBet(gainsOf(rows[row[0]!]!.outcomes!));
    const { optimal } = curveOf(house);
    for (const multiple of houseMultiples) {
      const at = kellyColumns.indexOf(`houseGrowthAt${multiple}`);
      const growth = growthAt(house, multiple * optimal);
      expect(row[at]).toBe(Number.isFinite(optimal) && Number.isFinite(growth) ? Number(growth.toPrecision(6)) : null);
    }
  }
}); // prettier-ignore
