/** The connections of the engine: a pool for each endpoint, or one pipelined connection for all, below one ceiling. */
import { PipelinedSender } from '../http/pipelined-sender.ts';
import { Pool } from '../http/pool.ts';
import type { Sender, SenderOwner } from '../http/sender.ts';
import { Ceiling } from './ceiling.ts';
import type { OpenEngineOptions } from './engine-options.ts';
import type { PlannedRequest, Script } from './planned-request.ts';

/** Connections that each pool opens before the first request is due. */
const warmMax = 4;

export class Senders<T extends PlannedRequest> {
  readonly #options: OpenEngineOptions;
  /** One for each endpoint; with `isInLine` one for all. */
  readonly #pools: readonly Sender<T>[];
  readonly #ceiling: Ceiling;
  #timer: NodeJS.Timeout | undefined;
  /** Since when the ceiling holds requests back, and for how long it did before. */
  #heldSinceMs: number | undefined;
  #heldMs = 0;

  constructor(options: OpenEngineOptions, script: Script<T>, owner: SenderOwner<T>) {
    this.#options = options;
    this.#ceiling = new Ceiling(options.requestsPerSecondMax);
    const { endpoints, connectionsMax, isInLine } = options;
    const awaits = (request: T): number | undefined => script.awaits(request);
    const follow = (send: () => void): void => this.#follow(send);
    this.#pools = isInLine
      ? [new PipelinedSender<T>({ endpoints, awaits, owner, follow })]
      : endpoints.map((endpoint) => new Pool<T>({ endpoint, connectionsMax, owner, follow }));
  }

  /** Connections opened so far. */
  get openedCount(): number {
    return this.#pools.reduce((sum, { openedCount }) => sum + openedCount, 0);
  }

  /** For how many milliseconds the ceiling has held requests back so far. */
  heldMs(nowMs: number): number {
    return this.#heldMs + (this.#heldSinceMs === undefined ? 0 : nowMs - this.#heldSinceMs);
  }

  /** Opens a few connections in advance. */
  warm(): void {
    for (const pool of this.#pools) pool.warm(Math.min(warmMax, this.#options.connectionsMax));
  }

  submit(request: T): void {
    this.#pools[this.#options.isInLine ? 0 : request.endpoint]?.submit(request);
  }

  /** False while the ceiling is reached; the pools are asked again once it is not. */
  mayWrite(): boolean {
    const nowMs = performance.now();
    const waitMs = this.#ceiling.waitMs(nowMs);
    if (waitMs <= 0) {
      if (this.#heldSinceMs !== undefined) {
        this.#heldMs += nowMs - this.#heldSinceMs;
        this.#heldSinceMs = undefined;
      }
      return true;
    }
    this.#heldSinceMs ??= nowMs;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const pool of this.#pools) pool.pump();
    }, Math.ceil(waitMs));
    return false;
  }

  /** A redirect is one more request below the ceiling. */
  #follow(send: () => void): void {
    const nowMs = performance.now();
    const waitMs = this.#ceiling.waitMs(nowMs);
    if (waitMs > 0) setTimeout(() => this.#follow(send), Math.ceil(waitMs));
    else {
      this.#ceiling.count(nowMs);
      send();
    }
  }

  /** Counts one request against the ceiling. */
  count(nowMs: number): void {
    this.#ceiling.count(nowMs);
  }

  /** Ends connections whose oldest request was sent before this. */
  cutOlderThan(beforeMs: number): void {
    for (const pool of this.#pools) pool.cutOlderThan(beforeMs);
  }

  /** Takes back all requests that are not sent yet. */
  abandon(): T[] {
    return this.#pools.flatMap((pool) => pool.abandon());
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const pool of this.#pools) pool.close();
  }
}
