/** Schemas of routes as any client may check them: with ajv's own rules, not with those of the platform. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseInstant } from '../../core/base/time.ts';

/** Tests hold the schemas against the schema of schemas; to compile that, or to make code shorter, takes longer than what it saves. */
const ajv = new Ajv2020({
  allErrors: false,
  strict: false,
  multipleOfPrecision: 9,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
ajv.addFormat('date-time', (text) => parseInstant(text) !== undefined);
// The pattern of a duration is published; that it is whole is said by the loader.
ajv.addFormat('whole-milliseconds', true);
const compiled = new WeakMap<object, ValidateFunction>();

/** Compiles a schema once. */
export function validatorOf(schema: object): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) compiled.set(schema, (validate = ajv.compile(schema)));
  return validate;
}
