/** What k6's summary says of a replay, and what it leaves out. */
import { describe, expect, it } from 'vitest';
import { k6Result } from '../../../../src/live/traffic/k6/k6-result.ts';
import type { LaneStep } from '../../../../src/live/traffic/k6/lanes.ts';
import { walkable } from '../../../../src/live/traffic/k6/left-out.ts';
import type { K6Metric, K6Summary } from '../../../../src/live/traffic/k6/run-k6.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { callOf, lanesFor, withDerivedKeys } from './exported.ts';
import type { RecordChanges } from '../traces.ts';

const trend = (from: number): K6Metric => ({
  values: { 'p(50)': from, 'p(90)': from + 1, 'p(99)': from + 2, 'p(99.9)': from + 3, max: from + 4, avg: from },
}); // prettier-ignore
const counter = (count: number, thresholds?: K6Metric['thresholds']): K6Metric =>
  thresholds === undefined ? { values: { count } } : { values: { count }, thresholds };

const records: readonly RecordChanges[] = [0, 1, 2, 3].map((n) => ({
  n,
  at: n * 500,
  session: n % 2,
  ...(n === 0 ? { method: 'POST', body: {} } : {}),
}));

interface Change {
  readonly metrics?: K6Summary['metrics'];
  readonly isStopped?: boolean;
  readonly leftOut?: readonly LaneStep[];
  readonly expectations?: object;
  readonly trace?: readonly RecordChanges[];
}

async function resultOf({ metrics = {}, isStopped = false, leftOut = [], expectations = {}, trace = records }: Change) {
  const call = callOf(trace, 1, expectations);
  const { plan } = await Replay.plan(call);
  const all = {
    http_reqs: counter(4),
    orrery_send_lag: trend(10),
    orrery_response: trend(20),
    http_req_duration: trend(30),
    ...metrics,
  };
  const summary = { metrics: all, state: { testRunDurationMs: 2_000 } };
  return k6Result(call, plan, { summary, isStopped, leftOut });
} // prettier-ignore

describe('the result of a run of k6', () => {
  it('has the counts of its plan, its rates, and its times', async () => {
    expect(await resultOf({})).toMatchObject({
      engine: 'k6', target: 'toy', workers: 1, requests: 4, sessions: 2, writes: 1, seconds: 2, achievedPerSecond: 2, unsent: 0, same: 4,
      sendLagMs: { p50: 10, p99: 12 },
      responseMs: { p50: 20, p90: 21, p99: 22, p999: 23, max: 24 },
      serviceMs: { p50: 30, p90: 31, p99: 32, p999: 33, max: 34 },
      waits: {}, backPressure: { pendingMost: 0, heldBack: 0 }, statusCounts: {}, failures: {}, connections: 0,
      differences: { explained: 0, unexplained: 0, groups: [], causes: [] },
      thresholds: [], voided: false, voidReason: null, stopped: false, ok: true,
    });
    const { offeredPerSecond } = await resultOf({});
    expect(offeredPerSecond).toBeCloseTo(4 / 1.5, 9);
  }); // prettier-ignore

  it('offers what it sends where all is due at once', async () => {
    const trace = records.map((record) => ({ ...record, at: 0 }));
    expect(await resultOf({ trace })).toMatchObject({ offeredPerSecond: 2, achievedPerSecond: 2 });
  });

  it('has nothing of what the summary lacks', async () => {
    const none = { values: {} };
    const result = await resultOf({ metrics: { http_reqs: none, orrery_send_lag: none, orrery_response: none } });
    expect(result).toMatchObject({ requests: 0, unsent: 4, same: 0, sendLagMs: { p50: 0, p99: 0 }, responseMs: { p50: 0, max: 0 }, ok: false });
  }); // prettier-ignore

  it.each<[string, Change, object]>([
    ['a request is lacking', { metrics: { http_reqs: counter(3) } }, { unsent: 1, same: 3, ok: false }],
    ['a status is another', { metrics: { orrery_other_status: counter(1) } }, { same: 3, differences: { unexplained: 1 }, ok: false }],
    ['more statuses are others than were sent', { metrics: { http_reqs: counter(0), orrery_other_status: counter(2) } }, { same: 0, ok: false }],
    ['it was stopped', { isStopped: true }, { stopped: true, ok: false }],
  ])('is not ok where %s', async (_what, change, expected) => {
    expect(await resultOf(change)).toMatchObject(expected);
  }); // prettier-ignore

  it('counts what k6 was not given as explained, and is ok all the same', async () => {
    const { leftOut } = walkable(await lanesFor(withDerivedKeys));
    const metrics = { http_reqs: counter(2) };
    const result = await resultOf({ leftOut, metrics, trace: withDerivedKeys });
    expect(result).toMatchObject({ requests: 2, unsent: 2, same: 2, ok: true });
    expect(result.differences).toMatchObject({ explained: 2, unexplained: 0, groups: [{ kind: 'unsent', explanation: 'secret', n: 1 }] }); // prettier-ignore
    expect(await resultOf({ metrics, trace: withDerivedKeys })).toMatchObject({ ok: false });
  });

  const expectations = {
    http_req_failed: ['rate<0.1'],
    http_reqs: ['count==4', ' value>20 '],
    http_req_duration: ['p(99)<40', 'p(99.9)<1', 'avg>0'],
    ledger_drift_micros: ['value==0'],
  };

  it('has the thresholds of the scenario that k6 can know, with its values and verdicts', async () => {
    const http = counter(4, { 'count==4': { ok: true }, 'count>20': { ok: false } });
    const times = { ...trend(30), thresholds: { 'p(99)<40': { ok: true }, 'avg>0': { ok: true } } };
    const { thresholds, ok } = await resultOf({ expectations, metrics: { http_reqs: http, http_req_duration: times } });
    expect(thresholds.map((each) => [each.metric, each.threshold, each.value, each.ok])).toEqual([
      ['http_req_failed', 'rate<0.1', null, false],
      ['http_reqs', 'count==4', 4, true],
      ['http_reqs', ' value>20 ', 4, false],
      ['http_req_duration', 'p(99)<40', 32, true],
      ['http_req_duration', 'p(99.9)<1', 33, false],
      ['http_req_duration', 'avg>0', 30, true],
    ]);
    expect(ok).toBe(false);
    const one = { http_reqs: ['count==4'] };
    expect((await resultOf({ expectations: one, metrics: { http_reqs: http } })).ok).toBe(true);
  }); // prettier-ignore
});
