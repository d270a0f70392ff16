/** Moves in games of several calls: which game is played at which table, under which policy. */
import { assert } from '../../../../core/base/assert.ts';
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { videoPoker } from '../../../games/video-poker.ts';
import type { Platform, RegisteredAgent } from '../../ports.ts';
import type { HandOpen, MoveOrder, Placed } from '../play/bet-record.ts';
import type { FreeDeals } from './free-deals.ts';
import type { HandTable } from './hand-table.ts';

/** Routes each move to `HandTable` or `FreeDeals`, by game and policy. Both refuse as a bet does. */
export class HandGames {
  readonly #platform: Platform;
  readonly #table: HandTable;
  readonly #freeDeals: FreeDeals;

  constructor(parts: { platform: Platform; table: HandTable; freeDeals: FreeDeals }) {
    this.#platform = parts.platform;
    this.#table = parts.table;
    this.#freeDeals = parts.freeDeals;
  }

  /** GAM31, GAM79: a move in a hand. */
  bet(order: MoveOrder, caller: RegisteredAgent): Outcome<Placed> {
    if (order.game.id === videoPoker.id) return this.#draw(order, caller);
    const first = order.game.id === 'blackjack' ? this.#policies['casino.blackjackFirstCall'] : 'applies';
    return this.#table.play(order, caller, first);
  }

  /** GAM78. Refuses as `FreeDeals.deal` or, under policy `casino.videoPokerDeal: staked`, as `HandTable.play` does. */
  deal(order: MoveOrder, caller: RegisteredAgent): Outcome<HandOpen> {
    if (this.#policies['casino.videoPokerDeal'] === 'free') return this.#freeDeals.deal(order, caller);
    const placed = this.#table.play(order, caller, 'deals');
    assert(!('bet' in placed), 'five cards settle nothing');
    return placed;
  }

  get #policies() {
    return this.#platform.policies;
  }

  #draw(order: MoveOrder, caller: RegisteredAgent): Outcome<Placed> {
    if (this.#policies['casino.videoPokerDeal'] === 'free') return this.#freeDeals.draw(order, caller);
    const open = this.#table.openNonce(caller, order.game.id);
    return open === order.nonce
      ? this.#table.play(order, caller, 'deals')
      : refuse('NOT_FOUND', 'no hand of yours is open under this nonce');
  }
}
