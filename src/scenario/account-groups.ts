/** Accounts by what they are for: what charts and flows show instead of thousands of names. */
import type { Micros } from '../base/money.ts';
import type { AccountId, Ledger } from '../ledger/ledger.ts';

export type AccountGroup =
  'pool' | 'agents' | 'escrow' | 'fees' | 'referral' | 'house' | 'external' | 'issuer';

const groupOfPrefix: Readonly<Record<string, AccountGroup>> = {
  agent: 'agents',
  faucet: 'pool',
  escrow: 'fees',
  domains: 'fees',
  referral: 'referral',
  casino: 'house',
  external: 'external',
  issuer: 'issuer',
};

export class AccountGroups {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  groupOf(account: AccountId): AccountGroup {
    const prefix = this.#ledger.accountName(account).split(':', 1)[0] ?? '';
    return groupOfPrefix[prefix] ?? 'external';
  }

  /** Micro-USDC by group; what agents have in escrow counts as `escrow`. The issuer stands outside. */
  totals(): Record<Exclude<AccountGroup, 'issuer'>, Micros> {
    const totals = { pool: 0, agents: 0, escrow: 0, fees: 0, referral: 0, house: 0, external: 0 };
    for (let account = 0; account < this.#ledger.accountCount; account++) {
      const group = this.groupOf(account);
      if (group === 'issuer') continue;
      totals[group] += this.#ledger.available(account);
      totals.escrow += this.#ledger.reserved(account);
    }
    return totals;
  }
}
