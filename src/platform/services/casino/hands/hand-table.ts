/**
 * Open hands that carry a stake: at most one for each player and game (gap C11). The ledger holds the stake and the
 * house's part of the best outcome from the deal to the settlement.
 */
import { present } from '../../../../core/base/assert.ts';
import { formatUsdc, type Micros } from '../../../../core/base/money.ts';
import { refuse, type Outcome, type Refusal } from '../../../../core/base/refusal.ts';
import { Table } from '../../../../core/base/table.ts';
import { dayMs } from '../../../../core/base/time.ts';
import { totalReturn } from '../../../games/ratio.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import type { PendingReason, RegisteredAgent } from '../../ports.ts';
import type { BetSettled, HandOpen, MoveOrder, Placed } from '../play/bet-record.ts';
import { stakeRefusal, type CasinoContext } from '../play/context.ts';
import { dealt, moved, outcomeOf, type HandRound } from './hand-round.ts';
import type { Hold } from '../play/house.ts';

interface OpenHand {
  readonly round: HandRound;
  readonly unitMicros: Micros;
  readonly stakeMicros: Micros;
  readonly hold: Hold;
  /** Cancels the timer that plays an abandoned hand to its end (policy `casino.openHands`). */
  readonly cancel: () => void;
}

/** The hand of a player in one game; the row stays when the hand is over. */
interface PlayerHand {
  open: OpenHand | undefined;
}

const stay = (): void => undefined;

/**
 * Plays hands with a stake. Lists its holds as pending reasons; they have no end time, since a hand waits for its
 * player.
 */
export class HandTable {
  readonly #context: CasinoContext;
  readonly #hands: Table<PlayerHand>;
  /** How many hands each player has open, over all games. */
  readonly #counts: Table<{ open: number }>;

  constructor(context: CasinoContext) {
    this.#context = context;
    this.#hands = new Table(context.platform.journal);
    this.#counts = new Table(context.platform.journal);
  }

  /** True while this player has a stake in an open hand. */
  isOpen(agent: RegisteredAgent): boolean {
    return (this.#counts.get(agent.agentId)?.open ?? 0) > 0;
  }

  *pendingReasons(): Iterable<PendingReason> {
    const reason = 'in a hand that waits for its next move';
    for (const { open } of this.#hands.rows()) {
      if (open !== undefined) yield* this.#context.house.reasonsOf(open.hold, { reason, untilMs: null });
    }
  }

  /** The nonce of the hand a player has open in a game. */
  openNonce(agent: RegisteredAgent, gameId: string): number | undefined {
    return this.#handOf(agent, gameId).open?.round.seeds.nonce;
  }

  /**
   * The next move, or the deal if no hand is open; `first` says whether the call that deals also applies its move.
   * Refuses BAD_REQUEST, CONFLICT, GAME_CLOSED, INSUFFICIENT_BALANCE.
   */
  play(order: MoveOrder, caller: RegisteredAgent, first: 'applies' | 'deals'): Outcome<Placed> {
    const { open } = this.#handOf(caller, order.game.id);
    if (open !== undefined) return this.#goOn(open, order, caller);
    return this.#begin(first === 'applies' ? order : { ...order, move: undefined }, caller);
  }

  #begin(order: MoveOrder, caller: RegisteredAgent): Outcome<Placed> {
    const { game, move, stakes, stakeMicros, clientSeed } = order;
    const { rules, seeds, house } = this.#context;
    if (stakeMicros === undefined) return refuse('BAD_REQUEST', 'amount is the stake of the new hand');
    // All refusals come before the cards are dealt: a refusal that depended on them would reveal a hand for free.
    const blind = move === undefined ? undefined : game.blindMistake(move, rules.of(game));
    if (blind !== undefined) return refuse('BAD_REQUEST', blind);
    const lossMicros = stakeMicros * game.profitMax(rules.of(game));
    const neededMicros = stakeMicros * (move === undefined ? 1 : game.stakesOf(move));
    const wager = { game, stakes, choice: undefined };
    const bet = { wager, agent: caller, stakeMicros, neededMicros, lossMicros };
    const refusal = stakeRefusal(this.#context, bet);
    if (refusal !== undefined) return refusal;
    const round = dealt({ game, rules: rules.of(game) }, seeds.takeRound(caller, clientSeed));
    const hold = house.hold({ agent: caller, stakeMicros, lossMicros });
    const open = { round, unitMicros: stakeMicros, stakeMicros, hold, cancel: stay };
    const isOver = move === undefined || round.hand.settled !== undefined;
    return this.#placed(isOver ? open : this.#after(open, move, caller), caller);
  }

  #goOn(open: OpenHand, order: MoveOrder, caller: RegisteredAgent): Outcome<Placed> {
    const refusal = this.#moveRefusal(open, order, caller);
    if (refusal !== undefined) return refusal;
    open.cancel();
    const move = present(order.move, 'a hand goes on with a move');
    return this.#placed(this.#after({ ...open, cancel: stay }, move, caller), caller);
  }

  #moveRefusal(
    { round, unitMicros }: OpenHand,
    order: MoveOrder,
    caller: RegisteredAgent,
  ): Refusal | undefined {
    const { game, move, stakeMicros, clientSeed } = order;
    if (stakeMicros !== undefined && stakeMicros !== unitMicros) {
      return refuse(
        'CONFLICT',
        `a hand with a stake of ${formatUsdc(unitMicros)} is open: amount must be ${formatUsdc(unitMicros)}`,
      );
    }
    if (clientSeed !== undefined && clientSeed !== round.seeds.clientSeed) {
      return refuse('CONFLICT', 'the client seed of an open hand does not change');
    }
    if (move === undefined) return refuse('CONFLICT', 'a hand is open: it has to be played first');
    const mistake = game.mistake(round.hand, move, round.rules);
    if (mistake !== undefined) return refuse('CONFLICT', mistake);
    const isCovered = this.#context.platform.ledger.available(caller.account) >= unitMicros;
    return game.stakesOf(move) === 2 && !isCovered
      ? refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover a second stake')
      : undefined;
  }

  /** The hand after a move; a move that doubles adds the second stake. */
  #after(open: OpenHand, move: object, agent: RegisteredAgent): OpenHand {
    const { round, unitMicros, hold } = open;
    const next = { ...open, round: moved(round, move) };
    if (round.game.stakesOf(move) === 1) return next;
    const stakeMicros = 2 * unitMicros;
    return {
      ...next,
      stakeMicros,
      hold: this.#context.house.raise(hold, { agent, stakeMicros: unitMicros }),
    };
  }

  #placed(open: OpenHand, agent: RegisteredAgent): Placed {
    if (open.round.hand.settled !== undefined) return this.#settle(open, agent);
    const waiting = { ...open, cancel: this.#whenLeft(open, agent) };
    this.#set(agent, open.round.game.id, waiting);
    return this.#view(waiting, agent);
  }

  #settle(open: OpenHand, agent: RegisteredAgent): BetSettled {
    const { round, stakeMicros, hold } = open;
    const { payout, choice, replay, detail } = outcomeOf(round);
    const payoutMicros = present(totalReturn(stakeMicros, payout), 'the best outcome was held');
    this.#context.house.close(hold, { agent, payoutMicros });
    this.#set(agent, round.game.id, undefined);
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
    return { bet, balanceMicros: this.#context.platform.ledger.available(agent.account) };
  }

  #whenLeft(open: OpenHand, agent: RegisteredAgent): () => void {
    const { platform, clock } = this.#context;
    if (platform.policies['casino.openHands'] === 'stay') return stay;
    const { game, hand } = open.round;
    return clock.schedule(clock.nowMs + dayMs, () => {
      this.#settle(this.#after(open, game.idleMove(hand), agent), agent);
    });
  }

  #set(agent: RegisteredAgent, gameId: string, open: OpenHand | undefined): void {
    const row = this.#handOf(agent, gameId);
    const change = Number(open !== undefined) - Number(row.open !== undefined);
    this.#hands.update(row, { open });
    const count = this.#counts.get(agent.agentId) ?? this.#counts.insert(agent.agentId, { open: 0 });
    this.#counts.update(count, { open: count.open + change });
  }

  #handOf(agent: RegisteredAgent, gameId: string): PlayerHand {
    const key = `${agent.agentId}/${gameId}`;
    return this.#hands.get(key) ?? this.#hands.insert(key, { open: undefined });
  }

  #view({ round, stakeMicros }: OpenHand, agent: RegisteredAgent): HandOpen {
    return handView({
      round,
      stakeMicros,
      balanceMicros: this.#context.platform.ledger.available(agent.account),
    });
  }
}

/** An open hand as its player may see it: without the cards that the game hides. */
export const handView = (parts: {
  round: HandRound;
  stakeMicros: Micros;
  balanceMicros: Micros;
}): HandOpen => {
  const { round, stakeMicros, balanceMicros } = parts;
  return {
    hand: {
      gameId: round.game.id,
      stakeMicros,
      shown: round.game.shown(round.hand) as JsonObject,
      commitment: round.commitment,
      clientSeed: round.seeds.clientSeed,
      nonce: round.seeds.nonce,
    },
    balanceMicros,
  };
};
