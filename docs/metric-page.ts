/** The page of metrics: a section each, so that a reader finds a metric by its name in the outline and the search. */
import { metricNames, metricRow } from '../src/simulation/scenario/metric-table.ts';

const tagsText = (tags: readonly string[]): string =>
  tags.length === 0 ? 'no tags' : `tags ${tags.map((tag) => `\`${tag}\``).join(' ')}`;

/** Every metric, in the order of the table. */
export function metricsPage(generated: string): string {
  const sections = metricNames.map((name) => {
    const { kind, unit, about, tags } = metricRow(name);
    return [`## ${name}`, `${about}.`, '', `A ${kind}, in ${unit}; ${tagsText(tags)}.`, ''].join('\n');
  });
  return [
    '# Metrics',
    generated,
    '',
    'The metrics that `expect` in a scenario file can refer to. The kind determines the aggregates: a counter has `count`,',
    '`value` and `rate` (per second of virtual time), a gauge has `value`, a rate has `rate`, and a trend has `avg`, `min`,',
    '`med`, `max` and `p(N)`. Tags select a part of a metric: `http_req_duration{service:escrow,status:200}: ["p(99)<400"]`.',
    '',
    ...sections,
  ].join('\n');
}
