/** What many rows of the casino share: limits and refusals. */
import { gameOfCall } from './play/style-b.ts';

export const reading = { access: 'key', success: 200, limits: { row: 'casino' } } as const;
export const keyed = ['RATE_LIMIT', 'UNAUTHORIZED'] as const;

/** Every call that places a bet counts against the cap on play (LIM15). */
export const betting = {
  access: 'key',
  success: 200,
  limits: { row: 'casino', bucketOf: gameOfCall, endpoint: 'casinoPlay' },
  refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
} as const;
