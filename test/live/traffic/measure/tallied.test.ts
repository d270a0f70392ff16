/** What is tallied of requests: codes in their form, times where there are some, and intervals of several threads. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { LiveInterval } from '../../../../src/live/traffic/measure/interval.ts';
import { LiveSeries } from '../../../../src/live/traffic/measure/live-series.ts';
import { codeIn, measuredOf, RequestMeter } from '../../../../src/live/traffic/measure/request-meter.ts';
import { errorCode, RequestTally, type RequestOutcome } from '../../../../src/live/traffic/measure/tally.ts';

afterEach(() => void vi.restoreAllMocks());

const outcome = (change: Partial<RequestOutcome> = {}): RequestOutcome => ({ call: 'x', status: 200, code: '', responseMs: 5, serviceMs: 4, ...change }); // prettier-ignore

describe('the code of a refusal', () => {
  it.each<[unknown, string]>([
    ['limit_reached', 'limit_reached'],
    ['a.B-3', 'a.B-3'],
    ['x'.repeat(48), 'x'.repeat(48)],
    ['x'.repeat(49), '400'],
    ['', '400'],
    ['two words', '400'],
    ['ended!', '400'],
    ['!begun', '400'],
    ['!', '400'],
    [7, '400'],
    [undefined, '400'],
  ])('is that of the target where it has the form of one: %j', (code, expected) => {
    expect(errorCode(400, code)).toBe(expected);
  });

  it.each([
    [200, '{"code":"kept"}', ''],
    [399, '{"code":"kept"}', ''],
    [400, '{"code":"kept"}', 'kept'],
    [500, '', '500'],
    [500, 'null', '500'],
    [500, 'text', '500'],
  ])('of an answer %d %s is %j', (status, body, expected) => {
    const bytes = Buffer.from(`..${body}`);
    expect(codeIn({ ...noAnswer(), status, bytes, start: 2, end: bytes.length })).toBe(expected);
  });
});

describe('a tally', () => {
  it('has times of those requests alone that have some', () => {
    const tally = new RequestTally();
    tally.add(outcome({ responseMs: undefined }));
    tally.add(outcome({ serviceMs: undefined }));
    expect([tally.response.totalCount, tally.service.totalCount, tally.sumMs]).toEqual([1, 1, 5]);
  });

  it('of an interval adds up with that of another', () => {
    const [one, other] = [new LiveInterval(0), new LiveInterval(0)];
    one.add(outcome({ status: 500, code: 'a', responseMs: undefined }));
    other.add(outcome({ status: 500, code: 'a' }));
    other.add(outcome({ status: 0, code: 'timeout', call: 'y' }));
    one.merge(other);
    expect([one.answered, one.failed, one.response.totalCount]).toEqual([2, 3, 2]);
    expect([one.codes, one.failedCalls]).toEqual([new Map([['a', 2], ['timeout', 1]]), new Map([['x', 2], ['y', 1]])]); // prettier-ignore
  });

  it('has service times from when a request was sent', () => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const meter = new RequestMeter();
    meter.ended({ intendedMs: 900, sentMs: 960 }, { call: 'x', status: 200, code: '' }, true);
    const measured = measuredOf(meter.tallies, meter.series, 2);
    expect(measured).toMatchObject({ requests: 1, perSecond: 0.5, failed: 0, errors: {} });
    expect([measured?.responseMs.max, measured?.serviceMs.max].map((ms) => Math.round(ms ?? 0))).toEqual([100, 40]); // prettier-ignore
  });

  it('over time has rows as long as those of the thread with the longest', () => {
    const [one, other] = [new LiveSeries(), new LiveSeries()];
    one.add(outcome(), { dueMs: 0, endMs: 0 });
    one.add(outcome(), { dueMs: 3_000, endMs: 3_000 });
    one.merge({ ...other.plain(), startedMs: 0, intervalMs: 4_000 });
    expect([one.intervalMs, one.rows().map(({ second, offered }) => [second, offered])]).toEqual([4_000, [[0, 2]]]); // prettier-ignore
  });
});
