import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseDuration, parseInstant } from '../base/time.ts';

/**
 * An ajv that knows the formats of our schemas: JSON Schema's own `date-time`, and `whole-milliseconds`, which is a
 * duration, signed or not, that is a whole number of milliseconds within the bound of durations. It compiles schemas as
 * they are: a test holds ours against the schema of schemas, whose compilation takes longer than that of all of a run.
 * To make their code shorter takes as long as to make it, and the shorter code is no faster.
 */
export function newAjv(options: { readonly allErrors: boolean }): Ajv2020 {
  return new Ajv2020({
    ...options,
    strict: false,
    verbose: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  })
    .addFormat('date-time', (text) => parseInstant(text) !== undefined)
    .addFormat('whole-milliseconds', (text) => parseDuration(text.replace(/^[+-]/, '')) !== undefined);
}
