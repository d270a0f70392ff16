/** What a live command counts of all requests, and of each operation. */
import type { MetricResult } from '../../../simulation/scenario/result.ts';
import { measure, requestMeasures } from '../thresholds/request-measures.ts';
import { percentileMs, percentilesOf } from './histogram.ts';
import type { MeasuredOperation } from './schema.ts';
import { RequestTally, type PlainTally, type RequestOutcome } from './tally.ts';

/** CallTallies as data that another thread or process can be sent. */
export interface PlainTallies {
  readonly total: PlainTally;
  readonly calls: readonly (readonly [string, PlainTally])[];
}

/** A tally of all requests and one for each call; those of several workers add up exactly. */
export class CallTallies {
  readonly total = new RequestTally();
  readonly calls = new Map<string, RequestTally>();

  add(outcome: RequestOutcome): void {
    this.total.add(outcome);
    this.tallyOf(outcome.call).add(outcome);
  }

  /** The tally of a call; a new one the first time. */
  tallyOf(call: string): RequestTally {
    let tally = this.calls.get(call);
    if (tally === undefined) this.calls.set(call, (tally = new RequestTally()));
    return tally;
  }

  merge({ total, calls }: PlainTallies): void {
    this.total.merge(total);
    for (const [call, tally] of calls) this.tallyOf(call).merge(tally);
  }

  plain(): PlainTallies {
    const calls = Array.from(this.calls, ([call, tally]) => [call, tally.plain()] as const);
    return { total: this.total.plain(), calls };
  }
}

/** A row for each operation, in order of their names. */
export const operationsOf = ({ calls }: CallTallies, seconds: number): MeasuredOperation[] =>
  [...calls]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([call, tally]) => ({
      call,
      requests: tally.requests,
      perSecond: tally.requests / seconds,
      failed: tally.failed,
      responseMs: percentilesOf(tally.response),
      serviceMs: percentilesOf(tally.service),
      errors: byCount(tally.codes),
    }));

/** The most frequent first. */
export const byCount = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...counts].toSorted(([left, less], [right, more]) => more - less || (left < right ? -1 : 1)),
  );

/** All requests, and those of each service, under the names of a simulated run; nothing where there were none. */
export const measuresOf = (tallies: CallTallies): MetricResult[] =>
  tallies.total.requests === 0 ? [] : [...measuresOfTotal(tallies), ...measuresOfServices(tallies)];

/** All requests under the names of a simulated run. */
export const measuresOfTotal = ({ total }: CallTallies): MetricResult[] => [
  ...measuresOfTally(total, ''),
  measure('rate_limited_total', total.limited),
];

/** The requests of each service under the names of a simulated run. */
export function measuresOfServices({ calls }: CallTallies): MetricResult[] {
  const services = [...new Set([...calls.keys()].map(serviceOf))].filter((name) => name !== '').toSorted();
  return services.flatMap((service) => measuresOfTally(merged(calls, service), `service:${service}`));
}

/** Calls are service/style/operation; another label, such as a method and a path, names no service. */
const serviceOf = (call: string): string => /^([a-z]+)\/[^/ ]+\/[^/ ]+$/.exec(call)?.[1] ?? '';

function merged(calls: ReadonlyMap<string, RequestTally>, service: string): RequestTally {
  const sum = new RequestTally();
  for (const [call, tally] of calls) if (serviceOf(call) === service) sum.merge(tally.plain());
  return sum;
}

function measuresOfTally(tally: RequestTally, tags: string): MetricResult[] {
  const { requests, failed, timeouts, sumMs, response } = tally;
  const durations: readonly (readonly [string, number])[] = [
    ['avg', sumMs / response.totalCount],
    ['med', percentileMs(response, 50)],
    ['p(90)', percentileMs(response, 90)],
    ['p(99)', percentileMs(response, 99)],
    ['max', percentileMs(response, 100)],
  ];
  const timed = response.totalCount === 0 ? [] : durations;
  return requestMeasures({ requests, failed, timeouts, durations: timed }, tags);
}
