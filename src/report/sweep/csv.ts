/** `results.csv`: one line a point. Numbers are written so that they are read back exactly. */
import type { Column } from '../../simulation/sweep/columns.ts';
import { csv } from '../csv.ts';

export function resultsCsv(columns: readonly Column[]): string {
  const rows = (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row] ?? ''));
  return csv([columns.map(({ name }) => name), ...rows]);
}
