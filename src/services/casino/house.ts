/**
 * The bankroll that all games are played against. Opened and funded by the first bet, so that a world without bets keeps
 * its account numbers; until then it is what policy `casino.houseBankroll` says.
 */
import { assert } from '../../base/assert.ts';
import { parseUsdc, type Micros } from '../../base/money.ts';
import { Table } from '../../base/table.ts';
import type { AccountId } from '../../ledger/ledger.ts';
import type { Agent, Platform, ServiceClock } from '../ports.ts';

const accountName = 'casino:house';

export class House {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #issuer: AccountId;
  readonly #accounts: Table<{ readonly account: AccountId }>;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#issuer = parts.issuer;
    this.#accounts = new Table(parts.platform.journal);
  }

  /** What the house can lose. */
  get bankrollMicros(): Micros {
    const known = this.#accounts.get(accountName);
    return known === undefined ? this.#startMicros() : this.#platform.ledger.available(known.account);
  }

  /**
   * Stake in and payout out, in the same instant. The caller has asked whether both are covered. Referrers have their
   * share of what the player lost (P:16).
   */
  settle(bet: { agent: Agent; stakeMicros: Micros; payoutMicros: Micros }): void {
    const { agent, stakeMicros, payoutMicros } = bet;
    const { ledger } = this.#platform;
    const atMs = this.#clock.nowMs;
    const house = this.#account();
    ledger.book({ debit: agent.account, credit: house, amount: stakeMicros, kind: 'casino-stake', atMs });
    if (payoutMicros > 0) {
      ledger.book({ debit: house, credit: agent.account, amount: payoutMicros, kind: 'casino-payout', atMs });
    }
    const { referral } = this.#platform;
    referral.settledBet({ player: agent, stakeMicros, payoutMicros, houseAccount: house, atMs });
  }

  #account(): AccountId {
    const known = this.#accounts.get(accountName);
    if (known !== undefined) return known.account;
    const { ledger } = this.#platform;
    const account = ledger.openAccount(accountName);
    this.#accounts.insert(accountName, { account });
    const amount = this.#startMicros();
    const atMs = this.#clock.nowMs;
    if (amount > 0) ledger.book({ debit: this.#issuer, credit: account, amount, kind: 'genesis', atMs });
    return account;
  }

  #startMicros(): Micros {
    const micros = parseUsdc(this.#platform.policies['casino.houseBankroll']);
    assert(micros !== undefined, 'policies hold amounts that can be read');
    return micros;
  }
}
