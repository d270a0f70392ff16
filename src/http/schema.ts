/** Schemas of request parts: declared with TypeBox (so OpenAPI comes from them), checked with compiled ajv. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { withFormats } from './formats.ts';

const ajv = withFormats(new Ajv2020({ allErrors: false, strict: false }));
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Compiles a schema once per process, however many worlds use it. */
export function validatorOf(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) compiled.set(schema, (validate = ajv.compile(schema)));
  return validate;
}

/** Says what was wrong and what was expected, of the first mistake ajv found: `expires_in must be number`. */
export function mistakeOf(validate: ValidateFunction, part: 'body' | 'query'): string {
  const error = validate.errors?.[0];
  if (error === undefined) return `the ${part} is invalid`;
  const field = error.instancePath.slice(1).replaceAll('/', '.');
  const allowed = (error.params as { allowedValues?: readonly unknown[] }).allowedValues;
  const options = allowed === undefined ? '' : ` (${allowed.map(String).join(', ')})`;
  return `${field === '' ? part : field} ${error.message ?? 'is invalid'}${options}`;
}
