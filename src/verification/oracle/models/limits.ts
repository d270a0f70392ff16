/**
 * Every quota once more, counted use by use (LIM01, LIM14): a request is admitted exactly when all windows have room, and
 * the headers describe the one that binds.
 */
import { dayMs, minuteMs, secondMs, type Instant } from '../../../core/base/time.ts';
import { expectField, instant, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { capsOf, rows, type Cap } from './published-caps.ts';

const windowNames: Readonly<Record<number, string>> = {
  [10 * secondMs]: '10s',
  [minuteMs]: '1m',
  [dayMs]: '1d',
};

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
  readonly #instants: Instant[];

  constructor(caps: readonly Cap[], before?: Uses) {
    this.caps = caps;
    this.#instants = before === undefined ? [] : [...before.#instants];
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
  /** Tiers that were asked for, and when they begin. */
  readonly #tiers = new Map<string, { readonly tier: string; readonly fromMs: Instant }[]>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (exchange.operation === 'requestTier') this.#asked(exchange);
    if (exchange.service === 'control') return;
    const { atMs, status } = exchange;
    const quotas = this.#quotasOf(exchange, caller);
    const before = quotas.flatMap((uses) => uses.readings(atMs));
    const full = before.filter(({ admittedAtMs }) => admittedAtMs > atMs);
    if (status === 429) {
      if (full.length === 0 && this.#isClaimedAlready(exchange)) for (const uses of quotas) uses.add(atMs);
      else this.#refused(exchange, full, this.#tierOf(caller, atMs));
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

  /** A paid tier begins at the instant that the request for it is answered with (gap L25). */
  #asked({ body, answer, status }: AuditedExchange): void {
    const agent = answer['agent_id'];
    const fromMs = instant(answer, 'effective_at');
    if (status >= 300 || typeof agent !== 'string' || fromMs === undefined) return;
    const asked = this.#tiers.get(agent) ?? [];
    this.#tiers.set(agent, [...asked, { tier: String(body?.['tier']), fromMs }]);
  }

  #tierOf(caller: string | undefined, atMs: Instant): string {
    const begun = (this.#tiers.get(caller ?? '') ?? []).filter(({ fromMs }) => fromMs <= atMs);
    return begun.toSorted((one, other) => one.fromMs - other.fromMs).at(-1)?.tier ?? 'free';
  }

  /** Under one policy the faucet refuses a second claim with 429: the request was admitted and counts. */
  #isClaimedAlready({ operation }: AuditedExchange): boolean {
    return operation.startsWith('claim') && this.#case.setting.changed.includes('faucet.repeatClaim');
  }

  #refused(exchange: AuditedExchange, full: readonly Reading[], tier: string): void {
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
    this.#holdsBody(answer, { full, tier, admittedAtMs });
  }

  /** LIM25 to LIM27, gap L29: the quota that makes the caller wait longest. */
  #holdsBody(answer: Body, of: { full: readonly Reading[]; tier: string; admittedAtMs: Instant }): void {
    const binding = of.full.filter(({ admittedAtMs }) => admittedAtMs === of.admittedAtMs);
    const named = binding.map(({ limit, windowMs }) => `${limit} in ${windowNames[windowMs]}`);
    const seen = `${String(answer['limit'])} in ${String(answer['window'])}`;
    const fields = [
      { name: 'limit and window', seen: named.includes(seen) ? named.join() : seen, wanted: named.join() },
      { name: 'tier', seen: answer['tier'], wanted: of.tier },
      { name: 'error', seen: answer['error'], wanted: 'rate_limit_exceeded' },
      { name: 'upgrade_url', seen: answer['upgrade_url'], wanted: 'https://example.invalid/upgrade' },
      {
        name: 'a message of the limit',
        seen: String(answer['message']).includes(seen.replace(' ', ' requests ')),
        wanted: true,
      },
    ];
    for (const field of fields) expectField(this.#case, 'retry-after', field);
  }

  /** The smallest share left binds; of equal ones the shortest window; of those used up the one that keeps waiting. */
  #holdsHeaders({ answerHeaders }: AuditedExchange, readings: readonly Reading[]): void {
    const [first, ...others] = readings;
    if (first === undefined) {
      // Without a limit there is nothing to describe (gap L18).
      const seen = answerHeaders['x-ratelimit-limit'];
      return expectField(this.#case, 'limit-headers', { name: 'x-ratelimit-limit', seen, wanted: undefined });
    }
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
    const tier = this.#tierOf(caller, exchange.atMs);
    const quotas =
      tier === 'enterprise' ? [] : [this.#usesOf(`${subject} tier`, rows[tier as 'free' | 'pro'])];
    for (const { name, caps, perIp } of capsOf(exchange)) {
      quotas.push(this.#usesOf(perIp === true ? `ip ${exchange.ip} ${name}` : `${subject} ${name}`, caps));
    }
    return quotas;
  }

  #usesOf(key: string, caps: readonly Cap[]): Uses {
    let uses = this.#uses.get(key);
    // A new tier counts what was used under the one before.
    if (uses?.caps !== caps) this.#uses.set(key, (uses = new Uses(caps, uses)));
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
