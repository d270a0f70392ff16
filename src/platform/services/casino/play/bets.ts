/**
 * Bets against the house (specification.md, Casino). A bet moves its stake and its payout by the ledger in the instant
 * it is placed, or is refused and moves nothing.
 */
import { present } from '../../../../core/base/assert.ts';
import { Refusal, type Outcome } from '../../../../core/base/refusal.ts';
import { hmacPick } from '../../../../core/fairness/hmac.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import { totalReturn } from '../../../games/ratio.ts';
import type { RegisteredAgent } from '../../ports.ts';
import type { OpenHands } from '../ports.ts';
import type {
  BetOrder,
  BetRecord,
  BetSettled,
  MoveOrder,
  Placed,
  RoundOrder,
  Settled,
} from './bet-record.ts';
import { stakeRefusal, type CasinoContext } from './context.ts';

/**
 * Places bets: those of one call here, moves through the port of the hands slice. A refused bet consumes no nonce.
 */
export class Bets {
  readonly #context: CasinoContext;
  readonly #hands: Pick<OpenHands, 'bet'>;

  constructor(context: CasinoContext, hands: Pick<OpenHands, 'bet'>) {
    this.#context = context;
    this.#hands = hands;
  }

  /**
   * CAS15, CAS26: a bet of one call, or a move in a hand. Refuses BAD_REQUEST (Kelly limit), GAME_CLOSED (gap C36),
   * INSUFFICIENT_BALANCE; a move CONFLICT and NOT_FOUND too.
   */
  bet(order: BetOrder | MoveOrder, caller: RegisteredAgent): Outcome<Placed> {
    return 'move' in order ? this.#hands.bet(order, caller) : this.placeBet(order, caller);
  }

  /** CAS16: independent bets, in order; one that is refused does not stop the rest (gap C39). */
  batch(
    { orders }: { orders: readonly Outcome<BetOrder | MoveOrder>[] },
    caller: RegisteredAgent,
  ): Outcome<{ results: readonly Outcome<Placed>[] }> {
    return {
      results: orders.map((order) => (order instanceof Refusal ? order : this.bet(order, caller))),
    };
  }

  /** A bet that one call settles. Refuses as `bet` does. */
  placeBet(order: BetOrder, caller: RegisteredAgent): Outcome<BetSettled> {
    const { game, choice, stakeMicros, stakes } = order;
    const { platform, house, limits, book } = this.#context;
    const wager = { game, choice, stakes };
    const worstMicros = totalReturn(stakeMicros, limits.prospectsOf(wager).top);
    const lossMicros = worstMicros === undefined ? undefined : worstMicros - stakeMicros;
    const bet = { wager, agent: caller, stakeMicros, neededMicros: stakeMicros, lossMicros };
    const refusal = stakeRefusal(this.#context, bet);
    if (refusal !== undefined) return refusal;
    const round = this.#round(order, caller);
    house.settle({ agent: caller, stakeMicros, payoutMicros: round.payoutMicros });
    return { bet: book.keep(round), balanceMicros: platform.ledger.available(caller.account) };
  }

  /**
   * One round under the player's own seeds, recorded so that it can be verified. Moves no money and counts in no
   * statistics: the caller decides what it is worth.
   */
  playRound(order: RoundOrder, agent: RegisteredAgent): BetRecord {
    return this.#context.book.file(this.#round(order, agent));
  }

  #round({ game, choice, stakeMicros, clientSeed }: RoundOrder, agent: RegisteredAgent): Settled {
    const rules = this.#context.rules.of(game);
    const { seeds, commitment } = this.#context.seeds.takeRound(agent, clientSeed);
    const replay: BetRecord['replay'] = (pick) => game.play(choice, pick, rules);
    const { payout, detail } = replay(hmacPick(seeds));
    return {
      agent,
      gameId: game.id,
      choice,
      stakeMicros,
      payoutMicros: present(totalReturn(stakeMicros, payout), 'no payout is above the worst case'),
      payout,
      detail: detail as JsonObject,
      commitment,
      clientSeed: seeds.clientSeed,
      nonce: seeds.nonce,
      replay,
    };
  }
}
