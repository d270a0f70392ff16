/**
 * Rules by which something happens, or is allowed again, only after a time. A live clock may not go on far enough to
 * show one; results list each rule as tested, testable or not reached.
 */
import { Type, type Static } from 'typebox';
import {
  dayMs,
  formatDuration,
  hourMs,
  minuteMs,
  secondMs,
  type DurationMs,
} from '../../../core/base/time.ts';
import { closed, nullable } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import type { PlatformEvent } from '../../../platform/services/ports.ts';

/** What a run showed of a rule: `testable` where the time sufficed and no request showed it. */
export const timeRuleOutcomes = ['tested', 'testable', 'not reached'] as const;

/** Whether a run tested a rule of time, and if not, why. */
export const TimeRuleSchema = Type.Object(
  {
    rule: Type.String(),
    // The least time that it takes, as a duration.
    after: Type.String(),
    tested: Type.Boolean(),
    outcome: Type.Enum([...timeRuleOutcomes]),
    // Why it was not tested; null if it was.
    why: nullable(Type.String()),
  },
  closed,
);

/** Whether a run tested a rule of time, as `TimeRuleSchema` describes it. */
export type TimeRuleResult = Written<Static<typeof TimeRuleSchema>>;

/** One rule; an empty `service` means any service. */
export interface TimeRule {
  readonly rule: string;
  readonly service: string;
  /** The least time after which it can be observed. */
  readonly afterMs: DurationMs;
  /** What proves the test: an event of the model, or a refusal of a call followed by its success. */
  readonly shownBy: { readonly event: PlatformEvent } | { readonly refused: number; readonly call: RegExp };
  /** The state by which answers of some calls show the event; undefined where no answer does. */
  readonly state?: { readonly word: string; readonly call: RegExp };
}

const yearMs = 365 * dayMs;

/** Document lines as in the services that keep these rules. */
export const timeRules: readonly TimeRule[] = [
  rule('a claim is due again a day after the last one', 'faucet', dayMs, { refused: 409, call: /claim/i }),
  rule('a rate limit opens again', '', minuteMs, { refused: 429, call: /./ }),
  rule(
    'an escrow that is not released expires',
    'escrow',
    minuteMs,
    happens('escrowExpired', 'expired', /list|detail/i),
  ),
  rule('a dispute is ruled on when its window closes', 'escrow', 48 * hourMs, happens('escrowRuled')),
  rule(
    'a domain lapses when its term is over',
    'domains',
    yearMs,
    happens('domainExpired', 'expired', /list|lookup/i),
  ),
  rule('funding is settled every eight hours', 'trading', 8 * hourMs, happens('fundingSettled')),
  rule(
    'a position is liquidated when the price has moved',
    'trading',
    minuteMs,
    happens('positionLiquidated'),
  ),
  rule(
    'a deposit is credited when it is confirmed',
    'casino',
    2 * secondMs,
    happens('depositCredited', 'credited', /deposit/i),
  ),
  rule(
    'a challenge that is not accepted is returned',
    'casino',
    hourMs,
    happens('challengeReturned', 'expired', /challenge/i),
  ),
  rule('a tournament ends', 'casino', hourMs, happens('tournamentFinished', 'finished', /tournament/i)),
  rule(
    'a tournament without enough players is cancelled',
    'casino',
    minuteMs,
    happens('tournamentCancelled', 'cancelled', /tournament/i),
  ),
  rule(
    'a transaction is confirmed',
    'wallet',
    secondMs,
    happens('walletConfirmed', 'confirmed', /transaction|send/i),
  ),
  rule(
    'a swap across chains is completed',
    'wallet',
    minuteMs,
    happens('swapCompleted', 'completed', /swap/i),
  ),
  rule('a swap that is not paid for expires', 'wallet', minuteMs, happens('swapExpired', 'expired', /swap/i)),
];

function rule(
  text: string,
  service: string,
  afterMs: DurationMs,
  by: TimeRule['shownBy'] | Pick<TimeRule, 'shownBy' | 'state'>,
): TimeRule {
  return { rule: text, service, afterMs, ...('shownBy' in by ? by : { shownBy: by }) };
}

/** An event, and the state by which answers show it. */
function happens(event: PlatformEvent, word?: string, call = /$/): Pick<TimeRule, 'shownBy' | 'state'> {
  return word === undefined ? { shownBy: { event } } : { shownBy: { event }, state: { word, call } };
}

/** The result for a rule that a run did not test; `unshown` says why, where the time sufficed. */
export function untested(
  { rule: text, afterMs }: TimeRule,
  lastedMs: DurationMs,
  unshown: string,
): TimeRuleResult {
  const after = formatDuration(afterMs);
  const isReached = lastedMs >= afterMs;
  const far = `takes ${after} at least; the target's clock went on by ${formatDuration(lastedMs)}`;
  return {
    rule: text,
    after,
    tested: false,
    outcome: isReached ? 'testable' : 'not reached',
    why: isReached ? unshown : far,
  };
}

/** The result for a rule that a run tested. */
export const tested = ({ rule: text, afterMs }: TimeRule): TimeRuleResult => ({
  rule: text,
  after: formatDuration(afterMs),
  tested: true,
  outcome: 'tested',
  why: null,
});
