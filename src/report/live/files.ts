/** Figures over time and by operation as CSV tables, alike in the folders of `load`, `bench` and `replay`. */
import type { LiveRow, MeasuredOperation } from '../../live/traffic/measure/schema.ts';
import { csv } from '../csv.ts';

/** An interval; stage, agents, flights and dropped arrivals only of a load. */
type Interval = LiveRow & Readonly<Partial<Record<'stage' | 'agents' | 'inFlight' | 'dropped', number>>>;

/** Columns before those of the error codes; one that no row has is left out. */
const columns = [
  ['second', 'second'],
  ['stage', 'stage'],
  ['offered', 'offered'],
  ['answered', 'answered'],
  ['failed', 'failed'],
  ['agents', 'agents'],
  ['in_flight', 'inFlight'],
  ['dropped', 'dropped'],
  ['p50_ms', 'p50'],
  ['p95_ms', 'p95'],
  ['p99_ms', 'p99'],
] as const;

/** File names with their texts. */
export const measuredFiles = ({
  series,
  operations,
}: {
  readonly series: readonly Interval[];
  readonly operations: readonly MeasuredOperation[];
}): Readonly<Record<string, string>> => ({
  'series.csv': seriesCsv(series),
  'operations.csv': operationsCsv(operations),
});

/** One line for each interval; times in milliseconds. */
function seriesCsv(series: readonly Interval[]): string {
  const codes = [...new Set(series.flatMap((row) => Object.keys(row.codes)))].toSorted();
  const shown = columns.filter(([, key]) => series.some((row) => row[key] !== undefined));
  const header = [...shown.map(([name]) => name), ...codes.map((code) => `error_${code}`)];
  const rows = series.map((row) => [
    ...shown.map(([, key]) => row[key] ?? ''),
    ...codes.map((code) => row.codes[code] ?? 0),
  ]);
  return csv([header, ...rows]);
}

const percentiles = ['p50', 'p90', 'p99', 'p999', 'max'] as const;

/** Headers of the percentiles of a table, in milliseconds. */
export const percentileHeaders = percentiles.map((name) => `${name}_ms`);

/** The cells below them. */
export const percentileCells = (times: MeasuredOperation['responseMs']): number[] =>
  percentiles.map((name) => times[name]);

/** One line for each operation. */
function operationsCsv(operations: readonly MeasuredOperation[]): string {
  const header = ['operation', 'requests', 'per_second', 'failed', ...percentileHeaders];
  const rows = operations.map(({ call, requests, perSecond, failed, responseMs }) => [
    call,
    requests,
    perSecond,
    failed,
    ...percentileCells(responseMs),
  ]);
  return csv([header, ...rows]);
}
