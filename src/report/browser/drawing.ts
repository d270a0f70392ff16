/** Turns a chart's data into an ECharts option in the colours of the current theme. */
import { axisOption } from './axes.ts';
import {
  faultWindows,
  type Buckets,
  type ChartData,
  type SankeyNode,
  type SeriesData,
} from './chart-data.ts';
import { colour, isNarrow, themed } from './theme.ts';
import { axisTooltip, flowTooltip, pointTooltip } from './tooltips.ts';

type Option = Record<string, unknown>;

/** A level is drawn at the end of its bucket; a flow as a step over all of it, so both edges get a point more. */
function points({ startMs, bucketMs, kind }: Buckets, values: readonly unknown[]): readonly unknown[] {
  if (kind === 'level') return values.map((value, index) => [startMs + bucketMs * (index + 1), value]);
  const middles = values.map((value, index) => [startMs + bucketMs * (index + 0.5), value]);
  return [[startMs, values[0]], ...middles, [startMs + bucketMs * values.length, values.at(-1)]];
}

function faultSeries(series: SeriesData, chart: ChartData): Option {
  const narrow = isNarrow(chart);
  const shade = colour('shade');
  return {
    ...series,
    markArea: {
      ...series.markArea,
      itemStyle: { color: shade, opacity: 0.13, borderColor: shade, borderWidth: 1 },
      data: (series.markArea?.data ?? []).map(([start, end]) => [
        {
          ...start,
          label: {
            formatter: () => (narrow ? start.short : start.name),
            position: 'top',
            align: narrow ? 'center' : start.align,
            color: colour('bad'),
            fontSize: 11,
            distance: 4,
          },
        },
        end,
      ]),
    },
  };
}

function plainSeries(series: SeriesData, chart: ChartData): Option {
  if (series.isFaults === true) return faultSeries(series, chart);
  const { label: _, data = [], ...rest } = series;
  const isBucketed = chart.option.bucketMs !== undefined;
  return {
    ...rest,
    color: themed(series.color),
    data: isBucketed ? points(chart.option as Buckets, data) : data,
    emphasis: { disabled: true },
  };
}

/** Nodes of the last column have their labels beyond the right edge: room for the longest, in pixels. */
const labelRoom = (nodes: readonly SankeyNode[]): number =>
  Math.min(
    96,
    16 + 8 * Math.max(...nodes.filter(({ depth }) => depth === 2).map(({ label }) => label.length)),
  );

function sankeySeries({ nodes = [], links }: SeriesData, chart: ChartData): Option {
  const narrow = isNarrow(chart);
  return {
    type: 'sankey',
    left: 4,
    right: labelRoom(nodes),
    top: 12,
    bottom: 12,
    nodeWidth: narrow ? 10 : 14,
    nodeGap: nodes.filter(({ depth }) => depth === 1).length > 8 ? 12 : 22,
    draggable: false,
    emphasis: { focus: 'adjacency' },
    lineStyle: { color: 'gradient', opacity: 0.35 },
    links,
    data: nodes.map((node) => sankeyNode(node, narrow)),
  };
}

const sankeyNode = ({ name, depth, color, label }: SankeyNode, narrow: boolean): Option => ({
  name,
  depth,
  itemStyle: { color: themed(color), borderWidth: 0 },
  label: {
    text: label,
    formatter: () => label,
    position: 'right',
    ...(depth === 2 ? { width: 84, overflow: 'truncate' } : {}),
    color: colour('text'),
    fontSize: narrow ? 11 : 13,
    backgroundColor: colour('card'),
    padding: [1, 3],
    borderRadius: 3,
  },
});

const tooltip = (trigger: 'axis' | 'item', formatter: unknown): Option => ({
  trigger,
  formatter,
  confine: true,
  transitionDuration: 0,
  backgroundColor: colour('card'),
  borderColor: colour('line'),
  textStyle: { color: colour('text'), fontSize: 13 },
  axisPointer: { type: trigger === 'axis' ? 'line' : 'none', lineStyle: { color: colour('quiet') } },
});

function axesBody(chart: ChartData): Option {
  const { option } = chart;
  const hasFaults = faultWindows(option).length > 0;
  return {
    grid: {
      left: option.isSideways === true ? 14 : 8,
      right: 26,
      top: hasFaults ? 26 : 12,
      bottom: 8,
      containLabel: true,
    },
    xAxis: axisOption(option.xAxis, chart),
    yAxis: axisOption(option.yAxis, chart),
    series: option.series.map((series) => plainSeries(series, chart)),
    tooltip:
      option.isScattered === true ? tooltip('item', pointTooltip) : tooltip('axis', axisTooltip(chart)),
  };
}

const flowBody = (chart: ChartData): Option => ({
  series: chart.option.series.map((series) => sankeySeries(series, chart)),
  tooltip: tooltip('item', flowTooltip),
});

/** The whole ECharts option; series named in `hidden` are switched off. */
export function drawing(chart: ChartData, hidden: readonly string[]): Option {
  const isFlow = chart.option.series[0]?.type === 'sankey';
  return {
    animation: false,
    useUTC: true,
    backgroundColor: 'transparent',
    // Text is measured in the font that is drawn.
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    legend: { show: false, selected: Object.fromEntries(hidden.map((name) => [name, false])) },
    ...(isFlow ? flowBody(chart) : axesBody(chart)),
  };
}
