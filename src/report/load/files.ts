/** A load as CSV tables and as JUnit XML. */
import type { LoadResult } from '../../live/load/result-schema.ts';
import { csv } from '../csv.ts';
import { failed, junitSuite, outcomeCases } from '../junit.ts';

/** `series.csv`: one line for each interval; times in milliseconds. */
export function loadSeriesCsv({ series }: LoadResult): string {
  const codes = [...new Set(series.flatMap((row) => Object.keys(row.codes)))].toSorted();
  const header = [
    'second',
    'stage',
    'offered',
    'answered',
    'failed',
    'agents',
    'in_flight',
    'dropped',
    'p50_ms',
    'p95_ms',
    'p99_ms',
    ...codes.map((code) => `error_${code}`),
  ];
  const rows = series.map((row) => [
    row.second,
    row.stage,
    row.offered,
    row.answered,
    row.failed,
    row.agents,
    row.inFlight,
    row.dropped,
    row.p50,
    row.p95,
    row.p99,
    ...codes.map((code) => row.codes[code] ?? 0),
  ]);
  return csv([header, ...rows]);
}

/** `operations.csv`: one line for each operation. */
export function loadOperationsCsv({ operations }: LoadResult): string {
  const header = [
    'operation',
    'requests',
    'per_second',
    'failed',
    'p50_ms',
    'p90_ms',
    'p99_ms',
    'p999_ms',
    'max_ms',
  ];
  const rows = operations.map(({ call, requests, perSecond, failed: failures, responseMs }) => {
    const { p50, p90, p99, p999, max } = responseMs;
    return [call, requests, perSecond, failures, p50, p90, p99, p999, max];
  });
  return csv([header, ...rows]);
}

/** `junit.xml`: a test case for each expectation and finding, and one for each worker that was lost. */
export function loadJunit(result: LoadResult): string {
  const { scenario, seed, target, namespace, seconds, workers } = result;
  const lost = workers.flatMap(({ worker, lost: how }) =>
    how === null
      ? []
      : [failed({ suite: scenario, name: `worker ${worker}`, type: 'worker', message: how, detail: '' })],
  );
  return junitSuite({
    name: scenario,
    seconds,
    properties: { seed, target, namespace },
    cases: [...outcomeCases(scenario, result), ...lost],
  });
}
