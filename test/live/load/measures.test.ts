/** What several workers measured adds up to what one would have measured. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Stream } from '../../../src/core/kernel/stream.ts';
import {
  decoded,
  encoded,
  newHistogram,
  percentilesOf,
  recordMs,
} from '../../../src/live/traffic/measure/histogram.ts';
import { IntervalBook } from '../../../src/live/load/measure/interval-book.ts';
import { judged } from '../../../src/live/load/measure/judged.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import { LoadInterval } from '../../../src/live/load/measure/series.ts';
import type { AgentOutcome } from '../../../src/live/load/measure/selected.ts';
import { inAgentTime } from '../../../src/live/load/send/agent-time.ts';
import { expected } from './loading.ts';

const outcomes = (count: number): AgentOutcome[] => {
  const draws = new Stream('1', 'outcomes');
  return Array.from({ length: count }, () => {
    const isFailed = draws.unit() < 0.2;
    const responseMs = -Math.log(1 - draws.unit()) * 40;
    return {
      call: draws.unit() < 0.5 ? 'escrow/A/create' : 'faucet/B/register',
      behaviour: 'visitor',
      status: isFailed ? 429 : 200,
      code: isFailed ? 'RATE_LIMIT' : '',
      responseMs,
      serviceMs: responseMs / 2,
    };
  });
};

const expectations = expected({
  http_req_duration: 'p(99)<400',
  'http_reqs{service:escrow,status:429}': 'count>0',
  'rate_limited_total{operation:register}': 'count>0',
  http_req_failed: 'rate<0.5',
});

describe('measures of several workers', () => {
  it('merge exactly: every count and every percentile is that of the pooled samples', () => {
    const whole = new LoadMeasures(expectations);
    const parts = [0, 1, 2].map(() => new LoadMeasures(expectations));
    for (const [index, outcome] of outcomes(3_000).entries()) {
      whole.add(outcome);
      parts[index % 3]?.add(outcome);
    }
    const merged = new LoadMeasures(expectations);
    for (const part of parts) merged.merge(structuredClone(part.plain()));
    const run = { seconds: 10, agents: 3 };
    expect(judged(expectations, merged, run)).toEqual(judged(expectations, whole, run));
    expect(percentilesOf(merged.total.response)).toEqual(percentilesOf(whole.total.response));
    expect(percentilesOf(merged.total.service)).toEqual(percentilesOf(whole.total.service));
    for (const [call, tally] of whole.calls) {
      const other = merged.tallyOf(call);
      expect(percentilesOf(other.response)).toEqual(percentilesOf(tally.response));
      expect([other.requests, other.failed, [...other.codes]]).toEqual([
        tally.requests,
        tally.failed,
        [...tally.codes],
      ]);
    }
  });

  it('have a time for every request: what failed and what timed out takes part in every figure of durations', () => {
    const ends = fc.constantFrom(
      { status: 200, code: '' },
      { status: 429, code: 'RATE_LIMIT' },
      { status: 500, code: 'INTERNAL' },
      { status: 0, code: 'timeout' },
      { status: 0, code: 'reset' },
    );
    const requests = fc.array(fc.tuple(ends, fc.integer({ min: 1, max: 60_000 }), fc.boolean()), {
      minLength: 1,
      maxLength: 30,
    });
    const durations = expected({ http_req_duration: 'max<1', 'http_req_duration{service:escrow}': 'avg<1' });
    const property = fc.property(requests, (made) => {
      const measures = new LoadMeasures(durations);
      for (const [end, responseMs, isSent] of made)
        measures.add({
          ...end,
          call: 'escrow/A/create',
          behaviour: 'visitor',
          responseMs,
          serviceMs: isSent || end.status > 0 ? responseMs / 2 : undefined,
        });
      const { total } = measures;
      const times = made.map(([, responseMs]) => responseMs);
      const count = (holds: (code: string, status: number) => boolean): number =>
        made.filter(([{ code, status }]) => holds(code, status)).length;
      expect(total.response.totalCount).toBe(made.length);
      expect(total.service.totalCount).toBe(
        made.filter(([end, , isSent]) => isSent || end.status > 0).length,
      );
      expect([total.requests, total.failed, total.timeouts, total.limited]).toEqual([
        made.length,
        count((_code, status) => status !== 200),
        count((code) => code === 'timeout'),
        count((_code, status) => status === 429),
      ]);
      expect([...total.statuses.values()].reduce((sum, each) => sum + each, 0)).toBe(
        count((_code, status) => status > 0),
      );
      const [most, mean] = judged(durations, measures, { seconds: 1, agents: 1 }).map(
        ({ value }) => value ?? 0,
      );
      const [mostMs, meanMs] = [Math.max(...times), times.reduce((sum, ms) => sum + ms, 0) / times.length];
      expect(Math.abs((most ?? 0) - mostMs)).toBeLessThanOrEqual(mostMs * 0.002);
      expect(mean).toBeCloseTo(meanMs, 6);
    });
    fc.assert(property, { numRuns: 30 });
  });

  it('an interval becomes a row once every worker has reported it, or is gone', () => {
    const book = new IntervalBook({ workers: 2, intervalMs: 1000, stageAt: () => 0 });
    const interval = (index: number, offered: number): LoadInterval => {
      const made = new LoadInterval(index);
      made.offered = offered;
      return LoadInterval.from(structuredClone(made.plain()));
    };
    book.add(0, interval(0, 3));
    expect(book.rows).toEqual([]);
    book.add(1, interval(0, 4));
    expect(book.rows).toMatchObject([{ second: 0, offered: 7 }]);
    book.add(0, interval(1, 5));
    book.close(1);
    expect(book.rows).toMatchObject([{ offered: 7 }, { second: 1, offered: 5 }]);
  });
});

describe('histograms', () => {
  it('are read back as they were written, and the empty one too', () => {
    const histogram = newHistogram();
    for (const ms of [0.001, 1, 30, 86_400_000]) recordMs(histogram, ms);
    expect(percentilesOf(decoded(encoded(histogram)))).toEqual(percentilesOf(histogram));
    expect(decoded(encoded(newHistogram())).totalCount).toBe(0);
  });
});

describe('waits that the target asks for', () => {
  const clocks = { agentMs: 2_000_000, targetMs: 1_000_000, ratio: 60 };

  it('are in the time of the agents, where their clock runs at another speed', () => {
    expect(inAgentTime({ 'retry-after': '2', 'x-ratelimit-reset': '1010' }, clocks)).toEqual({
      'retry-after': '120',
      'x-ratelimit-reset': '2600',
    });
  });

  it('may have a fraction', () => {
    expect(inAgentTime({ 'retry-after': '1.25' }, clocks)).toEqual({ 'retry-after': '75' });
  });

  it.each(['soon', '1 s', '2 seconds', 'x1', '-1', '1.', '1.x', '.5', ''])('stay as they are: %j', (text) => {
    const headers = { 'retry-after': text, 'x-ratelimit-reset': text };
    expect(inAgentTime({ ...headers }, clocks)).toEqual(headers);
  });

  it('stay as they are for equal clocks, however far they are apart', () => {
    const headers = { 'retry-after': '2.50', 'x-ratelimit-reset': '1010' };
    expect(inAgentTime({ ...headers }, { ...clocks, ratio: 1 })).toEqual(headers);
  });

  it('stay as they are for equal clocks, and where they are no numbers', () => {
    expect(inAgentTime({ 'retry-after': '2' }, { ...clocks, ratio: 1 })).toEqual({ 'retry-after': '2' });
    expect(inAgentTime({ 'retry-after': 'soon' }, clocks)).toEqual({ 'retry-after': 'soon' });
  });
});
