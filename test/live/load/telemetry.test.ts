/** The figures of a load as OpenTelemetry metrics. */
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dashboardMetrics } from '../../../docs/dashboard.ts';
import { startTelemetry } from '../../../src/host/app/load/telemetry.ts';
import { answerJson, toyServer, type Respond } from '../traffic/toy-server.ts';
import { oneGroup, prepared } from './loading.ts';

interface Point {
  readonly asDouble?: number;
  readonly asInt?: string | number;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface Export {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly { readonly name: string; readonly sum?: { readonly dataPoints: Point[] } }[];
    }[];
  }[];
}

const reader = oneGroup(function* (agent) {
  for (let count = 0; count < 4; count++) yield agent.get('/faucet/status');
}, 10);

const respond: Respond = (_asked, response, index) =>
  answerJson(response, index % 5 === 1 ? { code: 'RATE_LIMIT' } : {}, index % 5 === 1 ? 429 : 200);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('telemetry', () => {
  it('pushes over OTLP what the load has counted', async () => {
    const collector = await toyServer();
    const { call, load } = await prepared({ scenario: { groups: reader }, respond });
    const otlp = `http://127.0.0.1:${collector.port}/v1/metrics`;
    const telemetry = await startTelemetry(call, load, { otlp, prometheusPort: undefined });
    const end = await load.run();
    expect(await telemetry.end()).toEqual([]);
    const last = JSON.parse(collector.asked.at(-1)?.text ?? '') as Export;
    const metrics = last.resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? [];
    const sumOf = (name: string): number =>
      (metrics.find((metric) => metric.name === name)?.sum?.dataPoints ?? []).reduce(
        (sum, { asDouble, asInt }) => sum + Number(asDouble ?? asInt),
        0,
      );
    expect(sumOf('orrery.load.requests')).toBe(40);
    expect(sumOf('orrery.load.offered')).toBe(40);
    expect(sumOf('orrery.load.failed')).toBe(end.measures.total.failed);
    expect(collector.asked[0]?.url).toBe('/v1/metrics');
  });

  it('says that exports failed, and the load is not disturbed', async () => {
    const collector = await toyServer((_asked, response) => answerJson(response, {}, 400));
    const { call, load } = await prepared({ scenario: { groups: reader }, respond });
    const otlp = `http://127.0.0.1:${collector.port}/v1/metrics`;
    const telemetry = await startTelemetry(call, load, { otlp, prometheusPort: undefined });
    const end = await load.run();
    expect((await telemetry.end())[0]).toMatch(/^OTLP: \d+ exports failed/);
    expect(end.measures.total.requests).toBe(40);
  });

  it('offers them to Prometheus on loopback while the load runs', async () => {
    const free = await freePort();
    const { call, load } = await prepared({ scenario: { groups: reader }, respond });
    const telemetry = await startTelemetry(call, load, { otlp: undefined, prometheusPort: free });
    await load.run();
    const text = await (await fetch(`http://127.0.0.1:${free}/metrics`)).text();
    await telemetry.end();
    expect(text).toMatch(/^orrery_load_requests_total\{[^}]*operation="status"[^}]*\} 40$/m);
    for (const metric of dashboardMetrics) expect(text, metric).toMatch(new RegExp(`^${metric}[{ ]`, 'm'));
    expect(text).toMatch(/^orrery_load_failed_total\{[^}]*code="RATE_LIMIT"[^}]*\} 8$/m);
  });
});
