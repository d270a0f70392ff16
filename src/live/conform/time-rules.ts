/**
 * Which rules of time a comparison tested. A run tests a rule if the event occurs in the model and the service is called
 * afterwards, or if a call is refused and later accepted.
 */
import type { DurationMs } from '../../core/base/time.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import {
  tested,
  timeRules,
  untested,
  type TimeRule,
  type TimeRuleResult,
} from '../traffic/compare/time-rules.ts';
import type { Exchange } from './exchange.ts';

/** The data of a run that decides which rules it tested. */
export interface Timed {
  readonly exchanges: readonly Exchange[];
  /** For each event, the number of requests answered before it first happened. */
  readonly happenings: ReadonlyMap<PlatformEvent, number>;
  readonly lastedMs: DurationMs;
}

/** One result per rule, in the order of `timeRules`; a rule is tested if any run tested it. */
export function timeRuleResults(runs: readonly Timed[]): TimeRuleResult[] {
  const longestMs = Math.max(0, ...runs.map(({ lastedMs }) => lastedMs));
  return timeRules.map((each) => {
    if (runs.some((run) => isTested(each, run))) return tested(each);
    return untested(each, longestMs, 'no agent of the population did it');
  });
}

function isTested({ shownBy, service }: TimeRule, { exchanges, happenings }: Timed): boolean {
  if ('event' in shownBy) {
    const from = happenings.get(shownBy.event);
    return from !== undefined && exchanges.slice(from).some(({ call }) => call.startsWith(`${service}/`));
  }
  const refused = new Set<string>();
  for (const { call, operation, live } of exchanges) {
    if (live.kind === 'failed' || !call.startsWith(service) || !shownBy.call.test(call)) continue;
    const key = `${operation.by} ${call}`;
    if (live.status === shownBy.refused) refused.add(key);
    else if (live.status < 300 && refused.has(key)) return true;
  }
  return false;
}
