/** The bounds of virtual time. */
import { present } from '../../core/base/assert.ts';
import { parseInstant, type Instant } from '../../core/base/time.ts';

/** The default start of virtual time. */
export const startDefault = '2026-01-01T00:00:00Z';

/** The end of every clock; instants due up to a year later still have a year of four digits. */
export const clockEndMs = present(parseInstant('9999-01-01T00:00:00Z'), 'the end of time is an instant');

/** Parses the start of a world: an RFC 3339 instant from 1970 on and before `clockEndMs`, else undefined. */
export function parseStart(text: string): Instant | undefined {
  const startMs = parseInstant(text);
  return startMs !== undefined && startMs >= 0 && startMs < clockEndMs ? startMs : undefined;
}
