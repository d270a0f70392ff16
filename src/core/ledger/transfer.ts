/** What a transfer is: as it is ordered, as it stands in the books, and what it does to one of its accounts. */
import type { Micros } from '../base/money.ts';
import type { phaseNames } from './columns.ts';

export type AccountId = number;
export type TransferId = number;

/** What to move, and why (`kind`); `atMs` is the virtual instant it is booked at. */
export interface TransferOrder<Kind extends string = string> {
  debit: AccountId;
  credit: AccountId;
  amount: Micros;
  kind: Kind;
  atMs: number;
}

/** A ledger row in words, for reports and auditors. */
export interface TransferRecord<Kind extends string = string> extends TransferOrder<Kind> {
  id: TransferId;
  phase: (typeof phaseNames)[number];
  resolves: TransferId | null;
}

/** A transfer, and by how much it has changed what one of its accounts can spend. */
export interface LedgerEntry<Kind extends string = string> {
  readonly transfer: TransferRecord<Kind>;
  readonly changeMicros: Micros;
}

/** A reservation takes from the debit side at once; a post gives to the credit side, a void gives back. */
export function changeOf({ debit, amount, phase: name }: TransferRecord, account: AccountId): Micros {
  const isDebit = debit === account;
  switch (name) {
    case 'single':
      return isDebit ? -amount : amount;
    case 'pending':
      return isDebit ? -amount : 0;
    case 'post':
      return isDebit ? 0 : amount;
    case 'void':
    case 'expire':
      return isDebit ? amount : 0;
  }
}
