/**
 * Sends the requests of a load: a pool of connections for each endpoint, below the one ceiling of the target file. Each
 * write is checked against the target file.
 */
import { Ceiling } from '../../traffic/engine/ceiling.ts';
import type { RawAnswer } from '../../traffic/http/answer-parser.ts';
import type { Connection, FailureReason, InFlight } from '../../traffic/http/connection.ts';
import type { Endpoint } from '../../traffic/http/endpoint.ts';
import { Pool } from '../../traffic/http/pool.ts';
import type { SenderOwner } from '../../traffic/http/sender.ts';
import { assertPermitted } from '../../traffic/target/permit.ts';
import type { Target } from '../../traffic/target/target.ts';

/** A message of an agent. Times are those of `performance.now()`; `sentMs` is 0 until it is written. */
export interface LoadMessage extends InFlight {
  readonly text: string;
  /** When it was handed to the sender. */
  readonly readyMs: number;
}

/** Receives what happens to messages. Each ends in one `answered` or `failed`, unless it is abandoned. */
export interface LoadSenderOwner<T extends LoadMessage> {
  /** It was written after waiting for so long; `reason` says for what. */
  waited(message: T, reason: 'connection' | 'ceiling', ms: number): void;
  /** The bytes of the answer are only valid during the call. */
  answered(message: T, answer: RawAnswer): void;
  failed(message: T, reason: FailureReason): void;
  /** What the target file forbids ends the load. */
  forbidden(error: unknown): void;
}

/** Waits below this are not told from none. */
const waitMsMin = 0.1;
const sweepMs = 100;

/** Sends until `close`. `submit` may write, and so call the owner, before it returns. */
export class LoadSender<T extends LoadMessage> implements SenderOwner<T> {
  readonly #target: Target;
  readonly #owner: LoadSenderOwner<T>;
  readonly #ceiling: Ceiling;
  readonly #pools = new Map<Endpoint, Pool<T>>();
  readonly #sweep: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #heldMs = Number.NEGATIVE_INFINITY;

  constructor(target: Target, owner: LoadSenderOwner<T>) {
    this.#target = target;
    this.#owner = owner;
    this.#ceiling = new Ceiling(target.requestsPerSecondMax);
    this.#sweep = setInterval(() => this.#cutLate(), sweepMs);
  }

  /** Connections opened so far. */
  get openedCount(): number {
    return [...this.#pools.values()].reduce((sum, { openedCount }) => sum + openedCount, 0);
  }

  /** Throws `Forbidden` for a method that the target file does not allow; nothing is sent then. */
  submit(endpoint: Endpoint, message: T): void {
    assertPermitted(this.#target, message.method);
    let pool = this.#pools.get(endpoint);
    if (pool === undefined) {
      const { connectionsMax } = this.#target;
      const follow = (send: () => void): void => this.#follow(send);
      pool = new Pool<T>({ endpoint, connectionsMax, owner: this, follow });
      this.#pools.set(endpoint, pool);
    }
    pool.submit(message);
  }

  /** Takes back what waits for a connection or the ceiling. */
  abandon(): T[] {
    return [...this.#pools.values()].flatMap((pool) => pool.abandon());
  }

  /** Cuts every connection; messages in flight fail. */
  close(): void {
    clearInterval(this.#sweep);
    clearTimeout(this.#timer);
    for (const pool of this.#pools.values()) pool.close();
  }

  nowMs(): number {
    return performance.now();
  }

  mayWrite(): boolean {
    const nowMs = performance.now();
    const waitMs = this.#ceiling.waitMs(nowMs);
    if (waitMs <= 0) return true;
    this.#heldMs = nowMs;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const pool of this.#pools.values()) pool.pump();
    }, Math.ceil(waitMs));
    return false;
  }

  write(connection: Connection<T>, message: T): boolean {
    try {
      assertPermitted(this.#target, message.method);
    } catch (error) {
      this.#owner.forbidden(error);
      return false;
    }
    const nowMs = performance.now();
    this.#ceiling.count(nowMs);
    const waitedMs = nowMs - message.readyMs;
    if (waitedMs >= waitMsMin)
      this.#owner.waited(message, this.#heldMs >= message.readyMs ? 'ceiling' : 'connection', waitedMs);
    message.sentMs = nowMs;
    connection.send(message, message.text);
    return true;
  }

  answered(message: T, answer: RawAnswer): void {
    this.#owner.answered(message, answer);
  }

  failed(message: T, reason: FailureReason): void {
    this.#owner.failed(message, reason);
  }

  #cutLate(): void {
    const beforeMs = performance.now() - this.#target.timeoutMs;
    for (const pool of this.#pools.values()) pool.cutOlderThan(beforeMs);
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
}
