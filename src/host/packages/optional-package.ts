/**
 * Packages that only some commands need. They are optional peer dependencies: a project that runs scenarios does not
 * install them. Whatever imports one is loaded through here, so that a missing one is one clear error.
 */
import { createRequire } from 'node:module';

const metrics = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
] as const;

const table = {
  '--queue': ['bullmq', 'ioredis'],
  '--otlp': metrics,
  '--prometheus': metrics,
  '--otlp-traces': [
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
  '--engine autocannon': ['autocannon'],
  '--shape closed': ['autocannon'],
  'results.parquet': ['hyparquet-writer'],
  'MCP over HTTP': ['@modelcontextprotocol/server'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What needs packages that may be missing: an option, a file or an endpoint, named as the user knows it. */
export type OptionalFeature = keyof typeof table;

/** A package that a feature needs is not installed. The message is one line and says what to install. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
}

/** Throws `MissingPackage` unless every package of the feature is installed; loads none of them. */
export function assertInstalled(feature: OptionalFeature): void {
  const missing = table[feature].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const [needed, install] =
    missing.length === 1
      ? [`the package ${missing[0]}, which is not installed`, 'install it']
      : [`the packages ${missing.join(', ')}, which are not installed`, 'install them'];
  throw new MissingPackage(
    `${feature} needs ${needed}; ${install} beside orrery-sim: ${installLine(missing)}`,
  );
}

/** What `load` imports, once the packages of the feature are known to be there. Rejects with `MissingPackage`. */
export async function withPackages<T>(feature: OptionalFeature, load: () => Promise<T>): Promise<T> {
  assertInstalled(feature);
  return load();
}

const require = createRequire(import.meta.url);

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch (error) {
    // A package that is there but offers nothing to `require` has another code.
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}

/** Versions are those in our package.json, as far as they decide compatibility: `bullmq@6`. */
function installLine(names: readonly string[]): string {
  const { peerDependencies } = require('orrery-sim/package.json') as {
    peerDependencies: Readonly<Record<string, string>>;
  };
  const versions = names.map((name) => /(?:0\.)?\d+/.exec(peerDependencies[name] ?? '')?.[0] ?? 'latest');
  return `npm install ${names.map((name, index) => `${name}@${versions[index]}`).join(' ')}`;
}
