/** One step of a search for the limit: does it hold, and if not, who limited it. Both sides of each boundary. */
import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../src/live/load/limit/step.ts';
import { searchLimit, type LimitSearchCall } from '../../../src/live/load/limit/search.ts';
import type { LoadLimitStep } from '../../../src/live/load/limit/result.ts';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { describeKept, drawFrom, oneOf } from '../../kept-digests.ts';
import { expected } from './loading.ts';

const ms = (p99: number) => ({ mean: 0, p50: p99 / 2, p90: p99, p95: p99, p99, p999: p99, max: p99 });
const second = (at: number, offered: number, answered: number, inFlight = 0) =>
  ({ second: at, offered, answered, inFlight }) as LoadResult['series'][number];
const calm = Array.from({ length: 10 }, (_, at) => second(at, 100, 100));

const base = {
  seconds: 10, series: calm, offeredPerSecond: 100, answeredPerSecond: 100,
  requests: { offered: 1_000, failed: 0, limited: 0, withheld: 0 }, agents: { dropped: 0 },
  responseMs: ms(40), serviceMs: ms(20), generatorLagMs: ms(1), expectations: [], limits: [], findingCount: 0,
  workers: [{ worker: 0, requests: 1, lost: null, seconds: 10 }],
} as unknown as LoadResult; // prettier-ignore

const step = (more: object, context: { expect?: Record<string, string>; aloneMs?: number } = {}) =>
  stepOf(
    100,
    { ...base, ...more },
    { expectations: expected(context.expect ?? {}), aloneMs: context.aloneMs },
  );
const why = (...words: Parameters<typeof step>) => step(...words).why;
const by = (...words: Parameters<typeof step>) => step(...words).limitedBy;

/** A load of which the last eight seconds are judged. */
const answering = (answered: number, inFlight = 0) => ({
  series: calm.map((row) => second(row.second, 1_000, row.second === 9 ? answered : 1_000, inFlight)),
});
const failing = (metric: string) => ({
  expectations: [{ metric, threshold: 'p(99)<30', value: 40, ok: false }],
});

describe('a step', () => {
  it('that is calm holds, with the figures of its load', () => {
    expect(step({})).toMatchObject({ level: 100, holds: true, limitedBy: null, why: null, seconds: 10, requests: 1_000, achievedShare: 1, failed: 0, sendLagP99Ms: 1 });
  }); // prettier-ignore

  it('holds from 99% of what was offered after its first fifth, and before its end', () => {
    expect(step(answering(920))).toMatchObject({ holds: true, achievedShare: 0.99 });
    expect(step(answering(919))).toMatchObject({ holds: false, limitedBy: 'target', why: 'fewer requests were answered than offered' });
    const outside = calm.map((row) => second(row.second, 100, row.second < 2 ? 0 : 100));
    expect(step({ series: [...outside, second(10, 100, 0)] })).toMatchObject({ holds: true, achievedShare: 1 });
    expect(step({ series: outside.map((row) => (row.second === 2 ? second(2, 100, 0) : row)) }).holds).toBe(false);
    expect(step({ series: [] })).toMatchObject({ holds: true, achievedShare: 1 });
    expect(step({ series: calm.map((row) => second(row.second, 100, 120)) }).achievedShare).toBe(1);
  }); // prettier-ignore

  it('may lack as many as are open, by chance', () => {
    const lacking = (missing: number, inFlight: number) =>
      step({ series: calm.map((row) => second(row.second, 10, row.second === 9 ? 10 - missing : 10, inFlight)) }).holds; // prettier-ignore
    expect([lacking(1, 0), lacking(4, 4), lacking(5, 4), lacking(6, 9), lacking(7, 9)]).toEqual([false, true, false, true, false]); // prettier-ignore
  });

  it('may lack as many as are open at its end, however many were open before', () => {
    const rows = calm.map((row) => second(row.second, 10, row.second === 9 ? 5 : 10, row.second === 9 ? 0 : 400));
    expect(step({ series: rows }).holds).toBe(false);
    expect(step({ series: rows.map((row) => ({ ...row, inFlight: row.second === 9 ? 400 : 0 })) }).holds).toBe(true);
  }); // prettier-ignore

  it('holds where its expectations do, and is the target\'s where one of several others than times fails', () => {
    const held = { metric: 'http_req_failed', threshold: 'rate<0.5', value: 0, ok: true };
    expect(step({ expectations: [held] })).toMatchObject({ holds: true, why: null });
    const [slow] = failing('http_req_duration').expectations;
    const limits = [{ by: 'ceiling', p99Ms: 30 }];
    expect(by({ expectations: [slow, { ...held, ok: false }], limits })).toBe('target');
    expect(by({ expectations: [slow, held], limits })).toBe('ceiling');
    expect(by({ ...failing('http_req_duration{service:escrow}'), limits })).toBe('ceiling');
  }); // prettier-ignore

  it('was late itself above 10 ms, or above a tenth of what is judged', () => {
    const late = (lag: number, more: object = {}, expectation: Record<string, string> = {}) =>
      why({ generatorLagMs: ms(lag), responseMs: ms(1_000), ...more }, { expect: expectation });
    expect(late(100)).toBeNull();
    expect(late(100.1)).toBe('this generator was late: p99 of its send lag is 100.1 ms, allowed are 100.0 ms');
    expect([late(10, { responseMs: ms(5) }), late(10.1, { responseMs: ms(5) })]).toEqual([null, 'this generator was late: p99 of its send lag is 10.1 ms, allowed are 10.0 ms']);
    const bounds = { http_req_duration: 'p(99)<400', 'http_req_duration{service:escrow}': 'p(99)<=200', http_req_failed: 'rate<0.5', 'http_req_duration{service:faucet}': 'p(99)>1' };
    expect(late(20, {}, bounds)).toBeNull();
    expect(late(20.1, {}, bounds)).toMatch(/allowed are 20\.0 ms$/);
    // A rate is refused in bursts.
    expect(late(11, { requests: { ...base.requests, failed: 9, limited: 5 } })).toMatch(/allowed are 10\.0 ms$/);
    expect(late(11, { requests: { ...base.requests, failed: 10, limited: 5 } })).toBeNull();
    expect(by({ generatorLagMs: ms(99) })).toBe('generator');
  }); // prettier-ignore

  const reasons: readonly (readonly [object, string, string])[] = [
    [{ workers: [{ worker: 3, lost: 'it was killed' }] }, 'worker 3 was lost: it was killed', 'worker'],
    [{ requests: { ...base.requests, withheld: 2 }, limits: [{ by: 'budget', p99Ms: 0 }] }, '2 requests were withheld by the budget', 'budget'],
    [{ agents: { dropped: 4 }, limits: [{ by: 'agents', p99Ms: 0 }] }, '4 arrivals were dropped: agentsMax agents acted', 'agents'],
    [{ generatorLagMs: ms(50) }, 'this generator was late: p99 of its send lag is 50.0 ms, allowed are 10.0 ms', 'generator'],
    [failing('http_req_failed'), 'http_req_failed p(99)<30 fails', 'target'],
    [{ findingCount: 5 }, '5 behaviours broke', 'target'],
  ]; // prettier-ignore

  it('breaks by the first of these reasons, in their order', () => {
    for (const [at, [more, text, limiter]] of reasons.entries()) {
      expect(step(more)).toMatchObject({ holds: false, why: text, limitedBy: limiter });
      const later = Object.assign({}, ...reasons.slice(at).map(([each]) => each).toReversed()) as object;
      expect(why(later)).toBe(text);
    }
  }); // prettier-ignore

  it('is limited by a wait of ours where that explains half of the response time', () => {
    const waiting = (ceiling: number, connections: number, more: object = {}, aloneMs?: number) => {
      const limits = [...(ceiling < 0 ? [] : [{ by: 'ceiling', p99Ms: ceiling }]), ...(connections < 0 ? [] : [{ by: 'connections', p99Ms: connections }])];
      return by({ ...failing('http_req_duration'), limits, ...more }, aloneMs === undefined ? {} : { aloneMs });
    };
    expect([waiting(20, -1), waiting(19.9, -1), waiting(-1, 20), waiting(-1, 19.9)]).toEqual(['ceiling', 'target', 'connections', 'target']);
    expect([waiting(30, 31), waiting(31, 31)]).toEqual(['connections', 'ceiling']);
    // Few connections hide a target that is slower than alone.
    expect([waiting(-1, 30, {}, 4.9), waiting(-1, 30, {}, 5)]).toEqual(['target', 'connections']);
    expect([waiting(30, -1, failing('http_req_failed')), waiting(-1, 30, failing('checks'))]).toEqual(['target', 'target']);
    expect(waiting(-1, -1, { responseMs: ms(0) })).toBe('ceiling');
  }); // prettier-ignore

  it('whose agents pile up is limited by them, unless the target is slower or an expectation fails', () => {
    const piled = { agents: { dropped: 4 }, limits: [{ by: 'agents', p99Ms: 0 }] };
    expect([by(piled, { aloneMs: 5 }), by(piled, { aloneMs: 4.9 }), by({ ...piled, ...failing('checks') })]).toEqual(['agents', 'target', 'target']);
  }); // prettier-ignore
});

/** A target with a capacity, that is limited by something from there on. */
function searching(name: string): () => Promise<Iterable<unknown>> {
  return async () => {
    const found: unknown[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const draw = drawFrom(`${name} ${turn}`);
      const capacity = draw(400) / 3 + 0.5;
      const [from, to] = [1 + draw(60), 20 + draw(300)];
      const stopAt = draw(3) === 0 ? 1 + draw(20) : Infinity;
      const limiter = oneOf(draw, ['target', 'target', 'generator', 'budget'] as const);
      let count = 0;
      const tried: LimitSearchCall['tried'] = (level) => {
        count += 1;
        const isBroken = name === 'by chance' ? draw(5) === 0 || level > capacity : level > capacity;
        const limitedBy = isBroken ? limiter : null;
        return Promise.resolve(count >= stopAt ? undefined : ({ level, holds: !isBroken, limitedBy } as LoadLimitStep));
      };
      found.push(await searchLimit({ from, to, isWhole: draw(2) === 0, tried }));
    }
    return found;
  };
} // prettier-ignore

describe('drawn searches of a target that breaks', () => {
  describeKept(
    new URL('limit-step.json', import.meta.url),
    ['by a capacity', 'by chance'].map((name) => ({ name, made: searching(name) })),
  );
});
