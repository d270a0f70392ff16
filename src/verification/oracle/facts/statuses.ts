/** What is over stays as it is, and ids name one thing each: statuses of records, and ids that begin them. */
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

/** Operations that begin a record, and the field that names it. */
const begins: Readonly<Record<string, string>> = {
  'escrow/create': 'escrow_id',
  'trading/place': 'order_id',
  'casino/createChallenge': 'challenge_id',
  'casino/createTournament': 'tournament_id',
  'casino/withdraw': 'withdrawal_id',
  'casino/playTournament': 'bet_id',
  'casino/bet': 'bet_id',
  'wallet/openSwap': 'order_id',
  'wallet/send': 'tx_hash',
  'wallet/sendSigned': 'tx_hash',
};

/** Checks `records-final`. Give it successful exchanges that are no repeats. */
export class Statuses {
  readonly #case: Case;
  readonly #over = new Map<string, string>();
  readonly #ids = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered({ service, operation, answer }: AuditedExchange): void {
    const field = begins[`${service}/${operation}`];
    const id = field === undefined ? undefined : answer[field];
    if (typeof id === 'string') {
      if (this.#ids.has(id)) this.#case.breaks('records-final', `${operation} answers ${id} a second time`);
      this.#ids.add(id);
    }
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
