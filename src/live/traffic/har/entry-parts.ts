/** Parts of an entry of a HAR file. */
import { present } from '../../../core/base/assert.ts';
import { parseInstant, type Instant } from '../../../core/base/time.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import { objectOf } from '../record/foreign-trace.ts';
import type { HarEntry } from './format.ts';

/** Names and values as a map; the last of equal names counts. */
export const byName = (pairs: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

/** HAR asks for ISO 8601, in which an offset may lack the colon that RFC 3339 wants. Undefined for other text. */
export const instantOf = ({ startedDateTime }: HarEntry): Instant | undefined =>
  parseInstant(startedDateTime.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));

/** The instant of an entry of a checked file. */
export const atOf = (entry: HarEntry): Instant => present(instantOf(entry), 'the file was checked');

/** The body of an answer as a JSON object; undefined where it is none. */
export function jsonOf({ text = '{}', encoding }: HarEntry['response']['content']): JsonObject | undefined {
  return objectOf(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text);
}
