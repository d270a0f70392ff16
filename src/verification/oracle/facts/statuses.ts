/** What is over stays as it is: statuses of records. */
import type { Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** The fields that name a record, and the statuses in which it is over. */
const records: Readonly<Record<string, readonly string[]>> = {
  escrow_id: ['released', 'refunded', 'expired'],
  order_id: ['filled', 'cancelled', 'completed', 'expired', 'refunded'],
  challenge_id: ['resolved', 'declined', 'expired'],
  tournament_id: ['finished', 'cancelled'],
  deposit_id: ['credited'],
  tx_hash: ['confirmed', 'failed'],
};

/** Checks `records-final`. Give it successful exchanges that are no repeats. */
export class Statuses {
  readonly #case: Case;
  readonly #over = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered({ service, answer }: AuditedExchange): void {
    this.#look(service, answer, 0);
  }

  #look(service: string, part: Body, depth: number): void {
    for (const [field, final] of Object.entries(records)) {
      const [id, status] = [part[field], part['status']];
      if (typeof id === 'string' && typeof status === 'string')
        this.#holds(`${service} ${id}`, status, final);
    }
    if (depth >= 2) return;
    for (const value of Object.values(part))
      for (const item of (Array.isArray(value) ? value : [value]) as unknown[])
        if (typeof item === 'object' && item !== null) this.#look(service, item as Body, depth + 1);
  }

  #holds(record: string, status: string, final: readonly string[]): void {
    const before = this.#over.get(record);
    if (before !== undefined && before !== status)
      this.#case.breaks('records-final', `${record} is ${status}; it was ${before}`);
    else if (final.includes(status)) this.#over.set(record, status);
  }
}
