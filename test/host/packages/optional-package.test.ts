/** What is said of packages that a project has not installed. */
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  assertInstalled,
  MissingPackage,
  withPackages,
  type OptionalFeature,
} from '../../../src/host/packages/optional-package.ts';
import { folderWith } from '../../folder-with.ts';

/** Node's resolution of a name, which `require.resolve` asks. */
const resolution = Module as unknown as { _resolveFilename: (name: string, ...rest: unknown[]) => string };

/** Node looks for another name in place of each that the table has. */
function resolving(others: Readonly<Record<string, string>>): void {
  const real = resolution._resolveFilename;
  vi.spyOn(resolution, '_resolveFilename').mockImplementation((name, ...rest) =>
    real(others[name] ?? name, ...rest),
  );
}

const require = createRequire(import.meta.url);

/** Node keeps what a name led to for as long as it keeps the module. */
const forgets = (file: string): void => void Reflect.deleteProperty(require.cache, file);

const without = (...names: readonly string[]): void =>
  resolving(Object.fromEntries(names.map((name) => [name, `${name}-of-no-folder`])));

function refusal(feature: OptionalFeature): unknown {
  try {
    return assertInstalled(feature);
  } catch (error) {
    return error;
  }
}

afterEach(() => vi.restoreAllMocks());

const metrics = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
];
const metricsLine =
  'npm install @opentelemetry/api@1 @opentelemetry/exporter-metrics-otlp-http@0.223 ' +
  '@opentelemetry/exporter-prometheus@0.223 @opentelemetry/resources@2 @opentelemetry/sdk-metrics@2';
const traces = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
];
const tracesLine =
  'npm install @opentelemetry/api@1 @opentelemetry/exporter-trace-otlp-http@0.223 ' +
  '@opentelemetry/resources@2 @opentelemetry/sdk-trace@2';

const severalMissing = (feature: OptionalFeature, names: readonly string[], line: string): string =>
  `${feature} needs the packages ${names.join(', ')}, which are not installed; ` +
  `install them beside orrery-sim: ${line}`;

describe('packages that are missing', () => {
  it.each<[OptionalFeature, readonly string[], string]>([
    ['--queue', ['bullmq', 'ioredis'], 'npm install bullmq@6 ioredis@6'],
    ['--otlp', metrics, metricsLine],
    ['--prometheus', metrics, metricsLine],
    ['--otlp-traces', traces, tracesLine],
  ])('%s: all are named, with the versions that fit', (feature, names, line) => {
    without(...names);
    const error = refusal(feature);
    expect(error).toBeInstanceOf(MissingPackage);
    expect(String(error)).toBe(`MissingPackage: ${severalMissing(feature, names, line)}`);
  });

  it.each<[OptionalFeature, string, string]>([
    ['--queue', 'ioredis', 'ioredis@6'],
    ['--queue', 'bullmq', 'bullmq@6'],
    ['--engine autocannon', 'autocannon', 'autocannon@9'],
    ['--shape closed', 'autocannon', 'autocannon@9'],
    ['results.parquet', 'hyparquet-writer', 'hyparquet-writer@0.17'],
    ['MCP over HTTP', '@modelcontextprotocol/server', '@modelcontextprotocol/server@2'],
  ])('%s without %s alone: only that one is named', (feature, name, asked) => {
    without(name);
    expect(refusal(feature)).toEqual(
      new MissingPackage(
        `${feature} needs the package ${name}, which is not installed; ` +
          `install it beside orrery-sim: npm install ${asked}`,
      ),
    );
  });

  it('are asked for in the version of our package.json, or in the latest where it has none', () => {
    const peerDependencies = { bullmq: '^16.7.0', '@opentelemetry/sdk-metrics': '*' };
    const folder = folderWith({ 'package.json': JSON.stringify({ peerDependencies }) });
    const file = join(folder, 'package.json');
    forgets(require.resolve('orrery-sim/package.json'));
    onTestFinished(() => forgets(file));
    const names = ['bullmq', 'ioredis', '@opentelemetry/sdk-metrics'];
    const others = names.map((name) => [name, `${name}-of-no-folder`]);
    resolving({ ...Object.fromEntries(others), 'orrery-sim/package.json': file });
    expect(String(refusal('--queue'))).toMatch(/: npm install bullmq@16 ioredis@latest$/);
    expect(String(refusal('--otlp'))).toMatch(/: npm install @opentelemetry\/sdk-metrics@latest$/);
  });

  it('stop what needs them before anything is imported', async () => {
    without('bullmq', 'ioredis');
    const load = vi.fn(async () => 'loaded');
    await expect(withPackages('--queue', load)).rejects.toBeInstanceOf(MissingPackage);
    expect(load).not.toHaveBeenCalled();
  });
});

describe('packages that are installed', () => {
  it.each<OptionalFeature>(['--queue', '--otlp', 'MCP over HTTP'])('%s: nothing is refused', (feature) => {
    expect(refusal(feature)).toBeUndefined();
  });

  it('are known by another error than that nothing has their name', () => {
    resolving({ ioredis: 'orrery-sim/nothing-for-require' });
    expect(refusal('--queue')).toBeUndefined();
  });

  it('are loaded, and what they give is passed on', async () => {
    expect(await withPackages('--queue', async () => 'loaded')).toBe('loaded');
  });
});
