/**
 * Sends the calls of a live audit, one at a time. Connects to the pinned address of a host that the target file lists
 * and to nothing else, follows no redirect, keeps under a ceiling of calls a second, and obeys Retry-After.
 * A request with a stake is sent once, whatever the response; neither the sum of all stakes nor the number of requests
 * passes its budget.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '../../../../core/base/assert.ts';
import type { Micros } from '../../../../core/base/money.ts';
import type { LiveCall, LiveCallAnswer } from '../../../../verification/audit/live/call.ts';
import { ownFields } from '../../../../verification/audit/live/own-fields.ts';
import { headerOf } from '../../../../live/traffic/http/answer-parser.ts';
import { ask, NoAnswer, type HttpReply } from '../../../../live/traffic/http/ask.ts';
import type { Endpoint } from '../../../../live/traffic/http/endpoint.ts';
import { renamed } from '../../../../live/traffic/names/renamed.ts';
import { endpointOf } from '../../../../live/traffic/target/endpoint.ts';
import type { PinnedAddresses } from '../../../../live/traffic/target/pinned-addresses.ts';
import type { ServiceAddress, Target } from '../../../../live/traffic/target/target.ts';

/** How often a call without a stake is sent in all where the target says to wait (LIM48). */
const attemptsMax = 8;
const waitMaxMs = 60_000;

/** Whose call it is: an account, and the headers of its client program. */
export interface Identity {
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where calls go and how fast. `callsPerSecond` is a ceiling over all calls, repeats included. */
export interface Sending {
  readonly target: Target;
  readonly addresses: PinnedAddresses;
  readonly callsPerSecond: number;
  /** The most that all requests together may stake. */
  readonly budgetMicros: Micros;
  /** The most requests, repeats included; undefined where the target file bounds none. */
  readonly requestsMax: number | undefined;
  /** A certificate authority to trust beside the default ones, as PEM. */
  readonly ca: string | undefined;
  /** Once it is aborted nothing is sent or waited for. */
  readonly signal: AbortSignal;
}

/**
 * Sends one call at a time; the caller waits for each. A call without a response resolves with status 0. Throws
 * `InvariantError` instead of staking more than the budget.
 */
export class LiveSender {
  readonly #how: Sending;
  readonly #places = new Map<string, Endpoint>();
  /** The latest idempotency key of each account, for the repetition of a call whose answer was lost. */
  readonly #keys = new Map<Identity, string>();
  #nextAtMs = 0;
  #stakedMicros = 0;
  readonly #spent = new AbortController();
  /** Requests sent, those that were sent again included. */
  requests = 0;
  /** Why the last call that had no answer had none. */
  failure: string | undefined;

  constructor(how: Sending) {
    this.#how = how;
  }

  get requestsMax(): number | undefined {
    return this.#how.requestsMax;
  }

  /** Aborted by the first call that the budget of requests does not cover: it is not sent. */
  get spent(): AbortSignal {
    return this.#spent.signal;
  }

  /** Resolves after so many mean pauses: one is what the ceiling of calls a second leaves. */
  async rest(pauses: number): Promise<void> {
    await until(performance.now() + (1000 * pauses) / this.#how.callsPerSecond, this.#how.signal);
  }

  /**
   * Sends a call to a path of a service. Answers 429 and 503 with a Retry-After are waited out. A call without a stake
   * is then sent again under the same Idempotency-Key; one with a stake never is, because the house may have taken it.
   * The answer has our names of fields, where the target file knows the target's for `operation`.
   */
  async send(
    service: ServiceAddress,
    call: LiveCall,
    { identity, operation = '' }: { identity: Identity; operation?: string | undefined },
  ): Promise<LiveCallAnswer> {
    // A read between a call and its repetition changes nothing: the repetition has the key of the call.
    if (call.isRepeat !== true && call.method === 'POST') this.#keys.set(identity, randomUUID());
    const headers = {
      ...identity.headers,
      ...(call.method === 'POST' ? { 'idempotency-key': this.#keys.get(identity) ?? randomUUID() } : {}),
      ...(identity.apiKey === undefined ? {} : { authorization: `Bearer ${identity.apiKey}` }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const reported = await this.#once(service, call, headers);
      const waitMs = reported === undefined ? 0 : waitOf(reported);
      this.#nextAtMs = Math.max(this.#nextAtMs, performance.now() + waitMs);
      const isOnce = call.stakeMicros !== undefined || call.isRepeat === true;
      const isFinal = waitMs === 0 || isOnce || attempt === attemptsMax;
      if (!isFinal) continue;
      const body = renamed(reported?.body, operation, this.#how.target.names);
      return { status: reported?.status ?? 0, body: ownFields(body) };
    }
  }

  /** Undefined where no answer came. */
  async #once(
    service: ServiceAddress,
    call: LiveCall,
    headers: Readonly<Record<string, string>>,
  ): Promise<HttpReply | undefined> {
    const { target, budgetMicros, requestsMax = Infinity, callsPerSecond, signal } = this.#how;
    await until(this.#nextAtMs, signal);
    if (signal.aborted) return undefined;
    if (this.requests >= requestsMax) {
      this.#spent.abort();
      return undefined;
    }
    this.#stakedMicros += call.stakeMicros ?? 0;
    assert(this.#stakedMicros <= budgetMicros, 'no stake is sent beyond the budget');
    this.#nextAtMs = Math.max(this.#nextAtMs, performance.now()) + 1000 / callsPerSecond;
    this.requests += 1;
    const { method, path, query, body } = call;
    const asked = { method, address: service, path, query, body, headers };
    return ask(target, this.#placeOf(service), asked).catch((error: unknown) => {
      this.failure = error instanceof NoAnswer ? error.message : undefined;
      if (error instanceof NoAnswer) return undefined;
      throw error;
    });
  }

  /** One endpoint a host and port, so that what a connection finds out holds for the next. */
  #placeOf(service: ServiceAddress): Endpoint {
    const key = `${service.isTls} ${service.host} ${service.port}`;
    const place = this.#places.get(key) ?? endpointOf(this.#how, service);
    this.#places.set(key, place);
    return place;
  }
}

/** 0 where the answer does not ask to wait. */
function waitOf({ status, head }: HttpReply): number {
  const asked = headerOf(head, 'retry-after');
  const isToWait = status === 429 || (status === 503 && asked !== undefined);
  if (!isToWait) return 0;
  const seconds = Number(asked ?? 1);
  return Math.min(waitMaxMs, 1000 * Math.max(1, Number.isFinite(seconds) ? seconds : 1));
}

/** Resolves at a time, or once the signal is aborted: a timer that goes on would keep the process. */
async function until(atMs: number, signal: AbortSignal): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
}
