/**
 * What the control room shows of a served world: the last requests, domain events, and each agent's quotas at its last
 * request. It only observes: the world and its digest do not change.
 */
import type { Micros } from '../../../core/base/money.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import type { HttpExchange } from '../../../core/http/exchange.ts';
import type { Request, Response } from '../../../core/http/message.ts';
import type { KnownSecrets } from '../../../core/http/secrets/known-secrets.ts';
import { Redactor } from '../../../core/http/secrets/redact.ts';
import type { WorldObserver } from '../../../platform/world/world.ts';
import { publicNamesAt } from '../../../platform/services/public-names.ts';

/** One dispatched request with its response, for display. A bounded number of the latest is kept. */
export interface SeenRequest {
  /** Counts up from 1. */
  readonly number: number;
  readonly at: string;
  /** Position in the registry; null for a caller without a key. */
  readonly agent: number | null;
  readonly method: string;
  readonly path: string;
  readonly service: string;
  readonly status: number;
  readonly code: string;
  /** Both without secret keys; serialized only for a snapshot. */
  readonly asked: unknown;
  readonly answered: unknown;
}

/** A domain event of a service with its amount, for display. */
export interface Happening {
  readonly at: string;
  readonly event: string;
  readonly amountMicros: Micros;
}

/** A quota as the last call that it bound has shown it. */
export interface SeenQuota {
  /** Whose it is: `escrow`. */
  readonly service: string;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since the epoch, virtual. */
  readonly resetAt: number;
}

const requestMax = 60;
const happeningMax = 40;
const bodyMax = 1_200;
const pathMax = 4_096;
/** The most agents whose meters are kept; the one with the oldest request is dropped first. */
const agentMax = 1_000;
/** Quotas that are kept of an agent; a platform has some twenty for one key. */
const quotaMax = 24;

/** The observer of one world of a sandbox; a reset makes a new one. All lists are bounded. */
export class Feed implements WorldObserver {
  readonly requests: SeenRequest[] = [];
  readonly happenings: Happening[] = [];
  /** By agent number, the one that asked last at the end; its quotas by name, none where nothing limits it. */
  readonly meters = new Map<number, ReadonlyMap<string, SeenQuota>>();
  readonly classes = { ok: 0, refused: 0, limited: 0, failed: 0 };
  /** Which of the worlds of a sandbox this is about, from 1. */
  readonly number: number;
  /** Grows with everything that is seen. */
  version = 0;
  #seen = 0;
  readonly #nowMs: () => Instant;

  constructor(number: number, nowMs: () => Instant) {
    this.number = number;
    this.#nowMs = nowMs;
  }

  answered(request: Request, response: Response, { route, principal, code }: HttpExchange): void {
    this.version += 1;
    // The page's own buttons are not the platform's traffic.
    if (route?.service === 'control' || route?.service === 'document') return;
    this.classes[classOf(response.status)] += 1;
    if (principal !== undefined) this.#noteMeter(principal.number, route, response);
    this.#seen += 1;
    this.requests.push({
      number: this.#seen,
      at: formatInstant(this.#nowMs()),
      agent: principal?.number ?? null,
      method: request.method,
      path: request.path.slice(0, pathMax),
      service: route?.service ?? '',
      status: response.status,
      code: code ?? '',
      asked: request.rawBody ?? request.body,
      answered: response.body,
    });
    if (this.requests.length > requestMax) this.requests.shift();
  }

  happened(event: string, amountMicros: Micros, atMs: Instant): void {
    this.version += 1;
    this.happenings.push({ at: formatInstant(atMs), event, amountMicros });
    if (this.happenings.length > happeningMax) this.happenings.shift();
  }

  #noteMeter(agent: number, route: HttpExchange['route'], { headers }: Response): void {
    const limit = Number(headers['x-ratelimit-limit']);
    const remaining = Number(headers['x-ratelimit-remaining']);
    const resetAt = Number(headers['x-ratelimit-reset']);
    const quotas = new Map(this.meters.get(agent));
    if (Number.isFinite(limit) && limit > 0) {
      const service = route?.service ?? 'unknown path';
      quotas.set(`${service} ${route?.style ?? ''} ${limit}`, { service, limit, remaining, resetAt });
    }
    const [first] = quotas.keys();
    if (quotas.size > quotaMax && first !== undefined) quotas.delete(first);
    this.meters.delete(agent);
    this.meters.set(agent, quotas);
    const [oldest] = this.meters.keys();
    if (this.meters.size > agentMax && oldest !== undefined) this.meters.delete(oldest);
  }
}

function classOf(status: number): keyof Feed['classes'] {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** The first `length` UTF-16 units of a text, with an ellipsis where something was removed. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** A body as it is shown, without the secrets of a world: those that have a name, and those that were given out in it. */
export function bodyText(body: unknown, path: string, secrets: KnownSecrets): string {
  if (body === undefined || body === '') return '';
  const redactor = new Redactor({ publicAt: publicNamesAt });
  const text =
    typeof body === 'string'
      ? redactor.text(body, path)
      : JSON.stringify(redactor.value(body, path), null, 1);
  return cut(secrets.redact(text), bodyMax);
}
