/** Which games take bets now (CAS34). */
import type { Outcome } from '../../../../core/base/refusal.ts';
import type { CasinoGame } from './game-stakes.ts';
import type { CasinoContext } from './context.ts';
import { wagerRange } from './odds-range.ts';

/** Answers which games are open. Bindings supply the list, since each style has its own. */
export class GameList {
  readonly #context: CasinoContext;

  constructor(context: CasinoContext) {
    this.#context = context;
  }

  /** CAS34: the ids of those games that take no bet now; the bindings add their other fields. */
  games({ entries }: { entries: readonly CasinoGame[] }): Outcome<{ closed: ReadonlySet<string> }> {
    const closed = entries.filter((entry) => this.#isClosed(entry)).map(({ game }) => game.id);
    return { closed: new Set(closed) };
  }

  /** True by the fault plan, or when the house cannot pay a win of the smallest bet at the shortest odds. */
  #isClosed(entry: CasinoGame): boolean {
    const { hours, house, limits } = this.#context;
    const { game, stakes } = entry;
    if (hours.isGameClosed(game.id)) return true;
    // Computing the prospects of all games takes seconds; a large bankroll makes them unnecessary.
    if (house.bankrollMicros >= stakes.minMicros * payoutBound) return false;
    const [shortest] = wagerRange(entry);
    return house.stakeCovered(limits.prospectsOf(shortest).top) < stakes.minMicros;
  }
}

/** No game pays more over the stake: the highest payout is 250,000x, of keno. */
const payoutBound = 1_000_000;
