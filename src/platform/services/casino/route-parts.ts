/** What many rows of the casino share: limits and refusals. */
export const reading = { access: 'key', success: 200, limits: { row: 'casino' } } as const;
export const keyed = ['RATE_LIMIT', 'UNAUTHORIZED'] as const;
