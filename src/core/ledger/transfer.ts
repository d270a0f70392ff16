/** Transfers: the order, the ledger row, and the effect on one account. */
import type { Micros } from '../base/money.ts';
import type { phaseNames } from './columns.ts';

/** The row of an account in its ledger, from 0 in order of opening; not stable between worlds. */
export type AccountId = number;
/** The row of a transfer in its ledger, from 0 in order of booking. */
export type TransferId = number;

/** A transfer to book: amount in micro-USDC, reason (`kind`), and virtual instant. */
export interface TransferOrder<Kind extends string = string> {
  debit: AccountId;
  credit: AccountId;
  amount: Micros;
  kind: Kind;
  atMs: number;
}

/** A ledger row in readable form, for reports and auditors. */
export interface TransferRecord<Kind extends string = string> extends TransferOrder<Kind> {
  id: TransferId;
  phase: (typeof phaseNames)[number];
  resolves: TransferId | null;
}

/** A transfer, and the change it makes to one account's available balance. */
export interface LedgerEntry<Kind extends string = string> {
  readonly transfer: TransferRecord<Kind>;
  readonly changeMicros: Micros;
}

/** The change of an account's available balance: a reservation debits at once, a post credits, a void restores. */
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
