/**
 * Sends the calls of a live audit, one at a time. Connects to the pinned address of a host that the target file lists
 * and to nothing else, follows no redirect, keeps under a ceiling of calls a second, and obeys Retry-After.
 * A request with a stake is sent once, whatever the response; the sum of all stakes never passes the budget.
 */
import { randomUUID } from 'node:crypto';
import { assert } from '../../../core/base/assert.ts';
import type { Micros } from '../../../core/base/money.ts';
import { fieldsOf, type LiveCall, type LiveCallAnswer } from '../../../verification/audit/live/call.ts';
import { headerOf } from '../../../live/traffic/http/answer-parser.ts';
import { ask, NoAnswer, type HttpReply } from '../../../live/traffic/http/ask.ts';
import type { Endpoint } from '../../../live/traffic/http/endpoint.ts';
import { endpointOf } from '../../../live/traffic/target/endpoint.ts';
import type { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { ServiceAddress, Target } from '../../../live/traffic/target/target.ts';

/** How often a call without a stake is sent in all where the target says to wait (LIM48). */
const attemptsMax = 8;
const waitMaxMs = 60_000;

/** Where calls go and how fast. `callsPerSecond` is a ceiling over all calls, repeats included. */
export interface Sending {
  readonly target: Target;
  readonly addresses: PinnedAddresses;
  readonly callsPerSecond: number;
  /** The most that all requests together may stake. */
  readonly budgetMicros: Micros;
  /** A certificate authority to trust beside the default ones, as PEM. */
  readonly ca: string | undefined;
}

/**
 * Sends one call at a time; the caller waits for each. A call without a response resolves with status 0. Throws
 * `InvariantError` instead of staking more than the budget.
 */
export class LiveSender {
  readonly #how: Sending;
  readonly #places = new Map<string, Endpoint>();
  #apiKey: string | undefined;
  #nextAtMs = 0;
  #stakedMicros = 0;
  /** Requests sent, those that were sent again included. */
  requests = 0;
  /** Why the last call that had no answer had none. */
  failure: string | undefined;

  constructor(how: Sending, apiKey: string | undefined) {
    this.#how = how;
    this.#apiKey = apiKey;
  }

  set apiKey(key: string) {
    this.#apiKey = key;
  }

  /**
   * Sends a call to a path of a service. Answers 429 and 503 with a Retry-After are waited out. A call without a stake
   * is then sent again under the same Idempotency-Key; one with a stake never is, because the house may have taken it.
   */
  async send(service: ServiceAddress, call: LiveCall): Promise<LiveCallAnswer> {
    const idempotencyKey = call.method === 'POST' ? randomUUID() : undefined;
    for (let attempt = 1; ; attempt += 1) {
      const reported = await this.#once(service, call, idempotencyKey);
      const waitMs = reported === undefined ? 0 : waitOf(reported);
      this.#nextAtMs = Math.max(this.#nextAtMs, performance.now() + waitMs);
      const isFinal = waitMs === 0 || call.stakeMicros !== undefined || attempt === attemptsMax;
      if (isFinal) return { status: reported?.status ?? 0, body: fieldsOf(reported?.body) };
    }
  }

  /** Undefined where no answer came. */
  async #once(
    service: ServiceAddress,
    call: LiveCall,
    idempotencyKey: string | undefined,
  ): Promise<HttpReply | undefined> {
    await until(this.#nextAtMs);
    const { target, budgetMicros, callsPerSecond } = this.#how;
    this.#stakedMicros += call.stakeMicros ?? 0;
    assert(this.#stakedMicros <= budgetMicros, 'no stake is sent beyond the budget');
    this.#nextAtMs = Math.max(this.#nextAtMs, performance.now()) + 1000 / callsPerSecond;
    this.requests += 1;
    const headers = {
      accept: 'application/json',
      'user-agent': 'orrery-audit',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(this.#apiKey === undefined ? {} : { authorization: `Bearer ${this.#apiKey}` }),
    };
    const asked = { method: call.method, address: service, path: call.path, body: call.body, headers };
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

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
