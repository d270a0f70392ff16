/** Which window of which quota refused, as bars. */
import type { LimitResult } from '../../../simulation/scenario/result.ts';
import { clipped, counted, grouped, percent, sum } from '../../numbers.ts';
import { coloursOf } from '../palette.ts';
import { nameMarkup } from '../markup.ts';
import { numbers, words, type TableParts } from '../table.ts';
import type { Chart } from './chart.ts';

/** `free, escrow A`. */
const quotaLabel = ({ tier, service, style }: LimitResult): string =>
  clipped(`${tier}, ${service} ${style}`.trim(), 40);

/** Undefined where the limiter refused nothing. */
export function limitsChart(limits: readonly LimitResult[]): Chart | undefined {
  const refusing = limits.filter(({ refused }) => refused > 0);
  if (refusing.length === 0) return undefined;
  const windows = [...new Set(refusing.flatMap((limit) => Object.keys(limit.windows)))].toSorted(
    (left, right) => (left < right ? -1 : 1),
  );
  const colours = coloursOf(windows);
  return {
    id: 'limit-windows',
    title: 'Which window refused',
    description: windowSentence(refusing),
    legend: windows.map((name, index) => ({
      name,
      label: clipped(name, 40),
      colour: colours[index] ?? '$blue',
    })),
    height: 'middle',
    unit: 'count',
    isTimed: false,
    option: {
      isSideways: true,
      // Bars are drawn from the bottom up.
      yAxis: { type: 'category', data: refusing.map(quotaLabel).toReversed() },
      xAxis: { type: 'value', minInterval: 1 },
      series: windows.map((name, index) => ({
        type: 'bar',
        name,
        label: clipped(name, 40),
        stack: 'all',
        barMaxWidth: 26,
        color: colours[index] ?? '$blue',
        data: refusing.map((limit) => limit.windows[name] ?? 0).toReversed(),
      })),
    },
    figures: windowsTable(refusing),
  };
}

function windowSentence(limits: readonly LimitResult[]): string {
  const refused = sum(limits.map((limit) => limit.refused));
  const counts = new Map<string, number>();
  for (const { windows } of limits) {
    for (const [name, count] of Object.entries(windows)) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const [most] = [...counts].toSorted((left, right) => right[1] - left[1]);
  const lead =
    most === undefined ? '' : `; the window ${most[0]} refused ${percent(most[1], refused)} of them`;
  return `${counted(refused, 'request')} over a limit${lead}.`;
}

function windowsTable(limits: readonly LimitResult[]): TableParts {
  const rows = limits.flatMap((limit) =>
    Object.entries(limit.windows).map(([window, count]) => [
      quotaLabel(limit),
      nameMarkup(window),
      grouped(count),
    ]),
  );
  return {
    caption: 'Refusals by window',
    columns: [...words('Quota', 'Window'), ...numbers('Refused')],
    rows,
  };
}
