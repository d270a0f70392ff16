/** Texts of the tooltips. They are HTML for ECharts, so every text from the data is escaped here. */
import { faultWindows, type Buckets, type ChartData } from './chart-data.ts';
import { clockText, usdc, written } from './numbers.ts';

/** What ECharts hands to a tooltip formatter, as far as it is used here. */
export interface TooltipItem {
  readonly dataIndex: number;
  readonly seriesName: string;
  readonly color: string;
  readonly axisValue: string;
  readonly value: number | readonly [number, number];
  readonly dataType?: string;
  readonly data: {
    readonly tip?: string;
    readonly source?: string;
    readonly target?: string;
    readonly value?: number;
    readonly label?: { readonly text: string };
  };
}

type Tooltip = (items: readonly TooltipItem[]) => string;

const escaped = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

const rowOf = (colour: string, label: string, text: string): string =>
  `<div class="tip"><i style="background:${escaped(colour)}"></i><span>${escaped(label)}</span><b>${escaped(text)}</b></div>`;

const labelOf = ({ option }: ChartData, name: string): string => {
  const label = option.series.find((series) => series.name === name)?.label ?? '';
  return label === '' ? name : label;
};

/** The y value of a point, or the value of a bar. */
const numberOf = ({ value }: TooltipItem): number => (typeof value === 'number' ? value : value[1]);
const positionOf = ({ value }: TooltipItem): number => (typeof value === 'number' ? value : value[0]);

const body = (lines: readonly string[]): string => lines.join('') || '<div>nothing</div>';

function valueRow(chart: ChartData, item: TooltipItem): string {
  return rowOf(item.color, labelOf(chart, item.seriesName), written[chart.unit](numberOf(item)));
}

/** One bucket: its time, every series that is not zero, and the faults that were active. */
function timeTooltip(chart: ChartData): Tooltip {
  const { startMs, bucketMs, bucketCount, kind } = chart.option as Buckets;
  return (items) => {
    const [first] = items;
    if (first === undefined) return '';
    // A flow has one additional point at either edge.
    const index =
      kind === 'flow' ? Math.min(Math.max(first.dataIndex - 1, 0), bucketCount - 1) : first.dataIndex;
    const fromMs = startMs + bucketMs * index;
    const untilMs = fromMs + bucketMs;
    const lines = items
      .filter((item) => Number.isFinite(numberOf(item)) && numberOf(item) !== 0)
      .toReversed()
      .map((item) => valueRow(chart, item));
    const head = kind === 'flow' ? intervalText(fromMs, untilMs) : clockText(untilMs);
    return `<strong>${escaped(head)} UTC</strong>${body(lines)}${faultRows(chart, fromMs, untilMs)}`;
  };
}

/** The date of the end is left out where it is that of the start. */
function intervalText(fromMs: number, untilMs: number): string {
  const [from, until] = [clockText(fromMs), clockText(untilMs)];
  return `${from} to ${until.slice(from.slice(0, 10) === until.slice(0, 10) ? 11 : 0)}`;
}

const faultRows = ({ option }: ChartData, fromMs: number, untilMs: number): string =>
  faultWindows(option)
    .filter(([start, end]) => start.xAxis < untilMs && Math.max(end.xAxis, start.xAxis + 1) > fromMs)
    .map(([start]) => `<div class="tip fault">${escaped(start.what)}</div>`)
    .join('');

const barTooltip =
  (chart: ChartData): Tooltip =>
  (items) => {
    const lines = items
      .filter((item) => item.value !== 0)
      .toReversed()
      .map((item) => valueRow(chart, item));
    return `<strong>${escaped(items[0]?.axisValue ?? '')}</strong>${body(lines)}`;
  };

/** Lines over a number: the position, and the value of each line there. */
const traceTooltip =
  (chart: ChartData): Tooltip =>
  (items) => {
    const [first] = items;
    if (first === undefined) return '';
    const { unit = 'figure', what = '' } = chart.option.xAxis;
    const head = `${written[unit](positionOf(first))} ${what}`;
    return `<strong>${escaped(head)}</strong>${items.map((item) => valueRow(chart, item)).join('')}`;
  };

/** The tooltip of all series at one position of the axis. */
export function axisTooltip(chart: ChartData): Tooltip {
  if (chart.isTimed) return timeTooltip(chart);
  return chart.option.isTraced === true ? traceTooltip(chart) : barTooltip(chart);
}

/** The tooltip of one mark of a scatter chart. */
export const pointTooltip = (item: TooltipItem): string => escaped(item.data.tip ?? '');

/** The tooltip of a link or a node of a Sankey diagram, whose names begin with the number of their column. */
export const flowTooltip = ({ dataType, data, value }: TooltipItem): string =>
  dataType === 'edge'
    ? `${escaped(data.source?.slice(2))} → ${escaped(data.target?.slice(2))}<br><b>${usdc(data.value ?? 0)} USDC</b>`
    : `${escaped(data.label?.text)}<br><b>${usdc(Number(value))} USDC</b>`;
