/** A 429: the exhausted quota, and when one more request is admitted. */
import { Refusal } from '../base/refusal.ts';
import { dayMs, formatInstant, secondMs } from '../base/time.ts';
import type { Policies } from '../policy/policies.ts';
import type { Tier } from './limits/published-limits.ts';
import type { JsonObject } from './message.ts';

/** The facts of a 429, for headers and body. */
export interface QuotaUsedUp {
  readonly limit: number;
  readonly windowMs: number;
  /** The whole second from which a client that sends nothing else is admitted, in epoch milliseconds. */
  readonly resetAtMs: number;
  readonly retryAfterSeconds: number;
  readonly tier: Tier;
}

/** The refusal of the rate limiter, RATE_LIMIT. */
export class LimitRefusal extends Refusal {
  readonly quota: QuotaUsedUp;

  constructor(quota: QuotaUsedUp) {
    super('RATE_LIMIT', `more than ${quota.limit} requests in ${windowName(quota.windowMs)}`);
    this.quota = quota;
  }
}

/** Rounds a wait up to a whole second, so that X-RateLimit-Reset, reset_at and Retry-After agree (gap L20). */
export function quotaUsedUp(
  used: { limit: number; windowMs: number; waitMs: number; tier: Tier },
  nowMs: number,
): QuotaUsedUp {
  const resetAtMs = Math.ceil((nowMs + used.waitMs) / secondMs) * secondMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((resetAtMs - nowMs) / secondMs));
  return { limit: used.limit, windowMs: used.windowMs, tier: used.tier, resetAtMs, retryAfterSeconds };
}

/** `10s`, `1m`, `1d` (LIM27, gap L29). */
export function windowName(windowMs: number): string {
  if (windowMs % dayMs === 0) return `${windowMs / dayMs}d`;
  return windowMs % 60_000 === 0 ? `${windowMs / 60_000}m` : `${windowMs / secondMs}s`;
}

/** The full 429 body (LIM25), with the table's `code` beside it unless policy `errors.rateLimitBody` is literal. */
export function rateLimitBody(refusal: LimitRefusal, policies: Policies): JsonObject {
  const { limit, windowMs, retryAfterSeconds, resetAtMs, tier } = refusal.quota;
  const body = {
    error: 'rate_limit_exceeded',
    message: refusal.message,
    limit,
    window: windowName(windowMs),
    retry_after_seconds: retryAfterSeconds,
    reset_at: formatInstant(resetAtMs),
    tier,
    upgrade_url: 'https://example.invalid/upgrade',
  };
  return policies['errors.rateLimitBody'] === 'literal' ? body : { ...body, code: 'RATE_LIMIT' };
}
