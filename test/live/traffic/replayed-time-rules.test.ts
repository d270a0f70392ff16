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

describe('what an answer shows of a rule', () => {
  const escrow = (body: unknown, call = 'escrow/B/list') =>
    ruleOf(resultsOf([{ call, at: 0, status: 200, body: body as never }], 60_000), /escrow that/)?.outcome;

  it('is the state of the answer, of an object in it, or of an item of a list in it', () => {
    const shown = [{ status: 'expired' }, { state: 'EXPIRED' }, { escrow: { status: 'Expired' } }, { list: [{}, null, { state: 'expired' }] }];
    expect(shown.map((body) => escrow(body))).toEqual(shown.map(() => 'tested'));
    const hidden = [{}, { status: 'expired!' }, { status: 'expires' }, { status: 7 }, { other: 'expired' }, { a: { b: { status: 'expired' } } }, { list: [['expired']] }, { list: 'expired' }];
    expect(hidden.map((body) => escrow(body))).toEqual(hidden.map(() => 'testable'));
    expect([escrow({ status: 'expired' }, 'escrow/B/create'), escrow({ status: 'expired' }, 'escrow/A/detail')]).toEqual(['testable', 'tested']);
  }); // prettier-ignore

  it('without a state is nothing, and the result says so', () => {
    expect(ruleOf(resultsOf([{ call: 'escrow/B/list', at: 0, status: 200 }], 48 * 3_600_000), /ruled/)).toMatchObject({
      outcome: 'testable', why: 'no answer shows it',
    });
  }); // prettier-ignore

  const limits = (steps: readonly (readonly [status: number, call?: string])[]) =>
    ruleOf(resultsOf(steps.map(([status, call = 'faucet/A/status'], at) => ({ call, at, status })), 60_000), /rate limit/)?.outcome; // prettier-ignore

  it('of a rate limit is a success of the same call after a refusal', () => {
    expect([limits([[429], [200]]), limits([[429], [404], [200]]), limits([[429], [429], [201]])]).toEqual(['tested', 'tested', 'tested']); // prettier-ignore
    expect([limits([[200], [200]]), limits([[429], [404]]), limits([[429], [300]]), limits([[429], [200, 'faucet/A/other']])]).toEqual(['testable', 'testable', 'testable', 'testable']); // prettier-ignore
  });

  it('of a claim is one after a refusal, or a second one a day later', () => {
    const twice = (ms: number) => ruleOf(resultsOf([0, ms].map((at) => ({ call: claim, at, status: 201 })), dayMs), /claim/)?.outcome; // prettier-ignore
    expect([twice(dayMs), twice(dayMs - 1)]).toEqual(['tested', 'testable']);
  });

  it('is the first of all workers, on both sides', () => {
    const parts = [[5, 9], [3, undefined], [undefined, 4]].map(([recorded, live]) => ({
      recorded: new Map(recorded === undefined ? [] : [[1, recorded]]),
      live: new Map(live === undefined ? [] : [[1, live]]),
    }));
    const judge = (some: typeof parts, lastedMs: number) => ruleOf(replayedTimeRules({ parts: some, calls: [claim], lastedMs }), /rate limit/);
    expect([judge(parts, 60_000)?.outcome, judge(parts, 59_999)?.outcome, judge(parts.slice(1, 2), 60_000)?.outcome]).toEqual(['tested', 'not reached', 'testable']);
    expect(judge(parts.slice(0, 2), 59_999)?.why).toMatch(/; the recording shows it at request 3$/);
  }); // prettier-ignore
});
