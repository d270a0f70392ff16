/**
 * Rules by which something happens, or is allowed again, only after a time. A run tests a rule if the event occurs in
 * the model and the service is called afterwards. A live clock may not allow that in time; the report says so.
 */
import { dayMs, formatDuration, hourMs, minuteMs, secondMs, type DurationMs } from '../../core/base/time.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import type { Exchange } from './exchange.ts';
import type { TimeRuleResult } from './result-schema.ts';

/** One rule; an empty `service` means any service. */
export interface TimeRule {
  readonly rule: string;
  readonly service: string;
  /** The least time after which it can be observed. */
  readonly afterMs: DurationMs;
  /** What proves the test: an event of the model, or a refusal of a call followed by its success. */
  readonly shownBy: { readonly event: PlatformEvent } | { readonly refused: number; readonly call: RegExp };
}

const yearMs = 365 * dayMs;

/** Document lines as in the services that keep these rules. */
export const timeRules: readonly TimeRule[] = [
  rule('a claim is due again a day after the last one', 'faucet', dayMs, { refused: 409, call: /claim/i }),
  rule('a rate limit opens again', '', minuteMs, { refused: 429, call: /./ }),
  rule('an escrow that is not released expires', 'escrow', minuteMs, { event: 'escrowExpired' }),
  rule('a dispute is ruled on when its window closes', 'escrow', 48 * hourMs, { event: 'escrowRuled' }),
  rule('a domain lapses when its term is over', 'domains', yearMs, { event: 'domainExpired' }),
  rule('funding is settled every eight hours', 'trading', 8 * hourMs, { event: 'fundingSettled' }),
  rule('a position is liquidated when the price has moved', 'trading', minuteMs, {
    event: 'positionLiquidated',
  }),
  rule('a deposit is credited when it is confirmed', 'casino', 2 * secondMs, { event: 'depositCredited' }),
  rule('a challenge that is not accepted is returned', 'casino', hourMs, { event: 'challengeReturned' }),
  rule('a tournament ends', 'casino', hourMs, { event: 'tournamentFinished' }),
  rule('a tournament without enough players is cancelled', 'casino', minuteMs, {
    event: 'tournamentCancelled',
  }),
  rule('a transaction is confirmed', 'wallet', secondMs, { event: 'walletConfirmed' }),
  rule('a swap across chains is completed', 'wallet', minuteMs, { event: 'swapCompleted' }),
  rule('a swap that is not paid for expires', 'wallet', minuteMs, { event: 'swapExpired' }),
];

function rule(text: string, service: string, afterMs: DurationMs, shownBy: TimeRule['shownBy']): TimeRule {
  return { rule: text, service, afterMs, shownBy };
}

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
    const tested = runs.some((run) => isTested(each, run));
    const after = formatDuration(each.afterMs);
    if (tested) return { rule: each.rule, after, tested, why: null };
    const why =
      longestMs < each.afterMs
        ? `takes ${after} at least; the target's clock went on by ${formatDuration(longestMs)}`
        : 'no agent of the population did it';
    return { rule: each.rule, after, tested, why };
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
