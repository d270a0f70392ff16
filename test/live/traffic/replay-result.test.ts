/** When a replay is ok: every way in which it can fall short, alone, makes it not ok, and the result says how. */
import { describe, expect, it } from 'vitest';
import { Differences, type Difference } from '../../../src/live/traffic/compare/difference.ts';
import { Measures, recordMs } from '../../../src/live/traffic/engine/measures.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import type { ReplayPart } from '../../../src/live/traffic/replay/part.ts';
import { openResult, type OpenRun } from '../../../src/live/traffic/replay/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from './toy-server.ts';
import { headerLine, recordLine, traceFile } from './traces.ts';

/** A whole replay of ten requests, all alike, in one part and without lag. */
async function wholeRun(expectations: Record<string, string[]> = {}) {
  const toy = await toyServer((_asked, response) => answerJson(response, { is: 'this' }));
  const records = Array.from({ length: 10 }, (_, n) => recordLine({ n, at: n, answer: { is: 'this' } }));
  const call = {
    trace: traceFile(records, headerLine({ expect: expectations })),
    target: readTarget(
      'toy.yaml',
      `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n`,
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
  const replay = await Replay.plan(call);
  const part: ReplayPart = { ...(await replay.runPart()), measures: new Measures() };
  return { call, plan: replay.plan, part };
}

type Run = Awaited<ReturnType<typeof wholeRun>>;

const resultOf = (
  { call, plan, part }: Run,
  changes: Partial<ReplayPart> = {},
  planned: Partial<OpenRun['plan']> = {},
) =>
  openResult({
    call,
    plan: Object.assign(Object.create(plan) as typeof plan, planned),
    parts: [{ ...part, ...changes }],
  });

const stateWith = (difference: Difference, explanation: 'draw' | null): ReplayPart['differences'] => {
  const differences = new Differences();
  differences.add('faucet/B/thing', 3, difference, explanation as never);
  return differences.state();
};

const unsentDifference: Difference = { kind: 'unsent', field: '', recorded: 'a', live: '' };

describe('a replay', () => {
  it('is ok where everything was sent, answered and the same', async () => {
    const run = await wholeRun({ http_reqs: ['count==10'] });
    expect(resultOf(run)).toMatchObject({ ok: true, unsent: 0, same: 10, voided: false, stopped: false });
  });

  it('is not ok where requests were not sent, however few and whatever else is well', async () => {
    const run = await wholeRun();
    for (const missing of [1, 5, 10]) {
      const counts = { ...run.part.counts, sent: 10 - missing, answered: 10 - missing };
      expect(resultOf(run, { counts })).toMatchObject({ ok: false, unsent: missing });
    }
  });

  it('does not count a request that was sent twice for one that was not sent', async () => {
    const run = await wholeRun();
    const counts = { ...run.part.counts, sent: 10, repeated: 2 };
    expect(resultOf(run, { counts })).toMatchObject({ ok: false, unsent: 2 });
    expect(resultOf(run, { counts: { ...counts, sent: 12 } })).toMatchObject({ ok: true, unsent: 0 });
  });

  it('is ok without the requests that the target’s own draw has made impossible, and without no other', async () => {
    const run = await wholeRun();
    const counts = { ...run.part.counts, sent: 9, answered: 9 };
    expect(resultOf(run, { counts, differences: stateWith(unsentDifference, 'draw') }).ok).toBe(true);
    expect(resultOf(run, { counts, differences: stateWith(unsentDifference, null) }).ok).toBe(false);
    const two = { ...counts, sent: 8 };
    expect(resultOf(run, { counts: two, differences: stateWith(unsentDifference, 'draw') }).ok).toBe(false);
    const another: Difference = { ...unsentDifference, kind: 'value' };
    expect(resultOf(run, { counts, differences: stateWith(another, 'draw') }).ok).toBe(false);
  });

  it('is not ok where a request failed, where it was stopped, and where a difference has no explanation', async () => {
    const run = await wholeRun();
    const failed = { ...run.part.counts, failed: 1, answered: 9 };
    expect(resultOf(run, { counts: failed }).ok).toBe(false);
    expect(resultOf(run, { isStopped: true })).toMatchObject({ ok: false, stopped: true });
    const value: Difference = { kind: 'value', field: '/is', recorded: 'this', live: 'that' };
    expect(resultOf(run, { differences: stateWith(value, null) })).toMatchObject({
      ok: false,
      differences: { unexplained: 1 },
    });
    expect(resultOf(run, { differences: stateWith(value, 'draw') }).ok).toBe(true);
  });

  it('is not ok where a threshold does not hold', async () => {
    const run = await wholeRun({ http_reqs: ['count>10'] });
    expect(resultOf(run)).toMatchObject({ ok: false, voided: false, thresholds: [{ ok: false }] });
  });

  it('is void where the generator was late, by the interval of the requests of one worker', async () => {
    const run = await wholeRun();
    const measures = new Measures();
    for (let count = 0; count < 100; count++) recordMs(measures.lag, 4);
    // Ten requests in a second are one in 100 ms, of which 10 ms are allowed; in 0.2 s one in 20 ms, and 2 ms are.
    expect(resultOf(run, { measures }, { durationMs: 1_000 })).toMatchObject({ ok: true, voidReason: null });
    const late = resultOf(run, { measures }, { durationMs: 200 });
    expect(late).toMatchObject({ ok: false, voided: true });
    expect(late.voidReason).toMatch(/p99 of its send lag is 4\.\d ms, allowed are 2\.0 ms$/);
  });
});
