import { createRequire } from 'node:module';

/** The version in our own package.json, found by the package's name from source and from the compiled tree alike. */
export function packageVersion(): string {
  return (createRequire(import.meta.url)('orrery-sim/package.json') as { version: string }).version;
}
