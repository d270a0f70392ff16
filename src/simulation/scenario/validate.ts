/** Checks a document against the scenario schema and says the first thing that is wrong, where, in plain words. */
import { shapeChecker } from '../../core/http/shape.ts';
import type { SourceDocument } from './document.ts';
import { ScenarioSchema } from './schema.ts';

const known = Object.keys(ScenarioSchema.properties);
const scenarioKeys = { known, telling: known.filter((key) => key !== 'name' && key !== 'about') };
const mistakeIn = shapeChecker(ScenarioSchema, 'the file');

/** Throws `FileMistake` unless the document has the shape of a scenario. */
export function validateShape(document: SourceDocument): void {
  document.requireMap('a scenario', scenarioKeys);
  const mistake = mistakeIn(document.value);
  if (mistake === undefined) return;
  throw document.mistake(mistake.path, mistake.message, { atKey: mistake.atKey });
}
