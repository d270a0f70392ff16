/**
 * Every quota once more, counted use by use (LIM01, LIM14): a request is admitted exactly when all windows have room, and
 * the headers describe the one that binds.
 */
import { dayMs, secondMs, type Instant } from '../../../core/base/time.ts';
import { expectField, instant, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { capsOf, rows, type Cap } from './published-caps.ts';

interface Reading {
  readonly limit: number;
  readonly windowMs: number;
  readonly remaining: number;
  readonly resetAtMs: Instant;
  /** When one more is admitted; now where there is room. */
  readonly admittedAtMs: Instant;
}

/** The uses of one quota, in all its windows. */
class Uses {
  readonly caps: readonly Cap[];
  readonly #instants: Instant[] = [];

  constructor(caps: readonly Cap[]) {
    this.caps = caps;
  }

  add(atMs: Instant): void {
    this.#instants.push(atMs);
  }

  readings(nowMs: Instant): Reading[] {
    return this.caps.map((cap) =>
      cap.windowMs === dayMs ? this.#day(cap, nowMs) : this.#sliding(cap, nowMs),
    );
  }

  #sliding({ limit, windowMs }: Cap, nowMs: Instant): Reading {
    const within = this.#instants.filter((atMs) => atMs + windowMs > nowMs);
    const resetAtMs = within[0] === undefined ? nowMs : within[0] + windowMs;
    const blocking = within[within.length - limit];
    const admittedAtMs = blocking === undefined ? nowMs : blocking + windowMs;
    return { limit, windowMs, remaining: limit - within.length, resetAtMs, admittedAtMs };
  }

  /** The UTC calendar day (gap L3). */
  #day({ limit, windowMs }: Cap, nowMs: Instant): Reading {
    const today = Math.floor(nowMs / dayMs);
    const used = this.#instants.filter((atMs) => Math.floor(atMs / dayMs) === today).length;
    const endsAtMs = (today + 1) * dayMs;
    const resetAtMs = used === 0 ? nowMs : endsAtMs;
    return {
      limit,
      windowMs,
      remaining: limit - used,
      resetAtMs,
      admittedAtMs: used >= limit ? endsAtMs : nowMs,
    };
  }
}

/** Checks `limits-never-exceeded`, `limits-bind-late-enough` and `limit-headers` under the policies of the run. */
export class LimitModel {
  readonly #case: Case;
  readonly #uses = new Map<string, Uses>();
  /** Agents whose tier is about to change; the change happens later, as a due event. */
  readonly #upgraded = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (exchange.operation === 'requestTier') {
      const agent = exchange.answer['agent_id'];
      if (typeof agent === 'string') this.#upgraded.add(agent);
    }
    if (exchange.service === 'control') return;
    const { atMs, status } = exchange;
    const quotas = this.#quotasOf(exchange, caller);
    if (caller !== undefined && this.#upgraded.has(caller)) {
      // What is counted by address counts for others as well.
      if (status !== 429) for (const uses of quotas) uses.add(atMs);
      return;
    }
    const before = quotas.flatMap((uses) => uses.readings(atMs));
    const full = before.filter(({ admittedAtMs }) => admittedAtMs > atMs);
    if (status === 429) {
      if (full.length === 0 && this.#isClaimedAlready(exchange)) for (const uses of quotas) uses.add(atMs);
      else this.#refused(exchange, full);
      return;
    }
    const [over] = full;
    if (over !== undefined) {
      const what = `${over.limit} in ${over.windowMs / secondMs} s`;
      this.#case.breaks('limits-never-exceeded', `${exchange.operation} is admitted above ${what}`);
      return;
    }
    for (const uses of quotas) uses.add(atMs);
    this.#holdsHeaders(
      exchange,
      quotas.flatMap((uses) => uses.readings(atMs)),
    );
  }

  /** Under one policy the faucet refuses a second claim with 429: the request was admitted and counts. */
  #isClaimedAlready({ operation }: AuditedExchange): boolean {
    return operation.startsWith('claim') && this.#case.setting.changed.includes('faucet.repeatClaim');
  }

  #refused(exchange: AuditedExchange, full: readonly Reading[]): void {
    const { atMs, answer, answerHeaders } = exchange;
    if (full.length === 0) {
      this.#case.breaks(
        'limits-bind-late-enough',
        `${exchange.operation} is refused with room in every window`,
      );
      return;
    }
    const admittedAtMs = Math.max(...full.map((reading) => reading.admittedAtMs));
    const resetAtMs = Math.ceil(admittedAtMs / secondMs) * secondMs;
    const seconds = Math.max(1, Math.ceil((resetAtMs - atMs) / secondMs));
    const fields = [
      { name: 'reset_at', seen: instant(answer, 'reset_at'), wanted: resetAtMs },
      { name: 'retry_after_seconds', seen: answer['retry_after_seconds'], wanted: seconds },
      { name: 'retry-after', seen: Number(answerHeaders['retry-after']), wanted: seconds },
    ];
    for (const field of fields) expectField(this.#case, 'retry-after', field);
  }

  /** The smallest share left binds; of equal ones the shortest window; of those used up the one that keeps waiting. */
  #holdsHeaders({ answerHeaders }: AuditedExchange, readings: readonly Reading[]): void {
    const [first, ...others] = readings;
    if (first === undefined) return;
    const binding = others.reduce(binder, first);
    const reset = Math.ceil(binding.resetAtMs / secondMs);
    const fields = [
      { name: 'x-ratelimit-limit', seen: answerHeaders['x-ratelimit-limit'], wanted: binding.limit },
      {
        name: 'x-ratelimit-remaining',
        seen: answerHeaders['x-ratelimit-remaining'],
        wanted: binding.remaining,
      },
      { name: 'x-ratelimit-reset', seen: answerHeaders['x-ratelimit-reset'], wanted: reset },
    ];
    for (const field of fields) expectField(this.#case, 'limit-headers', field);
  }

  #quotasOf(exchange: AuditedExchange, caller: string | undefined): Uses[] {
    const subject = caller === undefined ? `ip ${exchange.ip}` : `key ${caller}`;
    const quotas = [this.#usesOf(`${subject} tier`, rows.free)];
    for (const { name, caps, perIp } of capsOf(exchange)) {
      quotas.push(this.#usesOf(perIp === true ? `ip ${exchange.ip} ${name}` : `${subject} ${name}`, caps));
    }
    return quotas;
  }

  #usesOf(key: string, caps: readonly Cap[]): Uses {
    let uses = this.#uses.get(key);
    if (uses === undefined) this.#uses.set(key, (uses = new Uses(caps)));
    return uses;
  }
}

function binder(one: Reading, other: Reading): Reading {
  if (one.remaining === 0 && other.remaining === 0 && one.resetAtMs !== other.resetAtMs) {
    return other.resetAtMs > one.resetAtMs ? other : one;
  }
  const difference = other.remaining * one.limit - one.remaining * other.limit;
  return difference < 0 || (difference === 0 && other.windowMs < one.windowMs) ? other : one;
}
