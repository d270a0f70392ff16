/** The same read of the same caller that has been answered before: what it asks for is there, and its form is right (gap E11). */
import { callOf, isOk, outcomeOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** What such a read is not refused with. */
const wrong: readonly string[] = ['BAD_REQUEST', 'NOT_FOUND'];

/** Names of domains come and go; whether a swap is worth its fees depends on prices. */
const changing: readonly string[] = ['domains/check', 'domains/lookup', 'domains/valuation', 'wallet/quote'];

/** Checks `records-final`. Give it every exchange that is no repeat. */
export class AnsweredReads {
  readonly #case: Case;
  readonly #answered = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { service, operation, method, path, query, isRaw } = exchange;
    // Of two hidden keys it is not known whether they are the same.
    const isHidden = Object.values(query).includes('[redacted]');
    const isFixed = method === 'GET' && !isRaw && !isHidden && !changing.includes(`${service}/${operation}`);
    if (!isFixed || service === '' || service === 'control') return;
    const key = JSON.stringify([caller ?? '', path, query]);
    if (isOk(exchange)) this.#answered.add(key);
    else if (wrong.includes(outcomeOf(exchange)) && this.#answered.has(key))
      this.#case.breaks(
        'records-final',
        `${callOf(exchange)} is answered ${outcomeOf(exchange)}; the same read of the same agent was answered before`,
      );
  }
}
