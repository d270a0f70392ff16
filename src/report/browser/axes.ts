/** Axes of a chart: ticks, labels and lines in the colours of the theme. */
import type { AxisData, ChartData } from './chart-data.ts';
import { axisText, timeText } from './numbers.ts';
import { canvasOf, colour, isNarrow } from './theme.ts';

const dayMs = 86_400_000;
/** Steps of a time axis, from one second to a year. */
const stepsMs = [
  1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800,
  1_209_600, 2_419_200, 7_257_600, 31_536_000,
].map((seconds) => seconds * 1000);
const ticksMax = 100;

/** Even steps of a whole unit, as many as fit. */
function timeTicks(chart: ChartData): readonly number[] {
  const { min = 0, max = 0 } = chart.option.xAxis;
  const fitting = Math.max(2, Math.floor(canvasOf(chart).clientWidth / (isNarrow(chart) ? 65 : 95)));
  const stepMs = stepsMs.find((length) => (max - min) / length <= fitting) ?? max - min;
  const unitMs = Math.min(stepMs, dayMs);
  const ticks: number[] = [];
  for (let at = Math.ceil(min / unitMs) * unitMs; at <= max && ticks.length < ticksMax; at += stepMs) {
    ticks.push(at);
  }
  return ticks;
}

const formatters = { value: axisText, log: axisText, time: timeText, category: undefined };

const formatterOf = ({ type, suffix }: AxisData): ((value: number) => string) | undefined =>
  suffix === undefined ? formatters[type] : (value) => `${axisText(value)}${suffix}`;

/** The ECharts option of one axis. */
export function axisOption(axis: AxisData, chart: ChartData): Record<string, unknown> {
  const hasGrid = axis.type === 'value';
  const ticks = axis.type === 'time' ? { customValues: timeTicks(chart) } : {};
  return {
    ...axis,
    axisLabel: {
      color: colour('quiet'),
      fontSize: 12,
      margin: 10,
      hideOverlap: true,
      formatter: formatterOf(axis),
      ...ticks,
    },
    axisLine: { show: !hasGrid, lineStyle: { color: colour('line') } },
    axisTick: { show: !hasGrid, ...ticks, lineStyle: { color: colour('line') } },
    splitLine: { show: hasGrid, lineStyle: { color: colour('grid') } },
  };
}
