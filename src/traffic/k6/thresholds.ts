/** Which expectations of a scenario the k6 script carries: those of what k6 measures itself, by tags it has as well. */

const metrics: ReadonlySet<string> = new Set(['http_req_duration', 'http_req_failed', 'http_reqs']);
const tags: ReadonlySet<string> = new Set(['service', 'style', 'operation', 'status']);

/** The expectations as they stand in the trace, without those that k6 cannot know. */
export function k6Thresholds(
  expect: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(expect).filter(([selector]) => isKnown(selector)));
}

function isKnown(selector: string): boolean {
  const [, metric = '', list] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const names = (list ?? '').split(',').map((pair) => pair.split(':')[0]?.trim() ?? '');
  return metrics.has(metric) && (list === undefined || names.every((name) => tags.has(name)));
}
