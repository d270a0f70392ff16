/** The file that says what a foreign log calls its columns, games and parameters: YAML or JSON. */
import { ourNames, readNames, type ForeignNames } from '../../../../verification/audit/log/foreign-names.ts';
import { yamlDocument } from '../../../../simulation/scenario/yaml-text.ts';
import { CallMistake } from '../../process/exit.ts';
import { textOf } from '../../files/text-file.ts';

/** Our own names where no file is given. Throws `CallMistake` or `FileMistake` for a file that is wrong. */
export function namesOf(file: string | undefined): ForeignNames {
  if (file === undefined) return ourNames;
  const text = textOf(file, 'the names of a foreign log');
  let parsed: unknown;
  try {
    const document = yamlDocument(text);
    if (document.errors[0] !== undefined) throw document.errors[0];
    parsed = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new CallMistake(`${file}:1:1: is no YAML or JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  const names = readNames(parsed);
  if (typeof names === 'string') throw new CallMistake(`${file}:1:1: ${names}`);
  return names;
}
