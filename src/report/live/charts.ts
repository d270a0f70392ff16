/** The charts of live requests over wall time, alike on the pages of `load`, `bench` and `replay`. */
import { parseInstant } from '../../core/base/time.ts';
import type { LiveRow } from '../../live/traffic/measure/schema.ts';
import type { Chart } from '../html/charts/chart.ts';
import { timeChart, type TimeChartParts } from '../html/charts/time-chart.ts';
import { sum } from '../numbers.ts';

/** What a live command measured over time. */
export interface LiveTime {
  readonly startedAt: string;
  readonly intervalSeconds: number;
  readonly series: readonly LiveRow[];
}

/** Names of a stacked chart beyond these are drawn as one. */
const namesMax = 8;

/** The time axis of every chart. */
export const timelineOf = ({ startedAt, intervalSeconds, series }: LiveTime): TimeChartParts['timeline'] => ({
  startMs: parseInstant(startedAt) ?? 0,
  bucketMs: intervalSeconds * 1000,
  bucketCount: series.length,
});

/** Requests, response times and errors; `others` stand before the errors. Charts without data are left out. */
export function liveCharts(time: LiveTime, others: readonly (Chart | undefined)[] = []): Chart[] {
  const { series } = time;
  const common = { timeline: timelineOf(time), faults: [] };
  const of = (read: (row: LiveRow) => number): number[] => series.map(read);
  // No time was measured where nothing ended.
  const ofEnded = (read: (row: LiveRow) => number): number[] =>
    series.map((row) => (row.answered + row.failed === 0 ? Number.NaN : read(row)));
  return [
    timeChart({
      ...common, id: 'rate', title: 'Requests', kind: 'flow', unit: 'count', isStacked: false,
      description: 'Requests that were due, and responses, in each interval. Where fewer are answered than offered, the target or a limit of ours keeps them waiting.',
      series: { offered: of(({ offered }) => offered), answered: of(({ answered }) => answered), failed: of(({ failed }) => failed) },
    }),
    timeChart({
      ...common, id: 'times', title: 'Response time', kind: 'level', unit: 'figure', isStacked: false,
      isSparse: true, description: 'Percentiles in milliseconds of what was answered in each interval, from when each request was due.',
      series: { p50: ofEnded(({ p50 }) => p50), p95: ofEnded(({ p95 }) => p95), p99: ofEnded(({ p99 }) => p99) },
    }),
    ...others,
    timeChart({
      ...common, id: 'errors', title: 'Errors by code', kind: 'flow', unit: 'count', isStacked: true,
      description: 'Failed requests by the error code of the target, or by why there was no response.',
      series: stacked(series, ({ codes }) => codes),
    }),
    timeChart({
      ...common, id: 'failed', title: 'Errors by operation', kind: 'flow', unit: 'count', isStacked: true,
      description: 'Failed requests by operation.',
      series: stacked(series, ({ failedCalls }) => failedCalls),
    }),
  ].filter((chart) => chart !== undefined); // prettier-ignore
}

/** The most frequent names, and the others together. */
function stacked(
  rows: readonly LiveRow[],
  counts: (row: LiveRow) => Readonly<Record<string, number>>,
): Record<string, number[]> {
  const totals = new Map<string, number>();
  for (const row of rows)
    for (const [name, times] of Object.entries(counts(row)))
      totals.set(name, (totals.get(name) ?? 0) + times);
  const names = [...totals].toSorted(([, left], [, right]) => right - left).map(([name]) => name);
  const shown = names.slice(0, namesMax);
  const others = names.slice(namesMax);
  const series = Object.fromEntries(
    shown.map((name) => [name === '' ? 'other paths' : name, rows.map((row) => counts(row)[name] ?? 0)]),
  );
  if (others.length === 0) return series;
  const rest = rows.map((row) => sum(others.map((name) => counts(row)[name] ?? 0)));
  return { ...series, other: rest };
}
