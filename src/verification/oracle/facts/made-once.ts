/** Ids, keys, addresses, hashes and commitments that are made for one call: no other call is answered the same. */
import type { Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** By field, the operations that make one. */
const makers: Readonly<Record<string, readonly string[]>> = {
  api_key: ['faucet/register', 'wallet/register', 'casino/register'],
  agent_address: ['faucet/register', 'wallet/register', 'casino/register'],
  escrow_id: ['escrow/create'],
  order_id: ['trading/place', 'wallet/openSwap'],
  challenge_id: ['casino/createChallenge'],
  tournament_id: ['casino/createTournament'],
  withdrawal_id: ['casino/withdraw'],
  bet_id: ['casino/bet', 'casino/playTournament'],
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
  readonly #made = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered({ service, operation, answer }: AuditedExchange): void {
    for (const [field, operations] of Object.entries(makers)) {
      const value = answer[field];
      if (typeof value !== 'string' || !operations.includes(`${service}/${operation}`)) continue;
      const key = `${field} ${value}`;
      if (this.#made.has(key))
        this.#case.breaks('records-final', `${operation} answers the ${field} of an earlier call`);
      this.#made.add(key);
    }
  }
}
