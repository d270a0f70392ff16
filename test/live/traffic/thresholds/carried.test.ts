/** Which thresholds a live target is held to, in whose words, and what a few requests come to under their names. */
import { describe, expect, it } from 'vitest';
import { carriedThresholds, inWordsOfK6 } from '../../../../src/live/traffic/thresholds/carried.ts';
import { ThresholdMeter } from '../../../../src/live/traffic/thresholds/meter.ts';
import { requestMeasures } from '../../../../src/live/traffic/thresholds/request-measures.ts';

describe('a threshold of a live target', () => {
  it.each([
    ['http_reqs', true],
    ['http_reqs{service:escrow}', true],
    ['http_reqs{service:escrow, status:200}', true],
    ['http_reqs{}', false],
    ['http_reqs{agent:x}', false],
    ['http_reqs{service:escrow,agent:x}', false],
    ['http_reqs{service:escrow', false],
    ['x http_reqs', false],
    ['-http_reqs', false],
    ['http_reqs!', false],
    ['', false],
    ['checks', false],
  ])('%s is carried: %s', (metric, isCarried) => {
    const thresholds = { [metric]: ['count>0'] };
    expect(carriedThresholds(thresholds)).toEqual(isCarried ? thresholds : {});
  });

  it.each([
    ['http_reqs', 'value>1', 'count>1'],
    ['http_reqs{status:200}', ' value >1 ', 'count >1'],
    ['http_reqs', 'rate>value', 'rate>value'],
    ['http_req_failed', ' value<1 ', 'value<1'],
  ])('%s %j is %j for k6', (metric, threshold, words) => expect(inWordsOfK6(metric, threshold)).toBe(words));

  it('counts for its own tags, also what another meter counted', () => {
    const expectations = {
      'http_reqs{status:200}': ['count==2'],
      'http_reqs{status:404}': ['count==1'],
      'http_req_duration{status:200}': ['min>=1'],
    };
    const [one, other] = [new ThresholdMeter(expectations), new ThresholdMeter(expectations)];
    const outcome = { call: 'escrow/B/list', isFailed: false, durationMs: 8 };
    one.add({ ...outcome, status: 200 });
    one.add({ ...outcome, status: 404 });
    other.add({ ...outcome, status: 200, durationMs: 2 });
    one.merge(other.tallies());
    one.merge(new ThresholdMeter(expectations).tallies());
    expect(one.results(1)).toEqual([
      { metric: 'http_reqs{status:200}', threshold: 'count==2', value: 2, ok: true },
      { metric: 'http_reqs{status:404}', threshold: 'count==1', value: 1, ok: true },
      { metric: 'http_req_duration{status:200}', threshold: 'min>=1', value: 2, ok: true },
    ]);
  });
});

describe('what requests come to', () => {
  const none = { failed: undefined, timeouts: undefined, durations: [] };
  it('is nothing without a request', () => {
    expect(requestMeasures({ ...none, requests: 0, failed: 0, timeouts: 0 })).toEqual([]);
  });

  it.each([
    ['', ['http_reqs', 'http_req_duration{p(99)}']],
    ['service:escrow', ['http_reqs{service:escrow}', 'http_req_duration{service:escrow,p(99)}']],
  ])('has no figure that a command cannot see, with the tags %j', (tags, [requests, p99]) => {
    expect(requestMeasures({ ...none, requests: 4, durations: [['p(99)', 3]] }, tags)).toEqual([
      { name: requests, unit: 'requests', value: 4 },
      { name: p99, unit: 'ms', value: 3 },
    ]);
  });

  it('has the share that failed, and how many came too late', () => {
    expect(requestMeasures({ ...none, requests: 4, failed: 1, timeouts: 2 })).toEqual([
      { name: 'http_reqs', unit: 'requests', value: 4 },
      { name: 'http_req_failed', unit: 'share', value: 0.25 },
      { name: 'http_req_timeouts', unit: 'requests', value: 2 },
    ]);
  });
});
