/** Checks a document against the scenario schema and says what is wrong, where, in plain words. */
import type { MistakeList } from '../../core/base/mistake-list.ts';
import { shapeMistakes } from '../../core/http/shape.ts';
import type { Path, SourceDocument } from './document.ts';
import { ScenarioSchema } from './schema.ts';

const known = Object.keys(ScenarioSchema.properties);
/** Keys that tell a scenario from other files. */
export const scenarioKeys = { known, telling: known.filter((key) => key !== 'name' && key !== 'about') };
const mistakesIn = shapeMistakes(ScenarioSchema, 'the file');

/** Throws `FileMistake` unless the document has the shape of a scenario. */
export function validateShape(document: SourceDocument): void {
  document.requireMap('a scenario', scenarioKeys);
  const [mistake] = mistakesIn(document.value);
  if (mistake === undefined) return;
  throw document.mistake(mistake.path, mistake.message, { atKey: mistake.atKey });
}

/**
 * Keeps every mistake of the shape and leaves out of the document what is wrong, so that the rest can be read. Throws
 * `FileMistake` for a file that is no scenario.
 */
export function readShape(document: SourceDocument, mistakes: MistakeList): void {
  document.requireMap('a scenario', scenarioKeys);
  let wrong = mistakesIn(document.value);
  for (const { path, message, atKey } of wrong) mistakes.keep(document.mistake(path, message, { atKey }));
  // Without a part its parent may be wrong, which is no further mistake of the file.
  while (wrong.length > 0) {
    for (const { path } of wrong) document.leaveOut(partAt(path));
    wrong = mistakesIn(document.value).filter(({ path }) => !document.isLeftOut(path));
  }
}

/** What goes as a whole: fields of a fault, an operation and a load depend on each other. */
function partAt(path: Path): Path {
  const [key] = path;
  if (key === 'load') return [key];
  return key === 'faults' || key === 'operations' ? path.slice(0, 2) : path;
}
