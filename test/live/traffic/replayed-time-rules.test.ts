/** Which rules of time a replay shows: those that the recording and the target both show, if the time sufficed. */
import { describe, expect, it } from 'vitest';
import {
  ReplayedTimeRules,
  replayedTimeRules,
} from '../../../src/live/traffic/compare/replayed-time-rules.ts';
import type { TimeRuleResult } from '../../../src/live/traffic/compare/time-rules.ts';
import type { TraceRecord } from '../../../src/simulation/trace/format.ts';

const dayMs = 86_400_000;

interface Step {
  readonly call: string;
  readonly at: number;
  readonly status: number;
  readonly live?: number;
  readonly body?: TraceRecord['answer']['body'];
  readonly liveBody?: unknown;
}

function resultsOf(steps: readonly Step[], lastedMs: number): TimeRuleResult[] {
  const rules = new ReplayedTimeRules();
  for (const [n, { call, at, status, live = status, body = {}, liveBody = body }] of steps.entries()) {
    const request = { method: 'POST', path: '/x', ip: '10.0.0.1' };
    const record = { n, at, session: 1, agent: 'a', call, request, answer: { status, body } };
    rules.add(record, { status: live, body: liveBody });
  }
  return replayedTimeRules({ parts: [rules.shown()], calls: steps.map(({ call }) => call), lastedMs });
}

const claim = 'faucet/B/claimDaily';
const claims = (live: number): Step[] => [
  { call: claim, at: 0, status: 201 },
  { call: claim, at: 1_000, status: 409 },
  { call: claim, at: dayMs + 1_000, status: 201, live },
];
const ruleOf = (results: readonly TimeRuleResult[], text: RegExp): TimeRuleResult | undefined =>
  results.find(({ rule }) => text.test(rule));

describe('rules of time in a replay', () => {
  it('are tested where recording and target both show them in the time of the run', () => {
    expect(ruleOf(resultsOf(claims(201), 2 * dayMs), /claim/)).toMatchObject({
      tested: true,
      outcome: 'tested',
      why: null,
    });
    const expired = { escrows: [{ status: 'expired' }] };
    const list = { call: 'escrow/B/list', at: 5, status: 200, body: expired };
    expect(ruleOf(resultsOf([list], 60_000), /escrow/)).toMatchObject({ outcome: 'tested' });
    const locked = { ...list, liveBody: { escrows: [{ status: 'locked' }] } };
    expect(ruleOf(resultsOf([locked], 60_000), /escrow/)).toMatchObject({
      outcome: 'testable',
      why: 'the target did not show it; the recording shows it at request 0',
    });
  });

  it('are not reached where a cooldown takes longer than the run', () => {
    expect(ruleOf(resultsOf(claims(409), 180_000), /claim/)).toEqual({
      rule: 'a claim is due again a day after the last one',
      after: '1d',
      tested: false,
      outcome: 'not reached',
      why: "takes 1d at least; the target's clock went on by 3m; the recording shows it at request 2",
    });
  });

  it('are testable where the time sufficed and the recording has no such request', () => {
    const [first] = claims(201);
    expect(ruleOf(resultsOf(first === undefined ? [] : [first], 2 * dayMs), /claim/)).toMatchObject({
      tested: false,
      outcome: 'testable',
      why: 'the recording does not show it',
    });
  });

  it('name the services alone that the recording calls', () => {
    const rules = resultsOf(claims(201), 0).map(({ rule }) => rule);
    expect(rules).toEqual(['a claim is due again a day after the last one', 'a rate limit opens again']);
  });
});
