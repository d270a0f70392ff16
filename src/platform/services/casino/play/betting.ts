/** What the rows of all calls that bet share. */
import { keyed } from '../route-parts.ts';
import { gameOfCall } from './style-b.ts';

/** Every call that places a bet counts against the cap on play (LIM15). */
export const betting = {
  access: 'key',
  success: 200,
  limits: { row: 'casino', bucketOf: gameOfCall, endpoint: 'casinoPlay' },
  refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
} as const;
