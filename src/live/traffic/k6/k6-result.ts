/** k6's summary as a replay result. What k6 does not report is empty. */
import type { ExpectationResult } from '../../../simulation/scenario/result.ts';
import type { Percentiles } from '../engine/measures.ts';
import type { Plan } from '../plan/plan.ts';
import type { ReplayCall } from '../replay/replay-call.ts';
import type { ReplayResult } from '../replay/result-schema.ts';
import { statusOnly } from '../replay/status-only.ts';
import { carriedThresholds, inWordsOfK6 } from '../thresholds/carried.ts';
import { differencesFor, type WalkableLanes } from './left-out.ts';
import type { K6Metric, K6Run, K6Summary } from './run-k6.ts';

/** The result of a run of k6, from its summary; `leftOut` are the steps that it was not given. */
export function k6Result(
  { trace, target }: ReplayCall,
  plan: Plan,
  { summary: { metrics, state }, isStopped, leftOut }: K6Run & Pick<WalkableLanes, 'leftOut'>,
): ReplayResult {
  const { explained, groups } = differencesFor(leftOut).state();
  const seconds = state.testRunDurationMs / 1000;
  const [requests, other] = countsIn(metrics, ['http_reqs', 'orrery_other_status']);
  const thresholds = thresholdsOf(plan, metrics);
  const { p50, p99 } = percentilesOf(metrics['orrery_send_lag']);
  const isWhole = requests + leftOut.length === plan.requests;
  return {
    engine: 'k6',
    trace,
    target: target.name,
    workers: 1,
    requests,
    sessions: plan.sessions,
    writes: plan.writes,
    seconds,
    offeredPerSecond: plan.durationMs > 0 ? (plan.requests / plan.durationMs) * 1000 : requests / seconds,
    achievedPerSecond: requests / seconds,
    sendLagMs: { p50, p99 },
    responseMs: percentilesOf(metrics['orrery_response']),
    serviceMs: percentilesOf(metrics['http_req_duration']),
    ...unmeasured,
    unsent: plan.requests - requests,
    same: Math.max(0, requests - other),
    ...statusOnly(plan),
    differences: { explained, unexplained: other, groups, causes: [] },
    thresholds,
    voided: false,
    voidReason: null,
    stopped: isStopped,
    ok: !isStopped && other === 0 && isWhole && thresholds.every(({ ok }) => ok),
  };
}

const valueOf = (metric: K6Metric | undefined, name: string): number => metric?.values[name] ?? 0;

const percentilesOf = (metric: K6Metric | undefined): Percentiles => ({
  p50: valueOf(metric, 'p(50)'),
  p90: valueOf(metric, 'p(90)'),
  p99: valueOf(metric, 'p(99)'),
  p999: valueOf(metric, 'p(99.9)'),
  max: valueOf(metric, 'max'),
});

/** In the order of the scenario; a threshold that k6 does not report fails. */
function thresholdsOf({ header }: Plan, metrics: K6Summary['metrics']): ExpectationResult[] {
  return Object.entries(carriedThresholds(header.expect)).flatMap(([metric, thresholds]) =>
    thresholds.map((threshold) => {
      const found = metrics[metric];
      const asked = inWordsOfK6(metric, threshold);
      const [aggregate = ''] = /^[a-z]+(?:\([\d.]+\))?/.exec(asked) ?? [];
      const value = found?.values[aggregate] ?? null;
      return { metric, threshold, value, ok: found?.thresholds?.[asked]?.ok === true };
    }),
  );
}

const countsIn = (metrics: K6Summary['metrics'], names: readonly [string, string]): [number, number] => [
  valueOf(metrics[names[0]], 'count'),
  valueOf(metrics[names[1]], 'count'),
];

/** What k6 does not report. */
const unmeasured = {
  waits: {},
  backPressure: { pendingMost: 0, heldBack: 0 },
  statusCounts: {},
  failures: {},
  connections: 0,
};
