/** The whole result of a replay from the parts of its workers, and what a plan refuses. */
import { utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ReplayedTimeRules } from '../../../../src/live/traffic/compare/replayed-time-rules.ts';
import {
  Differences,
  type Difference,
  type Explanation,
} from '../../../../src/live/traffic/compare/difference.ts';
import { noCounts } from '../../../../src/live/traffic/engine/engine-options.ts';
import { Measures, recordMs } from '../../../../src/live/traffic/engine/measures.ts';
import { CallTallies } from '../../../../src/live/traffic/measure/call-tallies.ts';
import { LiveSeries } from '../../../../src/live/traffic/measure/live-series.ts';
import type { Plan } from '../../../../src/live/traffic/plan/plan.ts';
import { asRecorded } from '../../../../src/live/traffic/plan/schedule.ts';
import { openEvidence } from '../../../../src/live/traffic/replay/evidence.ts';
import type { ReplayPart } from '../../../../src/live/traffic/replay/part.ts';
import { defaultReplay, type ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { openResult } from '../../../../src/live/traffic/replay/result.ts';
import { statusOnly } from '../../../../src/live/traffic/replay/status-only.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { toyServer } from '../toy-server.ts';
import { headerLine, recordLine, traceFile } from '../traces.ts';

const call = 'escrow/B/create';
const open = { n: 4, call, kind: 'amount', field: '/fee', recorded: '1', live: '2', things: [], sessions: [1] } as unknown as ReplayPart['open'][number]; // prettier-ignore
const explained = {
  n: 3,
  call,
  kind: 'value',
  field: '/x',
  recorded: '"a"',
  live: '"b"',
  explanation: 'drawn',
} as const;

function partOf(n: number): ReplayPart {
  const { response, service, lag, waits, statusCounts, failures } = new Measures();
  for (const [histogram, ms] of [[response, 2], [service, 1], [lag, 0.5], [waits.answer, 1.5]] as const) recordMs(histogram, ms * n);
  for (const [status, count] of [[429, n], [200, 4]] as const) statusCounts.set(status, count);
  failures.set('timeout', n);
  const differences = new Differences();
  const group = ({ kind, field, recorded, live }: Difference, explanation: Explanation | null) => differences.add(call, n, { kind, field, recorded, live }, explanation);
  group(open, null);
  group(explained, 'drawn');
  const requests = new CallTallies();
  requests.add({ call, status: 200, code: '', responseMs: 2 * n, serviceMs: n });
  const series = { ...new LiveSeries().plain(), startedMs: Date.UTC(2026, 0, 1) + n };
  return {
    measures: { response, service, lag, waits, statusCounts, failures },
    counts: { ...noCounts(), sent: 10, answered: 8, answeredBefore: 1, failed: n, unsent: n, repeated: 2, heldBack: 0, pendingMost: n },
    elapsedMs: 1_000 * n, connections: n, isStopped: false, same: 5, differences: differences.state(), hidden: [{ rule: 'wording', field: '/error', count: n }],
    shown: new Map(), fields: { responses: new Map([[call, 2]]), differing: new Map() }, open: [{ ...open, n: n + 3 }],
    evidence: { explained: [{ ...explained, n: 9 - n }], answers: new Map([[n, {} as never]]), operations: new Map([[call, { requests: 5, same: 4 }]]), timeRules: new ReplayedTimeRules().shown() },
    retriesRefused: n, tallies: new Map(), requests: requests.plain(), series, notes: ['there:1: a note', `there:1: note ${n}`],
  };
} // prettier-ignore

const targetOf = (more = '') => readTarget('t.yaml', `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n${more}`); // prettier-ignore
const planOf = (change: object = {}): Plan => ({
  requests: 18, preparing: 2, sessions: 3, writes: 4, fromKeys: 1, hosts: [], services: [], lastAtMs: 60_000, durationMs: 4_000, names: { token: 'abcd' }, header: { expect: {} }, ...change,
}) as unknown as Plan; // prettier-ignore
const result = (parts: readonly ReplayPart[], plan: object = {}, answersOnly = false, more = '') =>
  openResult({ call: { trace: 't.gz', target: targetOf(more), answersOnly }, plan: planOf(plan), parts });

describe('the result of two workers', () => {
  it('adds up what each has counted', () => {
    const { timeRules, measured, operations, responseMs, serviceMs, sendLagMs, waits, differences, ...rest } = result([partOf(1), partOf(2)]);
    expect(rest).toEqual({
      engine: 'open', trace: 't.gz', target: 'toy', workers: 2, requests: 18, sessions: 3, writes: 4, fromKeys: 1, seconds: 2, offeredPerSecond: 4, achievedPerSecond: 7,
      backPressure: { pendingMost: 3, heldBack: 0 }, statusCounts: { 200: 8, 429: 3 }, failures: { timeout: 3 }, unsent: 2, connections: 3, same: 10, comparison: 'full', namespace: 'abcd',
      retries: { sent: 4, refused: 3 }, notCompared: [{ rule: 'wording', field: '/error', count: 3 }], thresholds: [], voided: false, voidReason: null, stopped: false,
      notes: ['there:1: a note', 'there:1: note 1', 'there:1: note 2'], ok: false,
    });
    expect(Object.keys(rest.statusCounts)).toEqual(['200', '429']);
    expect([responseMs.max, serviceMs.max, sendLagMs].map((ms) => JSON.stringify(ms))).toEqual([expect.stringMatching(/^(4|4\.00\d)$/), expect.stringMatching(/^2$/), '{"p50":0.5,"p99":1}']);
    expect(waits).toEqual({ session: { count: 0, p99Ms: 0 }, answer: { count: 2, p99Ms: expect.closeTo(3, 2) as number }, connection: { count: 0, p99Ms: 0 }, ceiling: { count: 0, p99Ms: 0 }, limit: { count: 0, p99Ms: 0 } });
    expect(operations).toEqual([{ call, requests: 10, same: 8, explained: 2, unexplained: 2 }]);
    expect(measured).toMatchObject({ startedAt: '2026-01-01T00:00:00.001Z', requests: 2, perSecond: 1, operations: [{ call, requests: 2 }], series: [] });
    expect(timeRules.length).toBeGreaterThan(0);
    expect([differences.explained, differences.unexplained, differences.causes.length]).toEqual([2, 2, 1]);
    expect(differences.groups).toMatchObject([{ count: 2, field: '/fee', n: 1, explanation: null }, { count: 2, field: '/x', n: 1, explanation: 'drawn' }]);
  }); // prettier-ignore

  it('offers what it sends where everything goes as soon as possible, and none of it is void for a late generator', () => {
    const late = partOf(1);
    for (let n = 0; n < 100; n++) recordMs(late.measures.lag, 500);
    const at = (change: object, answersOnly = false) => {
      const { offeredPerSecond, achievedPerSecond, voided, voidReason } = result([late], change, answersOnly);
      return [offeredPerSecond, achievedPerSecond, voided, voidReason];
    };
    expect(at({ durationMs: 0 })).toEqual([7, 7, false, null]);
    expect(at({ durationMs: 1_600, preparing: 2 })).toEqual([10, 7, true, expect.stringMatching(/allowed are 10\.0 ms$/)]);
    expect(at({ durationMs: 1_600 }, true)).toEqual([10, 7, false, null]);
    const held = { ...partOf(1), counts: { ...partOf(1).counts, heldBack: 1 } };
    expect(result([held], { durationMs: 0 }).voidReason).toBe('too many requests waited for the target: the rate was not offered');
    expect(result([held], {}, true).voided).toBe(false);
  }); // prettier-ignore

  it('is stopped where one of them is, and has no namespace and no notes where there are none', () => {
    const quiet = [1, 2].map((n) => ({ ...partOf(n), notes: [], isStopped: n === 2 }));
    const { stopped, namespace, notes } = result(quiet, { names: undefined });
    expect([stopped, namespace, notes]).toEqual([true, null, undefined]);
    expect(result(quiet.slice(0, 1)).stopped).toBe(false);
  });

  it('tells which rules of time it reached by the clock of the target', () => {
    const reached = (plan: object, more = '') => result([partOf(2)], plan, false, more).timeRules.filter(({ outcome }) => outcome !== 'not reached').length; // prettier-ignore
    expect([reached({}), reached({}, 'clock: 100000x\n') >= reached({})]).toEqual([
      reached({ lastAtMs: 1e12 }),
      true,
    ]);
    expect(result([partOf(2)], {}, false, 'clock: 100000x\n').timeRules).not.toEqual(
      result([partOf(2)]).timeRules,
    );
  });

  it('has its differences one by one as evidence, the explained ones in order', () => {
    const { listed, answers, services } = openEvidence([partOf(1), partOf(2)]);
    expect(listed.map(({ n, field, explanation, cause }) => [n, field, explanation, cause])).toEqual([[4, '/fee', null, 0], [5, '/fee', null, 0], [7, '/x', 'drawn', null], [8, '/x', 'drawn', null]]);
    expect(listed[0]).toEqual({ n: 4, call, kind: 'amount', field: '/fee', recorded: '1', live: '2', explanation: null, cause: 0 });
    expect([[...answers.keys()], services[0]]).toEqual([[1, 2], { name: 'http_reqs{service:escrow}', unit: 'requests', value: 2 }]);
  }); // prettier-ignore

  it('of an engine that sees statuses alone compares nothing', () => {
    const parts = { fromKeys: 1, comparison: 'status', retries: { sent: 0, refused: 0 }, notCompared: [], operations: [], timeRules: [] }; // prettier-ignore
    expect([statusOnly(planOf()), statusOnly(planOf({ names: undefined }))]).toEqual([{ ...parts, namespace: 'abcd' }, { ...parts, namespace: null }]); // prettier-ignore
  });
});

describe('a plan of a replay', () => {
  const lines = [0, 100, 250].map((at, n) => recordLine({ n, at }));
  const callOf = (change: Partial<ReplayCall>): ReplayCall => ({
    ...defaultReplay, trace: traceFile(lines, headerLine()), target: targetOf(), schedule: asRecorded, namespace: 'tests', ca: undefined, ...change,
  }); // prettier-ignore
  const only = new Set([0]);

  it.each<[Partial<ReplayCall>, string]>([
    [{ schedule: { ...asRecorded, fromMs: 251 } }, '1:1: the last request that is sent is at 250ms, before --from 251ms; expected an earlier --from'],
    [{ warmUpMs: 251 }, '1:1: the last request is due after 250ms, within --warm-up 251ms, and nothing would be measured; expected a shorter one'],
    [{ warmUpMs: 126, schedule: { ...asRecorded, speed: 2 } }, '1:1: the last request is due after 125ms, within --warm-up 126ms, and nothing would be measured; expected a shorter one'],
  ])('of which nothing is measured is refused: case %#', async (change, message) => {
    await expect(Replay.plan(callOf(change))).rejects.toThrow(message);
    // A worker may have the sessions that only prepare.
    expect((await Replay.plan(callOf({ ...change, only }))).plan.requests).toBe(3);
  }); // prettier-ignore

  it.each<Partial<ReplayCall>>([{ schedule: { ...asRecorded, fromMs: 250 } }, { warmUpMs: 250 }, { warmUpMs: 9_999, schedule: { ...asRecorded, speed: 'max' } }])(
    'of which something is measured is none: case %#', async (change) => {
      const replay = await Replay.plan(callOf(change));
      expect([replay.plan.requests, replay.progress]).toEqual([3, { answered: 0, elapsedMs: 0 }]);
    }); // prettier-ignore

  it('is of the file that was planned, by its time and not by its content alone', async () => {
    const touched = callOf({});
    const replay = await Replay.plan(touched);
    utimesSync(touched.trace, new Date(0), new Date(0));
    await expect(replay.run()).rejects.toThrow('1:1: the trace has changed since it was planned');
  });

  it('that is stopped before it runs sends nothing', async () => {
    const toy = await toyServer();
    const target = readTarget('t.yaml', `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n`); // prettier-ignore
    const replay = await Replay.plan(callOf({ target }));
    replay.stop();
    const { stopped, unsent, ok } = await replay.run();
    expect([stopped, unsent, ok, toy.asked.length]).toEqual([true, 3, false, 0]);
    const whole = await Replay.plan(callOf({ target, schedule: { ...asRecorded, speed: 'max' } }));
    const part = await whole.runPart();
    expect([whole.progress, part.counts.answered, toy.asked.length]).toEqual([{ answered: 3, elapsedMs: part.elapsedMs }, 3, 3]); // prettier-ignore
  });
});
