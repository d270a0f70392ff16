/** `games.csv` of an audit: a line per bet and policy, with shares as decimals and as exact fractions. */
import { stringify } from 'csv-stringify/sync';
import type { BetLine } from '../verification/audit/result-schema.ts';

const columns = [
  'game',
  'bet',
  'strategy',
  'stated_edge',
  'published_edge',
  'implemented_edge',
  'hit_rate',
  'max_multiplier',
  'volatility_index',
  'published_edge_exact',
  'implemented_edge_exact',
  'variance_exact',
  'hit_rate_exact',
  'finding',
] as const;

/** The content is Orrery's own, so that fractions need no guard against spreadsheet formulas. */
const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

/** The header line of `games.csv`, with its line end. */
export const gamesHeader: string = csv([columns]);

/** Lines of `games.csv` without the header; empty without bets. */
export function gamesCsv(lines: readonly BetLine[]): string {
  return csv(
    lines.map((line) => [
      line.game,
      JSON.stringify(line.bet),
      line.strategy,
      line.stated,
      line.published === null ? '' : decimalOf(line.published),
      decimalOf(line.implemented),
      decimalOf(line.hitRate),
      decimalOf(line.maxMultiplier),
      line.volatilityIndex,
      line.published ?? '',
      line.implemented,
      line.variance,
      line.hitRate,
      line.finding ?? '',
    ]),
  );
}

/** To 15 digits: both terms of a fraction may be longer than a double, so that their heads are divided. */
function decimalOf(text: string): number {
  const [above = '0', below = '1'] = text.split('/');
  const long = Math.max(0, Math.min(above.length, below.length) - 40);
  const head = (digits: string): number =>
    Number(long === 0 ? digits : digits.slice(0, digits.length - long));
  return Number((head(above) / head(below)).toPrecision(12));
}
