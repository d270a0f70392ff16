/**
 * The audit of a live casino by one player, as a session of calls: the commitment is taken down before a fresh client seed is
 * named, bets are placed until the common budget is used up, and each seed is rotated out, revealed and held against them.
 * A bet that is refused, limited or lost counts as staked and is never sent again: it is computed from the revealed seed.
 */
import { formatUsdc } from '../../../core/base/money.ts';
import { PlayerBooks } from './books.ts';
import {
  asked,
  countIn,
  fieldsOf,
  isAnswered,
  isOk,
  textIn,
  type LiveCall,
  type LiveCallAnswer,
} from './call.ts';
import type { LiveEvidence } from './evidence.ts';
import type { LiveHabits, LookAt } from './habits.ts';
import type { MissedRounds } from './missed-rounds.ts';
import type { StakeBudget } from './stake-budget.ts';
import { OpenBets } from './open-bets.ts';
import { listed, rotated, verification } from './rotation.ts';
import {
  endHand,
  playRound,
  stakedIn,
  type LiveBet,
  type LiveCallSequence,
  type RoundEnd,
  type RoundSent,
} from './round.ts';
import { NextStake, type PoorEnd } from './next-stake.ts';

/** One player of a live audit. Evidence and purse are those of all players. */
export interface LivePlan {
  readonly player: string;
  readonly bets: readonly LiveBet[];
  readonly habits: LiveHabits;
  readonly purse: StakeBudget;
  readonly evidence: LiveEvidence;
  readonly rounds: MissedRounds;
}

/** Why no more bets were placed. */
export type LiveEnd =
  | PoorEnd
  | 'answers were lost'
  | 'the house limits the rate of bets'
  | 'every bet is refused'
  | 'the target refuses the key (status 401)'
  | 'the house shows no commitment'
  | 'a seed was not revealed'
  | 'an answer could not be read';

/**
 * Yields calls for the caller to send, one at a time, and returns why it ended. The caller passes the answer of each
 * call to `next`. What the player did is in the evidence at any time.
 */
export function liveAudit(plan: LivePlan): Generator<LiveCall, LiveEnd, LiveCallAnswer> {
  return new LiveAudit(plan).run();
}

/** A period with so many bets without a result in turn is closed, to see what they were; the audit ends after more. */
const missedInTurn = { closes: 3, ends: 12 } as const;
/** So many bets after a rotation was accepted for later it has to be carried out. */
const scheduledMax = 20;
/** How often the account is read that is not what it should be. */
const readingsMax = 4;

class LiveAudit {
  readonly #plan: LivePlan;
  readonly #books: PlayerBooks;
  readonly #open: OpenBets;
  readonly #stakes: NextStake;
  #missed = 0;
  #periods = 0;
  /** A hand whose answers were lost may be open still: its seed is not revealed before it is over. */
  #isHandOpen = false;
  #mayDouble = true;

  constructor(plan: LivePlan) {
    this.#plan = plan;
    this.#books = new PlayerBooks(plan.evidence, plan);
    this.#open = new OpenBets(plan.bets);
    this.#stakes = new NextStake(plan, this.#books.balance);
  }

  *run(): LiveCallSequence<LiveEnd> {
    // The seed in use may have earlier rounds of other bets: begin with a fresh seed.
    yield* asked({ method: 'POST', path: '/fairness/rotate', body: {} });
    yield* this.#account();
    let ended: LiveEnd | undefined;
    while (ended === undefined) ended = yield* this.#period();
    this.#books.balance.end();
    yield* this.#books.ledger.compare();
    return ended;
  }

  /** Plays one server seed, from its commitment to its reveal; returns why the audit ends, if it does. */
  *#period(): LiveCallSequence<LiveEnd | undefined> {
    const books = this.#books;
    const { evidence, habits } = this.#plan;
    if (this.#stakes.next() === undefined) return this.#stakes.poor();
    const { answer } = yield* asked({ method: 'GET', path: '/fairness/seed-hash' });
    const commitment = textIn(answer.body, 'seed_hash')?.toLowerCase();
    if (answer.status === 401) return 'the target refuses the key (status 401)';
    if (!isOk(answer) || commitment === undefined) return 'the house shows no commitment';
    if (!this.#books.isAnnounced(commitment)) this.#books.skipAnnounced(yield* listed());
    const clientSeed = habits.clientSeed(this.#periods);
    books.open({ commitment, clientSeed, firstNonce: countIn(answer.body, 'next_nonce') });
    this.#periods += 1;
    evidence.periods += 1;
    const ended = yield* this.#bets(clientSeed, habits.betsUnderSeed());
    if (this.#periods === 1 && ended === undefined) yield* this.#beyondLimits(clientSeed);
    const isRevealed = yield* this.#reveal(clientSeed, ended);
    return ended ?? (isRevealed ? undefined : 'a seed was not revealed');
  }

  *#bets(clientSeed: string, count: number): LiveCallSequence<LiveEnd | undefined> {
    const books = this.#books;
    const before = this.#missed;
    while (books.roundsOfPeriod < count) {
      const rounds = books.roundsOfPeriod;
      const ended = yield* this.#bet(clientSeed);
      if (ended !== undefined) return ended;
      const isStopped = this.#missed > 0 && (this.#missed - before) % missedInTurn.closes === 0;
      if (isStopped && books.missedOfPeriod >= missedInTurn.closes) return undefined;
      if (books.roundsOfPeriod > rounds) yield* this.#look(this.#plan.habits.looks(books.roundsOfPeriod));
      // The house may have replaced the seed: the next bets are under the one that it shows now.
      if (books.replacement !== undefined && !(yield* this.#isInUse())) return undefined;
    }
    return undefined;
  }

  /** Places the next bet of the plan. */
  *#bet(clientSeed: string): LiveCallSequence<LiveEnd | undefined> {
    if (this.#open.bets.length === 0) return 'every bet is refused';
    if (this.#stakes.next() === undefined) return this.#stakes.poor();
    const bet = this.#plan.habits.bet(this.#open.bets);
    const most = this.#open.mostMicros(bet);
    const stakes = this.#stakes;
    const stakeMicros = stakes.next(most) ?? stakes.next(2 * (most ?? 0) + 1) ?? stakes.next();
    if (stakeMicros === undefined) return stakes.poor();
    const isDoubled = this.#mayDouble && stakes.isToDouble(bet, stakeMicros);
    const sent = { stakeMicros, clientSeed, isDoubled };
    const end = yield* stakes.counted(playRound(bet, sent), isDoubled ? 2 * stakeMicros : stakeMicros);
    if (!isOk(end.answer)) return yield* this.#withoutResult(bet, sent, end);
    this.#missed = 0;
    this.#open.taken(bet);
    const settled = this.#books.settle(bet, stakedIn(sent, end), end);
    const isGoingOn =
      settled === 'settled' || (settled === 'left out' && this.#books.balance.spendable !== undefined);
    return isGoingOn ? undefined : 'an answer could not be read';
  }

  /** One stake beyond each documented limit that the budget covers: the house must refuse it (CAS23, CAS25). */
  *#beyondLimits(clientSeed: string): LiveCallSequence<void> {
    const { evidence, habits } = this.#plan;
    const bet = this.#open.bets.find(({ entry }) => entry.kind === 'single' && entry.game.id !== 'slots');
    if (bet === undefined) return;
    for (const stakeMicros of habits.beyondLimits ?? []) {
      if (stakeMicros > this.#stakes.mostMicros || evidence.probedLimits.has(stakeMicros)) continue;
      evidence.probedLimits.add(stakeMicros);
      const [drawn, sent] = [habits.bet([bet]), { stakeMicros, clientSeed }];
      const end = yield* this.#stakes.counted(playRound(drawn, sent), stakeMicros);
      const { status } = end.answer;
      if (!isOk(end.answer)) {
        this.#books.miss(drawn, sent, { ...end, status: isAnswered(end.answer) ? status : 0 });
        if (status >= 400 && status < 429) evidence.tested.limits += 1;
        continue;
      }
      this.#books.settle(drawn, sent, end);
      evidence.tested.limits += 1;
      evidence.note('limit-ignored', { first: formatUsdc(stakeMicros) });
    }
  }

  /** A bet that was refused, limited or lost. */
  *#withoutResult(bet: LiveBet, sent: RoundSent, end: RoundEnd): LiveCallSequence<LiveEnd | undefined> {
    const { answer } = end;
    const isLost = !isAnswered(answer);
    if (answer.status === 422) {
      yield* this.#account();
      const { spendable } = this.#books.balance;
      if (spendable === undefined) return 'the balance does not cover another bet';
      if (spendable < sent.stakeMicros) return undefined;
    }
    this.#books.miss(bet, sent, { ...end, status: isLost ? 0 : answer.status });
    if (answer.status === 400 || answer.status === 403) this.#plan.evidence.tested.refusedStakes += 1;
    if (end.isOpen === true) yield* this.#endHand();
    // A house may not take a double of any two cards, and takes the game all the same.
    const isOfDouble = sent.isDoubled === true && !isLost && answer.status !== 429;
    this.#mayDouble &&= !isOfDouble;
    const refusal = isOfDouble
      ? undefined
      : this.#open.missed(bet, { ...sent, isStuck: end.isOpen === true && this.#isHandOpen }, answer);
    if (refusal !== undefined) this.#plan.evidence.refuse(refusal);
    this.#missed += 1;
    if (this.#missed < missedInTurn.ends) return undefined;
    if (answer.status === 429) return 'the house limits the rate of bets';
    return isLost ? 'answers were lost' : 'every bet is refused';
  }

  /** Ends a hand whose answers failed; what it paid is not known. */
  *#endHand(): LiveCallSequence<void> {
    this.#isHandOpen = !(yield* endHand());
    this.#books.balance.forget();
  }

  /** Checks between two bets that the commitment is unchanged, its seed is not shown, and the account has what was paid. */
  *#look(looks: readonly LookAt[]): LiveCallSequence<void> {
    for (const look of looks) {
      if (look === 'balance') yield* this.#account();
      if (look === 'commitment' && !(yield* this.#isInUse())) return;
      if (look === 'verification')
        for (const { betId } of this.#books.verifiable.toVerify.slice(0, 1)) {
          const body = yield* verification(betId);
          const isShown = body !== undefined && this.#books.isShown(body);
          // A house that has replaced the seed by itself may show it.
          if (isShown && (yield* this.#isInUse())) this.#books.noteLeak();
        }
    }
  }

  /** True while the house shows the commitment of the period, or none. */
  *#isInUse(): LiveCallSequence<boolean> {
    const { answer } = yield* asked({ method: 'GET', path: '/fairness/seed-hash' });
    return !isOk(answer) || this.#books.watch(answer.body);
  }

  /** Reads the account until it is as expected or shows the same twice: a house may be slow to show what it has booked. */
  *#account(): LiveCallSequence<void> {
    let before: unknown = undefined;
    for (let reading = 1; reading <= readingsMax; reading += 1) {
      const { answer } = yield* asked({ method: 'GET', path: '/auth/balance' });
      const balance = isOk(answer) ? answer.body.get('balance') : undefined;
      if (balance === undefined) return;
      if (this.#books.balance.isBooked(answer.body) || balance === before)
        return this.#books.balance.read(answer.body, 'account');
      before = balance;
    }
  }

  /** Bets on until a rotation is carried out that the house has accepted for later. */
  *#untilRotated(clientSeed: string): LiveCallSequence<LiveEnd | undefined> {
    const books = this.#books;
    for (let bet = 1; bet <= scheduledMax; bet += 1) {
      const ended = yield* this.#bet(clientSeed);
      if (ended !== undefined || books.replacement !== undefined || !(yield* this.#isInUse())) return ended;
    }
    return undefined;
  }

  /** Rotates the seed out; false where it stays unknown. */
  *#reveal(clientSeed: string, ended: LiveEnd | undefined): LiveCallSequence<boolean> {
    const books = this.#books;
    if (books.roundsOfPeriod + books.missedOfPeriod === 0) return true;
    yield* this.#account();
    if (this.#isHandOpen)
      yield* asked({ method: 'POST', path: '/games/blackjack', body: { action: 'stand' } });
    const { answer, isRepeated, isWithheld, isScheduled } = yield* rotated(books.commitment);
    if (isWithheld) {
      this.#plan.evidence.note('rotation-withheld');
      books.close({ rotation: new Map(), list: undefined, isUncertain: true }, answer.status);
      return false;
    }
    if (isScheduled) return yield* this.#revealLater(clientSeed, ended);
    const rotation = isOk(answer) ? answer.body : fieldsOf(undefined);
    const isHeld = this.#isHandOpen && answer.status === 409;
    this.#isHandOpen = isHeld;
    const isUncertain = !isAnswered(answer) || isHeld || (isRepeated && !books.isAllRevealed(rotation));
    const list = books.isAllRevealed(rotation) ? undefined : yield* listed();
    const isRevealed = books.close({ rotation, list, isUncertain }, answer.status);
    for (const { betId, index } of isRevealed ? books.verifiable.toVerify : []) {
      const body = yield* verification(betId);
      if (body !== undefined) books.verifiable.verified(body, index);
    }
    return isRevealed || isUncertain || isOk(answer);
  }

  /** The house rotates some bets later: the list of seeds then reveals what was in use. */
  *#revealLater(clientSeed: string, ended: LiveEnd | undefined): LiveCallSequence<boolean> {
    const books = this.#books;
    const isOut = books.replacement !== undefined;
    const later = ended ?? (isOut ? undefined : yield* this.#untilRotated(clientSeed));
    const { answer } = yield* asked({ method: 'GET', path: '/fairness/seed-hash' });
    const inUse = isOk(answer) ? textIn(answer.body, 'seed_hash')?.toLowerCase() : undefined;
    // Without bets it cannot be carried out.
    const isUncertain = later !== undefined && inUse === books.commitment;
    const statements = { rotation: fieldsOf(undefined), list: yield* listed(), isUncertain, inUse };
    return books.close(statements, 202) || isUncertain;
  }
}
