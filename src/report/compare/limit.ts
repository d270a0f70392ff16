/** The allowed change of a metric: `http_req_duration{p(99)}:10%` or `http_req_timeouts:5`. */
import { hintOf } from '../../core/base/nearest.ts';
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import type { ComparedMetric, JudgedLimit, RunComparison } from './comparison.ts';

/** A parsed limit; `bound` is in percent if `isShare`, otherwise in the metric's unit. */
export interface Limit {
  /** As written. */
  readonly text: string;
  readonly metric: string;
  readonly bound: number;
  /** True if the bound is a share of side A's value. */
  readonly isShare: boolean;
  readonly direction: 'above' | 'below';
}

/** Parses `METRIC:NUMBER` or `METRIC:NUMBER%`; refuses any other text. */
export function parseLimit(text: string, direction: Limit['direction']): Outcome<Limit> {
  const match = /^(.+):(\d+(?:\.\d+)?)(%?)$/.exec(text.trim());
  if (match === null)
    return refuse(
      'BAD_REQUEST',
      `"${text}" is no limit; expected one such as "http_req_duration{p(99)}:10%"`,
    );
  const [, metric = '', bound = '', sign = ''] = match;
  return { text, metric, bound: Number(bound), isShare: sign === '%', direction };
}

/**
 * Judges a limit. It fails if the metric moved further than allowed, unless the change is noise, and if only one side
 * measured the metric. An unknown metric is refused with the one that looks meant.
 */
export function judged(limit: Limit, { metrics }: RunComparison): Outcome<JudgedLimit> {
  const found = metrics.find(({ name }) => name === limit.metric);
  if (found === undefined) {
    const names = metrics.map(({ name }) => name);
    return refuse('BAD_REQUEST', `no run measured "${limit.metric}"; ${hintOf(limit.metric, names)}`);
  }
  const moved = movedBy(found, limit);
  const shared = { limit: limit.text, direction: limit.direction, moved };
  if (moved === null && found.difference !== null) return risenFromNothing(found, shared);
  if (moved === null) return { ...shared, ok: false, why: 'one side has no sample of it' };
  if (moved <= limit.bound) return { ...shared, ok: true, why: 'within the limit' };
  if (found.verdict === 'noise')
    return { ...shared, ok: true, why: 'beyond the limit, and no more than noise' };
  const why =
    found.verdict === 'more' ? 'beyond the limit, and more than noise' : 'beyond the limit; noise unknown';
  return { ...shared, ok: false, why };
}

/** From a mean of 0 any change in the direction exceeds every share. */
function risenFromNothing(
  { difference, verdict }: ComparedMetric,
  shared: Pick<JudgedLimit, 'limit' | 'direction' | 'moved'>,
): JudgedLimit {
  const isInDirection = (shared.direction === 'above') === (difference ?? 0) > 0;
  if (!isInDirection) return { ...shared, ok: true, why: 'within the limit' };
  const ok = verdict === 'noise';
  return {
    ...shared,
    ok,
    why: ok ? 'from nothing, and no more than noise' : 'from nothing, beyond any share',
  };
}

/** The change in percent or units; null for a share of 0, or without samples on both sides. */
function movedBy({ a, difference }: ComparedMetric, { isShare, direction }: Limit): number | null {
  if (a === null || difference === null) return null;
  const signed = direction === 'above' ? difference : -difference;
  if (!isShare || signed === 0) return signed;
  return a === 0 ? null : (signed / Math.abs(a)) * 100;
}
