/** The reading under which an early daily claim is refused as a limit of one a day would be (LIM42, gap E4). */
import { secondMs, type Instant } from '../../../core/base/time.ts';
import { expectField, instant, reads, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** True for a claim that the faucet refuses, not a limiter: the request was admitted, and counts. */
export function isEarlyClaim(file: Case, { operation, status, answer }: AuditedExchange): boolean {
  const isDaily = answer['limit'] === 1 && answer['window'] === '1d';
  return (
    operation === 'claimDaily' && status === 429 && isDaily && reads(file, 'faucet.repeatClaim', 'rate-limit')
  );
}

/** Checks `faucet-on-time`. Give it early claims, and when the next claim of the caller is due. */
export function checkEarlyClaim(file: Case, { answer, atMs }: AuditedExchange, nextClaimAtMs: Instant): void {
  if (atMs >= nextClaimAtMs)
    return file.breaks('faucet-on-time', 'claimDaily is refused as a claim too early, and it is due');
  const resetAtMs = Math.ceil(nextClaimAtMs / secondMs) * secondMs;
  const seconds = Math.max(1, Math.ceil((resetAtMs - atMs) / secondMs));
  const fields = [
    { name: 'reset_at', seen: instant(answer, 'reset_at'), wanted: resetAtMs },
    { name: 'retry_after_seconds', seen: answer['retry_after_seconds'], wanted: seconds },
  ];
  for (const field of fields) expectField(file, 'faucet-on-time', field);
}
