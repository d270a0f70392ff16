/** The requests of a live command under the names of a simulated run: one set of metrics for `metrics.json`. */
import { metricRow, type MetricName } from '../../../simulation/scenario/metric-table.ts';
import type { MetricResult } from '../../../simulation/scenario/result.ts';

/** What was counted; undefined for what a command cannot see. */
export interface RequestFigures {
  readonly requests: number;
  /** Without a response, or with a status from 400 on. */
  readonly failed: number | undefined;
  readonly timeouts: number | undefined;
  /** By aggregate of a trend, such as `p(99)`, in milliseconds from when a request was due. */
  readonly durations: readonly (readonly [string, number])[];
}

/** The measures of these requests, which have the tags `service:escrow` or none; nothing where there were none. */
export function requestMeasures(figures: RequestFigures, tags = ''): MetricResult[] {
  const { requests, failed, timeouts, durations } = figures;
  if (requests === 0) return [];
  const within = tags === '' ? '' : `${tags},`;
  return [
    measure('http_reqs', requests, tags),
    ...(failed === undefined ? [] : [measure('http_req_failed', failed / requests, tags)]),
    ...(timeouts === undefined ? [] : [measure('http_req_timeouts', timeouts, tags)]),
    ...durations.map(([aggregate, value]) => measure('http_req_duration', value, `${within}${aggregate}`)),
  ];
}

/** One figure in the unit of its metric. */
export const measure = (metric: MetricName, value: number, tags = ''): MetricResult => ({
  name: tags === '' ? metric : `${metric}{${tags}}`,
  unit: metricRow(metric).unit,
  value,
});
