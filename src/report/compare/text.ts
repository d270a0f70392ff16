/** A comparison for a terminal: the differing metrics, the clearest first. */
import { clipped, grouped, measured } from '../numbers.ts';
import type {
  ComparedMetric,
  ComparedSide,
  JudgedLimit,
  MetricVerdict,
  RunComparison,
} from './comparison.ts';

const rowMax = 16;

/** The text of each verdict, for terminal and page. */
export const verdictWords: Readonly<Record<MetricVerdict, string>> = {
  same: 'the same',
  noise: 'noise',
  more: 'more than noise',
  unknown: 'noise unknown',
  absent: 'one side only',
};

/** A change from 0 counts as the largest. */
const size = ({ change }: ComparedMetric): number => (change === null ? Infinity : Math.abs(change));

/** Sorts by verdict (`more` first), then by size of the change, then by name. */
export function byWeight(metrics: readonly ComparedMetric[]): readonly ComparedMetric[] {
  const order: readonly MetricVerdict[] = ['more', 'absent', 'unknown', 'noise', 'same'];
  return metrics.toSorted(
    (left, right) =>
      order.indexOf(left.verdict) - order.indexOf(right.verdict) ||
      (size(left) === size(right) ? 0 : size(right) - size(left)) ||
      (left.name < right.name ? -1 : 1),
  );
}

/** `+12.3%`, or the absolute difference if the first value is 0. */
export function changeText({ difference, change }: ComparedMetric): string {
  if (difference === null) return '-';
  if (difference === 0) return '0';
  const sign = difference > 0 ? '+' : '-';
  if (change === null) return `${sign}${measured(Math.abs(difference))}`;
  return `${sign}${grouped(Number((Math.abs(change) * 100).toPrecision(3)))}%`;
}

/** One line about a side: runs, scenarios, the first six seeds, dropped repetitions. */
export const sideText = ({ name, scenarios, seeds, runs, repeated }: ComparedSide): string => {
  const more = seeds.length > 6 ? ` and ${seeds.length - 6} more` : '';
  const twice = repeated === 0 ? '' : `, ${repeated} of the same digest left out`;
  const words = `${runs} ${runs === 1 ? 'run' : 'runs'} of ${scenarios.join(', ')}`;
  return `${name}: ${words}, seeds ${seeds.slice(0, 6).join(' ')}${more}${twice}`;
};

/** The comparison as text, at most 16 metrics. With `all`, every metric, including equal ones. */
export function comparisonText(
  comparison: RunComparison,
  limits: readonly JudgedLimit[],
  options: { readonly color: boolean; readonly all: boolean },
): string {
  const paint = (style: number, text: string): string =>
    options.color ? `\u001b[${style}m${text}\u001b[0m` : text;
  const sorted = byWeight(comparison.metrics);
  const differing = sorted.filter(({ verdict }) => verdict !== 'same');
  const shown = options.all ? sorted : differing.slice(0, rowMax);
  const lines = [
    paint(1, clean(`A  ${sideText(comparison.a)}`)),
    paint(1, clean(`B  ${sideText(comparison.b)}`)),
    comparison.noise,
    ...(shown.length === 0 ? ['No metric differs.'] : tableLines(shown, paint)),
    ...restLines(differing.length - shown.length, sorted.length - differing.length, options.all),
    ...limits.map((limit) => limitLine(limit, paint)),
  ];
  return `${lines.join('\n')}\n`;
}

type Paint = (style: number, text: string) => string;

function tableLines(metrics: readonly ComparedMetric[], paint: Paint): readonly string[] {
  const cells = metrics.map((metric) => [
    clipped(clean(metric.name), 46),
    metric.a === null ? '-' : measured(metric.a),
    metric.b === null ? '-' : measured(metric.b),
    changeText(metric),
    verdictWords[metric.verdict],
  ]);
  const head = ['metric', 'A', 'B', 'change', ''];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 || column === 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [
    paint(2, line(head)),
    ...cells.map((row, index) => (metrics[index]?.verdict === 'more' ? paint(33, line(row)) : line(row))),
  ];
}

function restLines(hidden: number, same: number, isAll: boolean): readonly string[] {
  if (isAll) return [];
  const parts = [
    ...(hidden > 0 ? [`${hidden} more differ (--all shows them)`] : []),
    ...(same > 0 ? [`${same} are the same`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join('; ')];
}

const limitLine = ({ ok, limit, direction, why }: JudgedLimit, paint: Paint): string =>
  `${ok ? paint(32, '✓') : paint(31, '✗')} ${clean(limit)} ${direction}: ${why}`;

/** Control characters could steer the terminal. */
const clean = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, '?');
