/**
 * Holds the schema that a call publishes of its answer against the answers of one run: it has to refuse an answer in which a single
 * value has another type. A schema that admits anything would fit all answers.
 */
import { validatorOf } from './validator.ts';
import type { WatchedRoute } from './published.ts';

/** What agents send, what each game or method has in its own form, and what any answer may carry (gap X10). */
const open: readonly string[] = ['_info', 'conditions', 'metadata', 'params', 'result', 'detail', 'details'];

/** Each field of each call is looked at in the first answer that has it. */
export class LaxAnswers {
  readonly #seen = new Set<string>();

  /** The first value that the schema takes in another type; undefined for none. */
  mistake({ service, style, row, template, binding }: WatchedRoute, answer: unknown): string | undefined {
    const schema = binding.answer;
    if (schema === undefined || row.transport !== undefined || service === 'control') return undefined;
    const validate = validatorOf(schema);
    for (const { path, changed } of changedIn(answer, '')) {
      const name = `${style} ${template} ${path}`;
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      if (validate(changed())) return `it publishes that ${path} may be of another type`;
    }
    return undefined;
  }
}

interface Change {
  readonly path: string;
  /** The whole with one value in another type. */
  readonly changed: () => unknown;
}

/** A change for each value below; of a list its first item stands for all. */
function* changedIn(value: unknown, path: string): Iterable<Change> {
  if (value === null) return;
  if (typeof value !== 'object') {
    yield { path, changed: () => (typeof value === 'string' ? 7 : 'x') };
  } else if (Array.isArray(value)) {
    for (const { path: inner, changed } of changedIn(value[0] ?? null, `${path}/[]`))
      yield { path: inner, changed: () => [changed(), ...value.slice(1)] };
  } else {
    for (const [name, part] of Object.entries(value))
      if (!open.includes(name))
        for (const { path: inner, changed } of changedIn(part, `${path}/${name}`))
          yield { path: inner, changed: () => ({ ...value, [name]: changed() }) };
  }
}
