/** Where virtual time begins, and where it ends. */
import { present } from '../../core/base/assert.ts';
import { parseInstant, type Instant } from '../../core/base/time.ts';

/** When virtual time begins where nobody says otherwise. */
export const startDefault = '2026-01-01T00:00:00Z';

/** No clock is taken beyond this: what falls due later still has a year of four digits. */
export const clockEndMs = present(parseInstant('9999-01-01T00:00:00Z'), 'the end of time is an instant');

/** Reads when a world is to begin: an RFC 3339 instant from 1970 to the end of its clock, else undefined. */
export function parseStart(text: string): Instant | undefined {
  const startMs = parseInstant(text);
  return startMs !== undefined && startMs >= 0 && startMs <= clockEndMs ? startMs : undefined;
}
