/**
 * The expectations of a scenario that a live target can be held to: k6's own metrics, under the same names and with
 * tags that k6 has too, so that every engine judges the same thresholds.
 */

const metrics: ReadonlySet<string> = new Set(['http_req_duration', 'http_req_failed', 'http_reqs']);
const tags: ReadonlySet<string> = new Set(['service', 'style', 'operation', 'status']);

/** The trace's expectations without those that can only be measured inside the platform. */
export function carriedThresholds(
  expect: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(expect).filter(([selector]) => isKnown(selector)));
}

function isKnown(selector: string): boolean {
  const [, metric = '', list] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const names = (list ?? '').split(',').map((pair) => pair.split(':')[0]?.trim() ?? '');
  return metrics.has(metric) && (list === undefined || names.every((name) => tags.has(name)));
}

/** A threshold in k6's grammar, in which counters only have `count`. */
export const inWordsOfK6 = (metric: string, threshold: string): string =>
  metric.startsWith('http_reqs') ? threshold.trim().replace(/^value/, 'count') : threshold.trim();
