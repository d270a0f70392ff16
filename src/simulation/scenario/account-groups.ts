/** Accounts by what they are for: what charts and flows show instead of thousands of names. */
import type { Micros } from '../../core/base/money.ts';
import type { AccountId, Ledger } from '../../core/ledger/ledger.ts';

export type AccountGroup =
  'pool' | 'agents' | 'escrow' | 'trading' | 'venue' | 'fees' | 'referral' | 'house' | 'external' | 'issuer';

const groupOfPrefix: Readonly<Record<string, AccountGroup>> = {
  agent: 'agents',
  faucet: 'pool',
  escrow: 'fees',
  domains: 'fees',
  referral: 'referral',
  casino: 'house',
  external: 'external',
  issuer: 'issuer',
  trading: 'trading',
  wallet: 'fees',
};

/** Accounts that are for something else than the rest of their service. */
const groupOfName: Readonly<Record<string, AccountGroup>> = {
  'trading:fees': 'fees',
  'trading:venue': 'venue',
  // The aggregator is the other side of every swap, and dwarfs the rest as the venue does.
  'wallet:aggregator': 'venue',
};

const walletKinds = ['wallet-send', 'wallet-fee', 'wallet-chain', 'wallet-swap'] as const;
const contestKinds = ['tournament-prize', 'tournament-entry', 'challenge-stake'] as const;

export class AccountGroups {
  readonly #ledger: Ledger;
  /** By account; names never change, and looking at one costs more than everything else here. */
  readonly #known: AccountGroup[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  groupOf(account: AccountId): AccountGroup {
    return (this.#known[account] ??= this.#named(account));
  }

  #named(account: AccountId): AccountGroup {
    const name = this.#ledger.accountName(account);
    const prefix = name.split(':', 1)[0] ?? '';
    return groupOfName[name] ?? groupOfPrefix[prefix] ?? 'external';
  }

  /** What tournaments and challenges hold. */
  contestHeldMicros(): Micros {
    return contestKinds.reduce((sum, kind) => sum + this.#ledger.reservedFor(kind), 0);
  }

  /**
   * Micro-USDC by group; what agents have in escrow counts as `escrow`, what open orders hold as `trading`, and what is
   * on its way over a chain as `external` already. What they put into contests stays theirs until it is paid out.
   */
  totals(): Record<Exclude<AccountGroup, 'issuer'>, Micros> {
    const held = this.#ledger.reservedFor('trading-order');
    const onItsWay = walletKinds.reduce((sum, kind) => sum + this.#ledger.reservedFor(kind), 0);
    const contested = this.contestHeldMicros();
    const totals = {
      pool: 0,
      agents: contested,
      escrow: -held - onItsWay - contested,
      trading: held,
      venue: 0,
      fees: 0,
      referral: 0,
      house: 0,
      external: onItsWay,
    };
    for (let account = 0; account < this.#ledger.accountCount; account++) {
      const group = this.groupOf(account);
      if (group === 'issuer') continue;
      totals[group] += this.#ledger.available(account);
      totals.escrow += this.#ledger.reserved(account);
    }
    return totals;
  }
}
