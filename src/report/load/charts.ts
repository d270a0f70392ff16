/** The charts of a load over wall time: rates, response times, errors, agents. */
import { parseInstant } from '../../core/base/time.ts';
import type { LoadResult } from '../../live/load/result-schema.ts';
import type { Chart } from '../html/charts/chart.ts';
import { timeChart } from '../html/charts/time-chart.ts';
import { sum } from '../numbers.ts';

type Row = LoadResult['series'][number];

/** Names of a stacked chart beyond these are drawn as one. */
const namesMax = 8;

/** Every chart of the page, in order; those without data are left out. */
export function loadCharts(result: LoadResult): Chart[] {
  const { series, intervalSeconds, startedAt } = result;
  const timeline = {
    startMs: parseInstant(startedAt) ?? 0,
    bucketMs: intervalSeconds * 1000,
    bucketCount: series.length,
  };
  const common = { timeline, faults: [] };
  const of = (read: (row: Row) => number): number[] => series.map(read);
  return [
    timeChart({
      ...common, id: 'rate', title: 'Requests', kind: 'flow', unit: 'count', isStacked: false,
      description: 'Requests that were due, and responses, in each interval. Where fewer are answered than offered, the target or a limit of ours keeps them waiting.',
      series: { offered: of(({ offered }) => offered), answered: of(({ answered }) => answered), failed: of(({ failed }) => failed) },
    }),
    timeChart({
      ...common, id: 'times', title: 'Response time', kind: 'level', unit: 'figure', isStacked: false,
      description: 'Percentiles in milliseconds of what was answered in each interval, from when each request was due.',
      series: { p50: of(({ p50 }) => p50), p95: of(({ p95 }) => p95), p99: of(({ p99 }) => p99) },
    }),
    timeChart({
      ...common, id: 'acting', title: 'Agents and open requests', kind: 'level', unit: 'count', isStacked: false,
      description: 'The most agents that acted at once in each interval, the most requests without a response, and arrivals that were dropped.',
      series: { agents: of(({ agents }) => agents), 'in flight': of(({ inFlight }) => inFlight), dropped: of(({ dropped }) => dropped) },
    }),
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
  rows: readonly Row[],
  counts: (row: Row) => Readonly<Record<string, number>>,
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
