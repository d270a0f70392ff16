/** The calls of games that take several, and of the short style: which game goes to which table. */
import { assert } from '../../../../core/base/assert.ts';
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { videoPoker } from '../../../games/video-poker.ts';
import type { Agent, PendingHolder, PendingReason } from '../../ports.ts';
import type { BetOrder, BetSettled, HandOpen, MoveOrder, Placed } from '../play/bet-record.ts';
import type { Casino, VerifiedBet } from '../play/bets.ts';
import type { Floor } from '../play/context.ts';
import { FreeDeals } from './free-deals.ts';
import { HandTable } from './hand-table.ts';
import { LiveCrash, type LaunchOrder, type Launched } from './live-crash.ts';

export class Tables implements PendingHolder {
  readonly #floor: Floor;
  readonly #casino: Casino;
  readonly #hands: HandTable;
  readonly #freeDeals: FreeDeals;
  readonly #crash: LiveCrash;

  constructor(floor: Floor, casino: Casino) {
    this.#floor = floor;
    this.#casino = casino;
    this.#hands = new HandTable(floor);
    this.#freeDeals = new FreeDeals(floor);
    this.#crash = new LiveCrash(floor);
  }

  /** True while a stake of this player is in a hand or a curve: its seeds stay secret that long. */
  isOpen(agent: Agent): boolean {
    return this.#hands.isOpen(agent) || this.#crash.isOpen(agent);
  }

  *pendingReasons(): Iterable<PendingReason> {
    yield* this.#hands.pendingReasons();
    yield* this.#crash.pendingReasons();
  }

  /** GAM31, GAM79: a move in a hand. */
  move(order: MoveOrder, caller: Agent): Outcome<Placed> {
    if (order.game.id === videoPoker.id) return this.#draw(order, caller);
    const first = order.game.id === 'blackjack' ? this.#policies['casino.blackjackFirstCall'] : 'applies';
    return this.#hands.play(order, caller, first);
  }

  /** GAM78. Refuses CONFLICT, and what a bet does, where policy `casino.videoPokerDeal` takes the stake now. */
  deal(order: MoveOrder, caller: Agent): Outcome<HandOpen> {
    if (this.#policies['casino.videoPokerDeal'] === 'free') return this.#freeDeals.deal(order, caller);
    const placed = this.#hands.play(order, caller, 'deals');
    assert(!('bet' in placed), 'five cards settle nothing');
    return placed;
  }

  /** Any bet, by the casino's own call. */
  bet(order: BetOrder | MoveOrder, caller: Agent): Outcome<Placed> {
    return this.#casino.bet(order, caller);
  }

  /** GAM88. */
  launch(order: LaunchOrder, caller: Agent): Outcome<Launched> {
    return this.#crash.launch(order, caller);
  }

  /** GAM89. */
  cashOut(wish: undefined, caller: Agent): Outcome<BetSettled> {
    return this.#crash.cashOut(wish, caller);
  }

  /** FAI10: the way of a bet from seeds to payout. */
  verifyBet(wish: { betId: string }, caller: Agent): Outcome<VerifiedBet> {
    return this.#casino.verifyBet(wish, caller);
  }

  get #policies() {
    return this.#floor.platform.policies;
  }

  #draw(order: MoveOrder, caller: Agent): Outcome<Placed> {
    if (this.#policies['casino.videoPokerDeal'] === 'free') return this.#freeDeals.draw(order, caller);
    const open = this.#hands.openNonce(caller, order.game.id);
    return open === order.nonce
      ? this.#hands.play(order, caller, 'deals')
      : refuse('NOT_FOUND', 'no hand of yours is open under this nonce');
  }
}
