/**
 * The figures of a served world in the text format of Prometheus (version 0.0.4): `GET /_sim/metrics`. As of the last event:
 * reading them moves no clock.
 */
import type { Sample } from './call-counts.ts';
import type { Watched } from './watched.ts';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

const single = (value: number): readonly Sample[] => [{ labels: '', value }];

function metricsOf({ world, feed }: Watched): readonly Metric[] {
  const { ledger, kernel } = world;
  return [
    {
      name: 'orrery_http_requests_total',
      help: 'Requests that the platform has answered, without those of the control room.',
      type: 'counter',
      samples: feed.calls.samples(),
    },
    {
      name: 'orrery_events_total',
      help: 'Events of the virtual clock.',
      type: 'counter',
      samples: single(kernel.eventCount),
    },
    {
      name: 'orrery_virtual_time_seconds',
      help: 'The virtual clock, in seconds since the epoch.',
      type: 'gauge',
      samples: single(kernel.nowMs / 1000),
    },
    {
      name: 'orrery_agents',
      help: 'Agents that are registered.',
      type: 'gauge',
      samples: single(world.agents.count),
    },
    {
      name: 'orrery_ledger_transfers_total',
      help: 'Transfers of the ledger.',
      type: 'counter',
      samples: single(ledger.transferCount),
    },
    {
      name: 'orrery_ledger_drift_micros',
      help: 'Balances less the sum of all transfers, in micro-USDC; anything but 0 is a defect of Orrery.',
      type: 'gauge',
      samples: single(world.driftMicros()),
    },
  ];
}

/** What `GET /_sim/metrics` answers. */
export function metricsPage(watched: Watched): { headers: Record<string, string>; text: string } {
  const lines = metricsOf(watched).flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value }) => `${name}${labels} ${value}`),
  ]);
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
  return { headers, text: `${lines.join('\n')}\n` };
}
