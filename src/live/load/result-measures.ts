/** The figures of a load under the names of a simulated run, so that `orrery compare` reads both alike. */
import type { MetricResult } from '../../simulation/scenario/result.ts';
import { measure, requestMeasures } from '../traffic/thresholds/request-measures.ts';
import { percentileMs } from './measure/histogram.ts';
import { RequestTally } from './measure/tally.ts';
import type { LoadEnd } from './running-load.ts';

/** All requests, and those of each service; `http_req_duration` counts from when a request was due. */
export function measuresOfLoad({ measures, rows }: LoadEnd): MetricResult[] {
  const { total, calls, checks, counts } = measures;
  const services = [...new Set([...calls.keys()].map(serviceOf))].filter((name) => name !== '').toSorted();
  const stated = [...checks.values()];
  const passed = stated.reduce((sum, check) => sum + check.passed, 0);
  const all = stated.reduce((sum, check) => sum + check.passed + check.failed, 0);
  return [
    ...measuresOfTally(total, ''),
    measure('rate_limited_total', total.limited),
    ...services.flatMap((service) => measuresOfTally(merged(calls, service), `service:${service}`)),
    ...(all === 0 ? [] : [measure('checks', passed / all)]),
    measure('agents_total', rows.reduce((most, { agents }) => Math.max(most, agents), 0)),
    measure('findings_total', counts.findings),
  ]; // prettier-ignore
}

const serviceOf = (call: string): string => call.split('/')[0] ?? '';

function merged(calls: ReadonlyMap<string, RequestTally>, service: string): RequestTally {
  const sum = new RequestTally();
  for (const [call, tally] of calls) if (serviceOf(call) === service) sum.merge(tally.plain());
  return sum;
}

function measuresOfTally(tally: RequestTally, tags: string): MetricResult[] {
  const { requests, failed, timeouts, sumMs, response } = tally;
  if (requests === 0) return [];
  const durations: readonly (readonly [string, number])[] = [
    ['avg', sumMs / requests],
    ['med', percentileMs(response, 50)],
    ['p(90)', percentileMs(response, 90)],
    ['p(99)', percentileMs(response, 99)],
    ['max', percentileMs(response, 100)],
  ];
  return requestMeasures({ requests, failed, timeouts, durations }, tags);
}
