/** Keys, addresses, hashes and commitments that are made for one call: no other call is answered the same. */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** By field, the operations that make one. */
const makers: Readonly<Record<string, readonly string[]>> = {
  api_key: ['faucet/register', 'wallet/register', 'casino/register'],
  agent_address: ['faucet/register', 'wallet/register', 'casino/register'],
  deposit_address: ['wallet/openSwap'],
  seed_hash: ['casino/rotate'],
  tx_hash: [
    'domains/register', 'domains/renew', 'domains/transfer', 'wallet/send', 'wallet/sendSigned', 'wallet/swap', 'wallet/withdrawReferral',
    'casino/withdraw',
  ],
}; // prettier-ignore

/** Checks `records-final`. Give it successful exchanges that are no repeats. */
export class MadeOnce {
  readonly #case: Case;
  readonly #made = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    const { service, operation, answer } = exchange;
    for (const [field, operations] of Object.entries(makers)) {
      const value = answer[field];
      if (typeof value !== 'string' || !operations.includes(`${service}/${operation}`)) continue;
      const key = `${field} ${value}`;
      const before = this.#made.get(key);
      if (before !== undefined)
        this.#case.breaks('records-final', `${callOf(exchange)}: its ${field} was made by ${before} already`);
      this.#made.set(key, callOf(exchange));
    }
  }
}
