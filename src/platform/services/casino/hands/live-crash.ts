/**
 * Live crash (gap C27): each bet starts a separate curve, the player cashes out while it climbs, and the round settles
 * without a call when it crashes. The crash point is drawn from the seeds at the start, so no later event moves it. The
 * odds are those of crash in one call (GAM35, GAM37): a cash-out at multiplier m wins with probability 0.995 / m.
 */
import { present } from '../../../../core/base/assert.ts';
import type { Micros } from '../../../../core/base/money.ts';
import { refuse, type Outcome, type Refusal } from '../../../../core/base/refusal.ts';
import { Table } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import { hmacPick, type RoundSeeds } from '../../../../core/fairness/hmac.ts';
import type { Pick } from '../../../../core/fairness/pick.ts';
import { crash, crashHundredths } from '../../../games/crash.ts';
import { nothing, ratio, totalReturn } from '../../../games/ratio.ts';
import { casinoGameNamed, type StakeBounds } from '../play/game-stakes.ts';
import type { PendingReason, RegisteredAgent } from '../../ports.ts';
import type { BetRecord, BetSettled } from '../play/bet-record.ts';
import { stakeRefusal, type CasinoContext } from '../play/context.ts';
import type { Hold } from '../play/house.ts';
import { elapsedMsAt, hundredthsAfter } from './live-curve.ts';

/** A request for a round; without a cash-out the curve runs to its top. */
export interface LaunchOrder {
  readonly stakeMicros: Micros;
  readonly clientSeed: string | undefined;
  /** Where to cash out unless the player does before. */
  readonly cashOutHundredths: number | undefined;
}

/** A running round. Its crash point is not stored: it follows from the seeds. */
interface LiveRound {
  readonly stakeMicros: Micros;
  readonly cashOutHundredths: number;
  readonly startedAtMs: Instant;
  readonly seeds: RoundSeeds;
  readonly commitment: string;
  readonly hold: Hold;
  readonly cancel: () => void;
}

/** A round as its player sees it. */
export interface Launched extends Omit<LiveRound, 'hold' | 'cancel' | 'seeds'> {
  readonly clientSeed: string;
  readonly nonce: number;
  readonly balanceMicros: Micros;
}

/** The running round of a player, and the last one that settled. */
interface PlayerRounds {
  round: LiveRound | undefined;
  last: BetRecord | undefined;
}

const firstCashOut = 101;
const curveEnd = 102_400;
const printedTop = 10_000;

/**
 * One live round at a time for each player; its stake and the house's cover are held until it settles on the virtual
 * clock.
 */
export class LiveCrash {
  readonly #context: CasinoContext;
  readonly #rounds: Table<PlayerRounds>;

  constructor(context: CasinoContext) {
    this.#context = context;
    this.#rounds = new Table(context.platform.journal);
  }

  /** True while a round of this player is running. */
  isOpen(agent: RegisteredAgent): boolean {
    return this.#rounds.get(agent.agentId)?.round !== undefined;
  }

  *pendingReasons(): Iterable<PendingReason> {
    for (const { round } of this.#rounds.rows()) {
      if (round === undefined) continue;
      const untilMs = round.startedAtMs + elapsedMsAt(round.cashOutHundredths);
      yield* this.#context.house.reasonsOf(round.hold, { reason: 'on a curve that climbs', untilMs });
    }
  }

  /** Starts a round. Refuses CONFLICT (one is running), BAD_REQUEST, GAME_CLOSED, INSUFFICIENT_BALANCE. */
  launch(order: LaunchOrder, caller: RegisteredAgent): Outcome<Launched> {
    const { stakeMicros, clientSeed, cashOutHundredths = this.#topHundredths } = order;
    if (this.isOpen(caller)) return refuse('CONFLICT', 'a round is running: cash it out or let it crash');
    const bestMicros = totalReturn(stakeMicros, ratio(cashOutHundredths, 100));
    const lossMicros = bestMicros === undefined ? undefined : bestMicros - stakeMicros;
    const wager = { game: crash, stakes: crashStakes, choice: { cashOutHundredths } };
    const bet = { wager, agent: caller, stakeMicros, neededMicros: stakeMicros, lossMicros };
    const refusal = stakeRefusal(this.#context, bet);
    if (refusal !== undefined) return refusal;
    const { seeds, house, clock } = this.#context;
    const drawn = seeds.takeRound(caller, clientSeed);
    const hold = house.hold({ agent: caller, stakeMicros, lossMicros: present(lossMicros, 'it is covered') });
    const round = { stakeMicros, cashOutHundredths, startedAtMs: clock.nowMs, hold, ...drawn };
    this.#set(caller, { round: { cancel: this.#schedule(round, caller), ...round } });
    return this.#launched(round, caller);
  }

  /** Cashes out at the present multiplier. Refuses NOT_FOUND (never played), CONFLICT (crashed, or below 1.01x). */
  cashOut(_: undefined, caller: RegisteredAgent): Outcome<BetSettled> {
    const rounds = this.#rounds.get(caller.agentId);
    if (rounds?.round === undefined) return noRound(rounds?.last);
    const { round } = rounds;
    const reached = hundredthsAfter(this.#context.clock.nowMs - round.startedAtMs);
    if (reached < firstCashOut) return refuse('CONFLICT', 'the curve has not reached 1.01x yet');
    round.cancel();
    const bet = this.#settle(round, {
      agent: caller,
      atHundredths: Math.min(reached, round.cashOutHundredths),
    });
    return { bet, balanceMicros: this.#context.platform.ledger.available(caller.account) };
  }

  get #topHundredths(): number {
    return this.#context.platform.policies['casino.crashTop'] === '100x' ? printedTop : curveEnd;
  }

  /** Schedules the crash, or the cash-out named at the start if the curve reaches it. Returns how to cancel it. */
  #schedule(round: Omit<LiveRound, 'cancel'>, agent: RegisteredAgent): () => void {
    const pastCrash = crashHundredths(hmacPick(round.seeds)) + 1;
    const endHundredths = Math.min(pastCrash, round.cashOutHundredths);
    const atMs = round.startedAtMs + elapsedMsAt(endHundredths);
    return this.#context.clock.schedule(atMs, () => {
      this.#settle(round, { agent, atHundredths: round.cashOutHundredths });
    });
  }

  #settle(
    round: Omit<LiveRound, 'cancel'>,
    { agent, atHundredths }: { agent: RegisteredAgent; atHundredths: number },
  ): BetRecord {
    const { stakeMicros, seeds, commitment, hold } = round;
    const replay = (pick: Pick) => cashedOut(atHundredths, pick);
    const { payout, detail } = replay(hmacPick(seeds));
    const payoutMicros = present(totalReturn(stakeMicros, payout), 'the best outcome was held');
    this.#context.house.close(hold, { agent, payoutMicros });
    const choice = { cashOutHundredths: atHundredths, live: true };
    const last = this.#context.book.keep({
      agent, gameId: crash.id, choice, stakeMicros, payoutMicros, payout, detail,
      commitment, clientSeed: seeds.clientSeed, nonce: seeds.nonce, replay,
    }); // prettier-ignore
    this.#set(agent, { round: undefined, last });
    return last;
  }

  #set(agent: RegisteredAgent, change: Partial<PlayerRounds>): void {
    const { agentId } = agent;
    const rounds = this.#rounds.get(agentId);
    if (rounds === undefined) this.#rounds.insert(agentId, { round: undefined, last: undefined, ...change });
    else this.#rounds.update(rounds, change);
  }

  #launched(round: Omit<LiveRound, 'cancel'>, agent: RegisteredAgent): Launched {
    const { stakeMicros, cashOutHundredths, startedAtMs, commitment, seeds } = round;
    const { clientSeed, nonce } = seeds;
    const balanceMicros = this.#context.platform.ledger.available(agent.account);
    return { stakeMicros, cashOutHundredths, startedAtMs, commitment, clientSeed, nonce, balanceMicros };
  }
}

/** What a cash-out pays: as crash in one call, but without its limit of 100x. */
function cashedOut(atHundredths: number, pick: Pick) {
  const point = crashHundredths(pick);
  const payout = point >= atHundredths ? ratio(atHundredths, 100) : nothing;
  return { payout, detail: { cash_out_at: atHundredths / 100, crash_point: point / 100 } };
}

const noRound = (last: BetRecord | undefined): Refusal =>
  last === undefined
    ? refuse('NOT_FOUND', 'there is no round to cash out')
    : refuse(
        'CONFLICT',
        `the round is over: ${last.betId} crashed at ${last.detail['crash_point'] as number}x`,
      );

/** The stakes of crash, live or in one call. */
export const crashStakes: StakeBounds = present(casinoGameNamed(crash.id), 'crash is a game').stakes;
