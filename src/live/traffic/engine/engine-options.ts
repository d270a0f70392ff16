/** How the open-loop engine is called, and what it counts. */
import type { Endpoint } from '../http/connection.ts';
import type { PlannedRequest } from './planned-request.ts';

/** Limits of one run: `requestsPerSecondMax` holds for the whole engine, `connectionsMax` for each endpoint. */
export interface OpenEngineOptions {
  readonly endpoints: readonly Endpoint[];
  readonly connectionsMax: number;
  readonly requestsPerSecondMax: number;
  readonly timeoutMs: number;
  /** Requests due before this, in wall milliseconds after the start, are sent but not measured. */
  readonly warmUpMs: number;
  /** True to keep the order of the whole trace, over one connection; else that of each session. */
  readonly isInLine: boolean;
  /**
   * True to poll the clock before each request is due, which costs a whole core and makes requests leave within tens of
   * microseconds. By default the engine sleeps, and they leave up to two milliseconds late.
   */
  readonly isExact?: boolean;
  /** Called right before every single write; throws where it must not happen. */
  readonly permit: (request: PlannedRequest) => void;
}

/** Counts of requests over one run; they grow while the engine runs. */
export interface EngineCounts {
  /** Messages sent: a request that is sent again counts again. */
  sent: number;
  answered: number;
  /** Responses that arrived before the schedule's clock started. */
  answeredBefore: number;
  failed: number;
  unsent: number;
  /** Responses that refused a request for its rate, after which it was sent again. */
  repeated: number;
  /** How often the schedule paused because too many requests were pending. */
  heldBack: number;
  /** The most requests pending at one time. */
  pendingMost: number;
}

/** The counts of a run that has not started. */
export const noCounts = (): EngineCounts => ({
  sent: 0,
  answered: 0,
  answeredBefore: 0,
  failed: 0,
  unsent: 0,
  repeated: 0,
  heldBack: 0,
  pendingMost: 0,
});
