/** What the tests of its row say of a mutant. */
import type { SourceIndex } from '../anchor.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import { mutated } from '../plant.ts';
import type { NoticedMutant } from './noticed-mutant.ts';

export function outcomeOfRow(mutant: NoticedMutant, index: SourceIndex): Promise<Outcome> {
  const texts = new Map([...mutated([mutant], index)].map(([{ file }, text]) => [file, text]));
  return outcomeOf({ modules: texts, files: mutant.files });
}
