/** compose.yaml and the files that it mounts agree with each other and with the Dockerfile. */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { project } from '../host/cli/orrery.ts';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[];
}

const textOf = (name: string): string => readFileSync(join(project, name), 'utf8');
const yamlOf = (name: string): unknown => parse(textOf(name));
const { services } = yamlOf('compose.yaml') as { services: Record<string, Service> };
const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
  volumes.map((volume) => volume.split(':')),
);

it('mounts files that are there, for reading alone', () => {
  expect(mounted.length).toBeGreaterThan(4);
  for (const [from = '', , mode] of mounted) {
    expect(existsSync(join(project, from)), from).toBe(true);
    expect(mode).toBe('ro');
  }
});

it('opens ports on this machine alone, and names a version of each image that it does not build', () => {
  for (const [name, { image, build, ports = [], depends_on = [] }] of Object.entries(services)) {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
    if (build === undefined) expect(image, name).toMatch(/:v?\d+\.\d+\.\d+$/);
    for (const other of depends_on) expect(Object.keys(services)).toContain(other);
  }
});

it('leads the figures of a load from the collector to the dashboard', () => {
  const collector = yamlOf('compose/collector.yaml') as {
    receivers: { otlp: { protocols: { http: { endpoint: string } } } };
    exporters: { prometheus: { endpoint: string } };
    service: { pipelines: { metrics: object } };
  };
  const [received] = services['collector']?.ports ?? [];
  expect(collector.receivers.otlp.protocols.http.endpoint.split(':')[1]).toBe(received?.split(':')[1]);
  expect(collector.service.pipelines.metrics).toEqual({
    receivers: ['otlp'],
    processors: ['transform'],
    exporters: ['prometheus'],
  });

  const prometheus = yamlOf('compose/prometheus.yaml') as {
    global: { scrape_interval: string };
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const offered = collector.exporters.prometheus.endpoint.split(':')[1];
  expect(prometheus.scrape_configs[0]?.static_configs[0]?.targets).toEqual([`collector:${offered}`]);

  const { datasources } = yamlOf('compose/datasource.yaml') as {
    datasources: { url: string; type: string; jsonData: { timeInterval: string } }[];
  };
  expect(datasources).toMatchObject([
    {
      type: 'prometheus',
      url: 'http://prometheus:9090',
      jsonData: { timeInterval: prometheus.global.scrape_interval },
    },
  ]);
  const { providers } = yamlOf('compose/dashboards.yaml') as { providers: { options: { path: string } }[] };
  const dashboard = mounted.find(([from = '']) => normalize(from) === 'docs/grafana-load.json')?.[1];
  expect(dashboard?.startsWith(`${providers[0]?.options.path}/`)).toBe(true);
});

it('copies into the image only what its context has', () => {
  const context = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = textOf('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from') && line !== 'COPY . .')
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(copied.length).toBeGreaterThan(4);
  for (const name of copied) expect(context).toContain(name);
  for (const name of context) expect(existsSync(join(project, name)), name).toBe(true);
});
