/** Repeats under an Idempotency-Key (gap X15): the same answer and no effect, within 24 hours, for the same request. */
import { dayMs, type Instant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface Kept {
  readonly atMs: Instant;
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

const withoutMnemonic = (answer: Body): string =>
  JSON.stringify(Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'mnemonic')));

/** The names of fields that two answers do not have in common. */
function otherFields(first: string, answer: Body): string {
  const before = JSON.parse(first) as Body;
  const names = Object.keys({ ...before, ...answer });
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(answer[name])).join(', ');
}

/** Caller, route and key: undefined where a key has no meaning. */
function nameOf(exchange: AuditedExchange, caller: string | undefined): string | undefined {
  const { headers, method, route, service } = exchange;
  const key = headers['idempotency-key'];
  const isKeyed = key !== undefined && method !== 'GET' && service !== '' && !exchange.isRaw;
  return isKeyed ? `${caller ?? exchange.ip} ${method} ${route} ${key}` : undefined;
}

/** A missing body reads as an empty object. */
const requestOf = ({ path, body = {} }: AuditedExchange): string => JSON.stringify([path, body]);

/**
 * Checks `idempotent-repeats`, under policy `http.idempotency: header` alone. Call `isRepeat` once for every
 * exchange, in order.
 */
export class IdempotencyModel {
  readonly #case: Case;
  readonly #kept = new Map<string, Kept>();
  readonly #maybeKept = new Map<string, Instant>();
  /** Calls that were answered 5xx and may have been executed: a repeat shows what the first has made. */
  readonly #maybeExecuted = new Map<string, { readonly atMs: Instant; readonly hasMoved: boolean }>();

  constructor(file: Case) {
    this.#case = file;
  }

  /** Give it every exchange that is answered 5xx, and whether it has moved the balance of its caller. */
  failed(exchange: AuditedExchange, caller: string | undefined, hasMoved: boolean): void {
    const name = nameOf(exchange, caller);
    const key = `${name} ${requestOf(exchange)}`;
    const before = this.#maybeExecuted.get(key)?.hasMoved ?? false;
    if (name !== undefined)
      this.#maybeExecuted.set(key, { atMs: exchange.atMs, hasMoved: hasMoved || before });
  }

  /** True for an answer that may be the one that a 5xx took the place of: to another request it cannot be. */
  isLate(exchange: AuditedExchange, caller: string | undefined, hasMoved: boolean): boolean {
    const executed = this.#maybeExecuted.get(`${nameOf(exchange, caller)} ${requestOf(exchange)}`);
    if (executed === undefined || exchange.atMs - executed.atMs >= dayMs) return false;
    if (executed.hasMoved && hasMoved && reads(this.#case, 'http.idempotency', 'header'))
      this.#breaks(
        `${exchange.operation}: the repeat of a call that was carried out and answered 5xx moves the balance again`,
      );
    return true;
  }

  /** True for a repeat, which may have no effect. */
  isRepeat(exchange: AuditedExchange, caller: string | undefined): boolean {
    const { atMs, status } = exchange;
    const name = nameOf(exchange, caller);
    if (name === undefined) return false;
    const request = requestOf(exchange);
    const kept = this.#kept.get(name);
    const isPassing = status >= 500 || status === 429 || status === 401;
    if (kept !== undefined && atMs - kept.atMs < dayMs)
      return this.#repeated(exchange, { kept, request, isPassing });
    // Whether a 400 is kept depends on where it comes from: a repeat may find it, or run.
    if (status === 400) this.#maybeKept.set(name, atMs);
    const maybeMs = this.#maybeKept.get(name);
    if (status === 409 && maybeMs !== undefined && atMs - maybeMs < dayMs) return true;
    const keptMs = this.#keptAt(`${name} ${request}`, atMs);
    if (!isPassing && status !== 400 && !this.#isMadeAgain(exchange)) {
      this.#kept.set(name, { atMs: keptMs, request, status, answer: withoutMnemonic(exchange.answer) });
    }
    return false;
  }

  /** Since when an answer is kept: since the call that was answered 5xx, where that has moved a balance. */
  #keptAt(key: string, atMs: Instant): Instant {
    const executed = this.#maybeExecuted.get(key);
    return executed?.hasMoved === true && atMs - executed.atMs < dayMs ? executed.atMs : atMs;
  }

  /** A mnemonic is kept nowhere: a repeat is answered without it, or has another wallet (gap W3). */
  #isMadeAgain({ answer }: AuditedExchange): boolean {
    return answer['mnemonic'] !== undefined && !reads(this.#case, 'wallet.replayedMnemonic', 'withheld');
  }

  #repeated(
    { status, answer, operation }: AuditedExchange,
    at: { kept: Kept; request: string; isPassing: boolean },
  ): boolean {
    const { kept, request, isPassing } = at;
    if (isPassing) return true;
    // Private keys are hidden here: of two requests that look alike one may have another.
    if (status === 409 && request.includes('[redacted]')) return true;
    if (kept.request !== request) {
      if (status !== 409 && status !== 400) {
        this.#breaks(`${operation}: another request under a used key is answered ${status}`);
      }
      return true;
    }
    const seen = JSON.stringify(answer);
    if (kept.status !== status)
      this.#breaks(`${operation}: the repeat is answered ${status}, the first was ${kept.status}`);
    else if (kept.answer !== seen)
      this.#breaks(
        `${operation}: the repeat differs in ${otherFields(kept.answer, answer)} from the first answer`,
      );
    return true;
  }

  #breaks(message: string): void {
    this.#case.breaks('idempotent-repeats', message);
  }
}
