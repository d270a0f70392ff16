/**
 * Finds and reads the configuration of a project: `orrery.config.*` or the key `orrery` of package.json, in one folder.
 * Without one nothing is loaded for it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FileMistake } from '../../../core/base/file-mistake.ts';
import type { Path, SourceDocument } from '../../../simulation/scenario/document.ts';

/** Names of the file, the first of which that exists is read. */
export const configFiles = [
  'orrery.config.ts',
  'orrery.config.js',
  'orrery.config.mjs',
  'orrery.config.json',
] as const;

/** What a project sets, with a maker of mistakes in it. */
export interface ConfigFile {
  readonly values: Readonly<Record<string, unknown>>;
  /** A mistake at a value, or at its key; a module has no lines for its values. */
  mistake(path: Path, message: string, options?: { readonly atKey?: boolean }): FileMistake;
}

/** Undefined for a folder without configuration. Rejects with `FileMistake` for one that is no map or does not load. */
export async function readConfig(folder: string): Promise<ConfigFile | undefined> {
  const name = configFiles.find((one) => existsSync(join(folder, one)));
  if (name === undefined && !isInPackage(folder)) return undefined;
  const { SourceDocument: Source } = await import('../../../simulation/scenario/document.ts');
  if (name === undefined) {
    const file = join(folder, 'package.json');
    return configIn(new Source(relative('.', file), readFileSync(file, 'utf8')), ['orrery']);
  }
  const file = relative('.', join(folder, name));
  if (extname(name) === '.json') return configIn(new Source(file, readFileSync(file, 'utf8')), []);
  const { loadModule } = await import('../run/load-module.ts');
  const loaded = (await loadModule(join(process.cwd(), file))) as { default?: unknown };
  const document = new Source(file, { value: loaded.default ?? loaded });
  if (loaded.default === undefined && isModule(loaded))
    throw document.mistake([], 'the file has no default export; expected "export default { … }"');
  return configIn(document, []);
}

/** True for what `import` and `export` have made, and not for an object of `module.exports`. */
const isModule = (loaded: object): boolean => '__esModule' in loaded || Symbol.toStringTag in loaded;

/** A package.json that is no JSON is npm's to complain about. */
function isInPackage(folder: string): boolean {
  try {
    return 'orrery' in (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object);
  } catch {
    return false;
  }
}

function configIn(document: SourceDocument, root: Path): ConfigFile {
  let value = document.value;
  for (const step of root) value = (value as Record<string, unknown>)[step];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw document.mistake(
      root,
      'the configuration is no map; expected options such as { "seed": 7, "out": "reports/ci" }',
    );
  return {
    values: value as Readonly<Record<string, unknown>>,
    mistake: (path, message, options) => document.mistake([...root, ...path], message, options),
  };
}
