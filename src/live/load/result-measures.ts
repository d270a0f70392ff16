/** The figures of a load under the names of a simulated run, so that `orrery compare` reads both alike. */
import type { MetricResult } from '../../simulation/scenario/result.ts';
import { measuresOfServices, measuresOfTotal } from '../traffic/measure/call-tallies.ts';
import { measure } from '../traffic/thresholds/request-measures.ts';
import type { LoadEnd } from './running-load.ts';

/** All requests, and those of each service; `http_req_duration` counts from when a request was due. */
export function measuresOfLoad({ measures, rows }: LoadEnd): MetricResult[] {
  const { checks, counts } = measures;
  const stated = [...checks.values()];
  const passed = stated.reduce((sum, check) => sum + check.passed, 0);
  const all = stated.reduce((sum, check) => sum + check.passed + check.failed, 0);
  return [
    ...measuresOfTotal(measures),
    ...measuresOfServices(measures),
    ...(all === 0 ? [] : [measure('checks', passed / all)]),
    measure(
      'agents_total',
      rows.reduce((most, { agents }) => Math.max(most, agents), 0),
    ),
    measure('findings_total', counts.findings),
  ];
}
