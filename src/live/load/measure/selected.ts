/** Tallies of the requests that the selectors of expectations name. */
import type { Expectation } from '../../../simulation/scenario/expectation.ts';
import { RequestTally, type RequestOutcome } from '../../traffic/measure/tally.ts';

/** The end of one request of an agent. */
export interface AgentOutcome extends RequestOutcome {
  /** The behaviour of the agent. */
  readonly behaviour: string;
}

/** Tags of one request, by name. */
type Tags = Readonly<Record<string, string>>;

/** A tally of the requests that have all tags of a selector. */
export interface SelectedTally {
  readonly key: string;
  readonly tally: RequestTally;
  matches(tags: Tags): boolean;
}

/** Metrics of requests. */
export const requestMetrics: ReadonlySet<string> = new Set([
  'http_reqs',
  'http_req_failed',
  'http_req_duration',
  'http_req_timeouts',
  'rate_limited_total',
]);

/** One tally for each distinct set of tags of the request metrics; the empty set too. */
export function selectedTallies(expectations: readonly Expectation[]): SelectedTally[] {
  const keys = new Map<string, Tags>();
  for (const { selector } of expectations)
    if (requestMetrics.has(selector.metric)) keys.set(keyOf(selector.tags), selector.tags);
  return Array.from(keys, ([key, wanted]) => {
    const pairs = Object.entries(wanted);
    return {
      key,
      tally: new RequestTally(),
      matches: (tags) => pairs.every(([name, value]) => tags[name] === value),
    };
  });
}

/** The tags of one request, as in a simulated run. */
export function tagsOf({ call, behaviour, status, code }: AgentOutcome): Tags {
  const [service = '', style = '', operation = ''] = call.split('/');
  return { service, style, operation, status: String(status), code, agent: behaviour };
}

/** Equal for equal sets of tags. */
export const keyOf = (tags: Tags): string =>
  JSON.stringify(Object.entries(tags).toSorted(([left], [right]) => (left < right ? -1 : 1)));
