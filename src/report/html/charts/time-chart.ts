/** Charts over virtual time, from the start to the end of the run, with shaded faults. */
import { formatDuration, formatInstant, type Instant } from '../../../core/base/time.ts';
import type { FaultResult, Series, Timeline } from '../../../simulation/scenario/result.ts';
import { grouped, roundedUsdc, sum } from '../../numbers.ts';
import { coloursOf } from '../palette.ts';
import { numbers, words, type TableParts } from '../table.ts';
import type { Chart, EmbeddedJson, EmbeddedJsonObject, Unit } from './chart.ts';
import { faultAreas } from './fault-areas.ts';

/** A chart of series over virtual time; series with zeros only are left out. Amounts are micro-USDC. */
export interface TimeChartParts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly series: Series;
  readonly timeline: Pick<Timeline, 'startMs' | 'bucketMs' | 'bucketCount'>;
  readonly faults: readonly FaultResult[];
  readonly unit: Unit;
  /** `flow` counts within a bucket, `level` is a state at its end. */
  readonly kind: 'flow' | 'level';
  readonly isStacked: boolean;
  /** Names to show instead of the series' own. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly height?: Chart['height'];
  /** Lets the axis start above zero, to show small changes of a high level. */
  readonly isZoomed?: boolean;
  /** The end of the axis, even if values lie above. */
  readonly topMax?: number;
  readonly note?: string;
  /** Values that are no number were not measured: the line goes on across them. */
  readonly isSparse?: boolean;
}

/** The part of a run that charts of these series are made from; a world that goes on has it as well. */
export interface TimedSeries<Name extends keyof Timeline> {
  readonly timeline: TimeChartParts['timeline'] & Pick<Timeline, Name>;
  readonly faults: readonly FaultResult[];
}

const instantLabel = (atMs: Instant): string => `${formatInstant(atMs).slice(0, 16).replace('T', ' ')} UTC`;

/** The chart; undefined if all values are zero. */
export function timeChart(parts: TimeChartParts): Chart | undefined {
  const names = Object.keys(parts.series).filter((name) =>
    parts.series[name]?.some((value) => value !== 0 && !Number.isNaN(value)),
  );
  if (names.length === 0 || parts.timeline.bucketCount === 0) return undefined;
  const colours = coloursOf(names);
  const dashes = dashesOf(colours);
  const labelOf = (name: string): string => parts.labels?.[name] ?? name;
  return {
    id: parts.id,
    title: parts.title,
    description: parts.description,
    legend: names.map((name, index) => ({
      name,
      label: labelOf(name),
      colour: colours[index] ?? '$blue',
      isDashed: dashes[index] === true && !parts.isStacked,
    })),
    height: parts.height ?? 'middle',
    unit: parts.unit,
    isTimed: true,
    option: timeOption(parts, names, { colours, dashes }),
    figures: figuresTable(parts, names, labelOf),
    ...(parts.note === undefined ? {} : { note: parts.note }),
  };
}

/** The script turns each series into points in time: a flow in the middle of its bucket, a level at its end. */
function timeOption(
  parts: TimeChartParts,
  names: readonly string[],
  { colours, dashes }: { readonly colours: readonly EmbeddedJson[]; readonly dashes: readonly boolean[] },
): EmbeddedJsonObject {
  const { timeline, faults } = parts;
  const { startMs, bucketMs, bucketCount } = timeline;
  const endMs = startMs + bucketMs * bucketCount;
  const lines = names.map((name, index) =>
    lineSeries(parts, name, { colour: colours[index] ?? '$blue', isDashed: dashes[index] === true }),
  );
  const areas = faultAreas(faults, { startMs, endMs });
  return {
    startMs,
    bucketMs,
    bucketCount,
    kind: parts.kind,
    xAxis: { type: 'time', min: startMs, max: endMs },
    yAxis: {
      type: 'value',
      ...(parts.unit === 'percent' ? { suffix: '%' } : {}),
      scale: parts.isZoomed ?? false,
      ...(parts.topMax === undefined ? {} : { max: Math.min(parts.topMax, roundedMax(parts)) }),
      minInterval: parts.unit === 'count' ? 1 : 0,
    },
    series: areas === undefined ? lines : [areas, ...lines],
  };
}

function lineSeries(
  parts: TimeChartParts,
  name: string,
  { colour, isDashed }: { readonly colour: EmbeddedJson; readonly isDashed: boolean },
): EmbeddedJsonObject {
  const isFlow = parts.kind === 'flow';
  const data = (parts.series[name] ?? []).map((value) => {
    if (parts.unit === 'percent') return Number.isFinite(value) ? Number(value.toFixed(3)) : null;
    if (Number.isNaN(value)) return null;
    return parts.unit === 'usdc' ? value / 1_000_000 : value;
  });
  return {
    type: 'line',
    name,
    label: parts.labels?.[name] ?? name,
    data,
    color: colour,
    showSymbol: false,
    ...(parts.isSparse === true ? { connectNulls: true } : {}),
    // A count belongs to the whole of its bucket, so it is drawn as a step.
    step: isFlow ? 'middle' : false,
    // The outline of an empty layer would cover the layers below.
    lineStyle: { width: parts.isStacked ? 0 : 2, ...(isDashed ? { type: 'dashed' } : {}) },
    ...(parts.isStacked ? { stack: 'all', areaStyle: { opacity: 0.9 } } : {}),
    ...(!parts.isStacked && parts.isZoomed === true && parts.unit !== 'percent'
      ? { areaStyle: { opacity: 0.12, origin: 'start' } }
      : {}),
  };
}

/** The highest value, up to the next ten. */
const roundedMax = ({ series }: TimeChartParts): number =>
  Math.ceil(Math.max(0, ...Object.values(series).map((values) => peakOf(values).value)) / 10) * 10;

/** True for a repeated colour: dashes distinguish series of the same colour. */
const dashesOf = (colours: readonly EmbeddedJson[]): readonly boolean[] =>
  colours.map((colour, index) => colours.indexOf(colour) < index);

const textOf: Readonly<Record<Unit, (value: number) => string>> = {
  usdc: roundedUsdc,
  count: grouped,
  figure: grouped,
  percent: (value) => `${value.toFixed(1)}%`,
};

/** One line per series: total or last value, and the maximum. */
function figuresTable(
  parts: TimeChartParts,
  names: readonly string[],
  labelOf: (name: string) => string,
): TableParts {
  const { timeline, unit, kind } = parts;
  const text = textOf[unit];
  const rows = names.map((name) => {
    const values = parts.series[name] ?? [];
    const peak = peakOf(values);
    const bucketEnd = timeline.startMs + timeline.bucketMs * (peak.index + (kind === 'level' ? 1 : 0));
    const total = kind === 'flow' ? sum(values) : (values.findLast(Number.isFinite) ?? 0);
    return [labelOf(name), text(total), text(peak.value), instantLabel(bucketEnd)];
  });
  const last = kind === 'flow' ? 'Total' : 'At the end';
  const span = formatDuration(timeline.bucketMs);
  return {
    caption: `${parts.title}${unit === 'usdc' ? ', in USDC' : ''}; one point stands for ${span}`,
    columns: [...words('Series'), ...numbers(last, 'Highest', 'When')],
    rows,
  };
}

/** The highest value and its first position. */
export function peakOf(values: readonly number[]): { readonly value: number; readonly index: number } {
  // Values before the first measurement are NaN.
  const first = Math.max(0, values.findIndex(Number.isFinite));
  let peak = { value: values[first] ?? 0, index: first };
  for (const [index, value] of values.entries()) if (value > peak.value) peak = { value, index };
  return peak;
}
