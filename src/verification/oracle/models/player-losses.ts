/** What players have lost to the house, and what of it their referrers have not yet a share of (REF08, gap C32). */
import type { Micros } from '../../../core/base/money.ts';
import { reads, type Case } from '../case.ts';

interface Losses {
  /** Stakes less payouts: of a lifetime, or since the last midnight. */
  net: Micros;
  /** What shares are of; it never becomes less. */
  base: Micros;
  shared: Micros;
}

export class PlayerLosses {
  readonly #case: Case;
  readonly #losses = new Map<string, Losses>();

  constructor(file: Case) {
    this.#case = file;
  }

  get players(): Iterable<string> {
    return this.#losses.keys();
  }

  /** True where a loss counts at once. */
  get isLifelong(): boolean {
    return reads(this.#case, 'referral.netLosses', 'lifetime');
  }

  settled(player: string, lost: Micros): void {
    const losses = this.#losses.get(player) ?? { net: 0, base: 0, shared: 0 };
    this.#losses.set(player, losses);
    losses.net += lost;
    if (this.isLifelong) losses.base = Math.max(losses.base, losses.net);
  }

  /** At midnight. Winnings of the day are forgotten, or set against the next days. */
  dayOver(): void {
    const isCarried = reads(this.#case, 'referral.netLosses', 'daily-carry');
    for (const losses of this.#losses.values()) {
      losses.base += Math.max(0, losses.net);
      losses.net = isCarried ? Math.min(0, losses.net) : 0;
    }
  }

  /** What is to be shared now, at most so much: a tenth of the losses, less what was shared before. */
  share(player: string, payable: Micros): Micros {
    const losses = this.#losses.get(player);
    if (losses === undefined) return 0;
    const owed = Math.max(0, Math.min(Math.floor(losses.base / 10) - losses.shared, payable));
    losses.shared += owed;
    return owed;
  }
}
