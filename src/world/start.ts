/** Where virtual time begins, and where it ends. */
import { present } from '../base/assert.ts';
import { parseInstant } from '../base/time.ts';

/** When virtual time begins where nobody says otherwise. */
export const startDefault = '2026-01-01T00:00:00Z';

/** No clock is taken beyond this: what falls due later still has a year of four digits. */
export const clockEndMs = present(parseInstant('9999-01-01T00:00:00Z'), 'the end of time is an instant');
