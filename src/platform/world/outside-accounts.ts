/** Ledger accounts of addresses on chains, one for each, shared by all services. */
import type { AccountId, Ledger } from '../../core/ledger/ledger.ts';
import type { OutsideAccounts } from '../services/ports.ts';

/** Finds accounts by name, `external:<network>:<address>`; addresses must be in their stored spelling. */
export class OutsideDirectory implements OutsideAccounts {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  find(network: string, address: string): AccountId | undefined {
    return this.#ledger.accountNamed(nameOf(network, address));
  }

  open(network: string, address: string): AccountId {
    return this.find(network, address) ?? this.#ledger.openAccount(nameOf(network, address));
  }
}

const nameOf = (network: string, address: string): string => `external:${network}:${address}`;
