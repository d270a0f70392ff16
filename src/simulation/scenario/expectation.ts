/** Expectations in k6's threshold grammar: `http_req_duration{service:escrow}: ["p(99)<400"]`. */
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import { hintOf } from '../../core/base/nearest.ts';
import {
  metricNames,
  metricRow,
  metricTable,
  tagValues,
  type MetricKind,
  type MetricName,
} from './metric-table.ts';

/** A metric, narrowed by tags. */
export interface Selector {
  readonly metric: MetricName;
  readonly tags: Readonly<Record<string, string>>;
}

/** How an expectation condenses a metric; `p(N)` is the N-th percentile. */
export type Aggregate = 'value' | 'count' | 'rate' | 'avg' | 'min' | 'med' | 'max' | `p(${number})`;

const comparisons = {
  '<=': (left: number, right: number) => left <= right,
  '>=': (left: number, right: number) => left >= right,
  '===': (left: number, right: number) => left === right,
  '==': (left: number, right: number) => left === right,
  '!=': (left: number, right: number) => left !== right,
  '<': (left: number, right: number) => left < right,
  '>': (left: number, right: number) => left > right,
} as const;

/** One threshold of a scenario, parsed. */
export interface Expectation {
  /** As written: `http_req_duration{service:escrow}`. */
  readonly name: string;
  readonly selector: Selector;
  /** As written: `p(99)<400`. */
  readonly threshold: string;
  readonly aggregate: Aggregate;
  readonly comparison: keyof typeof comparisons;
  readonly bound: number;
}

/** The aggregates of each kind of metric. */
const aggregates: Readonly<Record<MetricKind, readonly string[]>> = {
  counter: ['count', 'value', 'rate'],
  gauge: ['value'],
  rate: ['rate'],
  trend: ['avg', 'min', 'med', 'max', 'p(N)'],
};

const selectorPattern = /^([a-z][a-z0-9_]*)(?:\{([^{}]*)\})?$/;
const thresholdPattern =
  /^(value|count|rate|avg|min|med|max|p\((\d{1,2}(?:\.\d+)?|100)\))\s*(<=|>=|===|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)$/;

/**
 * Parses `metric{tag:value}`. Refuses an unknown metric, tag or tag value and suggests the nearest: it would
 * otherwise match no sample and never fail. `more` are tag values that only the scenario knows.
 */
export function parseSelector(
  name: string,
  more: Readonly<Record<string, readonly string[]>> = {},
): Outcome<Selector> {
  const match = selectorPattern.exec(name.trim());
  const metric = match?.[1] ?? name;
  if (match === null || !Object.hasOwn(metricTable, metric)) {
    return refuse('BAD_REQUEST', `there is no metric "${metric}"; ${hintOf(metric, metricNames)}`);
  }
  const known = metricRow(metric as MetricName).tags;
  const tags: Record<string, string> = {};
  for (const pair of (match[2] ?? '').split(',').filter((part) => part.trim() !== '')) {
    const colon = pair.indexOf(':');
    const tag = pair.slice(0, Math.max(colon, 0)).trim();
    if (!known.includes(tag)) {
      const options = known.length === 0 ? 'it has none' : `expected one of ${known.join(', ')}`;
      return refuse('BAD_REQUEST', `metric ${metric} has no tag "${tag || pair.trim()}"; ${options}`);
    }
    const value = pair.slice(colon + 1).trim();
    const values = more[tag] ?? tagValues[tag];
    if (values !== undefined && !values.includes(value)) {
      const hint = hintOf(value, values);
      return refuse('BAD_REQUEST', `no ${tag} is called "${value}"; ${hint}`);
    }
    tags[tag] = value;
  }
  return { metric: metric as MetricName, tags };
}

/** Parses one threshold of a metric. Refuses text that is no k6 threshold, and an aggregate that the metric lacks. */
export function parseExpectation(name: string, selector: Selector, threshold: string): Outcome<Expectation> {
  const match = thresholdPattern.exec(threshold.trim());
  const { kind } = metricRow(selector.metric);
  const [, rank] = /^p\(([\d.]+)\)/.exec(threshold.trim()) ?? [];
  if (rank !== undefined && !(Number(rank) <= 100))
    return refuse('BAD_REQUEST', `"${threshold}" has no such percentile; expected one from p(0) to p(100)`);
  if (match === null) {
    return refuse('BAD_REQUEST', `"${threshold}" is no threshold; expected one such as "${exampleOf(kind)}"`);
  }
  const [, aggregate = '', , comparison = '', bound = ''] = match;
  const family = aggregate.startsWith('p(') ? 'p(N)' : aggregate;
  if (!aggregates[kind].includes(family)) {
    return refuse(
      'BAD_REQUEST',
      `${selector.metric} is a ${kind} and has no "${aggregate}"; expected ${aggregates[kind].join(', ')}`,
    );
  }
  return {
    name,
    selector,
    threshold,
    aggregate: aggregate as Aggregate,
    comparison: comparison as keyof typeof comparisons,
    bound: Number(bound),
  };
}

const exampleOf = (kind: MetricKind): string =>
  ({ counter: 'count>0', gauge: 'value==0', rate: 'rate<0.05', trend: 'p(99)<400' })[kind];

/** True if the measured value satisfies the threshold; false for a metric without a sample. */
export function holds(expectation: Expectation, value: number | undefined): boolean {
  return value !== undefined && comparisons[expectation.comparison](value, expectation.bound);
}
