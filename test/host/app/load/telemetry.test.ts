/** The figures of a load as metrics: each with its name, its unit and its attributes. */
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { startTelemetry } from '../../../../src/host/app/load/telemetry.ts';
import type { TelemetryTargets } from '../../../../src/host/app/load/load-settings.ts';
import { LoadMeasures } from '../../../../src/live/load/measure/load-measures.ts';
import { LoadInterval, rowOf } from '../../../../src/live/load/measure/series.ts';
import type { LoadView, RunningLoad } from '../../../../src/live/load/running-load.ts';
import { callWith } from '../../../live/load/engine/load-run.ts';
import { answerJson, toyServer, type Respond } from '../../../live/traffic/toy-server.ts';

interface OtlpValue {
  readonly stringValue?: string;
}
interface Point {
  readonly asDouble?: number;
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
}
interface Metric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly sum?: { readonly dataPoints: Point[]; readonly isMonotonic: boolean };
  readonly gauge?: { readonly dataPoints: Point[] };
}
interface Export {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: Point['attributes'] };
    readonly scopeMetrics: readonly {
      readonly scope: { readonly name: string; readonly version: string };
      readonly metrics: readonly Metric[];
    }[];
  }[];
}

function measured(): LoadMeasures {
  const measures = new LoadMeasures([]);
  Object.assign(measures.counts, { offered: 11, sent: 7, retries: 2, arrivals: 3, dropped: 1 });
  const outcome = { behaviour: 'visitor', serviceMs: 1 };
  const status = 'faucet/B/status';
  measures.add({ ...outcome, call: status, status: 200, code: '', responseMs: 10 });
  measures.add({ ...outcome, call: status, status: 429, code: 'RATE_LIMIT', responseMs: 10 });
  measures.add({ ...outcome, call: status, status: 429, code: 'RATE_LIMIT', responseMs: 40 });
  measures.add({ ...outcome, call: '', status: 0, code: 'timeout', responseMs: 500 });
  return measures;
}

/** A row of a second with 100 answers, after 1 to 100 ms. */
function row() {
  const interval = new LoadInterval(0);
  for (let ms = 1; ms <= 100; ms += 1) interval.response.recordValue(ms * 1000);
  return rowOf(interval, { second: 0, stage: 2 });
}

function runningLoad(parts: Partial<LoadView> = {}): RunningLoad {
  const rest = { elapsedMs: 1_000, lengthMs: 2_000, agents: 5, inFlight: 6 };
  const view = { ...rest, measures: measured(), rows: [row()], ...parts };
  return { view: () => view, run: () => Promise.reject(new Error('it runs already')), stop: () => undefined };
}

const start = (load: RunningLoad, targets: Partial<TelemetryTargets>) =>
  startTelemetry(callWith({ name: 'small' }), load, {
    otlp: undefined,
    prometheusPort: undefined,
    ...targets,
  });

async function pushed(load: RunningLoad, respond?: Respond) {
  const collector = await toyServer(respond);
  const telemetry = await start(load, { otlp: `http://127.0.0.1:${collector.port}/v1/metrics` });
  const notes = await telemetry.end();
  return { notes, asked: collector.asked };
}

const attributesOf = (attributes: Point['attributes']): string =>
  attributes.map(({ key, value }) => `${key}=${value.stringValue ?? ''}`).join(' ');

const linesOf = ({ name, description, unit, sum, gauge }: Metric): string[] => [
  `${name} ${sum?.isMonotonic === true ? 'counter' : 'gauge'} ${unit}: ${description}`,
  ...(sum ?? gauge ?? { dataPoints: [] }).dataPoints.map(
    ({ asDouble = Number.NaN, attributes }) =>
      // Histograms have three significant figures.
      `  ${[attributesOf(attributes), Math.round(asDouble * 1000) / 1000].join(' ').trim()}`,
  ),
];

const counted = (
  offered: number,
  sent: number,
  retries: number,
  arrivals: number,
  dropped: number,
): string[] => [
  'orrery.load.offered counter : Requests that were due',
  `  ${offered}`,
  'orrery.load.sent counter : Requests that were sent and have ended',
  `  ${sent}`,
  'orrery.load.retries counter : Requests that an agent sent again',
  `  ${retries}`,
  'orrery.load.arrivals counter : Agents that began',
  `  ${arrivals}`,
  'orrery.load.dropped counter : Arrivals that found too many agents acting',
  `  ${dropped}`,
  'orrery.load.agents gauge : Agents that act now',
  '  5',
  'orrery.load.in_flight gauge : Requests without a response',
  '  6',
];

it('are named, described and counted by operation, code and quantile', async () => {
  const { notes, asked } = await pushed(runningLoad());
  expect([notes, asked.map(({ method, url }) => `${method} ${url}`)]).toEqual([[], ['POST /v1/metrics']]);
  const [exported] = (JSON.parse(asked[0]?.text ?? '') as Export).resourceMetrics;
  const [scoped] = exported?.scopeMetrics ?? [];
  expect(scoped?.scope).toMatchObject({ name: 'orrery', version: packageVersion() });
  expect(attributesOf(exported?.resource.attributes ?? [])).toBe(
    'service.name=orrery-load service.instance.id=test orrery.scenario=small orrery.target=toy',
  );
  expect(scoped?.metrics.flatMap(linesOf)).toEqual([
    ...counted(11, 7, 2, 3, 1),
    'orrery.load.stage gauge : The stage, from 0',
    '  2',
    'orrery.load.requests counter : Requests that have ended, by operation',
    '  service=faucet style=B operation=status 3',
    '  service= style= operation= 1',
    'orrery.load.failed counter : Requests without a response or with a status from 400 on',
    '  service=faucet style=B operation=status code=RATE_LIMIT 2',
    '  service= style= operation= code=timeout 1',
    'orrery.load.response_time gauge s: Response time from when a request was due, in the last interval',
    '  quantile=0.5 0.05',
    '  quantile=0.95 0.095',
    '  quantile=0.99 0.099',
    'orrery.load.response_time_overall gauge s: Response time from when a request was due, over the load',
    '  service=faucet style=B operation=status quantile=0.5 0.01',
    '  service=faucet style=B operation=status quantile=0.99 0.04',
    '  service= style= operation= quantile=0.5 0.5',
    '  service= style= operation= quantile=0.99 0.5',
  ]);
});

it('have no times and no stage before the first row', async () => {
  const { asked } = await pushed(runningLoad({ rows: [], measures: new LoadMeasures([]) }));
  const [exported] = (JSON.parse(asked[0]?.text ?? '') as Export).resourceMetrics;
  const metrics = exported?.scopeMetrics[0]?.metrics ?? [];
  expect(metrics.flatMap(linesOf)).toEqual([
    ...counted(0, 0, 0, 0, 0),
    'orrery.load.stage gauge : The stage, from 0',
    '  0',
  ]);
});

it('that a collector refuses are counted', async () => {
  const { notes } = await pushed(runningLoad(), (_asked, response) => answerJson(response, {}, 400));
  expect(notes).toEqual(['OTLP: 1 exports failed, the last one with: Bad Request']);
});

it('are offered to Prometheus on loopback until the end, where the port is free', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(start(runningLoad(), { prometheusPort: port })).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => server.close(resolve));
  const telemetry = await start(runningLoad(), { prometheusPort: port });
  const url = `http://127.0.0.1:${port}/metrics`;
  const text = await (await fetch(url)).text();
  expect(text).toMatch(/^orrery_load_failed_total\{[^}]*code="RATE_LIMIT"[^}]*\} 2$/m);
  expect(await telemetry.end()).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
