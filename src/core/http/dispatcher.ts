/**
 * One synchronous call from request to response, in the order of gap E11: limiter, key, validation, then the
 * operation, which itself checks existence, permission, state and balance. It knows no service.
 */
import { hash } from 'node:crypto';
import type { Journal } from '../base/journal.ts';
import { Refusal, refuse } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import { refusalAnswer, type ResponseContent } from './answer.ts';
import { readBody } from './body.ts';
import { readCall } from './call.ts';
import type { HttpExchange, KeyRing, Principal } from './exchange.ts';
import { Gate } from './gate.ts';
import { IdempotentAnswers } from './idempotency.ts';
import { infoOf } from './info.ts';
import type { Request, Response } from './message.ts';
import type { BindingInput } from './route.ts';
import type { BoundRoute } from './bound-route.ts';
import type { Match, Router } from './router.ts';

/** What a fault plan does to a request: nothing, fail it before its effect, after it, or after it and undo it. */
export type ErrorFault = 'none' | 'before' | 'after' | 'undone';

/** The part of the fault plan that the dispatcher uses. */
export interface Interruptions {
  /** True while any fault is active; the other methods are only called then. */
  readonly active: boolean;
  /** When the outage of a service ends, in epoch milliseconds; undefined while it is up. */
  outageEndsAtMs(service: string): number | undefined;
  /** Decides about one request that has passed validation. */
  errorFault(service: string): ErrorFault;
}

/** What a dispatcher needs of its world; `nowMs` is the platform's virtual clock. */
export interface DispatcherParts {
  readonly router: Router;
  readonly keys: KeyRing;
  readonly policies: Policies;
  readonly journal: Journal;
  readonly interruptions: Interruptions;
  readonly nowMs: () => number;
}

const outage = refuse('SERVICE_UNAVAILABLE', 'the service is temporarily offline');
const internalError = refuse('INTERNAL_ERROR', 'internal error');
const keyMissing = refuse('UNAUTHORIZED', 'missing or invalid API key');
const pathUnknown = refuse('NOT_FOUND', 'there is no such path or method');
const keyReused = refuse('CONFLICT', 'this Idempotency-Key was used for a different request');

/** Answers the requests of one world. It holds the limiter's state and the answers kept by Idempotency-Key. */
export class Dispatcher {
  readonly gate: Gate;
  readonly #parts: DispatcherParts;
  readonly #kept = new IdempotentAnswers();

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.gate = new Gate(parts.policies);
  }

  /**
   * Answers a request and fills `exchange`. Never throws for any request. The request counts against the limits of
   * `countedAs`, or of the route that it matches.
   */
  dispatch(request: Request, exchange: HttpExchange, countedAs?: BoundRoute): Response {
    const match = this.#parts.router.find(request.method, request.path);
    exchange.route = match?.route;
    exchange.principal = this.#parts.keys.find(request.headers['authorization']);
    exchange.replayed = false;
    const nowMs = this.#parts.nowMs();
    const refusal = this.#admission(request, exchange, { nowMs, counted: countedAs ?? match?.route });
    const answer =
      refusal === undefined && match !== undefined
        ? this.#perform(request, match, exchange, nowMs)
        : this.#refuse(refusal ?? pathUnknown, exchange.route, nowMs);
    exchange.code = answer.code;
    return this.#respond(answer, request, exchange);
  }

  /** Limiter, path, outage and key; every request is counted, whatever its outcome (LIM10, LIM11). */
  #admission(
    request: Request,
    exchange: HttpExchange,
    { nowMs, counted }: { nowMs: number; counted: BoundRoute | undefined },
  ): Refusal | undefined {
    const { policies, interruptions } = this.#parts;
    const { route, principal } = exchange;
    const ip = originOf(request, policies);
    const bucket = bucketOf(request, counted);
    const limited = this.gate.admit({ route: counted, principal, ip, nowMs, bucket });
    const keyless = principal === undefined && lacksKey(request, route);
    if (keyless && policies['errors.order'] === 'auth-first') return keyMissing;
    if (limited !== undefined) return limited;
    if (route === undefined) return pathUnknown;
    if (interruptions.active && interruptions.outageEndsAtMs(route.service) !== undefined) return outage;
    return keyless ? keyMissing : undefined;
  }

  #perform(request: Request, match: Match, exchange: HttpExchange, nowMs: number): ResponseContent {
    const { route } = match;
    const call = readCall(request, match, this.#parts.policies);
    if (call instanceof Refusal) return this.#refuse(call, route, nowMs);
    const input = route.binding.read(call);
    if (input instanceof Refusal) return this.#refuse(input, route, nowMs);
    const key = this.#idempotencyKey(request, route, exchange.principal);
    if (key === undefined) return this.#execute({ route, call, input, exchange, nowMs });
    // The body may contain a secret: only its hash is kept.
    const fingerprint = hash('sha256', JSON.stringify([request.path, call.body]));
    const kept = this.#kept.find(key, nowMs);
    if (kept === undefined) {
      const keep = (answer: ResponseContent): void =>
        this.#kept.keep(key, { atMs: nowMs, fingerprint, answer });
      return this.#execute({ route, call, input, exchange, nowMs, keep });
    }
    if (kept.fingerprint !== fingerprint) return this.#refuse(keyReused, route, nowMs);
    exchange.replayed = true;
    return kept.answer;
  }

  /** Runs the operation under the fault plan. A 5xx leaves no effect, or the whole effect and its kept answer. */
  #execute(work: {
    route: BoundRoute;
    call: BindingInput;
    input: unknown;
    exchange: HttpExchange;
    nowMs: number;
    keep?: (answer: ResponseContent) => void;
  }): ResponseContent {
    const { route, call, input, exchange, nowMs, keep } = work;
    const { interruptions, journal } = this.#parts;
    const fault = interruptions.active ? interruptions.errorFault(route.service) : 'none';
    if (fault === 'before') return this.#refuse(internalError, route, nowMs);
    if (fault === 'undone') journal.begin();
    const outcome = route.operation(input, exchange.principal);
    const answer =
      outcome instanceof Refusal
        ? this.#refuse(outcome, route, nowMs)
        : { status: route.row.success, body: route.binding.write(outcome, call), code: undefined };
    if (fault === 'undone') journal.rollback();
    else if (isKept(answer) && keep !== undefined) this.#keepWithoutSecret(answer, route, keep);
    return fault === 'none' ? answer : this.#refuse(internalError, route, nowMs);
  }

  /** A secret is sent once: the kept answer omits it, or by policy a repeat runs again (gap W3). */
  #keepWithoutSecret(
    answer: ResponseContent,
    route: BoundRoute,
    keep: (answer: ResponseContent) => void,
  ): void {
    const { secret } = route.row;
    if (secret === undefined || !Object.hasOwn(answer.body, secret.field)) return keep(answer);
    const { policy, is } = secret.withheldWhen;
    if (this.#parts.policies[policy] !== is) return;
    const { [secret.field]: _, ...body } = answer.body;
    keep({ ...answer, body });
  }

  #idempotencyKey(request: Request, route: BoundRoute, principal: Principal | undefined): string | undefined {
    const key = request.headers['idempotency-key'];
    if (key === undefined || route.method === 'GET') return undefined;
    if (this.#parts.policies['http.idempotency'] === 'none') return undefined;
    // A sum of texts would keep its parts for as long as the answer is kept.
    return [principal?.number ?? request.ip, route.index, key].join('/');
  }

  #refuse(refusal: Refusal, route: BoundRoute | undefined, nowMs: number): ResponseContent {
    const { policies, interruptions } = this.#parts;
    const outageEndsAtMs =
      interruptions.active && route !== undefined ? interruptions.outageEndsAtMs(route.service) : undefined;
    return refusalAnswer(refusal, { policies, nowMs, outageEndsAtMs });
  }

  #respond(answer: ResponseContent, request: Request, exchange: HttpExchange): Response {
    const { policies, router } = this.#parts;
    const headers = this.gate.headers();
    if (answer.retryAfterSeconds !== undefined) headers['retry-after'] = answer.retryAfterSeconds;
    const body =
      policies['http.info'] === 'on'
        ? { ...answer.body, _info: infoOf(exchange.route?.service ?? 'platform') }
        : answer.body;
    const methods =
      exchange.route === undefined && answer.status === 404 && policies['errors.unknownMethod'] === '405'
        ? router.methodsOf(request.path)
        : [];
    if (methods.length === 0) return { status: answer.status, headers, body };
    return { status: 405, headers: { ...headers, allow: methods.join(', ') }, body };
  }
}

/** A 5xx, a 429 and a 401 may be retried under the same key, so the retry runs (gap X15). */
const isKept = ({ status }: ResponseContent): boolean => status < 500 && status !== 429 && status !== 401;

/** True if a required key is missing, or an unknown key was sent where keys matter (AUT11, AUT12). */
const lacksKey = (request: Request, route: BoundRoute | undefined): boolean =>
  route !== undefined &&
  (route.needsKey || (route.readsKey && request.headers['authorization'] !== undefined));

/** An unreadable body counts in the bucket of an empty one. */
function bucketOf(request: Request, route: BoundRoute | undefined): string | undefined {
  if (route?.row.limits.bucketOf === undefined || route.style !== 'B') return undefined;
  const body = readBody(request);
  return route.row.limits.bucketOf(body instanceof Refusal ? {} : body);
}

/** The address that IP limits count by (gap L16). */
function originOf(request: Request, policies: Policies): string {
  if (policies['limits.ipSource'] === 'connection') return request.ip;
  const first = request.headers['x-forwarded-for']?.split(',')[0]?.trim() ?? '';
  return first === '' ? request.ip : first;
}
