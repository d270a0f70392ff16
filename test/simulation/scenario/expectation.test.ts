import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import {
  holds,
  parseExpectation,
  parseSelector,
  type Expectation,
  type Selector,
} from '../../../src/simulation/scenario/expectation.ts';
import {
  eventMetrics,
  metricNames,
  metricRow,
  type MetricName,
} from '../../../src/simulation/scenario/metric-table.ts';
import { Metrics } from '../../../src/simulation/scenario/metrics.ts';
import { platformEvents } from '../../../src/platform/services/ports.ts';

function selectorOf(name: string): Selector {
  const selector = parseSelector(name);
  if (selector instanceof Refusal) throw new Error(selector.message);
  return selector;
}

function expectationOf(name: string, threshold: string): Expectation {
  const expectation = parseExpectation(name, selectorOf(name), threshold);
  if (expectation instanceof Refusal) throw new Error(expectation.message);
  return expectation;
}

const exampleOf: Record<MetricName, string> = Object.fromEntries(
  metricNames.map((name) => [
    name,
    { counter: 'count', gauge: 'value', rate: 'rate', trend: 'avg' }[metricRow(name).kind],
  ]),
) as Record<MetricName, string>;

describe('a threshold', () => {
  it.each([
    ['value<5', [true, false, false]],
    ['value<=5', [true, true, false]],
    ['value>5', [false, false, true]],
    ['value>=5', [false, true, true]],
    ['value==5', [false, true, false]],
    ['value===5', [false, true, false]],
    ['value!=5', [true, false, true]],
    [' value  >=  5.0 ', [false, true, true]],
  ] as const)('%j holds of 4, 5 and 6: %j', (threshold, expected) => {
    const expectation = expectationOf('escrow_open', threshold);
    expect([4, 5, 6].map((value) => holds(expectation, value))).toEqual(expected);
  });

  it('holds of nothing that was never measured, not even when it asks for inequality', () => {
    for (const threshold of ['value!=5', 'value<5', 'value>=0']) {
      expect(holds(expectationOf('escrow_open', threshold), undefined)).toBe(false);
    }
  });

  it.each(['p(0)<1', 'p(50)<1', 'p(99.99)<1', 'p(100)<1', 'med>-1', 'avg<1.5'])(
    'may be %j for a trend',
    (threshold) => {
      expect(expectationOf('http_req_duration', threshold).threshold).toBe(threshold);
    },
  );

  it.each([
    '',
    'value',
    'value=0',
    'value=>0',
    'p()<1',
    'p(101)<1',
    'p(-1)<1',
    'value<1e3',
    'value<x',
    'Value<1',
    'value<1 or',
    '0<value',
  ])('%j is none', (threshold) => {
    expect(parseExpectation('m', selectorOf('escrow_open'), threshold)).toBeInstanceOf(Refusal);
  });

  it('may ask every metric for what its kind has, and for nothing else', () => {
    const allowed = {
      counter: ['count', 'value', 'rate'],
      gauge: ['value'],
      rate: ['rate'],
      trend: ['avg', 'min', 'med', 'max', 'p(95)'],
    };
    for (const name of metricNames) {
      for (const aggregate of ['value', 'count', 'rate', 'avg', 'min', 'med', 'max', 'p(95)']) {
        const outcome = parseExpectation(name, selectorOf(name), `${aggregate}>0`);
        expect([name, aggregate, !(outcome instanceof Refusal)]).toEqual([
          name,
          aggregate,
          allowed[metricRow(name).kind].includes(aggregate),
        ]);
      }
    }
  });
});

describe('a selector', () => {
  it.each([
    ['http_reqs', {}],
    ['http_reqs{}', {}],
    ['http_reqs{service:escrow}', { service: 'escrow' }],
    ['http_reqs{service: escrow, status:429}', { service: 'escrow', status: '429' }],
    ['checks{check:a newcomer: it is there}', { check: 'a newcomer: it is there' }],
    [' http_reqs ', {}],
  ])('%j narrows by %j', (name, tags) => expect(selectorOf(name).tags).toEqual(tags));

  it.each([
    '',
    'http_reqs{',
    'http_reqs}',
    'http_reqs{service:a}{b:c}',
    'HTTP_REQS',
    'toString',
    'constructor',
    'http_reqs{service}',
    'http_reqs{constructor:x}',
  ])('%j is none', (name) => expect(parseSelector(name)).toBeInstanceOf(Refusal));
});

describe('metrics', () => {
  const measure = (
    names: readonly string[],
    samples: readonly [MetricName, number, Record<string, string>?][],
  ): Metrics => {
    const metrics = new Metrics();
    for (const name of names) metrics.watch(selectorOf(name));
    for (const [metric, value, tags = {}] of samples) metrics.add(metric, value, tags);
    return metrics;
  };

  it('add up counters, keep the last of gauges, share out rates and collect trends', () => {
    const names = ['http_reqs', 'escrow_open', 'checks', 'http_req_duration'];
    const metrics = measure(names, [
      ['http_reqs', 1], ['http_reqs', 1], ['http_reqs', 3],
      ['escrow_open', 7], ['escrow_open', 4],
      ['checks', 1], ['checks', 0], ['checks', 1], ['checks', 1],
      ['http_req_duration', 10], ['http_req_duration', 30], ['http_req_duration', 20],
    ]); // prettier-ignore
    const value = (name: string, aggregate: Parameters<Metrics['value']>[1]) =>
      metrics.value(selectorOf(name), aggregate, 10);
    expect([value('http_reqs', 'count'), value('http_reqs', 'value'), value('http_reqs', 'rate')]).toEqual([
      5, 5, 0.5,
    ]);
    expect([value('escrow_open', 'value'), value('checks', 'rate')]).toEqual([4, 0.75]);
    const trend = (['avg', 'min', 'med', 'max', 'p(1)', 'p(100)'] as const).map((aggregate) =>
      value('http_req_duration', aggregate),
    );
    expect(trend).toEqual([20, 10, 20, 30, 10, 30]);
  });

  it('count a sample under every selector whose tags it has', () => {
    const names = [
      'http_reqs',
      'http_reqs{service:escrow}',
      'http_reqs{service:escrow,status:201}',
      'http_reqs{status:404}',
    ];
    const metrics = measure(names, [
      ['http_reqs', 1, { service: 'escrow', status: '201' }],
      ['http_reqs', 1, { service: 'escrow', status: '404' }],
      ['http_reqs', 1, { service: 'faucet', status: '201' }],
    ]);
    expect(names.map((name) => metrics.value(selectorOf(name), 'count', 1))).toEqual([3, 2, 1, 1]);
  });

  it('are found by another spelling of the selector that asked for them', () => {
    const metrics = measure(
      ['http_reqs{service:escrow,status:201}'],
      [['http_reqs', 1, { service: 'escrow', status: '201' }]],
    );
    expect(metrics.value(selectorOf('http_reqs{ status:201, service:escrow }'), 'count', 1)).toBe(1);
  });

  it('take two spellings of a selector for one', () => {
    const metrics = measure(
      ['http_reqs{service:escrow,status:201}', 'http_reqs{ status:201, service:escrow }'],
      [['http_reqs', 1, { service: 'escrow', status: '201' }]],
    );
    expect(metrics.value(selectorOf('http_reqs{status:201,service:escrow}'), 'count', 1)).toBe(1);
  });

  it.each(metricNames)('%s without a sample is 0 for a counter and nothing for the rest', (name) => {
    const metrics = measure([name], []);
    const expected = metricRow(name).kind === 'counter' ? 0 : undefined;
    expect(metrics.value(selectorOf(name), exampleOf[name] as 'value', 1)).toBe(expected);
  });

  it('that were not requested are absent', () => {
    const metrics = measure(['http_reqs'], [['checks', 1]]);
    expect([metrics.watches('http_reqs'), metrics.watches('checks')]).toEqual([true, false]);
    expect(() => metrics.value(selectorOf('checks'), 'rate', 1)).toThrow('is watched before it is read');
  });

  it('of events are declared counters, and every event has one', () => {
    expect(Object.keys(eventMetrics).toSorted()).toEqual([...platformEvents].toSorted());
    for (const { count, amount } of Object.values(eventMetrics)) {
      expect(count ?? amount).toBeDefined();
      for (const name of [count, amount])
        if (name !== undefined) expect(metricRow(name).kind).toBe('counter');
    }
  });
});
