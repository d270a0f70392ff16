/** The figures of a replay under the names of a simulated run, so that `orrery compare` reads both alike. */
import { profiles } from '../../../core/base/profile.ts';
import type { MeasuredRun, MetricResult } from '../../../simulation/scenario/result.ts';
import type { TraceHeader } from '../../../simulation/trace/format.ts';
import { measure, requestMeasures } from '../thresholds/request-measures.ts';
import type { ReplayResult } from './result-schema.ts';

/** What an engine does not see is left out: k6 has no statuses, autocannon no time at which a request was due. */
export function measuresOfReplay({
  engine,
  requests: planned,
  unsent,
  statusCounts,
  failures,
  responseMs,
}: ReplayResult): MetricResult[] {
  const statuses = Object.entries(statusCounts);
  const isSeen = engine !== 'k6';
  const lost = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const answered = statuses.reduce((sum, [, count]) => sum + count, 0);
  const refused = statuses.reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0);
  const { p50, p90, p99, max } = responseMs;
  const figures = {
    requests: isSeen ? answered + lost : planned - unsent,
    failed: isSeen ? refused + lost : undefined,
    timeouts: isSeen ? (failures['timeout'] ?? 0) : undefined,
    durations: engine === 'autocannon' ? [] : ([['med', p50], ['p(90)', p90], ['p(99)', p99], ['max', max]] as const), // prettier-ignore
  };
  return [
    ...requestMeasures(figures),
    ...(isSeen ? [measure('rate_limited_total', statusCounts['429'] ?? 0)] : []),
  ];
}

/** `metrics.json` of a replay; a trace of unknown clients has no profile. `services` are the figures of each service. */
export function measuredReplay(
  header: Pick<TraceHeader, 'scenario' | 'seed' | 'profile' | 'policyHash'>,
  found: {
    readonly result: ReplayResult;
    readonly services: readonly MetricResult[];
    readonly digest: string;
  },
): MeasuredRun {
  const { scenario, seed, policyHash } = header;
  const { result, services, digest } = found;
  const profile = profiles.find((name) => name === header.profile);
  const identity = profile === undefined ? {} : { profile, policyHash };
  return { scenario, seed, ...identity, digest, metrics: [...measuresOfReplay(result), ...services] };
}
