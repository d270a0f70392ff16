/** The record of each answered request. */
import type { Instant } from '../../core/base/time.ts';
import type { HttpExchange } from '../../core/http/exchange.ts';
import type { Request, Response } from '../../core/http/message.ts';

/** One request as the platform answered it; for `events.csv` and the trace. */
export interface EventRecord {
  readonly event: number;
  readonly atMs: Instant;
  readonly request: Request;
  readonly response: Response;
  readonly exchange: HttpExchange;
}
