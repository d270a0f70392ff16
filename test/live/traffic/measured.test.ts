/** What bench and replay measure over time and by operation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallTallies, measuresOf } from '../../../src/live/traffic/measure/call-tallies.ts';
import { LiveSeries } from '../../../src/live/traffic/measure/live-series.ts';
import { errorCode, type RequestOutcome } from '../../../src/live/traffic/measure/tally.ts';

const outcome = (changes: Partial<RequestOutcome> = {}): RequestOutcome => ({
  call: 'escrow/B/create',
  status: 200,
  code: '',
  responseMs: 10,
  serviceMs: 5,
  ...changes,
});

describe('a series of live requests', () => {
  it('offers a request when it is due, and answers it when its response has come', () => {
    const series = new LiveSeries();
    series.add(outcome(), { dueMs: 5_000, endMs: 5_010 });
    series.add(outcome({ status: 503, code: 'BUSY' }), { dueMs: 5_100, endMs: 8_050 });
    const rows = series.rows();
    expect(rows.map(({ second, offered, answered, failed }) => [second, offered, answered, failed])).toEqual([
      [0, 2, 1, 0],
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [3, 0, 1, 1],
    ]);
    expect(rows[3]).toMatchObject({ codes: { BUSY: 1 }, failedCalls: { 'escrow/B/create': 1 } });
  });

  it('never has more than 600 rows, and loses no request by that', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 40 }),
        (dues) => {
          const series = new LiveSeries();
          series.add(outcome(), { dueMs: 0, endMs: 1 });
          for (const dueMs of dues) series.add(outcome(), { dueMs, endMs: dueMs + 10 });
          const rows = series.rows();
          expect(rows.length).toBeLessThanOrEqual(600);
          const sum = (of: 'offered' | 'answered'): number => rows.reduce((total, row) => total + row[of], 0);
          expect([sum('offered'), sum('answered')]).toEqual([dues.length + 1, dues.length + 1]);
          expect(rows.at(-1)?.second).toBeLessThanOrEqual((Math.max(...dues) + 10) / 1000);
        },
      ),
    );
  });

  it('of two threads adds up, where one of them has longer intervals too', () => {
    const [left, right, whole] = [new LiveSeries(), new LiveSeries(), new LiveSeries()];
    for (const [index, series] of [left, right].entries())
      for (const dueMs of [0, 1_500, index * 700_000]) {
        const times = { dueMs, endMs: dueMs + 5 };
        series.add(outcome(), times);
        whole.add(outcome(), times);
      }
    expect(right.intervalMs).toBe(2 * left.intervalMs);
    left.merge(structuredClone(right.plain()));
    expect(left.rows()).toEqual(whole.rows());
  });
});

describe('the requests of a bench or a replay', () => {
  const tallies = new CallTallies();
  tallies.add(outcome());
  tallies.add(outcome({ responseMs: undefined, serviceMs: undefined }));
  tallies.add(outcome({ call: 'GET /else', status: 429, code: '429', responseMs: 30 }));
  tallies.add(outcome({ call: 'wallet/B/chains', status: 0, code: 'timeout', responseMs: 50 }));

  it('have the names and units of a simulated run, also by service', () => {
    const values = Object.fromEntries(
      measuresOf(tallies).map(({ name, unit, value }) => [name, [value, unit]]),
    );
    expect(values).toMatchObject({
      http_reqs: [4, 'requests'],
      http_req_failed: [0.5, 'share'],
      http_req_timeouts: [1, 'requests'],
      rate_limited_total: [1, 'requests'],
      // Not the one of the warm-up.
      'http_req_duration{avg}': [30, 'ms'],
      'http_reqs{service:escrow}': [2, 'requests'],
      'http_reqs{service:wallet}': [1, 'requests'],
      'http_req_duration{service:escrow,avg}': [10, 'ms'],
    });
    expect(Object.keys(values).filter((name) => name.includes('else'))).toEqual([]);
  });

  it('have none where nothing was sent', () => expect(measuresOf(new CallTallies())).toEqual([]));

  it.each([
    ['RATE_LIMIT', 'RATE_LIMIT'],
    [undefined, '429'],
    [7, '429'],
    ['a text that is no code', '429'],
  ])('count the error code %s as %s', (code, counted) => expect(errorCode(429, code)).toBe(counted));
});
