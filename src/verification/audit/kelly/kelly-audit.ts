/** The Kelly part of an audit: the growth curves of every bet, and a year of some bets under each policy. */
import { present } from '../../../core/base/assert.ts';
import { formatUsdc, microsPerUsdc, type Micros } from '../../../core/base/money.ts';
import { gameNamed, games } from '../../../platform/games/registry.ts';
import type { BetRow } from '../exact-rows.ts';
import { curveOf, gainsOf, growthAt, inverseBet, type Gain } from './growth.ts';
import type { DrawnCurves, KellyAudit, YearLine } from '../result-schema.ts';
import { kellyColumns, kellyRows, outcomesOfRow } from './kelly-rows.ts';
import { defaultYear, yearsOf, type Spread } from './year.ts';

/** A small bankroll, and one whose wins matter to the house. */
const bankrollsMicros: readonly Micros[] = [defaultYear.playerMicros, defaultYear.houseMicros];

/**
 * Curves for every row; drawn curves and years for a few. Years are drawn from the seed, so that the same seed
 * gives the same result.
 */
export function kellyAudit(rows: readonly BetRow[], seed: string): KellyAudit {
  const shown = shownRows(rows);
  return {
    columns: kellyColumns,
    bets: kellyRows(rows),
    curves: shown.map(drawnCurves),
    paths: defaultYear.paths,
    betsPerYear: defaultYear.betsPerYear,
    years: shown.flatMap((row) =>
      bankrollsMicros.flatMap((playerMicros) => yearLines(row, { playerMicros, seed })),
    ),
  };
}

const pointCount = 40;
/** Curves of the player are drawn up to a quarter of the bankroll. */
const playerShareMax = 0.25;

function drawnCurves(row: BetRow): DrawnCurves {
  const player = gainsOf(outcomesOfRow(row));
  const house = inverseBet(player);
  const { optimal, vanishes, ruin } = curveOf(house);
  const houseMax = optimal === 0 ? ruin / 50 : Math.min(1.25 * vanishes, ruin);
  return {
    game: row.game,
    bet: row.bet,
    house: drawn(house, houseMax),
    player: drawn(player, Math.min(playerShareMax, 4 * curveOf(player).optimal || playerShareMax)),
  };
}

/** Up to the share at which all may be lost at once. */
function drawn(gains: readonly Gain[], shareMax: number): (readonly [number, number])[] {
  const end = Number.isFinite(shareMax) ? shareMax : 1;
  return Array.from({ length: pointCount + 1 }, (_, index): readonly [number, number] => {
    const share = (end * index) / pointCount;
    return [Number(share.toPrecision(6)), Number(growthAt(gains, share).toPrecision(6))];
  }).filter(([, growth]) => Number.isFinite(growth));
}

/** The sample bet of each game, and every bet that favours the player. */
function shownRows(rows: readonly BetRow[]): BetRow[] {
  const samples = new Map(games.map(({ game }) => [game.id, sampleBetText(game.id)]));
  return rows.filter(
    ({ game, bet, strategy, figures }) =>
      strategy === 'single' && (figures.edge.numerator < 0n || JSON.stringify(bet) === samples.get(game)),
  );
}

function sampleBetText(id: string): string {
  const entry = present(gameNamed(id), 'a game');
  if (entry.kind === 'hand') return JSON.stringify({});
  const choice = entry.game.parseBet(entry.game.samples.replayed);
  return JSON.stringify(entry.game.betShown(choice as object));
}

/** CAS23, CAS25: the highest stake that the documents allow. */
const stakeMaxMicros = (id: string): Micros => (id === 'slots' ? 1_000 : 10_000) * microsPerUsdc;

function yearLines(row: BetRow, { playerMicros, seed }: { playerMicros: Micros; seed: string }): YearLine[] {
  const setting = { ...defaultYear, seed, playerMicros, maxMicros: stakeMaxMicros(row.game) };
  return yearsOf(row, setting).map(({ firstStakeMicros, player, house, ...year }) => ({
    game: row.game,
    bet: row.bet,
    bankroll: formatUsdc(playerMicros),
    houseBankroll: formatUsdc(defaultYear.houseMicros),
    firstStake: formatUsdc(firstStakeMicros),
    ...year,
    player: inUsdc(player),
    house: inUsdc(house),
  }));
}

const inUsdc = ({ p5, p50, p95 }: Spread): YearLine['player'] => ({
  p5: formatUsdc(p5),
  p50: formatUsdc(p50),
  p95: formatUsdc(p95),
});
