/**
 * The expectations of a scenario that a live target can be held to, under the names and tags of a simulated run.
 * `http_req_duration` counts from when a request was due.
 */
import { holds, type Expectation } from '../../../simulation/scenario/expectation.ts';
import type { ExpectationResult } from '../../../simulation/scenario/result.ts';
import { percentileMs } from '../../traffic/measure/histogram.ts';
import type { LoadMeasures } from './load-measures.ts';
import { keyOf, requestMetrics } from './selected.ts';
import type { RequestTally } from '../../traffic/measure/tally.ts';

type Tags = Readonly<Record<string, string>>;

/** Metrics that a load measures; all others need the inside of the platform. */
const otherMetrics: ReadonlySet<string> = new Set(['checks', 'agents_total', 'findings_total']);

/** True for an expectation that a load can judge. */
export const isJudged = ({ selector: { metric } }: Expectation): boolean =>
  requestMetrics.has(metric) || otherMetrics.has(metric);

/** The outcome of every expectation that a load can judge, after so many seconds of wall time. */
export function judged(
  expectations: readonly Expectation[],
  measures: LoadMeasures,
  run: { readonly seconds: number; readonly agents: number },
): ExpectationResult[] {
  return expectations.filter(isJudged).map((expectation) => {
    const value = valueOf(expectation, measures, run);
    const { name, threshold } = expectation;
    return { metric: name, threshold, value: value ?? null, ok: holds(expectation, value) };
  });
}

function valueOf(
  expectation: Expectation,
  measures: LoadMeasures,
  { seconds, agents }: { readonly seconds: number; readonly agents: number },
): number | undefined {
  const { selector, aggregate } = expectation;
  const perSecond = (total: number): number => (aggregate === 'rate' ? total / seconds : total);
  if (selector.metric === 'checks') return checkedShare(selector.tags, measures);
  if (selector.metric === 'agents_total') return agents;
  if (selector.metric === 'findings_total') return perSecond(measures.counts.findings);
  const tally = measures.selected.find(({ key }) => key === keyOf(selector.tags))?.tally;
  if (tally === undefined) return undefined;
  if (selector.metric === 'http_reqs') return perSecond(tally.requests);
  if (selector.metric === 'http_req_timeouts') return perSecond(tally.timeouts);
  if (selector.metric === 'rate_limited_total') return perSecond(tally.limited);
  if (tally.requests === 0) return undefined;
  if (selector.metric === 'http_req_failed') return tally.failed / tally.requests;
  return durationOf(tally, aggregate);
}

function durationOf(
  { response, sumMs, requests }: RequestTally,
  aggregate: Expectation['aggregate'],
): number {
  if (aggregate === 'avg') return sumMs / requests;
  if (aggregate === 'min') return response.minNonZeroValue / 1000;
  if (aggregate === 'max') return percentileMs(response, 100);
  return percentileMs(response, aggregate === 'med' ? 50 : Number(aggregate.slice(2, -1)));
}

function checkedShare(tags: Tags, { checks }: LoadMeasures): number | undefined {
  let [passed, all] = [0, 0];
  for (const check of checks.values()) {
    if (tags['check'] !== undefined && tags['check'] !== check.name) continue;
    if (tags['agent'] !== undefined && tags['agent'] !== check.behaviour) continue;
    passed += check.passed;
    all += check.passed + check.failed;
  }
  return all === 0 ? undefined : passed / all;
}
