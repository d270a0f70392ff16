/** Ledger accounts of addresses on chains, one each, whichever service pays them first. */
import type { Journal } from '../base/journal.ts';
import { Table } from '../base/table.ts';
import type { AccountId, Ledger } from '../ledger/ledger.ts';
import type { OutsideAccounts } from '../services/ports.ts';

export class OutsideDirectory implements OutsideAccounts {
  readonly #ledger: Ledger;
  readonly #accounts: Table<{ readonly account: AccountId }>;

  constructor(parts: { ledger: Ledger; journal: Journal }) {
    this.#ledger = parts.ledger;
    this.#accounts = new Table(parts.journal);
  }

  find(network: string, address: string): AccountId | undefined {
    return this.#accounts.get(nameOf(network, address))?.account;
  }

  open(network: string, address: string): AccountId {
    const name = nameOf(network, address);
    const known = this.#accounts.get(name);
    if (known !== undefined) return known.account;
    return this.#accounts.insert(name, { account: this.#ledger.openAccount(name) }).account;
  }
}

const nameOf = (network: string, address: string): string => `external:${network}:${address}`;
