/**
 * All charts of a run's report. A new chart is a file in this folder and a row here; its values over time are an
 * entry of `simulation/scenario/sampled-series.ts`.
 */
import type { RunResult } from '../../../simulation/scenario/result.ts';
import { balancesChart } from './balances.ts';
import type { Chart } from './chart.ts';
import { endedEscrowsChart, openEscrowsChart } from './escrows.ts';
import { flowsChart } from './flows.ts';
import { limitsChart } from './limits.ts';
import { contestsChart, ordersChart } from './lives.ts';
import { moneyChart, poolChart, registeredChart } from './money.ts';
import { returnsChart } from './returns.ts';
import { refusalsChart, requestsChart } from './traffic.ts';

/** The id of the section that shows a chart. */
export type ChartSection = 'traffic' | 'escrows' | 'orders' | 'casino' | 'money' | 'limits' | 'agents';

/** One chart of the report and the section that shows it. */
export interface ChartRow {
  readonly section: ChartSection;
  /** Undefined if the run has no data for it. */
  readonly make: (result: RunResult) => Chart | undefined;
}

/** In the order of the page. */
export const charts: readonly ChartRow[] = [
  { section: 'traffic', make: requestsChart },
  { section: 'traffic', make: refusalsChart },
  { section: 'escrows', make: openEscrowsChart },
  { section: 'escrows', make: endedEscrowsChart },
  { section: 'orders', make: ordersChart },
  { section: 'casino', make: returnsChart },
  { section: 'casino', make: contestsChart },
  { section: 'money', make: ({ flows }) => flowsChart(flows) },
  { section: 'money', make: moneyChart },
  { section: 'money', make: poolChart },
  { section: 'limits', make: ({ limits }) => limitsChart(limits) },
  { section: 'agents', make: ({ agents }) => balancesChart(agents) },
  { section: 'agents', make: registeredChart },
];

/** The charts of a run, each with its section. */
export const chartsOf = (
  result: RunResult,
  rows: readonly ChartRow[] = charts,
): readonly { section: ChartSection; chart: Chart }[] =>
  rows.flatMap(({ section, make }) => {
    const chart = make(result);
    return chart === undefined ? [] : [{ section, chart }];
  });
