/**
 * A pool of connections to one endpoint and the requests that wait for one. A connection has at most one request in
 * flight. If a connection cannot be opened, only the request that has waited longest fails.
 */
import { Connection, type FailureReason, type InFlight, type Endpoint } from './connection.ts';
import { FifoQueue } from './fifo-queue.ts';
import type { Follow, Sender, SenderOwner } from './sender.ts';

/**
 * At most `connectionsMax` connections to one endpoint. The owner writes; the pool chooses the connection and opens
 * more on demand.
 */
export class Pool<T extends InFlight> implements Sender<T> {
  readonly #endpoint: Endpoint;
  readonly #connectionsMax: number;
  readonly #owner: SenderOwner<T>;
  readonly #follow: Follow | undefined;
  readonly #all = new Set<Connection<T>>();
  /** Idle connections; the most recently used is taken first, so that few are kept open. */
  readonly #resting: Connection<T>[] = [];
  readonly #waiting = new FifoQueue<T>();
  #opening = 0;
  #openedCount = 0;
  #isPumping = false;

  constructor(parts: { endpoint: Endpoint; connectionsMax: number; owner: SenderOwner<T>; follow?: Follow }) {
    this.#endpoint = parts.endpoint;
    this.#connectionsMax = parts.connectionsMax;
    this.#owner = parts.owner;
    this.#follow = parts.follow;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  get openedCount(): number {
    return this.#openedCount;
  }

  warm(count: number): void {
    while (this.#all.size < Math.min(count, this.#connectionsMax)) this.#open();
  }

  submit(request: T): boolean {
    this.#waiting.push(request);
    this.pump();
    return this.waitingCount === 0;
  }

  pump(): void {
    // A write that fails immediately may call this again.
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.waitingCount > 0 && this.#owner.mayWrite()) {
      const connection = this.#take();
      if (connection === undefined) break;
      const request = this.#waiting.shift();
      if (request !== undefined && !this.#owner.write(connection, request)) this.#resting.push(connection);
    }
    this.#isPumping = false;
    const wanted = this.#owner.mayWrite() ? this.waitingCount - this.#opening : 0;
    for (let count = 0; count < wanted && this.#all.size < this.#connectionsMax; count++) this.#open();
  }

  cutOlderThan(sentMs: number): void {
    for (const connection of this.#all) {
      if (connection.owedSinceMs < sentMs) connection.cut('timeout');
    }
  }

  abandon(): T[] {
    return this.#waiting.clear();
  }

  close(): void {
    for (const connection of this.#all) connection.cut('reset');
  }

  #take(): Connection<T> | undefined {
    const nowMs = this.#owner.nowMs();
    for (let connection = this.#resting.pop(); connection !== undefined; connection = this.#resting.pop()) {
      if (connection.isUsable && !connection.isStale(nowMs)) return connection;
      connection.cut('reset');
    }
    return undefined;
  }

  #open(): void {
    this.#opening += 1;
    const connection = new Connection<T>(this.#endpoint, {
      opened: (opened) => {
        this.#opening -= 1;
        this.#openedCount += 1;
        this.#rest(opened);
        this.pump();
      },
      answered: (answered, request, answer) => {
        // The connection is idle before the owner handles the response, so that the next request of the session can
        // use it.
        if (answered.isUsable) this.#rest(answered);
        this.#owner.answered(request, answer);
        this.pump();
      },
      failed: (_connection, request, reason) => this.#owner.failed(request, reason),
      closed: (closed, reason) => this.#closed(closed, reason),
      ...(this.#follow === undefined ? {} : { follow: this.#follow }),
    });
    this.#all.add(connection);
  }

  #rest(connection: Connection<T>): void {
    connection.restingSinceMs = this.#owner.nowMs();
    this.#resting.push(connection);
  }

  #closed(connection: Connection<T>, reason: FailureReason | undefined): void {
    this.#all.delete(connection);
    if (reason !== undefined) {
      this.#opening -= 1;
      const headRequest = this.#waiting.shift();
      if (headRequest !== undefined) this.#owner.failed(headRequest, reason);
    }
    this.pump();
  }
}
