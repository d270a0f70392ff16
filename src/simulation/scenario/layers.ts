/** The files of a scenario in layers, and their merged content. */
import { FileMistake } from '../../core/base/file-mistake.ts';
import type { Behaviour } from '../population/define-agent.ts';
import type { SourceDocument } from './document.ts';
import type { ScenarioFile } from './schema.ts';

/** What the loader needs from its host. */
export interface ScenarioHost {
  /** The text of a file; throws an `Error` whose message says why it cannot be read. */
  readText(file: string): string;
  /** Where a scenario is that a call has named; the same for a file. Without it names are files. */
  find?(nameOrFile: string): string;
  /** `path` as written in `fromFile`, made absolute or relative to where the process stands. */
  resolve(fromFile: string, path: string): string;
  /** The behaviour of that name or path; throws an `Error` whose message says what is wrong. */
  behaviour(nameOrPath: string, fromFile: string): Promise<Behaviour>;
}

/** The documents in order, the file itself last; extended files come before it. */
export type Layers = readonly SourceDocument[];

/** The keys whose maps merge entry by entry; every other key is replaced as a whole. */
const mergedKeys = ['policies', 'network', 'expect'] as const;

/** The merged content; later layers override earlier ones. */
export function mergeLayers(layers: Layers): ScenarioFile {
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer.value as Record<string, unknown>)) {
      const isMerged = (mergedKeys as readonly string[]).includes(key);
      merged[key] = isMerged ? { ...(merged[key] as object | undefined), ...(value as object) } : value;
    }
  }
  delete merged['extends'];
  delete merged['$schema'];
  return merged;
}

/** The last layer with the key, to report the place of a value. */
export function layerWith(layers: Layers, ...path: string[]): SourceDocument {
  const found = layers.findLast((layer) => {
    let value = layer.value;
    for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
    return value !== undefined;
  });
  const layer = found ?? layers.at(-1);
  if (layer === undefined) throw new FileMistake('', { line: 1, column: 1 }, 'expected a scenario file');
  return layer;
}

/** The name of a scenario without one: its file's base name. */
export const baseName = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/, '');
