/** What becomes of a registration and of a renewal (DOM13, DOM16, gap N7). */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { reads, type Case, type ExpectedOutcome } from '../case.ts';
import { yearsAfter } from './domain-terms.ts';

interface DomainOrder {
  /** Undefined for a number of years that breaks the form. */
  readonly years: number | undefined;
  readonly cost: Micros;
  readonly caller: string;
}

/** The outcome of a registration. */
export function purchaseOutcome(
  file: Case,
  order: DomainOrder & { readonly isTaken: boolean },
): ExpectedOutcome {
  if (order.years === undefined) return 'BAD_REQUEST';
  if (order.isTaken) return 'CONFLICT';
  return file.books.available(order.caller) < order.cost ? 'INSUFFICIENT_BALANCE' : 'OK';
}

/** The outcome of a renewal; `held` is undefined for a name that has no owner. */
export function renewalOutcome(
  file: Case,
  order: DomainOrder & {
    readonly held: { readonly owner: string; readonly expiresAtMs: Instant } | undefined;
    readonly atMs: Instant;
  },
): ExpectedOutcome {
  const { held, years, cost, caller, atMs } = order;
  if (years === undefined) return 'BAD_REQUEST';
  if (held === undefined) return 'NOT_FOUND';
  if (held.owner !== caller) return 'FORBIDDEN';
  const isBounded = reads(file, 'domains.renewAhead', 'ten-years');
  if (isBounded && yearsAfter(file, held.expiresAtMs, years) > yearsAfter(file, atMs, 10))
    return 'BAD_REQUEST';
  return file.books.available(caller) < cost ? 'INSUFFICIENT_BALANCE' : 'OK';
}
