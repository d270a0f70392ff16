/** What kind of input file a path names: by its ending, and for YAML by its keys. */
import { extname } from 'node:path';
import { isMisspelt } from '../../../core/base/nearest.ts';
import { requestKeys } from '../../../live/traffic/bench/requests/request-file.ts';
import { targetKeys } from '../../../live/traffic/target/target.ts';
import type { SourceDocument } from '../../../simulation/scenario/document.ts';
import { scenarioKeys } from '../../../simulation/scenario/validate.ts';
import type { FileKind } from '../result-schema.ts';

const behaviourEndings = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']);

/** True for a file that is a module, and so can only be a behaviour. */
export const isModule = (file: string): boolean => behaviourEndings.has(extname(file));

const kinds = [
  ['scenario', scenarioKeys],
  ['target', targetKeys],
  ['requests', requestKeys],
] as const;

/** The kind to which most of the keys belong, misspelt or not; a scenario where none does. */
export function kindOf({ value }: SourceDocument): Exclude<FileKind, 'behaviour'> {
  const found = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const countOf = (keys: readonly string[]): number => found.filter((key) => isMisspelt(key, keys)).length;
  const ranked = kinds
    .map(([kind, { telling }]) => ({ kind, count: countOf(telling) }))
    .toSorted((one, other) => other.count - one.count);
  return ranked[0]?.kind ?? 'scenario';
}
