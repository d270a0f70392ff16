/** Checks a document against the scenario schema and says the first thing that is wrong, where, in plain words. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '../base/nearest.ts';
import { parseDuration } from '../base/time.ts';
import type { Path, SourceDocument } from './document.ts';
import { durationPattern, ScenarioSchema, stepPattern } from './schema.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
/**
 * What a pattern cannot say: `1.5ms`, and what lies beyond 2^53 ms, are no durations of the core. The published schema
 * stays without this format, which nobody else's validator knows.
 */
ajv.addFormat('whole-milliseconds', (text) => parseDuration(text.replace(/^[+-]/, '')) !== undefined);
const validate = ajv.compile(withFormats(ScenarioSchema));

/** The schema with that format beside every pattern of a duration. */
function withFormats(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) => {
    const { pattern } = (part ?? {}) as { pattern?: unknown };
    const isDuration = pattern === durationPattern || pattern === stepPattern;
    return isDuration ? { ...(part as object), format: 'whole-milliseconds' } : part;
  }) as object;
}

/** Throws `FileMistake` unless the document has the shape of a scenario. */
export function validateShape(document: SourceDocument): void {
  if (validate(document.value)) return;
  const errors = validate.errors ?? [];
  const unknownKey = errors.find(({ keyword }) => keyword === 'additionalProperties');
  const error = unknownKey ?? outermost(errors);
  if (error === undefined) return;
  const path = pathOf(document.value, error.instancePath);
  if (error.keyword === 'additionalProperties') throw unknownKeyMistake(document, path, error);
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    throw document.mistake(path, `"${missingProperty}" is missing; expected ${describe(error)}`);
  }
  const field = path.length === 0 ? 'the file' : path.filter((part) => typeof part === 'string').at(-1);
  throw document.mistake(path, `${field} is ${shown(error.data)}; expected ${describe(error)}`);
}

/** A union reports every branch; the error of the union itself has the description to show. */
function outermost(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const union = errors.find(({ keyword }) => keyword === 'anyOf');
  return union ?? errors[0];
}

function unknownKeyMistake(document: SourceDocument, path: Path, error: ErrorObject): Error {
  const { additionalProperty } = error.params as { additionalProperty: string };
  const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
  const key = additionalProperty;
  const message = `unknown key "${key}"; did you mean "${nearest(key, known)}"? expected one of ${known.join(', ')}`;
  return document.mistake([...path, key], message, { atKey: true });
}

const describe = (error: ErrorObject): string =>
  error.keyword === 'format' ? 'a whole number of milliseconds' : describeSchema(error);

const describeSchema = (error: ErrorObject): string =>
  (error.parentSchema as { description?: string } | undefined)?.description ??
  error.message ??
  'something else';

/** The value as a person wrote it, shortened. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a map';
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A JSON pointer as keys and list positions. */
function pathOf(root: unknown, pointer: string): Path {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(value) ? Number(key) : key;
      value = (value as Record<string | number, unknown> | undefined)?.[step];
      return step;
    });
}
