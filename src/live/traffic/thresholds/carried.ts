/**
 * Which expectations of a scenario a replay can hold a live target to: those of what k6 measures itself, under the same
 * names and by tags that it has as well, so that every engine answers to the same lines.
 */

const metrics: ReadonlySet<string> = new Set(['http_req_duration', 'http_req_failed', 'http_reqs']);
const tags: ReadonlySet<string> = new Set(['service', 'style', 'operation', 'status']);

/** The expectations as they stand in the trace, without those that nobody outside of the platform can know. */
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

/** A threshold as k6 writes it: what it counts it calls a count alone. */
export const inWordsOfK6 = (metric: string, threshold: string): string =>
  metric.startsWith('http_reqs') ? threshold.trim().replace(/^value/, 'count') : threshold.trim();
