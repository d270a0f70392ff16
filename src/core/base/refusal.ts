/**
 * A refusal reports a mistake of the caller. It is a value and never thrown. One table maps its code to an HTTP
 * status (`src/core/http/errors.ts`).
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

/** A refused operation; see `Outcome`. Return it as soon as it is found. */
export class Refusal {
  readonly code: RefusalCode;
  /** One sentence for the caller: what was wrong and what was expected. */
  readonly message: string;

  constructor(code: RefusalCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** Creates a refusal; the message may be shown to the client and must not contain secrets. */
export const refuse = (code: RefusalCode, message: string): Refusal => new Refusal(code, message);

/** Either the result or a refusal: `if (outcome instanceof Refusal) return outcome`. */
export type Outcome<T> = T | Refusal;
