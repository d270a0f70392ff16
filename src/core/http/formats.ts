import type { Ajv2020 } from 'ajv/dist/2020.js';
import { parseDuration, parseInstant } from '../base/time.ts';

/**
 * The formats of our schemas: JSON Schema's own `date-time`, and `whole-milliseconds`, which is a duration, signed or
 * not, that is a whole number of milliseconds within the bound of durations.
 */
export function withFormats(ajv: Ajv2020): Ajv2020 {
  return ajv
    .addFormat('date-time', (text) => parseInstant(text) !== undefined)
    .addFormat('whole-milliseconds', (text) => parseDuration(text.replace(/^[+-]/, '')) !== undefined);
}
