/**
 * Sends one request at a time and waits for its response, over one persistent connection per endpoint. Every write is
 * checked against the target file, respects its ceiling and is never repeated.
 */
import { readJson } from '../../core/base/json-text.ts';
import type { Micros } from '../../core/base/money.ts';
import { Ceiling } from '../traffic/engine/ceiling.ts';
import { Connection, type FailureReason, type InFlight, type Endpoint } from '../traffic/http/connection.ts';
import { hostHeader, wireText } from '../traffic/http/wire-request.ts';
import { Budget, type Withheld } from '../traffic/target/budget.ts';
import { assertPermitted } from '../traffic/target/permit.ts';
import type { Target } from '../traffic/target/target.ts';
import type { PathTemplates } from '../traffic/plan/path-templates.ts';

/** A request before composition; `path` is that of the platform, with its service. */
export interface LiveRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The most that it may cost, in micro-USDC; undefined where that does not follow from the request. */
  readonly priceMicros: Micros | undefined;
  /** The text of the body; undefined for none. */
  readonly body: string | undefined;
  readonly isJson: boolean;
  /** Header lines that Orrery adds, each ended by CRLF. */
  readonly ownHeaders: string;
}

/** The response, or why there is none. */
export type LiveAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly head: string;
      readonly body: unknown;
      readonly serviceMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason | 'unsendable' | 'no address' | 'withheld' | 'stopped';
      /** Cause and remedy, where they are known. */
      readonly cause?: string;
    };

interface Flight extends InFlight {
  readonly done: (answer: LiveAnswer) => void;
}

/** The connections of a comparison to its target. Await each `send` before the next; `close` when done. */
export class LiveClient {
  readonly #target: Target;
  readonly #places: PathTemplates;
  readonly #ceiling: Ceiling;
  readonly #budget: Budget;
  readonly #connections = new Map<Endpoint, Connection<Flight>>();
  #isStopped = false;
  #wake: (() => void) | undefined;
  /** Requests sent. */
  sent = 0;
  /** True once the requests of the budget are used up, which stops the client. */
  isSpent = false;

  constructor(target: Target, places: PathTemplates) {
    this.#target = target;
    this.#places = places;
    this.#ceiling = new Ceiling(target.requestsPerSecondMax);
    this.#budget = new Budget(target.budget);
  }

  /** What connections have found out about the target, for the user. */
  get notes(): string[] {
    return this.#places.notes;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Rejects with `Forbidden` for a request that the target file does not allow. All other failures are returned. */
  async send(request: LiveRequest): Promise<LiveAnswer> {
    const route = this.#places.routeTo(request.path);
    if (route === undefined) return failed('no address');
    const text = wireText({ ...request, path: route.path }, hostHeader(route.address), this.#target.carried);
    if (text === undefined) return failed('unsendable');
    await this.#room();
    if (this.#isStopped) return failed('stopped');
    assertPermitted(this.#target, request.method);
    const withheld = this.#budget.reserve(request.priceMicros);
    if (withheld !== undefined) return this.#withhold(withheld);
    const connection = await this.#connectionTo(route.place);
    if (!(connection instanceof Connection)) return connection;
    return this.#over(connection, request.method, text);
  }

  /** Without requests left nothing more can be sent; another request may cost less. */
  #withhold(why: Withheld): LiveAnswer {
    if (why !== 'requests') return failed('withheld');
    this.isSpent = true;
    this.stop();
    return failed('stopped');
  }

  /** Waits for `ms` milliseconds, or until `stop`. */
  async pause(ms: number): Promise<void> {
    if (this.#isStopped || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Sends nothing more; the request in flight has half a second for its response. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#wake?.();
    setTimeout(() => this.close(), 500).unref();
  }

  /** Closes every connection at once. */
  close(): void {
    for (const connection of this.#connections.values()) connection.cut('reset');
    this.#connections.clear();
  }

  async #room(): Promise<void> {
    for (let waitMs = this.#wait(); waitMs > 0 && !this.#isStopped; waitMs = this.#wait()) {
      await this.pause(Math.ceil(waitMs));
    }
    this.#ceiling.count(performance.now());
  }

  #wait(): number {
    return this.#ceiling.waitMs(performance.now());
  }

  async #connectionTo(place: Endpoint): Promise<Connection<Flight> | LiveAnswer> {
    const known = this.#connections.get(place);
    if (known?.isUsable === true && !known.isStale(performance.now())) return known;
    known?.cut('reset');
    return new Promise((resolve) => {
      const late = setTimeout(() => opened.cut('timeout'), this.#target.timeoutMs);
      const opened: Connection<Flight> = new Connection<Flight>(place, {
        opened: (connection) => {
          clearTimeout(late);
          connection.restingSinceMs = performance.now();
          resolve(connection);
        },
        answered: (connection, flight, { status, head, bytes, start, end }) => {
          connection.restingSinceMs = performance.now();
          const body = parsed(bytes.toString('utf8', start, end));
          flight.done({ kind: 'answer', status, head, body, serviceMs: performance.now() - flight.sentMs });
        },
        failed: (broken, flight, reason) => flight.done(failed(reason, broken.cause)),
        follow: (send) => void this.#room().then(send),
        closed: (connection, reason) => {
          clearTimeout(late);
          if (this.#connections.get(place) === connection) this.#connections.delete(place);
          resolve(failed(reason ?? 'reset', connection.cause));
        },
      });
      this.#connections.set(place, opened);
    });
  }

  #over(connection: Connection<Flight>, method: string, text: string): Promise<LiveAnswer> {
    return new Promise((resolve) => {
      const late = setTimeout(() => connection.cut('timeout'), this.#target.timeoutMs);
      const done = (answer: LiveAnswer): void => {
        clearTimeout(late);
        resolve(answer);
      };
      this.sent += 1;
      connection.send({ method, sentMs: performance.now(), done }, text);
    });
  }
}

const failed = (reason: Extract<LiveAnswer, { kind: 'failed' }>['reason'], cause?: string): LiveAnswer =>
  cause === undefined ? { kind: 'failed', reason } : { kind: 'failed', reason, cause };

/** Undefined for a body that is no JSON. */
const parsed = (text: string): unknown => (text === '' ? {} : readJson(text));
