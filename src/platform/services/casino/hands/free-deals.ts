/**
 * Video poker as it is published (GAM78, GAM79, GAM83): the deal is free, and the draw names the stake and the nonce of
 * the hand. Only the latest deal can be drawn to, and only while its server seed is unrevealed. A player may deal again
 * until it likes the hand (gap C14); the policy option that prevents this uses `HandTable` instead.
 */
import { present } from '../../../../core/base/assert.ts';
import { refuse, type Outcome, type Refusal } from '../../../../core/base/refusal.ts';
import { Table } from '../../../../core/base/table.ts';
import { totalReturn } from '../../../games/ratio.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import type { RegisteredAgent } from '../../ports.ts';
import type { BetSettled, HandOpen, MoveOrder } from '../play/bet-record.ts';
import { gameClosed, stakeRefusal, type CasinoContext } from '../play/context.ts';
import { dealt, moved, outcomeOf, type HandRound } from './hand-round.ts';
import { handView } from './hand-table.ts';

/** The latest free hand of a player; undefined once it is drawn to. */
interface Dealt {
  round: HandRound | undefined;
}

/**
 * Video poker under policy `casino.videoPokerDeal: free`. Holds no money: the draw stakes and settles in one instant.
 */
export class FreeDeals {
  readonly #context: CasinoContext;
  readonly #latest: Table<Dealt>;

  constructor(context: CasinoContext) {
    this.#context = context;
    this.#latest = new Table(context.platform.journal);
  }

  /** Deals five cards without a stake and discards the previous hand. Ignores an amount. Refuses GAME_CLOSED. */
  deal({ game, clientSeed }: MoveOrder, caller: RegisteredAgent): Outcome<HandOpen> {
    const { rules, seeds, platform, hours } = this.#context;
    if (hours.isGameClosed(game.id)) return gameClosed(game.id);
    const round = dealt({ game, rules: rules.of(game) }, seeds.takeRound(caller, clientSeed));
    this.#keepRound(caller, round);
    return handView({ round, stakeMicros: 0, balanceMicros: platform.ledger.available(caller.account) });
  }

  /** Refuses NOT_FOUND, CONFLICT, BAD_REQUEST, GAME_CLOSED, INSUFFICIENT_BALANCE, without a change. */
  draw(order: MoveOrder, caller: RegisteredAgent): Outcome<BetSettled> {
    const { game, stakes, stakeMicros } = order;
    if (stakeMicros === undefined) return refuse('BAD_REQUEST', 'amount is the stake of the hand');
    const round = this.#roundOf(order, caller);
    if (!('hand' in round)) return round;
    const move = present(order.move, 'a draw names the cards to hold');
    const mistake = game.mistake(round.hand, move, round.rules);
    if (mistake !== undefined) return refuse('BAD_REQUEST', mistake);
    const wager = { game, stakes, choice: undefined };
    const lossMicros = stakeMicros * game.profitMax(round.rules);
    const bet = { wager, agent: caller, stakeMicros, neededMicros: stakeMicros, lossMicros };
    return (
      stakeRefusal(this.#context, bet) ?? this.#settle(moved(round, move), { agent: caller, stakeMicros })
    );
  }

  #roundOf({ nonce, clientSeed }: MoveOrder, caller: RegisteredAgent): HandRound | Refusal {
    const { commitment, nextNonce } = this.#context.seeds.pairOf(caller);
    const round = this.#latest.get(caller.agentId)?.round;
    if (round?.commitment !== commitment || round.seeds.nonce !== nonce) {
      return nonce !== undefined && nonce < nextNonce
        ? refuse('CONFLICT', 'the hand of this nonce is over, or another one was dealt since')
        : refuse('NOT_FOUND', 'no hand was dealt under this nonce');
    }
    return clientSeed === undefined || clientSeed === round.seeds.clientSeed
      ? round
      : refuse('CONFLICT', 'the client seed of a hand is that of its deal');
  }

  #settle(
    round: HandRound,
    { agent, stakeMicros }: { agent: RegisteredAgent; stakeMicros: number },
  ): BetSettled {
    const { house, platform } = this.#context;
    const { payout, choice, replay, detail } = outcomeOf(round);
    const payoutMicros = present(totalReturn(stakeMicros, payout), 'the best outcome is covered');
    house.settle({ agent, stakeMicros, payoutMicros });
    this.#keepRound(agent, undefined);
    const bet = this.#context.book.keep({
      payout,
      choice,
      replay,
      agent,
      gameId: round.game.id,
      stakeMicros,
      payoutMicros,
      detail: detail as JsonObject,
      commitment: round.commitment,
      clientSeed: round.seeds.clientSeed,
      nonce: round.seeds.nonce,
    });
    return { bet, balanceMicros: platform.ledger.available(agent.account) };
  }

  #keepRound(agent: RegisteredAgent, round: HandRound | undefined): void {
    const known = this.#latest.get(agent.agentId);
    if (known === undefined) this.#latest.insert(agent.agentId, { round });
    else this.#latest.update(known, { round });
  }
}
