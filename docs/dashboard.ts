/** The Grafana dashboard of a load, over a Prometheus that reads `orrery load --prometheus PORT`. */

interface Panel {
  readonly title: string;
  readonly unit: string;
  /** PromQL and the name of its series. */
  readonly series: readonly (readonly [expression: string, legend: string])[];
}

const panels: readonly Panel[] = [
  {
    title: 'Requests',
    unit: 'reqps',
    series: [
      ['sum(rate(orrery_load_offered_total[$__rate_interval]))', 'offered'],
      ['sum(rate(orrery_load_sent_total[$__rate_interval]))', 'ended'],
      ['sum(rate(orrery_load_failed_total[$__rate_interval]))', 'failed'],
      ['sum(rate(orrery_load_retries_total[$__rate_interval]))', 'retries'],
    ],
  },
  {
    title: 'Response time from when a request was due',
    unit: 's',
    series: [['max by (quantile) (orrery_load_response_time)', '{{quantile}}']],
  },
  {
    title: 'Agents and open requests',
    unit: 'short',
    series: [
      ['sum(orrery_load_agents)', 'agents'],
      ['sum(orrery_load_in_flight)', 'in flight'],
      ['sum(rate(orrery_load_dropped_total[$__rate_interval]))', 'arrivals dropped a second'],
    ],
  },
  {
    title: 'Errors by code',
    unit: 'reqps',
    series: [['sum by (code) (rate(orrery_load_failed_total[$__rate_interval]))', '{{code}}']],
  },
  {
    title: 'Requests by operation',
    unit: 'reqps',
    series: [
      [
        'sum by (service, operation) (rate(orrery_load_requests_total[$__rate_interval]))',
        '{{service}} {{operation}}',
      ],
    ],
  },
  {
    title: 'Errors by operation',
    unit: 'reqps',
    series: [
      [
        'sum by (service, operation) (rate(orrery_load_failed_total[$__rate_interval]))',
        '{{service}} {{operation}}',
      ],
    ],
  },
  {
    title: 'p99 of each operation over the load',
    unit: 's',
    series: [
      [
        'max by (service, operation) (orrery_load_response_time_overall{quantile="0.99"})',
        '{{service}} {{operation}}',
      ],
    ],
  },
  { title: 'Stage', unit: 'short', series: [['max(orrery_load_stage)', 'stage']] },
];

const [width, height] = [12, 8];
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard as Grafana imports it; its only variable is the data source. */
export const dashboard = {
  title: 'Orrery load',
  uid: 'orrery-load',
  schemaVersion: 39,
  editable: true,
  refresh: '5s',
  time: { from: 'now-15m', to: 'now' },
  templating: {
    list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
  },
  panels: panels.map(({ title, unit, series }, index) => ({
    id: index + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x: (index % 2) * width, y: Math.floor(index / 2) * height, w: width, h: height },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: series.map(([expr, legendFormat], target) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + target),
      datasource,
      expr,
      legendFormat,
    })),
  })),
};

/** Every metric that the dashboard reads. */
export const dashboardMetrics: readonly string[] = [
  ...new Set(
    panels.flatMap(({ series }) => series.flatMap(([expression]) => expression.match(/orrery_\w+/g) ?? [])),
  ),
];
