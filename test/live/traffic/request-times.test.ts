/** Which times of a request are recorded, on a clock that is made up: response times count from when a request was due. */
import fc from 'fast-check';
import type { RecordableHistogram } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { percentiles } from '../../../src/live/traffic/engine/measures.ts';
import type { PlannedRequest } from '../../../src/live/traffic/engine/planned-request.ts';
import { RequestTimes } from '../../../src/live/traffic/engine/request-times.ts';

const connectionsMax = 32;

const requestOf = (changes: Partial<PlannedRequest>): PlannedRequest => ({
  n: 0,
  session: 0,
  method: 'GET',
  endpoint: 0,
  dueMs: 1_000,
  isMeasured: true,
  isAlone: false,
  sentMs: 0,
  intendedMs: 0,
  readyMs: 0,
  ...changes,
});

const recording = (warmUpMs = 0): RequestTimes<PlannedRequest> =>
  new RequestTimes<PlannedRequest>({ warmUpMs, connectionsMax });

/** The one time that is recorded, to three figures. */
function onlyMs(histogram: RecordableHistogram): number {
  expect(histogram.count).toBe(1);
  return percentiles(histogram).max;
}

/** Within the resolution of a histogram of three figures. */
const isNear = (found: number, ms: number): boolean => Math.abs(found - ms) <= ms * 0.002 + 0.002;

const moments = fc
  .tuple(
    fc.integer({ min: 1, max: 100_000 }),
    fc.integer({ min: 0, max: 100_000 }),
    fc.integer({ min: 1, max: 100_000 }),
  )
  .map(([intendedMs, waitedMs, tookMs]) => ({
    intendedMs,
    sentMs: intendedMs + waitedMs,
    endMs: intendedMs + waitedMs + tookMs,
  }));

describe('the times of a request', () => {
  it('with a response: response time from when it was due, service time from when it was sent', () => {
    fc.assert(
      fc.property(moments, ({ intendedMs, sentMs, endMs }) => {
        const times = recording();
        times.answered(requestOf({ intendedMs, sentMs }), endMs);
        expect(isNear(onlyMs(times.measures.response), endMs - intendedMs)).toBe(true);
        expect(isNear(onlyMs(times.measures.service), endMs - sentMs)).toBe(true);
      }),
    );
  });

  it('without one: the time until it was given up is a response time, also where it was never sent', () => {
    fc.assert(
      fc.property(moments, fc.boolean(), ({ intendedMs, sentMs, endMs }, isSent) => {
        const times = recording();
        times.failed(requestOf({ intendedMs, sentMs: isSent ? sentMs : 0 }), endMs);
        expect(isNear(onlyMs(times.measures.response), endMs - intendedMs)).toBe(true);
        expect(times.measures.service.count).toBe(0);
      }),
    );
  });

  it('of preparing requests and of the warm-up are not recorded, whatever becomes of them', () => {
    const left = [requestOf({ isMeasured: false }), requestOf({ dueMs: 999 })];
    const kept = [requestOf({ dueMs: 1_000 }), requestOf({ dueMs: undefined })];
    const countsOf = (request: PlannedRequest): number[] => {
      const times = recording(1_000);
      times.lagged(request, 5);
      times.answered(request, 6);
      times.failed(request, 7);
      const { lag, service, response } = times.measures;
      return [lag.count, service.count, response.count];
    };
    expect(left.map(countsOf)).toEqual([[0, 0, 0], [0, 0, 0]]); // prettier-ignore
    expect(kept.map(countsOf)).toEqual([[1, 1, 2], [1, 1, 2]]); // prettier-ignore
  });

  it('have the lag of the generator apart from the response time', () => {
    const times = recording();
    times.lagged(requestOf({ intendedMs: 100 }), 107);
    expect(isNear(onlyMs(times.measures.lag), 7)).toBe(true);
    expect(times.measures.response.count).toBe(0);
  });

  it('tell a crowded target from one that is left alone by the requests in flight', () => {
    const countsWith = (besides: number): number[] => {
      const times = recording();
      times.answered(requestOf({ besides }), 5);
      return [times.measures.serviceAlone.count, times.measures.serviceCrowded.count];
    };
    expect([0, 2, 3, 30, 31, 40].map(countsWith)).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('the waits of a request', () => {
  it('add up to the time from when it was ready until it was sent, each part under its reason', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 20_000 }),
        (waitMs, heldMs) => {
          const times = recording();
          const request = requestOf({ readyMs: 500 });
          times.waitedToBeSent(request, 500 + waitMs, heldMs);
          const { ceiling, connection } = times.measures.waits;
          const ceilingMs = heldMs > 0 ? Math.min(waitMs, heldMs) : undefined;
          const restMs = heldMs < waitMs ? waitMs - heldMs : undefined;
          expect(ceiling.count).toBe(ceilingMs === undefined ? 0 : 1);
          expect(connection.count).toBe(restMs === undefined ? 0 : 1);
          if (ceilingMs !== undefined) expect(isNear(onlyMs(ceiling), ceilingMs)).toBe(true);
          if (restMs !== undefined) expect(isNear(onlyMs(connection), restMs)).toBe(true);
          expect(request.readyMs).toBe(500 + waitMs);
        },
      ),
    );
  });

  it('are not those of a request without a due time', () => {
    const times = recording();
    times.waited(requestOf({ dueMs: undefined, readyMs: 1 }), 'session', 9);
    expect(times.measures.waits.session.count).toBe(0);
  });
});
