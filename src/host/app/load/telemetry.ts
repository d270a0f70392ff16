/**
 * The figures of a running load as OpenTelemetry metrics: pushed over OTLP/HTTP, or offered to Prometheus on loopback.
 * The exporters belong to OpenTelemetry; nothing is measured twice.
 */
import type { Attributes, Meter } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider, PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import type { LoadCall } from '../../../live/load/load-call.ts';
import { percentilesOf } from '../../../live/traffic/measure/histogram.ts';
import type { RunningLoad } from '../../../live/load/running-load.ts';
import { packageVersion } from '../process/package-version.ts';
import { loadResource } from './load-resource.ts';
import type { TelemetryTargets } from './load-settings.ts';
import { NotedExporter } from './noted-exporter.ts';

/** Streams until `end`, which sends the last figures and resolves with what went wrong. */
export interface Telemetry {
  end(): Promise<readonly string[]>;
}

const exportMs = 1_000;
/** An exporter that does not answer must not keep the command. */
const endMs = 5_000;

/** Starts the streams. Rejects for a port that cannot be opened. */
export async function startTelemetry(
  call: LoadCall,
  load: RunningLoad,
  { otlp, prometheusPort }: TelemetryTargets,
): Promise<Telemetry> {
  const readers: IMetricReader[] = [];
  let noted: NotedExporter | undefined;
  if (otlp !== undefined) {
    noted = new NotedExporter(new OTLPMetricExporter({ url: otlp, timeoutMillis: exportMs }));
    const times = { exportIntervalMillis: exportMs, exportTimeoutMillis: exportMs };
    readers.push(new PeriodicExportingMetricReader({ exporter: noted, ...times }));
  }
  if (prometheusPort !== undefined) {
    const exporter = new PrometheusExporter({
      host: '127.0.0.1',
      port: prometheusPort,
      preventServerStart: true,
    });
    await exporter.startServer();
    readers.push(exporter);
  }
  const provider = new MeterProvider({ resource: loadResource(call), readers });
  observe(provider.getMeter('orrery', packageVersion()), load);
  return {
    end: async () => {
      await provider.shutdown({ timeoutMillis: endMs }).catch(() => undefined);
      return noted?.notes() ?? [];
    },
  };
}

function observe(meter: Meter, load: RunningLoad): void {
  const counter = (name: string, description: string, read: () => number): void =>
    meter.createObservableCounter(name, { description }).addCallback((result) => result.observe(read()));
  const gauge = (name: string, description: string, read: () => number): void =>
    meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read()));
  const counts = () => load.view().measures.counts;
  counter('orrery.load.offered', 'Requests that were due', () => counts().offered);
  counter('orrery.load.sent', 'Requests that were sent and have ended', () => counts().sent);
  counter('orrery.load.retries', 'Requests that an agent sent again', () => counts().retries);
  counter('orrery.load.arrivals', 'Agents that began', () => counts().arrivals);
  counter('orrery.load.dropped', 'Arrivals that found too many agents acting', () => counts().dropped);
  gauge('orrery.load.agents', 'Agents that act now', () => load.view().agents);
  gauge('orrery.load.in_flight', 'Requests without a response', () => load.view().inFlight);
  gauge('orrery.load.stage', 'The stage, from 0', () => load.view().rows.at(-1)?.stage ?? 0);
  observeCalls(meter, load);
  observeTimes(meter, load);
}

function observeCalls(meter: Meter, load: RunningLoad): void {
  const description = 'Requests that have ended, by operation';
  meter.createObservableCounter('orrery.load.requests', { description }).addCallback((result) => {
    for (const [call, { requests }] of load.view().measures.calls)
      result.observe(requests, attributesOf(call));
  });
  const failed = { description: 'Requests without a response or with a status from 400 on' };
  meter.createObservableCounter('orrery.load.failed', failed).addCallback((result) => {
    for (const [call, { codes }] of load.view().measures.calls)
      for (const [code, times] of codes) result.observe(times, { ...attributesOf(call), code });
  });
}

/** Percentiles of the last interval, as of a summary: the histograms themselves are in the result. */
function observeTimes(meter: Meter, load: RunningLoad): void {
  const last = { description: 'Response time from when a request was due, in the last interval', unit: 's' };
  meter.createObservableGauge('orrery.load.response_time', last).addCallback((result) => {
    const row = load.view().rows.at(-1);
    if (row === undefined) return;
    for (const [quantile, ms] of [
      ['0.5', row.p50],
      ['0.95', row.p95],
      ['0.99', row.p99],
    ] as const)
      // prettier-ignore
      result.observe(ms / 1000, { quantile });
  });
  const whole = { description: 'Response time from when a request was due, over the load', unit: 's' };
  meter.createObservableGauge('orrery.load.response_time_overall', whole).addCallback((result) => {
    for (const [call, { response }] of load.view().measures.calls) {
      const { p50, p99 } = percentilesOf(response);
      result.observe(p50 / 1000, { ...attributesOf(call), quantile: '0.5' });
      result.observe(p99 / 1000, { ...attributesOf(call), quantile: '0.99' });
    }
  });
}

function attributesOf(call: string): Attributes {
  const [service = '', style = '', operation = ''] = call.split('/');
  return { service, style, operation };
}
