/** The parts that the rows of all calls that bet have in common. */
import { keyed } from '../route-parts.ts';
import { gameOfCall } from './style-b.ts';
import { casinoRow, playCap } from '../limits.ts';

/** Every call that places a bet counts against the cap on play (LIM15). */
export const betting = {
  access: 'key',
  success: 200,
  limits: { row: casinoRow, bucketOf: gameOfCall, endpoint: playCap },
  refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
} as const;
