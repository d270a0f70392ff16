/**
 * The modules that a simulation or a served world loads. The others describe the platform to conformance, replay and audits:
 * whatever they say, no answer of the platform depends on it.
 */
import { posix } from 'node:path';
import { importsOf } from '../../tidy/source-file.ts';
import type { SourceModule } from '../anchor.ts';

/** Where a world is run, and where it is served. */
const isRoot = (file: string): boolean =>
  file === 'simulation/scenario/run.ts' || /^host\/serve\/(?!control-room\/)/.test(file);

/** By their files below `src`. Throws where a root is missing. */
export function servedModules(sources: readonly SourceModule[]): ReadonlySet<string> {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const waiting = [...texts.keys()].filter(isRoot);
  if (waiting.length < 2) throw new Error('no module runs a world, or none serves one');
  const served = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = texts.get(file);
    if (served.has(file) || text === undefined) continue;
    served.add(file);
    for (const { specifier, isTypeOnly } of importsOf(text))
      if (!isTypeOnly && specifier.startsWith('.')) waiting.push(posix.join(posix.dirname(file), specifier));
  }
  return served;
}
