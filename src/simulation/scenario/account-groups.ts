/** Groups accounts by purpose, for charts and flows. */
import type { Micros } from '../../core/base/money.ts';
import type { AccountId, Ledger } from '../../core/ledger/ledger.ts';

/**
 * The purpose of an account. `venue` is the counterparty of trades and swaps, `external` lies outside the platform.
 */
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

/** Accounts whose purpose differs from the rest of their service. */
const groupOfName: Readonly<Record<string, AccountGroup>> = {
  'trading:fees': 'fees',
  'trading:venue': 'venue',
  // The aggregator is the counterparty of every swap, with balances as large as the venue's.
  'wallet:aggregator': 'venue',
};

const walletKinds = ['wallet-send', 'wallet-fee', 'wallet-chain', 'wallet-swap'] as const;
const contestKinds = ['tournament-prize', 'tournament-entry', 'challenge-stake'] as const;

/** The group of every account of one ledger, and the totals of groups in micro-USDC. */
export class AccountGroups {
  readonly #ledger: Ledger;
  /** Cache by account, because reading a name is expensive; names never change. */
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

  /** Micro-USDC reserved for tournaments and challenges. */
  contestHeldMicros(): Micros {
    return contestKinds.reduce((sum, kind) => sum + this.#ledger.reservedFor(kind), 0);
  }

  /**
   * Micro-USDC by group. Reservations count as `escrow`, except: open orders as `trading`, transactions of a chain as
   * `external`, and contest entries as `agents` until they are paid out.
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
