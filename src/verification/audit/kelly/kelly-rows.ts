/** The growth curves of both sides for every bet of the exact audit, as rows of one table. */
import { Fraction } from '../../../core/base/fraction.ts';
import type { ExactOutcome } from '../exact/figures.ts';
import type { BetRow } from '../exact-rows.ts';
import { curveOf, gainsOf, growthAt, inverseBet, ruinRate, type Gain } from './growth.ts';
import type { KellyRow } from '../result-schema.ts';

/** Multiples of the house's optimum at which its growth is given. */
export const houseMultiples = [0.25, 0.5, 1.5, 2, 3] as const;
/** Shares of the player's bankroll at which its growth is given. */
export const playerShares = [0.001, 0.01, 0.05, 0.25] as const;

/** The columns of a row. Stakes are shares of the bankroll of the side; growth is the expected logarithm for each bet. */
export const kellyColumns = [
  'bet',
  'houseOptimal',
  'houseGrowth',
  'houseVanishes',
  'houseRuin',
  'houseRuinRate',
  'playerOptimal',
  'playerGrowth',
  'playerVanishes',
  ...houseMultiples.map((multiple) => `houseGrowthAt${multiple}`),
  ...playerShares.map((share) => `playerGrowthAtShare${share}`),
] as const;

const shown = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(6)) : null;

/** One row for each bet; `bet` is its place among the bets. */
export function kellyRows(rows: readonly BetRow[]): KellyRow[] {
  return rows.flatMap((row, index) =>
    row.strategy === 'single' ? [rowOf(gainsOf(outcomesOfRow(row)), index)] : [],
  );
}

function rowOf(player: readonly Gain[], index: number): KellyRow {
  const house = inverseBet(player);
  const [ofHouse, ofPlayer] = [curveOf(house), curveOf(player)];
  return [
    index,
    shown(ofHouse.optimal),
    shown(ofHouse.growth),
    shown(ofHouse.vanishes),
    shown(ofHouse.ruin),
    shown(ruinRate(house)),
    shown(ofPlayer.optimal),
    shown(ofPlayer.growth),
    shown(ofPlayer.vanishes),
    ...houseMultiples.map((multiple) =>
      Number.isFinite(ofHouse.optimal) ? shown(growthAt(house, multiple * ofHouse.optimal)) : null,
    ),
    ...playerShares.map((share) => shown(growthAt(player, share))),
  ];
}

/** The outcomes of a row; a row without them has a win and a loss, which follow from its figures. */
export function outcomesOfRow({
  outcomes,
  figures: { hitRate, maxPayout },
}: BetRow): readonly ExactOutcome[] {
  return (
    outcomes ?? [
      { payout: maxPayout, probability: hitRate },
      { payout: Fraction.zero, probability: Fraction.one.sub(hitRate) },
    ]
  );
}
