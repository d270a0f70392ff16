import type { Ajv2020 } from 'ajv/dist/2020.js';
import { parseDuration } from '../base/time.ts';

/** Our own format `whole-milliseconds`: a duration, signed or not, that is a whole number of them below 2^53. */
export function withFormats(ajv: Ajv2020): Ajv2020 {
  return ajv.addFormat(
    'whole-milliseconds',
    (text) => parseDuration(text.replace(/^[+-]/, '')) !== undefined,
  );
}
