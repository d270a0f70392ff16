/** Liveness: a client that waits for Retry-After, and sends nothing in between, is served (ERR12, LIM24). */
import { secondMs, type Instant } from '../../../core/base/time.ts';
import { outcomeOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { addressOf } from './quotas.ts';

/** A request whose response had a Retry-After. */
interface RetryAdvice {
  readonly call: string;
  readonly outcome: string;
  readonly atMs: Instant;
  readonly admittedAtMs: Instant;
}

/**
 * Checks `clients-served`: the same call, repeated at or after the advised instant, does not get the same 429 or
 * 503 again.
 */
export class ServedModel {
  readonly #case: Case;
  /** By key and by address: a limit may count either. */
  readonly #retryAdvice = new Map<string, RetryAdvice>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    const { headers, atMs, answerHeaders } = exchange;
    const ip = addressOf(exchange, this.#case.setting.policies);
    const subjects = [`ip ${ip}`, `key ${headers['authorization'] ?? ip}`];
    const [reported, other] = subjects.map((subject) => this.#retryAdvice.get(subject));
    for (const subject of subjects) this.#retryAdvice.delete(subject);
    if (!this.#isRateLimited(exchange)) return;
    const call = `${exchange.method} ${exchange.path}`;
    const outcome = outcomeOf(exchange);
    if (
      reported !== undefined &&
      reported === other &&
      reported.call === call &&
      reported.outcome === outcome
    ) {
      this.#holds(reported, atMs);
    }
    const admittedAtMs = atMs + Number(answerHeaders['retry-after']) * secondMs;
    const next: RetryAdvice = { call, outcome, atMs, admittedAtMs };
    for (const subject of subjects) this.#retryAdvice.set(subject, next);
  }

  #holds({ call, outcome, atMs, admittedAtMs }: RetryAdvice, nowMs: Instant): void {
    if (nowMs < admittedAtMs || this.#isTroubled(atMs, nowMs)) return;
    this.#case.breaks(
      'clients-served',
      `${call} is answered ${outcome} again after the wait it was told to keep`,
    );
  }

  /** An empty pool of the faucet and a claim before its time wait for more than a quota or an outage. */
  #isRateLimited(exchange: AuditedExchange): boolean {
    const { operation, service } = exchange;
    if (operation.startsWith('claim')) return false;
    const outcome = outcomeOf(exchange);
    // A registration is paid out of the same pool.
    const mayBeEmpty = service === 'faucet' && this.#case.setting.changed.includes('faucet.pool');
    return outcome === 'RATE_LIMIT' || (outcome === 'SERVICE_UNAVAILABLE' && !mayBeEmpty);
  }

  /** A fault that begins after the first response was not known then; nor is a later step of a clock. */
  #isTroubled(fromMs: Instant, untilMs: Instant): boolean {
    return this.#case.setting.faults.some(
      ({ kind, atMs, endMs }) =>
        (atMs > fromMs && atMs <= untilMs) || (kind.startsWith('clock') && endMs > fromMs && atMs <= untilMs),
    );
  }
}
