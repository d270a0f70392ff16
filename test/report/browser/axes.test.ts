// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AxisData, ChartData } from '../../../src/report/browser/chart-data.ts';
import { called, chart, openChartPage, palette, widen } from './chart-page.ts';

beforeEach(() => {
  vi.resetModules();
  openChartPage();
});

const axisOption = async (axis: AxisData, of: ChartData): Promise<Record<string, unknown>> =>
  (await import('../../../src/report/browser/axes.ts')).axisOption(axis, of);

describe('the option of an axis', () => {
  const label = { color: palette.quiet, fontSize: 12, margin: 10, hideOverlap: true };
  const lines = (hasGrid: boolean): Record<string, unknown> => ({
    axisLine: { show: !hasGrid, lineStyle: { color: palette.line } },
    axisTick: { show: !hasGrid, lineStyle: { color: palette.line } },
    splitLine: { show: hasGrid, lineStyle: { color: palette.grid } },
  });

  it.each([
    [{ type: 'value', min: 0, what: 'hands' }, '12k', true],
    [{ type: 'value', suffix: ' ms' }, '12k ms', true],
    [{ type: 'log' }, '12k', false],
    [{ type: 'category', suffix: '%' }, '12k%', false],
  ] as const)('%o has labels such as %s', async (axis, formatter, hasGrid) => {
    expect(called(await axisOption(axis, chart({})))).toEqual({
      ...axis,
      axisLabel: { ...label, formatter },
      ...lines(hasGrid),
    });
  });

  it('of categories has them as they are', async () => {
    expect(await axisOption({ type: 'category' }, chart({}))).toEqual({
      type: 'category',
      axisLabel: { ...label, formatter: undefined },
      ...lines(false),
    });
  });

  it('of time has its own ticks, and no grid', async () => {
    const xAxis = { type: 'time', min: 0, max: 2000 } as const;
    const ticks = { customValues: [0, 1000, 2000] };
    const plain = lines(false);
    expect(called(await axisOption(xAxis, chart({ xAxis })))).toEqual({
      ...xAxis,
      axisLabel: { ...label, formatter: '00:00:12', ...ticks },
      ...plain,
      axisTick: { show: true, ...ticks, lineStyle: { color: palette.line } },
    });
  });
});

describe('the ticks of a time axis', () => {
  const secondMs = 1000;
  const dayMs = 86_400 * secondMs;
  const ticks = async (min: number | undefined, max: number | undefined, width: number): Promise<unknown> => {
    widen(width);
    const span = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
    const option = await axisOption({ type: 'time' }, chart({ xAxis: { type: 'time', ...span } }));
    return (option['axisLabel'] as { customValues: unknown }).customValues;
  };
  const steps = (from: number, step: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => from + index * step);

  it.each([
    ['as many as fit', 0, 6 * secondMs, 640, steps(0, secondMs, 7)],
    ['wider apart where one more does not fit', 0, 7 * secondMs, 640, steps(0, 5 * secondMs, 2)],
    ['by the length of the span alone', dayMs, dayMs + 6 * secondMs, 640, steps(dayMs, secondMs, 7)],
    ['closer in a narrow chart', 0, 9 * secondMs, 639, steps(0, secondMs, 10)],
    ['at whole units after the start', 1, 12 * secondMs, 300, steps(5 * secondMs, 5 * secondMs, 2)],
    ['from midnight on where a step is longer than a day', 1, 8 * dayMs, 640, steps(dayMs, 2 * dayMs, 4)],
    ['at least two steps', 0, 2 * secondMs, 1, steps(0, secondMs, 3)],
    ['over the whole span if it is longer than all steps', dayMs, 1_000 * dayMs, 65, [dayMs, 1_000 * dayMs]],
    ['not more than a hundred', 0, 200 * secondMs, 20_000, steps(0, secondMs, 100)],
    ['one for an instant', 5 * secondMs, 5 * secondMs, 640, [5 * secondMs]],
    ['one without a span', undefined, undefined, 640, [0]],
    ['from zero on without a start', undefined, 2 * secondMs, 640, steps(0, secondMs, 3)],
  ])('are %s', async (_name, min, max, width, expected) => {
    expect(await ticks(min, max, width)).toEqual(expected);
  });

  it.each(
    [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800]
      .concat([1_209_600, 2_419_200, 7_257_600, 31_536_000])
      .map((seconds) => [seconds * secondMs]),
  )('may be %i ms apart', async (step) => {
    expect(await ticks(0, 2 * step, 100)).toEqual([0, step, 2 * step]);
  });
});
