/** Thresholds of a scenario on a live target: which are carried, and what each value is after some requests. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedThresholds, inWordsOfK6 } from '../../../../src/live/traffic/thresholds/carried.ts';
import { ThresholdMeter, type TimedOutcome } from '../../../../src/live/traffic/thresholds/meter.ts';

const outcome = (change: Partial<TimedOutcome> = {}): TimedOutcome => ({
  call: 'escrow/B/create', status: 200, isFailed: false, durationMs: 10, ...change,
}); // prettier-ignore

const valuesOf = (thresholds: Readonly<Record<string, readonly string[]>>, outcomes: readonly TimedOutcome[], seconds = 2) => {
  const meter = new ThresholdMeter(thresholds);
  for (const each of outcomes) meter.add(each);
  return meter.results(seconds).map(({ value, ok }) => [value, ok]);
}; // prettier-ignore

describe('a threshold', () => {
  const durations = Array.from({ length: 100 }, (_, n) => outcome({ durationMs: n + 1 }));

  it.each<[string, string, number]>([
    ['http_req_duration', 'avg<0', 50.5], ['http_req_duration', 'min<0', 1], ['http_req_duration', 'max<0', 100], ['http_req_duration', 'med<0', 50],
    ['http_req_duration', 'p(0)<0', 1], ['http_req_duration', 'p(90)<0', 90], ['http_req_duration', 'p(99)<0', 99], ['http_req_duration', 'p(100)<0', 100],
    ['http_reqs', 'count<0', 100], ['http_reqs', 'value<0', 100], ['http_reqs', 'rate<0', 50], ['http_req_failed', 'rate<0', 0],
  ])('%s %s has its value', (metric, threshold, expected) => {
    const [[value, ok] = []] = valuesOf({ [metric]: [threshold] }, durations);
    expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual(expected / 1_000);
    expect(ok).toBe(false);
  }); // prettier-ignore

  it('without a request has no value and does not hold, but counts hold', () => {
    const thresholds = { http_req_duration: ['avg<1', 'min<1', 'max<1', 'p(50)<1'], http_req_failed: ['rate<1'], http_reqs: ['count==0', 'rate==0'] };
    expect(valuesOf(thresholds, [])).toEqual([...Array.from({ length: 5 }, () => [null, false]), [0, true], [0, true]]);
  }); // prettier-ignore

  it('counts a request that was never sent as failed or not, without a duration', () => {
    const outcomes = [outcome(), outcome({ isFailed: true, durationMs: undefined })];
    expect(valuesOf({ http_reqs: ['count==2'], http_req_failed: ['rate==0.5'], http_req_duration: ['avg==10'] }, outcomes)).toEqual([[2, true], [0.5, true], [10, true]]);
    expect(valuesOf({ http_req_duration: ['avg<1'] }, [outcome({ durationMs: undefined })])).toEqual([[null, false]]);
  }); // prettier-ignore

  it.each<[string, number]>([
    ['http_reqs{service:escrow}', 3], ['http_reqs{style:A}', 1], ['http_reqs{operation:create}', 3], ['http_reqs{status:404}', 1],
    ['http_reqs{service:escrow,style:B}', 2], ['http_reqs{style:B,service:escrow}', 2], ['http_reqs{service:wallet}', 0], ['http_reqs', 4],
  ])('%s counts the requests with all its tags', (metric, expected) => {
    const outcomes = [outcome(), outcome({ call: 'escrow/A/create' }), outcome({ status: 404 }), outcome({ call: 'faucet/B/claim' })];
    expect(valuesOf({ [metric]: ['count>=0'] }, outcomes)).toEqual([[expected, true]]);
  }); // prettier-ignore

  it('that cannot be read or carried is none', () => {
    const thresholds = {
      http_reqs: ['count', 'count<x'],
      'http_reqs{service:unknown}': ['count>0'],
      none: ['count>0'],
    };
    expect(new ThresholdMeter(thresholds).results(1)).toEqual([]);
    expect(new ThresholdMeter({}).tallies().size).toBe(0);
  });

  it('says its metric and itself as they are written', () => {
    expect(new ThresholdMeter({ 'http_reqs{ service:escrow }': ['count >= 1'] }).results(1)).toEqual([
      { metric: 'http_reqs{ service:escrow }', threshold: 'count >= 1', value: 0, ok: false },
    ]);
  });

  it('is the same for one meter and for several that are merged', () => {
    const thresholds = { http_reqs: ['rate>1'], 'http_reqs{style:A}': ['count>1'], http_req_failed: ['rate<1'], http_req_duration: ['avg<9', 'max<9', 'min<9', 'p(90)<9'] };
    const anyOutcome = fc.record({ call: fc.constantFrom('escrow/A/x', 'escrow/B/x'), status: fc.constantFrom(200, 500), isFailed: fc.boolean(), durationMs: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyOutcome, fc.nat({ max: 2 })), { maxLength: 12 }), (outcomes) => {
        const parts = [0, 1, 2].map(() => new ThresholdMeter(thresholds));
        const whole = new ThresholdMeter(thresholds);
        for (const [each, at] of outcomes) for (const meter of [parts[at], whole]) meter?.add(each);
        const merged = new ThresholdMeter(thresholds);
        for (const part of parts) merged.merge(part.tallies());
        merged.merge(new Map());
        expect(merged.results(3)).toEqual(whole.results(3));
      }),
      { numRuns: 40 },
    );
  }); // prettier-ignore
});

describe('the thresholds that a target can be held to', () => {
  it('are those of k6, with tags that it has', () => {
    const known = ['http_reqs', 'http_req_failed{service:a}', 'http_req_duration{ style : a , status:b}', 'http_reqs{operation:x}'];
    const others = ['http_req', 'ledger_drift_micros', 'http_reqs{agent:a}', 'http_reqs{service:a,agent:b}', 'http_reqs{}', 'http_reqs{service', 'x{http_reqs}', 'http_reqs{service:a}x', ''];
    const all = Object.fromEntries([...known, ...others].map((name) => [name, [name]]));
    expect(carriedThresholds(all)).toEqual(Object.fromEntries(known.map((name) => [name, [name]])));
  }); // prettier-ignore

  it('are in words of k6, which counts by count alone', () => {
    expect(inWordsOfK6('http_reqs', ' value>1 ')).toBe('count>1');
    expect(inWordsOfK6('http_reqs{style:A}', 'rate>1')).toBe('rate>1');
    expect(inWordsOfK6('http_req_duration', ' value>1 ')).toBe('value>1');
  });
});
