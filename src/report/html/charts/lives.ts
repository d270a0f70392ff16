/** The states of orders and contests: open ones, and ended ones by outcome. */
import type { RunResult, Series } from '../../../simulation/scenario/result.ts';
import { grouped } from '../../numbers.ts';
import type { Chart } from './chart.ts';
import { timeChart } from './time-chart.ts';

/** Orders of the trading service; undefined without any. */
export const ordersChart = (result: RunResult): Chart | undefined =>
  livesChart(result, { id: 'orders', title: 'Orders, open and ended', series: result.timeline.orders });

/** Tournaments and challenges; undefined where there was none. */
export const contestsChart = (result: RunResult): Chart | undefined =>
  livesChart(result, {
    id: 'contests',
    title: 'Tournaments and challenges, open and ended',
    series: result.timeline.contests,
  });

function livesChart(
  { timeline, faults }: RunResult,
  parts: { readonly id: string; readonly title: string; readonly series: Series },
): Chart | undefined {
  const last = Object.entries(parts.series)
    .map(([name, values]) => [name, values.at(-1) ?? 0] as const)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => `${grouped(value)} ${name}`);
  return timeChart({
    ...parts,
    description: `At the end: ${last.length === 0 ? 'none' : last.join(', ')}. Ended ones are counted up.`,
    timeline,
    faults,
    unit: 'count',
    kind: 'level',
    isStacked: false,
  });
}
