/** How the open-loop engine is called, and what it counts. */
import type { Endpoint } from '../http/connection.ts';
import type { PlannedRequest } from './planned-request.ts';

export interface OpenEngineOptions {
  readonly endpoints: readonly Endpoint[];
  readonly connectionsMax: number;
  readonly requestsPerSecondMax: number;
  readonly timeoutMs: number;
  /** What is due before this, in wall milliseconds after the start, is sent and not measured. */
  readonly warmUpMs: number;
  /** True to keep the order of the whole trace, over one connection; else that of each session. */
  readonly isInLine: boolean;
  /** Called right before every single write; throws where it must not happen. */
  readonly permit: (request: PlannedRequest) => void;
}

export interface EngineCounts {
  sent: number;
  answered: number;
  /** Of those, how many before the clock started. */
  answeredBefore: number;
  failed: number;
  unsent: number;
  /** How often the schedule stood still because too many requests waited. */
  heldBack: number;
  /** The most requests that were picked up and not over at one time. */
  pendingMost: number;
}

export const noCounts = (): EngineCounts => ({
  sent: 0,
  answered: 0,
  answeredBefore: 0,
  failed: 0,
  unsent: 0,
  heldBack: 0,
  pendingMost: 0,
});
