/**
 * The figures of a served world in the text format of Prometheus (version 0.0.4): `GET /_sim/metrics`. As of the last event:
 * reading them moves no clock.
 */
import type { LabelledCount } from './answered-calls.ts';
import type { Watched } from './watched.ts';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly read: (watched: Watched) => readonly LabelledCount[];
}

const single = (value: number): readonly LabelledCount[] => [{ labels: '', value }];

const metricTable: readonly Metric[] = [
  {
    name: 'orrery_http_requests_total',
    help: 'Requests that the platform has answered, without those of the control room.',
    type: 'counter',
    read: ({ feed }) => feed.calls.counts(),
  },
  {
    name: 'orrery_events_total',
    help: 'Due events of the virtual clock.',
    type: 'counter',
    read: ({ world }) => single(world.kernel.eventCount),
  },
  {
    name: 'orrery_virtual_time_seconds',
    help: 'The virtual clock, in seconds since the epoch.',
    type: 'gauge',
    read: ({ world }) => single(world.kernel.nowMs / 1000),
  },
  {
    name: 'orrery_agents',
    help: 'Agents that are registered.',
    type: 'gauge',
    read: ({ world }) => single(world.agents.count),
  },
  {
    name: 'orrery_ledger_transfers_total',
    help: 'Transfers of the ledger.',
    type: 'counter',
    read: ({ world }) => single(world.ledger.transferCount),
  },
  {
    name: 'orrery_ledger_drift_micros',
    help: 'Balances less the sum of all transfers, in micro-USDC; anything but 0 is a defect of Orrery.',
    type: 'gauge',
    read: ({ world }) => single(world.driftMicros()),
  },
];

/** What `GET /_sim/metrics` answers. */
export function metricsPage(watched: Watched): { headers: Record<string, string>; text: string } {
  const lines = metricTable.flatMap(({ name, help, type, read }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...read(watched).map(({ labels, value }) => `${name}${labels} ${value}`),
  ]);
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
  return { headers, text: `${lines.join('\n')}\n` };
}
