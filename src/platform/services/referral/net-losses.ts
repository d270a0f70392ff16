/**
 * What a player has lost to the house, as far as its referrers have a share in it (REF08, gap C32). The base only grows:
 * a share once earned is never taken back, and winnings have to be lost again before the next one.
 */
import type { Journal } from '../../../core/base/journal.ts';
import type { Micros } from '../../../core/base/money.ts';
import { Table } from '../../../core/base/table.ts';
import type { PolicyValue } from '../../../core/policy/policies.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type { Agent } from '../ports.ts';

/** One player's account with the house. */
export interface Losses {
  readonly player: Agent;
  readonly houseAccount: AccountId;
  /** Stakes less payouts: over the lifetime, or since the last day that was closed; below zero after winnings. */
  netMicros: Micros;
  /** What shares are reckoned on. */
  baseMicros: Micros;
  /** What has been shared out so far, all levels together. */
  sharedMicros: Micros;
}

export class NetLosses {
  readonly #rows: Table<Losses>;
  readonly #reading: PolicyValue<'referral.netLosses'>;

  constructor(journal: Journal, reading: PolicyValue<'referral.netLosses'>) {
    this.#rows = new Table(journal);
    this.#reading = reading;
  }

  /** One bet more. */
  settled(bet: {
    player: Agent;
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

  /** A day is over: its net loss joins the base; its winnings are forgotten, or carried on. */
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

  #lossesOf(player: Agent, houseAccount: AccountId): Losses {
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
