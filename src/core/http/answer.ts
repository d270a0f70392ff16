/** Maps a refusal to status, headers and body; the only place that combines the error table and the policies. */
import type { Refusal, RefusalCode } from '../base/refusal.ts';
import { secondMs } from '../base/time.ts';
import { policyNames, policyRow, type Policies, type PolicyName } from '../policy/policies.ts';
import { errorBody, statusOf } from './errors.ts';
import { LimitRefusal, rateLimitBody } from './limit-refusal.ts';
import type { JsonObject } from './message.ts';

/** A response before the headers that all responses share. */
export interface ResponseContent {
  readonly status: number;
  readonly body: JsonObject;
  /** Undefined for a success. */
  readonly code: RefusalCode | undefined;
  /** Seconds for Retry-After (429 and 503), else undefined. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Retry-After of a 503 if the end of the outage is unknown, in seconds. */
const unknownOutageSeconds = 60;

/** The answer of a refusal in the platform's error shape; 429 and 503 state when to retry. */
export function refusalAnswer(
  refusal: Refusal,
  context: { policies: Policies; nowMs: number; outageEndsAtMs?: number | undefined },
): ResponseContent {
  const { code, message } = refusal;
  if (refusal instanceof LimitRefusal) {
    const { retryAfterSeconds } = refusal.quota;
    return { status: 429, body: rateLimitBody(refusal, context.policies), code, retryAfterSeconds };
  }
  const answer = { status: statusUnder(context.policies, code), body: errorBody(code, message), code };
  if (code !== 'SERVICE_UNAVAILABLE') return answer;
  const leftMs = (context.outageEndsAtMs ?? Infinity) - context.nowMs;
  const known = Number.isFinite(leftMs);
  return {
    ...answer,
    retryAfterSeconds: known ? Math.max(1, Math.ceil(leftMs / secondMs)) : unknownOutageSeconds,
  };
}

const statusPolicies: ReadonlyMap<string, PolicyName> = new Map(
  policyNames.flatMap((name) => {
    const row = policyRow(name);
    return 'statusOf' in row ? [[row.statusOf ?? '', name] as const] : [];
  }),
);

/** The HTTP status of a code; policies decide where the documents leave it open (gap E1). */
export function statusUnder(policies: Policies, code: RefusalCode): number {
  const policy = statusPolicies.get(code);
  return policy === undefined ? statusOf[code] : Number(policies[policy]);
}
