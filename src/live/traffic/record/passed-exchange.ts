/** One request that has been passed on, with its whole answer. */
import type { RawHeaders } from './forwarded-headers.ts';

/** What the proxy hands to the recorder once the answer is complete. */
export interface PassedExchange {
  /** Counts the arrivals and the ends of all exchanges together; this is the number of the arrival. */
  readonly arrival: number;
  /** The number of its end: an exchange that arrived later may use what this one was answered. */
  readonly end: number;
  /** Milliseconds since the proxy was started. */
  readonly atMs: number;
  /** Milliseconds from then on until its answer was complete. */
  readonly tookMs: number;
  /** Address and port of the client, equal for all requests of one connection. */
  readonly client: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly requestHeaders: RawHeaders;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly answerHeaders: RawHeaders;
  /** As sent, in its content encoding. */
  readonly answerBody: Buffer;
}

/** Why an exchange that was passed on is not in the trace. */
export const leftOutReasons = [
  'event stream',
  'body above 4 MiB',
  'cut off by the client',
  'cut off by the target',
] as const;

/** One of `leftOutReasons`. */
export type LeftOutReason = (typeof leftOutReasons)[number];
