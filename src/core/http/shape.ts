/**
 * What is wrong with the shape of a value, in plain words: of a scenario file, or of a call that speaks its language.
 */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { meant, suggestion } from '../base/nearest.ts';
import { durationMaxText, isTooLong } from '../base/time.ts';
import { newAjv } from './formats.ts';

/** One mistake: where it stands, and whether the key itself is wrong rather than its value. */
export interface ShapeMistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly atKey: boolean;
}

const ajv = newAjv({ allErrors: true });

/** Compiles a schema whose `description`s say what is expected; `root` is what the whole value is called. */
export function shapeChecker(schema: TSchema, root: string): (value: unknown) => ShapeMistake | undefined {
  const mistakesIn = shapeMistakes(schema, root);
  return (value) => mistakesIn(value)[0];
}

/**
 * The same for every mistake: unknown keys come first, because others may follow from them. The schema is compiled at the first
 * value, because a command reads few of the documents that it has schemas of.
 */
export function shapeMistakes(schema: TSchema, root: string): (value: unknown) => readonly ShapeMistake[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    const validate = (compiled ??= ajv.compile(schema));
    if (validate(value)) return [];
    const errors = independent(validate.errors ?? []).toSorted((one, other) => rankOf(one) - rankOf(other));
    return firstOfEach(errors).map((error) => mistakeAt(pathOf(value, error.instancePath), error, root));
  };
}

function mistakeAt(path: ShapeMistake['path'], error: ErrorObject, root: string): ShapeMistake {
  if (error.keyword === 'additionalProperties') return unknownKeyMistake(path, error);
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    const message = `"${missingProperty}" is missing; expected ${describe(error)}`;
    return { path, message, atKey: false };
  }
  const field = path.length === 0 ? root : path.filter((part) => typeof part === 'string').at(-1);
  return { path, message: `${field} is ${shown(error.data)}; expected ${describe(error)}`, atKey: false };
}

const rankOf = ({ keyword }: ErrorObject): number => {
  const at = ['additionalProperties', 'anyOf'].indexOf(keyword);
  return at < 0 ? 2 : at;
};

/**
 * Errors that do not follow from another one. A union reports every branch, and its own error has the description to
 * show; a key that is missing may be there with a typo.
 */
function independent(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const typos = errors.filter(({ keyword }) => keyword === 'additionalProperties').map(meantBy);
  return errors.filter((error) => {
    if (error.keyword === 'required' && typos.includes(missingIn(error))) return false;
    return !unions.some(
      (union) =>
        error.schemaPath.startsWith(`${union.schemaPath}/`) &&
        error.instancePath.startsWith(union.instancePath),
    );
  });
}

/** One error of each value, which may break several rules; every unknown or missing key is an error by itself. */
function firstOfEach(errors: readonly ErrorObject[]): ErrorObject[] {
  const seen = new Set<string>();
  return errors.filter((error) => !seen.has(placeIn(error)) && seen.add(placeIn(error)));
}

function placeIn(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties')
    return `${error.instancePath}/${unknownKey(error).key} unknown`;
  return error.keyword === 'required' ? `${missingIn(error)} missing` : error.instancePath;
}

const missingIn = ({ instancePath, params }: ErrorObject): string =>
  `${instancePath}/${(params as { missingProperty: string }).missingProperty}`;

function meantBy(error: ErrorObject): string {
  const { key, known } = unknownKey(error);
  return `${error.instancePath}/${meant(key, known) ?? ''}`;
}

function unknownKey(error: ErrorObject): { key: string; known: readonly string[] } {
  const { additionalProperty: key } = error.params as { additionalProperty: string };
  const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
  return { key, known };
}

function unknownKeyMistake(path: ShapeMistake['path'], error: ErrorObject): ShapeMistake {
  const { key, known } = unknownKey(error);
  const message = `unknown key "${key}"; ${suggestion(key, known)}expected one of ${known.join(', ')}`;
  return { path: [...path, key], message, atKey: true };
}

function describe(error: ErrorObject): string {
  if ((error.params as { format?: string }).format !== 'whole-milliseconds') return describeSchema(error);
  return isTooLong(String(error.data).replace(/^[+-]/, ''))
    ? durationMaxText
    : 'a whole number of milliseconds';
}

function describeSchema(error: ErrorObject): string {
  const { description } = (error.parentSchema ?? {}) as { description?: string };
  return description === undefined
    ? (error.message ?? 'something else').replace(/^must /, 'to ')
    : `${description}${boundOf(error, description)}`;
}

/** The bound that the value is beyond, where the description of the schema does not say it. */
function boundOf({ keyword, params }: ErrorObject, description: string): string {
  const { limit } = params as { limit?: number };
  if (/^max(imum|Items|Length)$/.test(keyword))
    return /\b(to|most|up)\b/.test(description) ? '' : `, at most ${limit}`;
  // That a list is empty says that one item is expected.
  if (keyword === 'minItems' && limit !== 1 && !/\b(least|from)\b/.test(description))
    return `, at least ${limit}`;
  return '';
}

/** The value as a person wrote it, shortened. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'a map';
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A JSON pointer as keys and list positions. */
function pathOf(root: unknown, pointer: string): ShapeMistake['path'] {
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
