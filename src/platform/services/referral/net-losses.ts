/**
 * The net losses of each player, the base of its referrers' shares (REF08, gap C32). The base never decreases: a share
 * once earned is not taken back, and a player has to lose its winnings again before the next share.
 */
import type { Journal } from '../../../core/base/journal.ts';
import type { Micros } from '../../../core/base/money.ts';
import { Table } from '../../../core/base/table.ts';
import type { PolicyValue } from '../../../core/policy/policies.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type { RegisteredAgent } from '../ports.ts';

/** One player's account with the house. */
export interface Losses {
  readonly player: RegisteredAgent;
  readonly houseAccount: AccountId;
  /** Stakes less payouts: over the lifetime, or since the last day that was closed; below zero after winnings. */
  netMicros: Micros;
  /** The losses that shares are computed from. */
  baseMicros: Micros;
  /** The shares credited so far, all levels together. */
  sharedMicros: Micros;
}

/** One row for each player that has bet; the policy value `referral.netLosses` decides when a loss joins the base. */
export class NetLosses {
  readonly #rows: Table<Losses>;
  readonly #reading: PolicyValue<'referral.netLosses'>;

  constructor(journal: Journal, reading: PolicyValue<'referral.netLosses'>) {
    this.#rows = new Table(journal);
    this.#reading = reading;
  }

  /** Adds a settled bet. */
  settled(bet: {
    player: RegisteredAgent;
    stakeMicros: Micros;
    payoutMicros: Micros;
    houseAccount: AccountId;
  }): Losses {
    const losses = this.#lossesOf(bet.player, bet.houseAccount);
    const netMicros = losses.netMicros + bet.stakeMicros - bet.payoutMicros;
    const isContinuous = this.#reading === 'lifetime';
    const baseMicros = isContinuous ? Math.max(losses.baseMicros, netMicros) : losses.baseMicros;
    this.#rows.update(losses, { netMicros, baseMicros });
    return losses;
  }

  /** Ends a day: adds its net loss to the base, and drops its winnings or carries them over. */
  closeDay(): Iterable<Losses> {
    for (const losses of this.#rows.rows()) {
      const { netMicros, baseMicros } = losses;
      const carriedMicros = this.#reading === 'daily-carry' ? Math.min(0, netMicros) : 0;
      this.#rows.update(losses, {
        baseMicros: baseMicros + Math.max(0, netMicros),
        netMicros: carriedMicros,
      });
    }
    return this.#rows.rows();
  }

  shared(losses: Losses, amountMicros: Micros): void {
    this.#rows.update(losses, { sharedMicros: losses.sharedMicros + amountMicros });
  }

  #lossesOf(player: RegisteredAgent, houseAccount: AccountId): Losses {
    return (
      this.#rows.get(player.agentId) ??
      this.#rows.insert(player.agentId, {
        player,
        houseAccount,
        netMicros: 0,
        baseMicros: 0,
        sharedMicros: 0,
      })
    );
  }
}
