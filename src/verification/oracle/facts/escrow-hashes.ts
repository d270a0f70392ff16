/** Each lock and each settlement of an escrow is a transaction, and no other one (ESC07, ESC28, ESC33). */
import { objects, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Checks `records-final`. Give it successful exchanges that are no repeats. */
export class EscrowHashes {
  readonly #case: Case;
  /** By hash, the escrow and the field that has shown it. */
  readonly #owners = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered({ service, answer }: AuditedExchange): void {
    if (service !== 'escrow') return;
    for (const record of [answer, ...objects(answer, 'escrows')]) {
      const id = text(record, 'escrow_id');
      if (id === undefined) continue;
      for (const field of ['lock_tx_hash', 'tx_hash']) this.#holds(text(record, field), `${field} of ${id}`);
    }
  }

  #holds(hash: string | undefined, owner: string): void {
    if (hash === undefined) return;
    const before = this.#owners.get(hash) ?? owner;
    this.#owners.set(hash, before);
    if (before !== owner) this.#case.breaks('records-final', `the ${owner} is the ${before}`);
  }
}
