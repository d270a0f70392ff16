/** Schemas of request parts: declared with TypeBox (so OpenAPI comes from them), checked with compiled ajv. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { newAjv } from './formats.ts';

const ajv = newAjv({ allErrors: false });

/** Ajv's own divides doubles, and takes 0.07 for no multiple of 0.01, or 20000.123457 for none of a millionth. */
ajv.removeKeyword('multipleOf').addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
  compile: (step: number) => (value: number) => isMultiple(value, step),
});
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Compiles a schema once per process, however many worlds use it. */
export function validatorOf(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) compiled.set(schema, (validate = ajv.compile(schema)));
  return validate;
}

/** Checks values against one schema. It is compiled at the first check, because most runs call few of the routes. */
export class SchemaCheck {
  readonly #schema: TSchema;
  #validate: ValidateFunction | undefined = undefined;

  constructor(schema: TSchema) {
    this.#schema = schema;
  }

  accepts(value: unknown): boolean {
    return (this.#validate ??= validatorOf(this.#schema))(value);
  }

  /** What was wrong with the value that `accepts` refused last. */
  mistake(part: 'body' | 'query' | 'path'): string {
    return mistakeOf(validatorOf(this.#schema), part);
  }
}

/**
 * Says what was wrong and what was expected, of the first mistake ajv found: `expires_in must be number`. Of a
 * format, a pattern, a step or a choice the description of the schema says what was expected.
 */
function mistakeOf(validate: ValidateFunction, part: 'body' | 'query' | 'path'): string {
  const errors = validate.errors ?? [];
  // Every branch of an `anyOf` reports its mistake; the mistake of the `anyOf` itself comes last.
  const choice = errors.findLast(({ keyword }) => keyword === 'anyOf');
  const error = choice?.parentSchema?.['description'] === undefined ? errors[0] : choice;
  if (error === undefined) return `the ${part} is invalid`;
  const field = error.instancePath.slice(1).replaceAll('/', '.');
  const allowed = (error.params as { allowedValues?: readonly unknown[] }).allowedValues;
  const options = allowed === undefined ? '' : ` (${allowed.map(String).join(', ')})`;
  const { description } = error.parentSchema as { description?: string };
  const expected =
    isOfForm(error.keyword) && description !== undefined ? `must be ${description}` : undefined;
  return `${field === '' ? part : field} ${expected ?? error.message ?? 'is invalid'}${options}`;
}

/** Of a step that is one part of a whole: a double is k parts exactly when dividing k by them gives the same double. */
function isMultiple(value: number, step: number): boolean {
  const perUnit = Math.round(1 / step);
  const whole = Math.floor(value);
  return (whole * perUnit + Math.round((value - whole) * perUnit)) / perUnit === value;
}

const isOfForm = (keyword: string): boolean => ['format', 'pattern', 'anyOf', 'multipleOf'].includes(keyword);
