/** What is asked of a published schema, read from the mistakes that it makes. */
import { unlikeForms } from '../../../src/verification/check/published-forms.ts';

export type Part = Record<string, unknown>;

export const mistakeOf = (schema: object, name: string): string | undefined =>
  unlikeForms(schema, name, false);

/** The combination that a mistake shows. */
function shownIn(mistake: string): Part {
  const [, text = ''] = /^it (?:does not publish|publishes) that (\{.*\}) is admitted$/.exec(mistake) ?? [];
  return JSON.parse(text) as Part;
}

/** Combinations in the order in which they are asked for: a schema knows those before, its mistake shows the next one. */
export function asked(name: string, known: readonly Part[], schemaOf: (known: unknown[]) => object): Part[] {
  const found: Part[] = [];
  // The validator looks through a list of more than 200 as it then is: it is compiled only once.
  const all: unknown[] = [...Array<number>(200).fill(0), ...known];
  const schema = schemaOf(all);
  const texts = new Set<string>();
  for (;;) {
    const mistake = mistakeOf(schema, name);
    if (mistake?.endsWith('is admitted') !== true) return found;
    const shown = shownIn(mistake);
    const text = JSON.stringify(shown);
    if (texts.has(text)) throw new Error(`it is not content with ${text}`);
    texts.add(text);
    found.push(shown);
    all.push(shown);
  }
}

export const onlyThese = (known: unknown[]): object => ({ enum: known });
export const butThese = (known: unknown[]): object => ({ not: { enum: known } });

/** Every field that is needed, which is asked for first. */
export const wholeOf = (name: string): Part => shownIn(mistakeOf({ not: {} }, name) ?? '');
