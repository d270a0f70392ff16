/** What many rows of the casino share: limits and refusals. */
import { casinoRow } from './limits.ts';
/**
 * The parts of a route that needs a key and changes nothing: success is 200, and it counts against the casino's
 * quota.
 */
export const reading = { access: 'key', success: 200, limits: { row: casinoRow } } as const;
/** The refusals of every call that needs a key, in the order in which they are checked (gap E11). */
export const keyed = ['RATE_LIMIT', 'UNAUTHORIZED'] as const;
