/** Checks a document against the scenario schema and says the first thing that is wrong, where, in plain words. */
import { shapeChecker } from '../http/shape.ts';
import type { SourceDocument } from './document.ts';
import { ScenarioSchema } from './schema.ts';

const mistakeIn = shapeChecker(ScenarioSchema, 'the file');

/** Throws `FileMistake` unless the document has the shape of a scenario. */
export function validateShape(document: SourceDocument): void {
  const mistake = mistakeIn(document.value);
  if (mistake === undefined) return;
  throw document.mistake(mistake.path, mistake.message, { atKey: mistake.atKey });
}
