/** A replay in parts: which sessions go together, and what was measured apart as one. */
import { describe, expect, it } from 'vitest';
import { Differences, type Difference } from '../../../src/live/traffic/compare/difference.ts';
import { asRecorded, Schedule } from '../../../src/live/traffic/plan/schedule.ts';
import { sharesOf } from '../../../src/live/traffic/plan/session-groups.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { openResult } from '../../../src/live/traffic/replay/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { ThresholdMeter } from '../../../src/live/traffic/thresholds/meter.ts';
import { answerJson, toyServer } from './toy-server.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from './traces.ts';

const shares = (records: readonly RecordChanges[], workers: number): Promise<number[][]> =>
  sharesOf(traceFile(records.map(recordLine)), {
    schedule: new Schedule({ ...asRecorded, toMs: 1000 }),
    workers,
    names: undefined,
  });

describe('shares of the sessions', () => {
  it('are as even as dependencies allow, whether a request or a response has them', async () => {
    const records: RecordChanges[] = [
      { n: 0, at: 0, session: 0 },
      { n: 1, at: 1, session: 1, path: '/faucet/${0:/id}' },
      { n: 2, at: 2, session: 2, answer: { id: '${1:/id}' } },
      { n: 3, at: 3, session: 3 },
      { n: 4, at: 4, session: 4 },
      { n: 5, at: 5, session: 4 },
      { n: 6, at: 2000, session: 5 },
    ];
    const found = (await shares(records, 2)).map((sessions) => new Set(sessions));
    expect(new Set(found)).toEqual(new Set([new Set([0, 1, 2]), new Set([3, 4])]));
    expect(await shares(records, 10)).toHaveLength(3);
    expect(await shares(records.slice(0, 3), 4)).toEqual([[0, 1, 2]]);
  });
});

describe('parts', () => {
  it('are one result: histograms, statuses, differences and thresholds added up, and sent nothing twice', async () => {
    const records: RecordChanges[] = Array.from({ length: 60 }, (_, n) => ({
      n,
      at: n,
      session: n % 6,
      path: `/faucet/${n}`,
      answer: { is: n === 7 || n === 8 ? 'other' : 'this' },
    }));
    const header = headerLine({ expect: { http_reqs: ['count==60'], http_req_failed: ['rate<0.1'] } });
    const trace = traceFile(records.map(recordLine), header);
    const toy = await toyServer(({ url }, response) =>
      answerJson(response, { is: 'this' }, url.endsWith('/9') ? 503 : 200),
    );
    const call = {
      trace,
      target: readTarget(
        'toy.yaml',
        `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\nrequestsPerSecond: 100000\n`,
      ),
      schedule: { ...asRecorded, speed: 'max' as const },
      keepsThinkTime: true,
      warmUpMs: 0,
      noise: undefined,
      namespace: 'tests',
      limitWaitMs: 2_000,
      answersOnly: false,
      ca: undefined,
    };
    const { plan } = await Replay.plan(call);
    const parts = await Promise.all(
      [[0, 2, 4], [1, 5], [3]].map(async (sessions) => {
        const replay = await Replay.plan({ ...call, only: new Set(sessions) });
        expect(replay.plan.requests).toBe(sessions.length * 10);
        // As another thread would send it.
        return structuredClone(await replay.runPart());
      }),
    );
    const result = openResult({ call, plan, parts });
    expect(toy.asked.map(({ url }) => url).toSorted()).toEqual(records.map(({ n }) => `/${n}`).toSorted());
    expect(result).toMatchObject({ workers: 3, requests: 60, unsent: 0, same: 57, ok: false });
    expect(result.statusCounts).toEqual({ 200: 59, 503: 1 });
    expect(result.differences).toMatchObject({ unexplained: 3 });
    expect(result.differences.groups.map(({ kind, count, n }) => [kind, count, n])).toEqual([
      ['value', 2, 7],
      ['status', 1, 9],
    ]);
    expect(result.thresholds.map(({ value, ok }) => [value, ok])).toEqual([
      [60, true],
      [1 / 60, true],
    ]);
    const slowest = Math.max(...parts.map(({ measures }) => measures.response.max / 1000));
    expect(result.responseMs.max).toBe(slowest);
    expect(result.responseMs.p50).toBeGreaterThan(0);
  });

  it('say of a difference where it was first, whichever of them found it', () => {
    const difference: Difference = { kind: 'value', field: '/x', recorded: 'a', live: 'b' };
    const [left, right] = [new Differences(), new Differences()];
    left.add('c', 9, difference, null);
    right.add('c', 4, difference, null);
    right.add('c', 5, { ...difference, field: '/y' }, 'time');
    left.merge(right.state());
    expect(left.groups().map(({ count, n, field }) => [count, n, field])).toEqual([
      [2, 4, '/x'],
      [1, 5, '/y'],
    ]);
    expect([left.unexplained, left.explained]).toEqual([2, 1]);
  });

  it('have percentiles of all samples, never of percentiles', () => {
    const expected = { http_req_duration: ['p(50)<1000', 'avg<1000', 'max<1000'] };
    const [left, right] = [new ThresholdMeter(expected), new ThresholdMeter(expected)];
    const sample = { call: 'a/b/c', status: 200, isFailed: false };
    for (let count = 0; count < 99; count++) left.add({ ...sample, durationMs: 10 });
    right.add({ ...sample, durationMs: 900 });
    left.merge(structuredClone(right.tallies()));
    const values = left.results(1).map(({ value }) => Math.round(value ?? 0));
    expect(values).toEqual([10, 19, 900]);
  });
});
