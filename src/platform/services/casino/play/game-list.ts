/** Which games take bets now (CAS34). */
import type { Outcome } from '../../../../core/base/refusal.ts';
import type { CasinoGame } from './game-stakes.ts';
import type { CasinoContext } from './context.ts';
import { wagerRange } from './odds-range.ts';

export class GameList {
  readonly #context: CasinoContext;

  constructor(context: CasinoContext) {
    this.#context = context;
  }

  /** CAS34: which of these games take no bet now; what they are stands in the bindings. */
  games({ entries }: { entries: readonly CasinoGame[] }): Outcome<{ closed: ReadonlySet<string> }> {
    const closed = entries.filter((entry) => this.#isClosed(entry)).map(({ game }) => game.id);
    return { closed: new Set(closed) };
  }

  /** By the fault plan, or because the house cannot pay what the smallest bet of the shortest odds may win. */
  #isClosed(entry: CasinoGame): boolean {
    const { hours, house, limits } = this.#context;
    const { game, stakes } = entry;
    if (hours.isGameClosed(game.id)) return true;
    // Working out the prospects of all games takes seconds, and a rich house need not.
    if (house.bankrollMicros >= stakes.minMicros * payoutBound) return false;
    const [shortest] = wagerRange(entry);
    return house.stakeCovered(limits.prospectsOf(shortest).top) < stakes.minMicros;
  }
}

/** No game pays more over the stake: the highest payout is 250,000x, of keno. */
const payoutBound = 1_000_000;
