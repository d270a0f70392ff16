/** The charts of a load over wall time: those of all live commands, and its agents. */
import type { LoadResult } from '../../live/load/result-schema.ts';
import type { Chart } from '../html/charts/chart.ts';
import { timeChart } from '../html/charts/time-chart.ts';
import { liveCharts, timelineOf } from '../live/charts.ts';

/** Every chart of the page, in order; those without data are left out. */
export function loadCharts(result: LoadResult): Chart[] {
  const { series } = result;
  const acting = timeChart({
    timeline: timelineOf(result),
    faults: [],
    id: 'acting',
    title: 'Agents and open requests',
    kind: 'level',
    unit: 'count',
    isStacked: false,
    description:
      'The most agents that acted at once in each interval, the most requests without a response, and arrivals that were dropped.',
    series: {
      agents: series.map(({ agents }) => agents),
      'in flight': series.map(({ inFlight }) => inFlight),
      dropped: series.map(({ dropped }) => dropped),
    },
  });
  return liveCharts(result, [acting]);
}
