import { describe, expect, it } from 'vitest';
import { Streams } from '../../../src/core/kernel/stream.ts';
import {
  NetworkModel,
  perfectNetwork,
  type NetworkConditions,
  type Passage,
} from '../../../src/platform/world/network.ts';

const draws = 20_000;

function passages(conditions: Partial<NetworkConditions>, path = 'network/a/1'): Passage[] {
  const network = new NetworkModel({ ...perfectNetwork, ...conditions });
  const stream = new Streams('7').stream(path);
  return Array.from({ length: draws }, () => network.passage(stream));
}

const share = (list: readonly Passage[], holds: (passage: Passage) => boolean): number =>
  list.filter(holds).length / list.length;

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(part * values.length)] ?? Number.NaN;

describe('a perfect network', () => {
  it('delivers at once, once, and draws nothing', () => {
    const network = new NetworkModel(perfectNetwork);
    const [used, fresh] = [new Streams('7').stream('x'), new Streams('7').stream('x')];
    for (let count = 0; count < 100; count++) {
      expect(network.passage(used)).toEqual({
        requestMs: 0,
        answerMs: 0,
        isRequestLost: false,
        isAnswerLost: false,
        duplicateAfterMs: null,
      });
    }
    expect([network.isPerfect, used.word()]).toEqual([true, fresh.word()]);
  });

  it.each<Partial<NetworkConditions>>([
    { latency: { medianMs: 1, p99Ms: 1 } },
    { drop: 0.01 },
    { dropAnswer: 0.01 },
    { duplicate: 0.01 },
  ])('is not one with %o', (conditions) => {
    expect(new NetworkModel({ ...perfectNetwork, ...conditions }).isPerfect).toBe(false);
  });

  it('is perfect with any timeout', () => {
    expect(new NetworkModel({ ...perfectNetwork, timeoutMs: 1 }).isPerfect).toBe(true);
  });
});

describe('a network with losses', () => {
  it.each([
    ['drop', (passage: Passage) => passage.isRequestLost],
    ['dropAnswer', (passage: Passage) => passage.isAnswerLost],
    ['duplicate', (passage: Passage) => passage.duplicateAfterMs !== null],
  ] as const)('loses or repeats as often as `%s` says, and nothing else', (name, isStruck) => {
    const list = passages({ [name]: 0.05 });
    expect(share(list, isStruck)).toBeCloseTo(0.05, 2);
    const struck = ({ isRequestLost, isAnswerLost, duplicateAfterMs }: Passage): number =>
      Number(isRequestLost) + Number(isAnswerLost) + Number(duplicateAfterMs !== null);
    expect(list.every((passage) => struck(passage) === Number(isStruck(passage)))).toBe(true);
  });

  it('loses everything at 100% and nothing at 0%', () => {
    expect(
      share(passages({ drop: 1, dropAnswer: 0, duplicate: 1 }), ({ isRequestLost }) => isRequestLost),
    ).toBe(1);
    expect(share(passages({ drop: 0, duplicate: 1 }), ({ isRequestLost }) => isRequestLost)).toBe(0);
  });

  it('draws the same number of times for every request, so that a loss shifts nothing', () => {
    const latency = { medianMs: 40, p99Ms: 400 };
    const calm = passages({ latency, duplicate: 0.001 });
    const rough = passages({ latency, drop: 0.3, dropAnswer: 0.3, duplicate: 0.3 });
    const times = (list: readonly Passage[]): number[][] => list.map((one) => [one.requestMs, one.answerMs]);
    expect(times(rough)).toEqual(times(calm));
  });

  it('is drawn for every agent from a separate stream', () => {
    const latency = { medianMs: 40, p99Ms: 400 };
    expect(passages({ latency })).toEqual(passages({ latency }));
    expect(passages({ latency }, 'network/a/2')).not.toEqual(passages({ latency }));
  });
});

describe('a latency', () => {
  it('has the configured median and 99th percentile in each direction', () => {
    const list = passages({ latency: { medianMs: 40, p99Ms: 400 } });
    for (const values of [list.map((one) => one.requestMs), list.map((one) => one.answerMs)]) {
      expect(quantile(values, 0.5)).toBeGreaterThan(38);
      expect(quantile(values, 0.5)).toBeLessThan(42);
      expect(quantile(values, 0.99)).toBeGreaterThan(350);
      expect(quantile(values, 0.99)).toBeLessThan(450);
    }
  });

  it('is a whole number of milliseconds, never negative, and a duplicate comes at least one later', () => {
    for (const { requestMs, answerMs, duplicateAfterMs } of passages({
      latency: { medianMs: 1, p99Ms: 9 },
      duplicate: 1,
    })) {
      expect([requestMs, answerMs, duplicateAfterMs].every(Number.isInteger)).toBe(true);
      expect(Math.min(requestMs, answerMs)).toBeGreaterThanOrEqual(0);
      expect(duplicateAfterMs).toBeGreaterThanOrEqual(1);
    }
  });

  it('with the median as its 99th percentile is constant', () => {
    const list = passages({ latency: { medianMs: 40, p99Ms: 40 } });
    expect(share(list, ({ requestMs, answerMs }) => requestMs === 40 && answerMs === 40)).toBe(1);
  });
});
