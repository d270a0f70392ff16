/**
 * The metrics that every run measures, by which runs are compared, whatever the scenario expects. Request metrics are
 * derived from the tallies at the end, at no cost per request.
 */
import { serviceNames } from '../../platform/world/platform.ts';
import { games } from '../../platform/games/registry.ts';
import type { Aggregate, Selector } from './expectation.ts';
import { metricNames, metricRow, type MetricName } from './metric-table.ts';
import type { MetricResult } from './result.ts';
import type { Metrics } from './metrics.ts';
import type { Recorder } from './recorder.ts';
import { unknownService, type OperationTally } from './tallies.ts';
import { Trend } from './trend.ts';

/** Derived from the tallies, or too expensive to measure without an expectation. */
const notWatched: ReadonlySet<MetricName> = new Set([
  'http_reqs',
  'http_req_failed',
  'http_req_duration',
  'http_req_timeouts',
  'rate_limited_total',
  'rate_window_excess',
  'property_violations',
] satisfies MetricName[]);

/** Metrics that are cheap enough for every run. */
export const alwaysWatched: readonly Selector[] = [
  ...metricNames.filter((metric) => !notWatched.has(metric)).map((metric) => ({ metric, tags: {} })),
  ...games.map(({ game }) => ({ metric: 'casino_return' as const, tags: { game: game.id } })),
];

const aggregateOf = (metric: MetricName): Aggregate => {
  const { kind } = metricRow(metric);
  return kind === 'rate' ? 'rate' : kind === 'trend' ? 'avg' : 'value';
};

const durationAggregates = ['avg', 'med', 'p(90)', 'p(99)', 'max'] as const;

/** Every name that `measuresOf` can return, in order: the columns of a table of many runs. */
export const measureNames: readonly string[] = [
  ...requestNames(''),
  'rate_limited_total',
  ...[...serviceNames, 'control', unknownService]
    .toSorted()
    .flatMap((service) => requestNames(`service:${service}`)),
  ...alwaysWatched.map(({ metric, tags }) => nameOf(metric, textOf(tags))),
];

function requestNames(tags: string): string[] {
  const within = tags === '' ? '' : `${tags},`;
  return [
    ...(['http_reqs', 'http_req_failed', 'http_req_timeouts'] as const).map((metric) => nameOf(metric, tags)),
    ...durationAggregates.map((aggregate) => nameOf('http_req_duration', `${within}${aggregate}`)),
  ];
}

/** All measured figures; metrics without a sample are omitted. */
export function measuresOf(run: { metrics: Metrics; recorder: Recorder }): MetricResult[] {
  return [...requestMeasures(run), ...watchedMeasures(run)];
}

function watchedMeasures({ metrics }: { metrics: Metrics }): MetricResult[] {
  return alwaysWatched.flatMap((selector) => {
    const { metric, tags } = selector;
    const value = metrics.value(selector, aggregateOf(metric), 1);
    return value === undefined ? [] : [measure(metric, { tags: textOf(tags), value })];
  });
}

function requestMeasures({ recorder }: { recorder: Recorder }): MetricResult[] {
  const tallies = [...recorder.operations.values()];
  const services = [...new Set(tallies.map(({ service }) => service))].toSorted();
  const limited = [...recorder.agents.values()].reduce((sum, { counts }) => sum + counts.limited, 0);
  return [
    ...measuresOfTallies(tallies, ''),
    measure('rate_limited_total', { tags: '', value: limited }),
    ...services.flatMap((service) =>
      measuresOfTallies(
        tallies.filter((tally) => tally.service === service),
        `service:${service}`,
      ),
    ),
  ];
}

function measuresOfTallies(tallies: readonly OperationTally[], tags: string): MetricResult[] {
  const durations = new Trend();
  for (const tally of tallies) tally.pourDurations(durations);
  const total = (count: (tally: OperationTally) => number): number =>
    tallies.reduce((sum, tally) => sum + count(tally), 0);
  const requests = total((tally) => tally.requests);
  if (requests === 0) return [];
  const within = tags === '' ? '' : `${tags},`;
  return [
    measure('http_reqs', { tags, value: requests }),
    measure('http_req_failed', { tags, value: total(({ failed }) => failed) / requests }),
    measure('http_req_timeouts', { tags, value: total(({ timeouts }) => timeouts) }),
    ...durationAggregates.map((aggregate) =>
      measure('http_req_duration', { tags: `${within}${aggregate}`, value: durations.value(aggregate) ?? 0 }),
    ),
  ];
}

function textOf(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([tag, value]) => `${tag}:${value}`)
    .join(',');
}

function nameOf(metric: MetricName, tags: string): string {
  return tags === '' ? metric : `${metric}{${tags}}`;
}

const measure = (metric: MetricName, { tags, value }: { tags: string; value: number }): MetricResult => ({
  name: nameOf(metric, tags),
  unit: metricRow(metric).unit,
  value,
});
