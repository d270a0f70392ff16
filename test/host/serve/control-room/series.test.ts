/** What the charts of the control room are made of: slices of time, latencies in classes, and the series of both. */
import { describe, expect, it } from 'vitest';
import { Latencies } from '../../../../src/host/serve/control-room/latencies.ts';
import { RoomSeries, type SeenSeries } from '../../../../src/host/serve/control-room/series.ts';
import { bucketMax, merged, Slices } from '../../../../src/host/serve/control-room/slices.ts';

const startMs = Date.UTC(2026, 0, 1);
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('slices', () => {
  const widths = [
    [10 * secondMs, minuteMs, 6],
    [minuteMs, 5 * minuteMs, 5],
    [5 * minuteMs, 10 * minuteMs, 2],
    [10 * minuteMs, 30 * minuteMs, 3],
    [30 * minuteMs, hourMs, 2],
    [hourMs, 2 * hourMs, 2],
    [2 * hourMs, 6 * hourMs, 3],
    [6 * hourMs, 12 * hourMs, 2],
    [12 * hourMs, dayMs, 2],
    [dayMs, 7 * dayMs, 7],
    [7 * dayMs, 14 * dayMs, 2],
    [14 * dayMs, 28 * dayMs, 2],
  ] as const;

  it.each(widths)('of %i ms become %i ms wide one instant after the last of 240', (before, after, factor) => {
    const factors: number[] = [];
    const slices = new Slices(startMs, (by) => factors.push(by));
    const last = slices.at(startMs + bucketMax * before - 1);
    expect([last, slices.widthMs, slices.endMs(last)]).toEqual([239, before, startMs + bucketMax * before]);
    factors.length = 0;
    const next = slices.at(startMs + bucketMax * before);
    expect([next, slices.widthMs, factors]).toEqual([Math.floor(bucketMax / factor), after, [factor]]);
    expect(slices.endMs(next)).toBe(startMs + (next + 1) * after);
  });

  it('begin at the start, and an instant before it counts to the first', () => {
    const slices = new Slices(startMs, () => undefined);
    const at = [-1, 0, 9_999, 10_000, 19_999, 20_000].map((ms) => slices.at(startMs + ms));
    expect([at, slices.startMs, slices.endMs(0), slices.endMs(1)]).toEqual([
      [0, 0, 0, 1, 1, 2],
      startMs,
      startMs + 10_000,
      startMs + 20_000,
    ]);
  });

  it('are merged in equal parts, the last of which may be shorter', () => {
    const join = (part: readonly string[]): string => part.join('');
    expect(merged(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 3, join)).toEqual(['abc', 'def', 'g']);
    expect(merged(['a', 'b', 'c', 'd'], 2, join)).toEqual(['ab', 'cd']);
    expect(merged([], 2, join)).toEqual([]);
  });
});

describe('latencies', () => {
  const oneToHundred = Array.from({ length: 100 }, (_, index) => index + 1);

  it.each<[what: string, ms: readonly number[], percentiles: readonly number[]]>([
    ['nothing', [], [Number.NaN, Number.NaN, Number.NaN]],
    ['answers at once', [0, 0, 0.99], [0, 0, 0]],
    ['half a millisecond', [0.5], [0, 0, 0]],
    ['one millisecond', [1], [1, 1, 1]],
    ['a slow one among fast ones', [0, 0, 0, 1000], [0, 1021, 1021]],
    ['two of each, the larger first', [1000, 10, 1000, 10], [10, 1021, 1021]],
    ['one to a hundred', oneToHundred, [52, 98, 103]],
    ['more than the last class', [1e12, 1e9], [2_165_711, 2_165_711, 2_165_711]],
  ])('of %s have the upper bounds of their classes as percentiles', (_, ms, percentiles) => {
    const latencies = new Latencies();
    for (const one of ms) latencies.add(one);
    expect([0.5, 0.95, 0.99].map((share) => latencies.percentile(share))).toEqual(percentiles);
  });

  it('of two are those of both together, whichever joins', () => {
    const [one, other, both] = [new Latencies(), new Latencies(), new Latencies()];
    for (const [ms, count] of [[20, 3], [500, 2]] as const) one.add(ms, count); // prettier-ignore
    other.add(500, 4);
    other.add(0);
    both.join(one);
    both.join(other);
    const shares = Array.from({ length: 10 }, (_, index) => both.percentile((index + 1) / 10));
    expect(shares).toEqual([0, 21, 21, 21, 516, 516, 516, 516, 516, 516]);
    expect([one.percentile(0.6), one.percentile(0.61)]).toEqual([21, 516]);
  });
});

/** The same with a latency as its median, and undefined as null. */
const shown = ({ latencies, ...rest }: SeenSeries): object => ({
  ...rest,
  latencies: latencies.map((slice) => slice?.percentile(0.5) ?? null),
});

describe('series', () => {
  const answers = [
    [0, 7, 'ok', undefined],
    [9_999, 8, 'refused', 'CONFLICT'],
    [10_000, 9, 'ok', undefined],
    [10_001, 9, 'ok', undefined],
    [35_000, 12, 'refused', 'NOT_FOUND'],
    [35_000, 13, 'refused', 'CONFLICT'],
  ] as const;

  function seenSeries(): { series: RoomSeries; balances: Record<string, number> } {
    const balances: Record<string, number> = { pool: 100 };
    const series = new RoomSeries(startMs, () => balances);
    for (const [ms, event, answerClass, code] of answers)
      series.answered(startMs + ms, { event, answerClass, code });
    for (const [ms, latency] of [
      [0, 0],
      [100, 0],
      [12_000, 100],
      [12_000, 200],
      [12_000, 300],
    ] as const)
      // prettier-ignore
      series.received(startMs + ms, latency);
    return { series, balances };
  }

  it('count by slice, with the first event of each', () => {
    const { series } = seenSeries();
    expect(series.startMs).toBe(startMs);
    expect(shown(series.upTo(startMs + 49_999))).toEqual({
      startMs,
      bucketMs: 10_000,
      bucketCount: 5,
      requests: { ok: [1, 2, 0, 0, 0], refused: [1, 0, 0, 2, 0] },
      refusals: { CONFLICT: [1, 0, 0, 1, 0], NOT_FOUND: [0, 0, 0, 1, 0] },
      money: { pool: [100, 100, 100, 100, 100] },
      latencies: [0, 204, null, null, null],
      events: [7, 9, null, 12, null],
    });
  });

  it('of nothing have one slice', () => {
    const series = new RoomSeries(startMs, () => ({}));
    expect(shown(series.upTo(startMs))).toEqual({
      startMs,
      bucketMs: 10_000,
      bucketCount: 1,
      requests: {},
      refusals: {},
      money: {},
      latencies: [null],
      events: [null],
    });
  });

  it('have the balance of a slice as of the first event behind its end', () => {
    const { series, balances } = seenSeries();
    const money = (ms: number): unknown => series.upTo(startMs + ms).money;
    expect(money(35_000)).toEqual({ pool: [100, 100, 100, 100] });
    balances['pool'] = 90;
    balances['fees'] = 10;
    expect(money(39_999)).toEqual({ pool: [100, 100, 100, 90], fees: [0, 0, 0, 10] });
    balances['pool'] = 80;
    series.received(startMs + 62_000, 0);
    balances['pool'] = 70;
    series.received(startMs + 68_000, 0);
    balances['pool'] = 60;
    expect(money(69_999)).toEqual({
      pool: [100, 100, 100, 80, 80, 80, 60],
      fees: [0, 0, 0, 10, 10, 10, 10],
    });
  });

  it('become wider: counts add up, of balances and events the last and the first count', () => {
    const { series, balances } = seenSeries();
    balances['pool'] = 90;
    series.answered(startMs + 75_000, { event: 20, answerClass: 'ok', code: undefined });
    series.received(startMs + 121_000, 1000);
    balances['pool'] = 70;
    const seen = series.upTo(startMs + 2400 * secondMs);
    expect([seen.bucketMs, seen.bucketCount]).toEqual([minuteMs, 41]);
    const { money, requests, refusals, latencies, events } = seen;
    expect(money['pool']).toEqual([90, 90, ...Array<number>(39).fill(70)]);
    const first = (values: readonly unknown[] = []): unknown[] => values.slice(0, 4);
    expect({
      ok: first(requests['ok']),
      refused: first(requests['refused']),
      refusals: Object.values(refusals).map(first),
      events: first(events),
      latencies: first(latencies.map((slice) => [0.4, 0.5, 1].map((share) => slice?.percentile(share)))),
    }).toEqual({
      ok: [3, 1, 0, 0],
      refused: [3, 0, 0, 0],
      refusals: [[2, 0, 0, 0], [1, 0, 0, 0]],
      events: [7, 20, null, null],
      latencies: [[0, 103, 301], [undefined, undefined, undefined], [1021, 1021, 1021], [undefined, undefined, undefined]],
    }); // prettier-ignore
  });

  it('go on in the slice that has become wider', () => {
    const { series, balances } = seenSeries();
    series.received(startMs + 2395 * secondMs, 0);
    balances['pool'] = 50;
    series.received(startMs + 2400 * secondMs, 0);
    balances['pool'] = 40;
    series.received(startMs + 2459 * secondMs, 0);
    balances['pool'] = 30;
    series.received(startMs + 2460 * secondMs, 0);
    const { pool = [] } = series.upTo(startMs + 2460 * secondMs).money;
    expect(pool).toEqual([...Array<number>(39).fill(100), 50, 30, 30]);
  });

  it('keep the balances of earlier slices when an answer is noted late', () => {
    const { series, balances } = seenSeries();
    balances['pool'] = 50;
    series.received(startMs + 1000, 0);
    expect(series.upTo(startMs + 45_000).money).toEqual({ pool: [100, 100, 100, 50, 50] });
  });
});
