/**
 * Challenges (CHA05 to CHA09, gap C22): two agents stake the same amount, each plays one round of the same bet under
 * its own seeds, and the higher multiplier takes both stakes. The ledger holds each stake from the call that places it
 * until the challenge is resolved, declined or expired.
 */
import { shareOf, type Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import { dayMs } from '../../../../core/base/time.ts';
import { newestFirst, pageOf, type Page, type PageRequest } from '../../../../core/http/paging.ts';
import { payoutFraction } from '../../../games/exact.ts';
import { readName } from '../../addresses.ts';
import type { PendingHolder, PendingReason, Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { BetRecord } from '../play/bet-record.ts';
import type { ContestRounds } from '../ports.ts';
import type { Challenge, ChallengeOrder, ChallengeState, Duel } from './challenge-record.ts';
import { gameClosed } from '../play/context.ts';
import type { Held, Pot } from './pot.ts';

/** A challenge, with the server seeds of its rounds that have been revealed. */
export interface ChallengeShown {
  readonly challenge: Challenge;
  readonly challengerSeed: string | undefined;
  readonly challengedSeed: string | undefined;
  /** What the caller can spend now. */
  readonly balanceMicros: Micros;
}

/** CHA02: pending challenges to and from the caller, and settled ones; all newest first. */
export interface ChallengeList {
  readonly incoming: Page<ChallengeShown>;
  readonly outgoing: Page<ChallengeShown>;
  readonly settled: Page<ChallengeShown>;
}

const isWaiting = ({ state }: Challenge): boolean => state === 'pending';
const replaysMax = 20;
const expiryMs = { '24h': dayMs, '7d': 7 * dayMs } as const;

/**
 * Creates, resolves and returns challenges. Lists the stakes of pending ones as pending reasons, until their expiry.
 */
export class Challenges implements PendingHolder {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #rounds: ContestRounds;
  readonly #pot: Pot;
  readonly #challenges: Table<Challenge>;
  readonly #challengesOf: GroupIndex<Challenge>;

  constructor(parts: { platform: Platform; clock: ServiceClock; rounds: ContestRounds; pot: Pot }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#rounds = parts.rounds;
    this.#pot = parts.pot;
    this.#challenges = new Table(parts.platform.journal);
    this.#challengesOf = new GroupIndex(parts.platform.journal);
  }

  /** CHA01. Refuses GAME_CLOSED, NOT_FOUND (challenged agent), BAD_REQUEST (oneself), INSUFFICIENT_BALANCE. */
  createChallenge(order: ChallengeOrder, caller: RegisteredAgent): Outcome<ChallengeShown> {
    const { id: gameId } = order.game.game;
    if (this.#rounds.isGameClosed(gameId)) return gameClosed(gameId);
    const named = readName(order.challengedId, 'challenged_agent_id', this.#platform);
    if (named instanceof Refusal) return named;
    const challenged = named.agent;
    if (challenged === undefined)
      return refuse('NOT_FOUND', `agent "${order.challengedId}" is not registered`);
    if (challenged === caller) return refuse('BAD_REQUEST', 'an agent cannot challenge itself');
    const held = this.#hold(caller, order.amountMicros);
    if (held instanceof Refusal) return held;
    const challenge = this.#keep(order, { challenger: caller, challenged, held });
    this.#platform.emit('challengeCreated', order.amountMicros, { game: order.game.game.id });
    return this.#shown(challenge, caller);
  }

  *pendingReasons(): Iterable<PendingReason> {
    const reason = 'in a challenge that waits for an answer';
    for (const { state, held, amountMicros, expiresAtMs: untilMs } of this.#challenges.rows()) {
      if (state === 'pending' && held !== null) yield { transfer: held, amountMicros, reason, untilMs };
    }
  }

  /** CHA03. */
  challenges(request: PageRequest, caller: RegisteredAgent): Outcome<ChallengeList> {
    const own = this.#challengesOf.get(caller.agentId);
    const page = (matches: (challenge: Challenge) => boolean): Page<ChallengeShown> =>
      pageOf(newestFirst(own.filter(matches), request), (challenge) => this.#shown(challenge, caller));
    return {
      incoming: page((each) => isWaiting(each) && each.challenger !== caller),
      outgoing: page((each) => isWaiting(each) && each.challenger === caller),
      settled: page((each) => !isWaiting(each)),
    };
  }

  /** CHA03, CHA07. Refuses NOT_FOUND, FORBIDDEN, CONFLICT (settled already), INSUFFICIENT_BALANCE. */
  acceptChallenge(
    { challengeId }: { challengeId: string },
    caller: RegisteredAgent,
  ): Outcome<ChallengeShown> {
    const challenge = this.#pendingOf(challengeId, { caller, verb: 'accept' });
    if (challenge instanceof Refusal) return challenge;
    const { amountMicros, held } = challenge;
    const { id: gameId } = challenge.game.game;
    if (this.#rounds.isGameClosed(gameId)) return gameClosed(gameId);
    const answeredHeld = this.#hold(caller, amountMicros);
    if (answeredHeld instanceof Refusal) return answeredHeld;
    const duel = this.#duel(challenge);
    const paidMicros = this.#settle(duel.winner, { stakes: [held, answeredHeld], amountMicros });
    this.#close(challenge, { state: 'resolved', duel, paidMicros });
    this.#platform.emit('challengeResolved', 2 * amountMicros, { game: challenge.game.game.id });
    return this.#shown(challenge, caller);
  }

  /** CHA04, CHA08. Refuses NOT_FOUND, FORBIDDEN, CONFLICT (settled already). */
  declineChallenge(
    { challengeId }: { challengeId: string },
    caller: RegisteredAgent,
  ): Outcome<ChallengeShown> {
    const challenge = this.#pendingOf(challengeId, { caller, verb: 'decline' });
    if (challenge instanceof Refusal) return challenge;
    this.#return(challenge, 'declined');
    return this.#shown(challenge, caller);
  }

  #hold(agent: RegisteredAgent, amountMicros: Micros): Outcome<Held> {
    return this.#pot.hold(agent, { amountMicros, kind: 'challenge-stake' });
  }

  #keep(order: ChallengeOrder, parties: Pick<Challenge, 'challenger' | 'challenged' | 'held'>): Challenge {
    const createdAtMs = this.#clock.nowMs;
    const expiresAtMs = createdAtMs + expiryMs[this.#platform.policies['challenges.expiry']];
    const challenge: Challenge = {
      ...order,
      ...parties,
      challengeId: this.#platform.nextId('chl'),
      createdAtMs,
      expiresAtMs,
      cancel: () => undefined,
      state: 'pending',
      duel: null,
      paidMicros: 0,
      settledAtMs: null,
    };
    challenge.cancel = this.#clock.schedule(expiresAtMs, () => this.#return(challenge, 'expired'));
    this.#challenges.insert(challenge.challengeId, challenge);
    for (const { agentId } of [parties.challenger, parties.challenged]) {
      this.#challengesOf.add(agentId, challenge);
    }
    return challenge;
  }

  #pendingOf(id: string, by: { caller: RegisteredAgent; verb: string }): Outcome<Challenge> {
    const challenge = this.#challenges.get(id);
    if (challenge === undefined) return refuse('NOT_FOUND', `there is no challenge "${id}"`);
    if (challenge.challenged !== by.caller) {
      return refuse('FORBIDDEN', `only the challenged agent may ${by.verb} a challenge`);
    }
    const isPending = challenge.state === 'pending';
    return isPending ? challenge : refuse('CONFLICT', `the challenge is ${challenge.state}`);
  }

  /** Both play under their own seeds, the challenger first; under policy `challenges.tie: replay` again after a tie. */
  #duel(challenge: Challenge): Duel {
    const isReplayed = this.#platform.policies['challenges.tie'] === 'replay';
    for (let rounds = 1; ; rounds += 1) {
      const challengerRound = this.#play(challenge, challenge.challenger);
      const challengedRound = this.#play(challenge, challenge.challenged);
      const winner = winnerOf(challengerRound, challengedRound);
      if (winner !== null || !isReplayed || rounds > replaysMax) {
        return { challengerRound, challengedRound, winner, rounds };
      }
    }
  }

  #play({ game, choice, amountMicros }: Challenge, agent: RegisteredAgent): BetRecord {
    const order = { game: game.game, choice, stakeMicros: amountMicros, clientSeed: undefined };
    return this.#rounds.playRound(order, agent);
  }

  /** Pays both stakes less the fee to the winner, or gives each back without one. Returns the payout. */
  #settle(winner: RegisteredAgent | null, pot: { stakes: readonly Held[]; amountMicros: Micros }): Micros {
    if (winner === null) {
      for (const stake of pot.stakes) this.#pot.giveBack(stake);
      return 0;
    }
    for (const stake of pot.stakes) this.#pot.collect(stake);
    const feeMicros = this.#feeOf(2 * pot.amountMicros);
    const paidMicros = 2 * pot.amountMicros - feeMicros;
    this.#pot.pay(winner, { amountMicros: paidMicros, kind: 'challenge-payout' });
    this.#pot.payFee(feeMicros);
    return paidMicros;
  }

  #feeOf(potMicros: Micros): Micros {
    if (this.#platform.policies['challenges.fee'] === 'none') return 0;
    return shareOf(potMicros, { numerator: 1, denominator: 100, rounding: 'half-up' });
  }

  /** The challenger's stake goes back. */
  #return(challenge: Challenge, state: 'declined' | 'expired'): void {
    this.#pot.giveBack(challenge.held);
    this.#close(challenge, { state, duel: null, paidMicros: 0 });
    this.#platform.emit('challengeReturned', challenge.amountMicros, { game: challenge.game.game.id });
  }

  #close(challenge: Challenge, end: { state: ChallengeState; duel: Duel | null; paidMicros: Micros }): void {
    challenge.cancel();
    this.#challenges.update(challenge, { ...end, settledAtMs: this.#clock.nowMs });
  }

  #shown(challenge: Challenge, caller: RegisteredAgent): ChallengeShown {
    const { duel } = challenge;
    return {
      challenge,
      challengerSeed: duel === null ? undefined : this.#seedOf(duel.challengerRound),
      challengedSeed: duel === null ? undefined : this.#seedOf(duel.challengedRound),
      balanceMicros: this.#platform.ledger.available(caller.account),
    };
  }

  #seedOf({ commitment, agent }: BetRecord): string | undefined {
    return this.#rounds.revealedSeed(commitment, agent);
  }
}

/** The agent with the higher multiplier; null for equal multipliers. */
function winnerOf(one: BetRecord, other: BetRecord): RegisteredAgent | null {
  const order = payoutFraction(one.payout).compare(payoutFraction(other.payout));
  if (order === 0) return null;
  return order > 0 ? one.agent : other.agent;
}
