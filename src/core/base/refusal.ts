/**
 * A refusal is what a caller gets for something a caller can get wrong. It is a value, never thrown.
 * The HTTP status of each code stands in one table (`src/core/http/errors.ts`), not here.
 */

/** The codes of the platform's error table and its service-specific codes (specification.md, Errors). */
export type RefusalCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INSUFFICIENT_BALANCE'
  | 'FAUCET_CLAIMED'
  | 'GAME_CLOSED'
  | 'MARKET_CLOSED'
  | 'RATE_LIMIT'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

export class Refusal {
  readonly code: RefusalCode;
  /** One sentence for the caller: what was wrong and what was expected. */
  readonly message: string;

  constructor(code: RefusalCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

export const refuse = (code: RefusalCode, message: string): Refusal => new Refusal(code, message);

/** Either the result or a refusal: `if (outcome instanceof Refusal) return outcome`. */
export type Outcome<T> = T | Refusal;
