/**
 * An audit of a live casino as a session of calls: the commitment is taken down before a fresh client seed is named,
 * bets are placed in turn until the budget is used up, and each seed is rotated out, revealed and held against them.
 * The sum of all stakes sent never passes the budget, whatever comes back: a bet that is refused, limited or lost
 * counts too, and no bet is sent twice.
 */
import { assert } from '../../../core/base/assert.ts';
import type { Micros } from '../../../core/base/money.ts';
import { LiveAuditBooks } from './books.ts';
import { fieldsOf, isOk, textIn, type LiveCall, type LiveCallAnswer } from './call.ts';
import { playRound, type LiveBet, type LiveCallSequence, type RoundEnd } from './round.ts';

/** What a live audit bets. Every bet stakes `stakeMicros`; a fresh client seed starts every `betsPerSeed` bets. */
export interface LivePlan {
  readonly bets: readonly LiveBet[];
  readonly stakeMicros: Micros;
  readonly budgetMicros: Micros;
  readonly betsPerSeed: number;
  /** Fresh text for each server seed, which the house cannot foresee. */
  readonly clientSeed: (period: number) => string;
}

/** Why no more bets were placed. */
export type LiveEnd =
  | 'the budget is used up'
  | 'the balance does not cover another bet'
  | 'an answer was lost'
  | 'the house limits the rate of bets'
  | 'every bet is refused'
  | 'the house shows no commitment'
  | 'a seed was not revealed'
  | 'an answer could not be read';

/** A game that took no bet, with the status and message of the first refusal. */
export interface LiveRefusal {
  readonly game: string;
  readonly status: number;
  readonly reason: string;
}

/** What a live audit did. `periods` counts server seeds that bets were placed under. */
export interface LiveRecord {
  readonly books: LiveAuditBooks;
  /** Requests with a stake that were sent, and the sum of their stakes, whatever was answered. */
  readonly stakesSent: number;
  readonly stakedMicros: Micros;
  readonly periods: number;
  readonly refusals: readonly LiveRefusal[];
  readonly ended: LiveEnd;
}

/**
 * Yields calls for the caller to send, one at a time, and returns the record. The caller passes the answer of each
 * call to `next`.
 */
export function liveAudit(plan: LivePlan): Generator<LiveCall, LiveRecord, LiveCallAnswer> {
  return new LiveAudit(plan).run();
}

/** The audit ends after so many consecutive bets with status 429. */
const limitedMax = 8;

class LiveAudit {
  readonly #plan: LivePlan;
  readonly #books = new LiveAuditBooks();
  readonly #refusals: LiveRefusal[] = [];
  #open: readonly LiveBet[];
  #next = 0;
  #stakesSent = 0;
  #stakedMicros = 0;
  #limitedInTurn = 0;
  #periods = 0;

  constructor(plan: LivePlan) {
    this.#plan = plan;
    this.#open = plan.bets;
  }

  *run(): LiveCallSequence<LiveRecord> {
    // The seed in use may have earlier rounds of other bets: begin with a fresh seed.
    yield { method: 'POST', path: '/fairness/rotate', body: {} };
    let ended: LiveEnd | undefined;
    while (ended === undefined) ended = yield* this.#period();
    return {
      books: this.#books,
      stakesSent: this.#stakesSent,
      stakedMicros: this.#stakedMicros,
      periods: this.#periods,
      refusals: this.#refusals,
      ended,
    };
  }

  /** Plays one server seed, from its commitment to its reveal; returns why the audit ends, if it does. */
  *#period(): LiveCallSequence<LiveEnd | undefined> {
    const books = this.#books;
    if (this.#isBudgetSpent()) return 'the budget is used up';
    const shown = yield { method: 'GET', path: '/fairness/seed-hash' };
    const commitment = textIn(shown.body, 'seed_hash')?.toLowerCase();
    if (!isOk(shown) || commitment === undefined) {
      books.note('commitment-missing');
      return 'the house shows no commitment';
    }
    const clientSeed = this.#plan.clientSeed(this.#periods);
    books.open(commitment, clientSeed);
    this.#periods += 1;
    let ended: LiveEnd | undefined;
    while (ended === undefined && books.roundsOfPeriod < this.#plan.betsPerSeed) {
      ended = yield* this.#bet(clientSeed);
      if (ended === undefined && books.roundsOfPeriod === 1) yield* this.#look();
    }
    const isRevealed = yield* this.#reveal();
    return ended ?? (isRevealed ? undefined : 'a seed was not revealed');
  }

  /** Places the next bet of the plan; a refused bet is not tried again. */
  *#bet(clientSeed: string): LiveCallSequence<LiveEnd | undefined> {
    const { stakeMicros } = this.#plan;
    if (this.#open.length === 0) return 'every bet is refused';
    if (this.#isBudgetSpent()) return 'the budget is used up';
    const bet = this.#open[this.#next % this.#open.length]!;
    const sent = { stakeMicros, clientSeed };
    const end = yield* this.#counted(playRound(bet, sent));
    const { status } = end.answer;
    if (status === 0 || status >= 500) {
      this.#books.lose();
      return 'an answer was lost';
    }
    this.#limitedInTurn = status === 429 ? this.#limitedInTurn + 1 : 0;
    // The next bet of the plan waits for the rate limit; this one is not sent again.
    if (status === 429)
      return this.#limitedInTurn < limitedMax ? undefined : 'the house limits the rate of bets';
    if (!isOk(end.answer)) return this.#refused(bet, end.answer);
    this.#next += 1;
    return this.#books.settle(bet, sent, end) ? undefined : 'an answer could not be read';
  }

  /** Counts every stake before its request is sent. */
  *#counted(round: LiveCallSequence<RoundEnd>): LiveCallSequence<RoundEnd> {
    let step = round.next();
    while (step.done !== true) {
      const { stakeMicros = 0 } = step.value;
      if (stakeMicros > 0) this.#stakesSent += 1;
      this.#stakedMicros += stakeMicros;
      assert(this.#stakedMicros <= this.#plan.budgetMicros, 'no stake is sent beyond the budget');
      step = round.next(yield step.value);
    }
    return step.value;
  }

  #isBudgetSpent(): boolean {
    const { stakeMicros, budgetMicros } = this.#plan;
    return this.#stakedMicros + stakeMicros > budgetMicros;
  }

  #refused(bet: LiveBet, { status, body }: LiveCallAnswer): LiveEnd | undefined {
    if (status === 422) return 'the balance does not cover another bet';
    const reason = textIn(body, 'code') ?? textIn(body, 'error') ?? `status ${status}`;
    this.#refusals.push({ game: bet.entry.game.id, status, reason: reason.slice(0, 200) });
    this.#open = this.#open.filter((other) => other !== bet);
    return undefined;
  }

  /** Checks between two bets that the commitment is unchanged and its seed is not shown. */
  *#look(): LiveCallSequence<void> {
    const shown = yield { method: 'GET', path: '/fairness/seed-hash' };
    if (isOk(shown)) this.#books.watch(shown.body);
    yield* this.#verify(false);
  }

  /** Asks for the house's own verification of the latest bet; a missing endpoint is no fault. */
  *#verify(isRevealed: boolean): LiveCallSequence<void> {
    const betId = this.#books.lastBetId;
    if (betId === undefined) return;
    const body = { bet_id: betId };
    const answer = yield { method: 'POST', path: '/fairness/verify', body };
    if (isOk(answer)) this.#books.verified(answer.body, isRevealed);
  }

  *#reveal(): LiveCallSequence<boolean> {
    if (this.#books.roundsOfPeriod === 0) return true;
    const answer = yield { method: 'POST', path: '/fairness/rotate', body: {} };
    const revealed = fieldsOf(answer.body.get('revealed'));
    const { status } = answer;
    const nextCommitment = textIn(answer.body, 'seed_hash');
    this.#books.close(isOk(answer) ? revealed : fieldsOf(undefined), { nextCommitment, status });
    yield* this.#verify(true);
    return textIn(revealed, 'server_seed') !== undefined;
  }
}
