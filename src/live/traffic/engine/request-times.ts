/** Records the times of one engine's requests: lag, waits by reason, service and response. Warm-up is not recorded. */
import { Measures, recordMs, type WaitReason } from './measures.ts';
import type { PlannedRequest } from './planned-request.ts';

/** Requests count as sent alone while no larger share of the connections is busy. */
const aloneShare = 1 / 16;

/** Times are milliseconds of the engine's clock. */
export class RequestTimes<T extends PlannedRequest> {
  readonly measures = new Measures();
  readonly #warmUpMs: number;
  readonly #connectionsMax: number;

  constructor({ warmUpMs, connectionsMax }: { warmUpMs: number; connectionsMax: number }) {
    this.#warmUpMs = warmUpMs;
    this.#connectionsMax = connectionsMax;
  }

  /** The generator has turned to a request that was due at `intendedMs`. */
  lagged(request: T, nowMs: number): void {
    if (this.#isMeasured(request)) recordMs(this.measures.lag, nowMs - request.intendedMs);
  }

  /** A request has waited for this reason since it was ready. */
  waited(request: T, reason: WaitReason, nowMs: number): void {
    if (request.dueMs !== undefined) recordMs(this.measures.waits[reason], nowMs - request.readyMs);
    request.readyMs = nowMs;
  }

  /** A request was not written at once: the ceiling held it for `heldMs`, and no connection was free for the rest. */
  waitedToBeSent(request: T, nowMs: number, heldMs: number): void {
    const freeMs = Math.min(nowMs, request.readyMs + heldMs);
    if (heldMs > 0) this.waited(request, 'ceiling', freeMs);
    if (freeMs < nowMs || heldMs <= 0) this.waited(request, 'connection', nowMs);
  }

  answered(request: T, nowMs: number): void {
    const { sentMs, intendedMs, besides = 0 } = request;
    const serviceMs = nowMs - sentMs;
    if (this.#isMeasured(request)) {
      recordMs(this.measures.service, serviceMs);
      recordMs(this.measures.response, nowMs - intendedMs);
    }
    if (besides + 1 >= this.#connectionsMax) recordMs(this.measures.serviceCrowded, serviceMs);
    else if (besides <= this.#connectionsMax * aloneShare) recordMs(this.measures.serviceAlone, serviceMs);
  }

  /** A failed request has taken at least until now: to leave it out would flatter the target. */
  failed(request: T, nowMs: number): void {
    if (this.#isMeasured(request)) recordMs(this.measures.response, nowMs - request.intendedMs);
  }

  #isMeasured({ isMeasured, dueMs }: T): boolean {
    return isMeasured && (dueMs ?? Number.POSITIVE_INFINITY) >= this.#warmUpMs;
  }
}
