// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AxisData, ChartData, SeriesData } from '../../../src/report/browser/chart-data.ts';
import { flowTooltip, pointTooltip, type TooltipItem } from '../../../src/report/browser/tooltips.ts';
import { called, chart, openChartPage, palette, widen } from './chart-page.ts';

beforeEach(() => {
  vi.resetModules();
  openChartPage();
});

const axisOption = async (axis: AxisData, of: ChartData): Promise<Record<string, unknown>> =>
  (await import('../../../src/report/browser/axes.ts')).axisOption(axis, of);

const drawn = async (of: ChartData, hidden: readonly string[] = []): Promise<Record<string, unknown>> =>
  (await import('../../../src/report/browser/drawing.ts')).drawing(of, hidden);

const tooltip = (trigger: string, type: string): Record<string, unknown> => ({
  trigger,
  confine: true,
  transitionDuration: 0,
  backgroundColor: palette.card,
  borderColor: palette.line,
  textStyle: { color: palette.text, fontSize: 13 },
  axisPointer: { type, lineStyle: { color: palette.quiet } },
});

const whole = {
  animation: false,
  useUTC: true,
  backgroundColor: 'transparent',
  textStyle: { fontFamily: 'Probe' },
  legend: { show: false, selected: {} },
};

const grid = { left: 8, right: 26, top: 12, bottom: 8, containLabel: true };

describe('the drawing', () => {
  const item = (value: number): TooltipItem => ({
    dataIndex: 0,
    seriesName: 'ok',
    color: 'red',
    axisValue: 'Monday',
    value,
    data: { tip: 'mark' },
  });

  it('has colours for tokens, axes and hidden series, and shows all series at a position', async () => {
    const series = [
      { type: 'bar', name: 'ok', label: 'Fine', color: '$bad', data: [1, 2], stack: 'all' },
      { type: 'bar', name: 'own', color: 'red$', isFaults: false },
      { type: 'bar', name: 'bare', color: 'red' },
    ];
    const { option } = chart({ series });
    const { tooltip: shown, ...rest } = await drawn(chart({ series }), ['ok', 'own']);
    expect(rest).toEqual({
      ...whole,
      legend: { show: false, selected: { ok: false, own: false } },
      grid,
      xAxis: await axisOption(option.xAxis, chart({})),
      yAxis: { ...(await axisOption(option.yAxis, chart({}))) },
      series: [
        {
          type: 'bar',
          name: 'ok',
          color: palette.bad,
          data: [1, 2],
          stack: 'all',
          emphasis: { disabled: true },
        },
        { type: 'bar', name: 'own', color: 'red$', isFaults: false, data: [], emphasis: { disabled: true } },
        { type: 'bar', name: 'bare', color: 'red', data: [], emphasis: { disabled: true } },
      ],
    });
    const { formatter, ...look } = shown as { formatter: (items: readonly TooltipItem[]) => string };
    expect(look).toEqual(tooltip('axis', 'line'));
    expect(formatter([item(0)])).toBe('<strong>Monday</strong><div>nothing</div>');
  });

  it('has the mark under the pointer in a scatter chart, and room at the left of a sideways one', async () => {
    const { tooltip: shown, grid: room } = await drawn(chart({ isScattered: true, isSideways: true }));
    const { formatter, ...look } = shown as { formatter: typeof pointTooltip };
    expect(look).toEqual(tooltip('item', 'none'));
    expect(formatter(item(1))).toBe(pointTooltip(item(1)));
    expect(room).toEqual({ ...grid, left: 14 });
    const plain = await drawn(chart({ isScattered: false, isSideways: false }));
    expect(plain['grid']).toEqual(grid);
    expect(plain['tooltip']).toMatchObject({ trigger: 'axis' });
  });

  it.each([
    ['level', 'at the end of its bucket', [[110, 7], [120, 8], [130, null]]], // prettier-ignore
    ['flow', 'in the middle, and at both edges', [[100, 7], [105, 7], [115, 8], [125, null], [130, null]]], // prettier-ignore
  ] as const)('has a %s %s', async (kind, _name, points) => {
    const series = [{ type: 'line', name: 'ok', data: [7, 8, null] }];
    const { series: shown } = await drawn(
      chart({ startMs: 100, bucketMs: 10, bucketCount: 3, kind, series }),
    );
    expect(shown).toEqual([
      { type: 'line', name: 'ok', color: undefined, data: points, emphasis: { disabled: true } },
    ]);
  });

  const faults: SeriesData = {
    type: 'line',
    name: 'faults',
    isFaults: true,
    markArea: {
      silent: true,
      data: [[{ xAxis: 5, name: 'escrow out', short: 'out', align: 'left', what: 'all' }, { xAxis: 9 }]],
    },
  };
  const faultLabel = { position: 'top', color: palette.bad, fontSize: 11, distance: 4 };

  it.each([
    [640, { formatter: 'escrow out', align: 'left' }],
    [639, { formatter: 'out', align: 'center' }],
  ])('of %i pixels has its faults shaded and named', async (width, texts) => {
    widen(width);
    const option = await drawn(chart({ series: [faults, { type: 'line', name: 'none', isFaults: true }] }));
    expect(option['grid']).toEqual({ ...grid, top: 26 });
    const itemStyle = { color: palette.shade, opacity: 0.13, borderColor: palette.shade, borderWidth: 1 };
    const start = { xAxis: 5, name: 'escrow out', short: 'out', align: 'left', what: 'all' };
    expect(called(option['series'])).toEqual([
      {
        ...faults,
        markArea: {
          silent: true,
          itemStyle,
          data: [[{ ...start, label: { ...faultLabel, ...texts } }, { xAxis: 9 }]],
        },
      },
      { type: 'line', name: 'none', isFaults: true, markArea: { itemStyle, data: [] } },
    ]);
  });
});

describe('the drawing of a flow', () => {
  const node = (name: string, depth: number, label = name): Record<string, unknown> => ({
    name: `${depth} ${name}`,
    label,
    depth,
    color: '$shade',
  });
  const flow = (nodes: readonly unknown[]): ChartData =>
    chart({
      series: [{ type: 'sankey', name: 'flow', nodes, links: [{ source: 'a' }] } as unknown as SeriesData],
    });
  const look = (depth: number, fontSize: number): Record<string, unknown> => ({
    position: 'right',
    ...(depth === 2 ? { width: 84, overflow: 'truncate' } : {}),
    color: palette.text,
    fontSize,
    backgroundColor: palette.card,
    padding: [1, 3],
    borderRadius: 3,
  });

  it.each([
    [640, 14, 13],
    [639, 10, 11],
  ])('of %i pixels has nodes with labels, and no axes', async (width, nodeWidth, fontSize) => {
    widen(width);
    const option = await drawn(
      flow([node('a very long pool', 0), node('b', 1), node('ccc', 2), node('d', 2)]),
    );
    const { tooltip: shown, ...rest } = option;
    const names = [['a very long pool', 0], ['b', 1], ['ccc', 2], ['d', 2]] as const; // prettier-ignore
    expect(called(rest)).toEqual({
      ...whole,
      series: [
        {
          type: 'sankey',
          left: 4,
          right: 40,
          top: 12,
          bottom: 12,
          nodeWidth,
          nodeGap: 22,
          draggable: false,
          emphasis: { focus: 'adjacency' },
          lineStyle: { color: 'gradient', opacity: 0.35 },
          links: [{ source: 'a' }],
          data: names.map(([name, depth]) => ({
            name: `${depth} ${name}`,
            depth,
            itemStyle: { color: palette.shade, borderWidth: 0 },
            label: { text: name, formatter: name, ...look(depth, fontSize) },
          })),
        },
      ],
    });
    const { formatter, ...plain } = shown as { formatter: typeof flowTooltip };
    expect(plain).toEqual(tooltip('item', 'none'));
    const edge = { dataType: 'edge', data: { source: '0 a', target: '1 b', value: 2 } };
    const link = { ...edge, dataIndex: 0, seriesName: '', color: '', axisValue: '', value: 2 };
    expect(formatter(link)).toBe(flowTooltip(link));
  });

  it.each([
    ['eight nodes in the middle', 8, 'c', { right: 24, nodeGap: 22 }],
    ['nine', 9, 'c', { right: 24, nodeGap: 12 }],
    ['the longest label that has all its room', 0, 'c'.repeat(10), { right: 96, nodeGap: 22 }],
    ['a longer one', 0, 'c'.repeat(11), { right: 96, nodeGap: 22 }],
  ])('has room for %s', async (_name, middle, label, room) => {
    const others = [
      node('a', 0),
      node('b', 0),
      ...Array.from({ length: middle }, (_, at) => node(`m${at}`, 1)),
    ];
    expect((await drawn(flow([...others, node('c', 2, label)])))['series']).toMatchObject([room]);
  });

  it('has no nodes without any', async () => {
    const bare = chart({ series: [{ type: 'sankey', name: 'flow' }] });
    expect((await drawn(bare))['series']).toMatchObject([{ data: [] }]);
  });
});
