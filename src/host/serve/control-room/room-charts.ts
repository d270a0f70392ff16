/** The charts of the control room, built as those of the report pages. */
import { formatInstant } from '../../../core/base/time.ts';
import type { RoomCharts } from '../../../platform/control/observed.ts';
import { chartData, type Chart } from '../../../report/html/charts/chart.ts';
import { moneyChart, poolChart } from '../../../report/html/charts/money.ts';
import { timeChart } from '../../../report/html/charts/time-chart.ts';
import { refusalsChart, requestsChart } from '../../../report/html/charts/traffic.ts';
import type { Watched } from './watched.ts';
import type { SeenSeries } from './series.ts';

/** Markets that are drawn. */
const marketMax = 3;
const percentiles = { p50: 0.5, p95: 0.95, p99: 0.99 };

/** Everything up to now. Charts without data are left out. */
export function roomCharts(watched: Watched): RoomCharts {
  const { world, feed } = watched;
  const seen = feed.series.upTo(world.kernel.nowMs);
  const faults = faultsOf(watched);
  const { startMs, bucketMs, bucketCount } = seen;
  const timeline = { ...seen, registered: [] };
  const common = { timeline: { startMs, bucketMs, bucketCount }, faults };
  const charts = [
    requestsChart({ timeline, faults }, 'as the platform gave them'),
    refusalsChart({ timeline, faults }),
    latencyChart(seen, common),
    moneyChart({ timeline, faults }),
    poolChart({ timeline, faults }),
    priceChart(watched, common),
  ];
  return {
    charts: charts.filter((chart) => chart !== undefined).map(chartAnswer),
    start: formatInstant(startMs),
    slice_ms: bucketMs,
    events: [...seen.events],
  };
}

type TimeParts = Pick<Parameters<typeof timeChart>[0], 'timeline' | 'faults'>;

function faultsOf({ world }: Watched): TimeParts['faults'] {
  return world.faults.timetable
    .map(({ kind, service, atMs }, index) => ({
      kind,
      service,
      startMs: atMs,
      endMs: world.faults.endMs(index) ?? atMs,
      detail: '',
    }))
    .filter(({ startMs, endMs }) => startMs <= Math.min(endMs, world.kernel.nowMs));
}

const latencyChart = ({ latencies }: SeenSeries, common: TimeParts): Chart | undefined =>
  timeChart({
    ...common,
    id: 'latency',
    title: 'Latency, virtual milliseconds',
    description:
      'Percentiles of how long callers waited for an answer: agents behind the network of the scenario, others for slow services. Within 5%.',
    series: Object.fromEntries(
      Object.entries(percentiles).map(([name, share]) => [
        name,
        latencies.map((slice) => slice?.percentile(share) ?? Number.NaN),
      ]),
    ),
    unit: 'figure',
    kind: 'level',
    isStacked: false,
    isSparse: true,
  });

/** Prices follow from seed and instant, so that no slice has to be watched. All of an instant are read together. */
function priceChart({ world, feed }: Watched, common: TimeParts): Chart | undefined {
  const { marketData } = world.trading;
  const { startMs, bucketMs, bucketCount } = common.timeline;
  const names = marketData.assetNames(marketMax);
  const series = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  const first = names.map((name) => feed.prices.at(name, startMs, marketData));
  for (let slice = 1; slice <= bucketCount; slice++) {
    const atMs = Math.min(startMs + slice * bucketMs, world.kernel.nowMs);
    for (const [index, name] of names.entries())
      series[name]?.push((feed.prices.at(name, atMs, marketData) / (first[index] ?? 1)) * 100);
  }
  return timeChart({
    ...common,
    id: 'prices',
    title: 'Prices, percent of the first one',
    description: `Mid prices of ${names.join(', ')} at the end of each interval. The axis does not start at zero.`,
    series,
    unit: 'percent',
    kind: 'level',
    isStacked: false,
    isZoomed: true,
  });
}

const chartAnswer = (chart: Chart): RoomCharts['charts'][number] => {
  const { title, description, legend, height, figures } = chart;
  return {
    ...(chartData(chart) as Pick<RoomCharts['charts'][number], 'id' | 'unit' | 'isTimed' | 'option'>),
    title,
    description,
    legend: legend.map((entry) => ({ ...entry })),
    height,
    figures: {
      caption: figures.caption,
      columns: figures.columns.map((column) => ({ ...column })),
      rows: figures.rows.map((cells) => cells.map((cell) => (typeof cell === 'object' ? cell.text : cell))),
    },
  };
};
