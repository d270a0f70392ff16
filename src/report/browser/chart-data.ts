/** The charts as the page embeds them: see the files in `report/html/charts` that write them. */
import type { Unit } from '../html/charts/chart.ts';

/** One fault window: its start with labels, and its end. */
export type FaultWindow = readonly [
  {
    readonly xAxis: number;
    readonly name: string;
    readonly short: string;
    readonly align: 'left' | 'right';
    readonly what: string;
  },
  { readonly xAxis: number },
];

/** A node of the flow chart; `depth` is its column. */
export interface SankeyNode {
  readonly name: string;
  readonly label: string;
  readonly depth: number;
  readonly color: string;
}

/** One series of a chart, as ECharts takes it, with colour tokens in place of colours. */
export interface SeriesData {
  readonly type: string;
  readonly name: string;
  readonly label?: string;
  /** A colour token such as `$blue`. */
  readonly color?: string;
  readonly data?: readonly unknown[];
  readonly isFaults?: boolean;
  readonly markArea?: { readonly silent: boolean; readonly data: readonly FaultWindow[] };
  readonly nodes?: readonly SankeyNode[];
  readonly links?: readonly unknown[];
}

/** One axis of a chart; `what` names its quantity for tooltips. */
export interface AxisData {
  readonly type: 'value' | 'log' | 'time' | 'category';
  readonly min?: number;
  readonly max?: number;
  readonly suffix?: string;
  readonly unit?: Unit;
  readonly what?: string;
}

/** Buckets of virtual time in milliseconds; a flow counts within a bucket, a level is a state at its end. */
export interface Buckets {
  readonly startMs: number;
  readonly bucketMs: number;
  readonly bucketCount: number;
  readonly kind: 'flow' | 'level';
}

/** The ECharts option of a chart before colours, times and axes are added by `charts.ts`. */
export interface ChartOption extends Partial<Buckets> {
  readonly xAxis: AxisData;
  readonly yAxis: AxisData;
  readonly series: readonly SeriesData[];
  readonly isSideways?: boolean;
  readonly isScattered?: boolean;
  readonly isTraced?: boolean;
}

/** A chart as embedded; `id` names the element that it is drawn into. */
export interface ChartData {
  readonly id: string;
  readonly unit: Unit;
  readonly isTimed: boolean;
  readonly option: ChartOption;
}

/** All fault windows of a chart. */
export const faultWindows = ({ series }: ChartOption): readonly FaultWindow[] =>
  series.flatMap(({ isFaults, markArea }) => (isFaults === true ? (markArea?.data ?? []) : []));
