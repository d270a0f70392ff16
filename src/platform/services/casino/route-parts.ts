/** What many rows of the casino share: limits and refusals. */
import { casinoRow } from './limits.ts';
export const reading = { access: 'key', success: 200, limits: { row: casinoRow } } as const;
export const keyed = ['RATE_LIMIT', 'UNAUTHORIZED'] as const;
