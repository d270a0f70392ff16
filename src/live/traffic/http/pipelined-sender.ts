/**
 * All requests in one order, pipelined over one connection to each endpoint (RFC 9112, 9.3.2): a server that keeps
 * the order answers as if they had come one at a time. A request that needs an earlier response waits for it, and so
 * do all requests behind it.
 */
import type { RawAnswer } from './answer-parser.ts';
import { Connection, type FailureReason, type InFlight, type Endpoint } from './connection.ts';
import type { Follow, Sender, SenderOwner } from './sender.ts';
import { FifoQueue } from './fifo-queue.ts';

interface Lined extends InFlight {
  readonly endpoint: number;
  readonly isAlone: boolean;
}

/** Bound on requests in flight: more gain nothing and cost memory for responses. */
const owedMax = 64;

/**
 * Sends requests strictly in the order of `submit`; `awaits` names the record whose response a request still needs.
 */
export class PipelinedSender<T extends Lined> implements Sender<T> {
  readonly #places: readonly Endpoint[];
  readonly #awaits: (request: T) => number | undefined;
  readonly #owner: SenderOwner<T>;
  readonly #follow: Follow | undefined;
  readonly #connections: (Connection<T> | undefined)[] = [];
  readonly #waiting = new FifoQueue<T>();
  #last: T | undefined;
  #owed = 0;
  #openedCount = 0;
  #isPumping = false;

  constructor(parts: {
    endpoints: readonly Endpoint[];
    awaits: (request: T) => number | undefined;
    owner: SenderOwner<T>;
    follow?: Follow;
  }) {
    this.#places = parts.endpoints;
    this.#awaits = parts.awaits;
    this.#owner = parts.owner;
    this.#follow = parts.follow;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  get openedCount(): number {
    return this.#openedCount;
  }

  warm(_count: number): void {
    this.#places.forEach((_place, index) => this.#open(index));
  }

  submit(request: T): boolean {
    this.#waiting.push(request);
    this.pump();
    return this.#waiting.length === 0;
  }

  pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    let gathering: Connection<T> | undefined;
    for (let head = this.#waiting.head; head !== undefined && this.#isNext(head); head = this.#waiting.head) {
      const connection = this.#connectionFor(head);
      if (connection === undefined || !this.#owner.mayWrite()) break;
      if (connection !== gathering) {
        gathering?.gather(false);
        connection.gather(true);
        gathering = connection;
      }
      this.#waiting.shift();
      if (!this.#owner.write(connection, head)) continue;
      this.#last = head;
      this.#owed += 1;
    }
    gathering?.gather(false);
    this.#isPumping = false;
  }

  cutOlderThan(sentMs: number): void {
    for (const connection of this.#connections) {
      if (connection !== undefined && connection.owedSinceMs < sentMs) connection.cut('timeout');
    }
  }

  abandon(): T[] {
    return this.#waiting.clear();
  }

  close(): void {
    for (const connection of this.#connections) connection?.cut('reset');
  }

  /**
   * True if the request may be pipelined now. It waits for all responses if it or the last request must be alone, or
   * if it uses another endpoint.
   */
  #isNext(request: T): boolean {
    if (this.#owed === 0) return true;
    if (this.#owed >= owedMax || request.isAlone || this.#last?.isAlone === true) return false;
    return request.endpoint === this.#last?.endpoint && this.#awaits(request) === undefined;
  }

  /** A usable connection; undefined while one is being opened. */
  #connectionFor({ endpoint: place }: T): Connection<T> | undefined {
    const connection = this.#connections[place];
    if (connection === undefined) this.#open(place);
    else if (connection.isUsable) {
      if (connection.owed > 0 || !connection.isStale(this.#owner.nowMs())) return connection;
      connection.cut('reset');
      this.#open(place);
    }
    return undefined;
  }

  #open(index: number): void {
    const place = this.#places[index];
    if (place === undefined || this.#connections[index] !== undefined) return;
    this.#connections[index] = new Connection<T>(place, {
      opened: (connection) => {
        this.#openedCount += 1;
        connection.restingSinceMs = this.#owner.nowMs();
        this.pump();
      },
      answered: (connection, request, answer) => this.#answered(connection, request, answer),
      failed: (_connection, request, reason) => {
        this.#owed -= 1;
        this.#owner.failed(request, reason);
      },
      closed: (connection, reason) => this.#closed(index, connection, reason),
      ...(this.#follow === undefined ? {} : { follow: this.#follow }),
    });
  }

  #answered(connection: Connection<T>, request: T, answer: RawAnswer): void {
    this.#owed -= 1;
    connection.restingSinceMs = this.#owner.nowMs();
    this.#owner.answered(request, answer);
    this.pump();
  }

  #closed(index: number, connection: Connection<T>, reason: FailureReason | undefined): void {
    if (this.#connections[index] === connection) this.#connections[index] = undefined;
    if (reason !== undefined) {
      const headRequest = this.#waiting.shift();
      if (headRequest !== undefined) this.#owner.failed(headRequest, reason);
    }
    this.pump();
  }
}
