/** The states of escrows: open ones, and ended ones by outcome. */
import type { RunResult, Series } from '../../../simulation/scenario/result.ts';
import { grouped } from '../../numbers.ts';
import type { Chart } from './chart.ts';
import { timeChart } from './time-chart.ts';

/** States in which an escrow still holds money; every other name is a way to end. */
const openStates: ReadonlySet<string> = new Set(['open', 'locked', 'disputed', 'frozen']);

const only = (series: Series, isOpen: boolean): Series =>
  Object.fromEntries(Object.entries(series).filter(([name]) => openStates.has(name) === isOpen));

/** Open escrows by state, stacked, at the end of each bucket. */
export function openEscrowsChart({ timeline, faults }: RunResult): Chart | undefined {
  const series = only(timeline.escrows, true);
  return timeChart({
    id: 'escrows-open',
    title: 'Open escrows',
    description: `At the end: ${lastValues(series)}.`,
    series,
    timeline,
    faults,
    unit: 'count',
    kind: 'level',
    isStacked: true,
  });
}

/** Ended escrows by how they ended, counted up. */
export function endedEscrowsChart({ timeline, faults }: RunResult): Chart | undefined {
  const series = only(timeline.escrows, false);
  return timeChart({
    id: 'escrows-ended',
    title: 'Ended escrows, counted up',
    description: `By the end: ${lastValues(series)}.`,
    series,
    timeline,
    faults,
    unit: 'count',
    kind: 'level',
    isStacked: false,
  });
}

const lastValues = (series: Series): string =>
  Object.entries(series)
    .map(([name, values]) => `${grouped(values.at(-1) ?? 0)} ${name}`)
    .join(', ');
