/** `results.csv`: one line per point. Numbers are written so that they are read back exactly. */
import type { SweepColumn } from '../../simulation/sweep/columns.ts';
import { csv } from '../csv.ts';

/** The table with a header line; all columns have the same length, null becomes an empty cell. */
export function resultsCsv(columns: readonly SweepColumn[]): string {
  const rows = (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row] ?? ''));
  return csv([columns.map(({ name }) => name), ...rows]);
}
