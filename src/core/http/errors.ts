/** The platform's error table (specification.md, Errors) and the one way to write an error body. */
import type { RefusalCode } from '../base/refusal.ts';

/** HTTP status of every refusal code. Those of FAUCET_CLAIMED and MARKET_CLOSED are defaults of policies. */
export const statusOf: Readonly<Record<RefusalCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  FAUCET_CLAIMED: 409,
  GAME_CLOSED: 409,
  MARKET_CLOSED: 409,
  INSUFFICIENT_BALANCE: 422,
  RATE_LIMIT: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Error body of every style: a message and a code (ERR01). */
export const errorBody = (code: RefusalCode, message: string): { error: string; code: RefusalCode } => ({
  error: message,
  code,
});
