/**
 * Every quota once more, counted use by use (LIM01, LIM14): a request is admitted exactly when all windows have room, and
 * the headers describe the one that binds.
 */
import { dayMs, minuteMs, secondMs, type DurationMs, type Instant } from '../../../core/base/time.ts';
import { expectField, instant, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { isEarlyClaim } from './early-claims.ts';
import type { QuotaUses, QuotaReading } from './quota-uses.ts';
import { Quotas } from './quotas.ts';

/** `10s`, `1m`, `1d` (LIM27, gap L29). */
function windowName(windowMs: number): string {
  if (windowMs % dayMs === 0) return `${windowMs / dayMs}d`;
  return windowMs % minuteMs === 0 ? `${windowMs / minuteMs}m` : `${windowMs / secondMs}s`;
}

/** Checks `limits-never-exceeded`, `limits-bind-late-enough` and `limit-headers` under the policies of the run. */
export class LimitModel {
  readonly #case: Case;
  readonly #quotas: Quotas;
  /** Tiers that were asked for, and when they begin. */
  readonly #tiers = new Map<string, { readonly tier: string; readonly fromMs: Instant }[]>();

  constructor(file: Case) {
    this.#case = file;
    this.#quotas = new Quotas(file.setting.policies);
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (exchange.operation === 'requestTier') this.#asked(exchange);
    if (exchange.service === 'control') return;
    const { atMs, status } = exchange;
    const tier = this.#tierOf(caller, atMs);
    const { quotas, shown } = this.#quotas.of(exchange, { caller, tier });
    const full = fullAt(quotas, atMs);
    if (status === 429) {
      const isClaim = full.length === 0 && isEarlyClaim(this.#case, exchange);
      const isCounted = isClaim || this.#case.setting.policies['limits.rejections'] === 'consume';
      if (isCounted) for (const uses of quotas) uses.add(atMs);
      if (isClaim) return;
      this.#refused(exchange, isCounted && full.length > 0 ? fullAt(quotas, atMs) : full, tier);
      return this.#holdsHeaders(exchange, shownAt(shown, atMs));
    }
    const [over] = full;
    if (over !== undefined && this.#isKeyMissing(exchange)) {
      if (this.#case.setting.policies['limits.rejections'] === 'consume')
        for (const uses of quotas) uses.add(atMs);
      return;
    }
    if (over !== undefined) {
      const what = `${over.limit} in ${over.windowMs / secondMs} s`;
      this.#case.breaks('limits-never-exceeded', `${exchange.operation} is admitted above ${what}`);
      return;
    }
    for (const uses of quotas) uses.add(atMs);
    this.#holdsHeaders(exchange, shownAt(shown, atMs));
  }

  /** A paid tier begins at the instant that the request for it is answered with (gap L25). */
  #asked({ body, answer, status, atMs, headers }: AuditedExchange): void {
    const agent = answer['agent_id'];
    const fromMs = instant(answer, 'effective_at');
    if (status >= 300 || typeof agent !== 'string' || fromMs === undefined) return;
    const tier = String(body?.['tier']);
    const asked = this.#tiers.get(agent) ?? [];
    // What was answered before is answered again to the same key of a repeat.
    const isAgain =
      headers['idempotency-key'] !== undefined &&
      asked.some((one) => one.tier === tier && one.fromMs === fromMs);
    // The tier of every new key needs no upgrade, and what is asked for at once does not wait.
    if (!isAgain && tier !== 'free' && body?.['at_once'] !== true) this.#holdsUpgrade(tier, fromMs - atMs);
    this.#tiers.set(agent, [...asked, { tier, fromMs }]);
  }

  /** LIM46, gap L25: at once, at the bound, or at an instant between them that a seed gives, to the millisecond. */
  #holdsUpgrade(tier: string, afterMs: DurationMs): void {
    const boundMs = (tier === 'pro' ? 1 : 2) * dayMs;
    const option = this.#case.setting.policies['limits.upgrade'] ?? '';
    const isBetween = afterMs > 0 && afterMs < boundMs;
    const isRight = { immediate: afterMs === 0, bound: afterMs === boundMs, seeded: isBetween }[option];
    if (isRight === false)
      this.#case.breaks('answers-fixed', `${tier} begins after ${afterMs} ms; limits.upgrade is ${option}`);
  }

  #tierOf(caller: string | undefined, atMs: Instant): string {
    const begun = (this.#tiers.get(caller ?? '') ?? []).filter(({ fromMs }) => fromMs <= atMs);
    return begun.toSorted((one, other) => one.fromMs - other.fromMs).at(-1)?.tier ?? 'free';
  }

  /** Where the key comes first, a call without one is refused for it though its windows are full (gap E11). */
  #isKeyMissing({ status }: AuditedExchange): boolean {
    return status === 401 && this.#case.setting.policies['errors.order'] === 'auth-first';
  }

  #refused(exchange: AuditedExchange, full: readonly QuotaReading[], tier: string): void {
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
    // A day that is counted by minutes frees its uses up to a minute late.
    const isExact = full.every((reading) => reading.isExact || reading.admittedAtMs < admittedAtMs);
    if (!isExact) return;
    const fields = [
      { name: 'reset_at', seen: instant(answer, 'reset_at'), wanted: resetAtMs },
      { name: 'retry_after_seconds', seen: answer['retry_after_seconds'], wanted: seconds },
      { name: 'retry-after', seen: Number(answerHeaders['retry-after']), wanted: seconds },
    ];
    for (const field of fields) expectField(this.#case, 'retry-after', field);
    this.#holdsBody(answer, { full, tier, admittedAtMs });
  }

  /** LIM25 to LIM27, gap L29: the quota that makes the caller wait longest. */
  #holdsBody(answer: Body, of: { full: readonly QuotaReading[]; tier: string; admittedAtMs: Instant }): void {
    const binding = of.full.filter(({ admittedAtMs }) => admittedAtMs === of.admittedAtMs);
    const named = binding.map(({ limit, windowMs }) => `${limit} in ${windowName(windowMs)}`);
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
  #holdsHeaders({ answerHeaders }: AuditedExchange, readings: readonly QuotaReading[]): void {
    const binding = bindingOf(readings, answerHeaders['x-ratelimit-limit']);
    if (binding === undefined) return this.#holdsUnlimited(answerHeaders);
    const seenReset = answerHeaders['x-ratelimit-reset'];
    const reset = binding.isExact ? Math.ceil(binding.resetAtMs / secondMs) : seenReset;
    const seenRemaining = Number(answerHeaders['x-ratelimit-remaining']);
    const isLate = seenRemaining >= binding.remainingMin && seenRemaining < binding.remaining;
    const fields = [
      { name: 'x-ratelimit-limit', seen: answerHeaders['x-ratelimit-limit'], wanted: binding.limit },
      {
        name: 'x-ratelimit-remaining',
        seen: answerHeaders['x-ratelimit-remaining'],
        wanted: isLate ? seenRemaining : binding.remaining,
      },
      { name: 'x-ratelimit-reset', seen: seenReset, wanted: reset },
    ];
    for (const field of fields) expectField(this.#case, 'limit-headers', field);
  }

  /** Without a limit there is nothing to describe, or the headers name the largest number (gap L18). */
  #holdsUnlimited(headers: AuditedExchange['answerHeaders']): void {
    const isShown = this.#case.setting.policies['limits.unlimitedHeaders'] === 'maximum';
    const largest = isShown ? 2 ** 31 - 1 : undefined;
    const wanted = { limit: largest, remaining: largest, reset: isShown ? 0 : undefined };
    for (const [name, value] of Object.entries(wanted)) {
      const seen = headers[`x-ratelimit-${name}`];
      expectField(this.#case, 'limit-headers', { name: `x-ratelimit-${name}`, seen, wanted: value });
    }
  }
}

const shownAt = (shown: readonly QuotaUses[], atMs: Instant): QuotaReading[] =>
  shown.flatMap((uses) => uses.readings(atMs));

const fullAt = (quotas: readonly QuotaUses[], atMs: Instant): QuotaReading[] =>
  shownAt(quotas, atMs).filter(({ admittedAtMs }) => admittedAtMs > atMs);

/** One that is counted by minutes binds as well where those of a minute that is not over make it so. */
function bindingOf(readings: readonly QuotaReading[], seen: unknown): QuotaReading | undefined {
  const [first, ...others] = readings;
  if (first === undefined) return undefined;
  const binding = others.reduce(binder, first);
  if (binding.limit === seen) return binding;
  const late = readings.map((reading) => ({ ...reading, remaining: reading.remainingMin })).reduce(binder);
  return readings.find(({ isExact, limit }) => !isExact && limit === late.limit) ?? binding;
}

function binder(one: QuotaReading, other: QuotaReading): QuotaReading {
  if (one.remaining === 0 && other.remaining === 0 && one.resetAtMs !== other.resetAtMs) {
    return other.resetAtMs > one.resetAtMs ? other : one;
  }
  const difference = other.remaining * one.limit - one.remaining * other.limit;
  return difference < 0 || (difference === 0 && other.windowMs < one.windowMs) ? other : one;
}
