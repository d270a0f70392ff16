/** Challenges as the documents have them: what is staked is paid out, once and on time (CHA07, CHA08). */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import {
  amountIn,
  expectField,
  instant,
  isAsExpected,
  isOk,
  objects,
  reads,
  sentMicros,
  text,
  type Case,
  type ExpectedOutcome,
  type Model,
} from '../case.ts';
import { shownPage } from '../pages.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface Challenge {
  readonly challenger: string;
  readonly challenged: string;
  readonly amount: Micros;
  readonly expiresAtMs: Instant;
  state: string;
  settledAtMs: Instant | undefined;
  winner: string | null;
  paid: Micros;
  cancel: () => void;
}

/** Checks `challenge-lifecycle` and `contests-pay-out`; books both stakes and the payout. */
export class ChallengeModel implements Model {
  readonly service = 'casino';
  readonly #case: Case;
  readonly #challenges = new Map<string, Challenge>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    switch (exchange.operation) {
      case 'createChallenge':
        return this.#challenged(exchange, caller);
      case 'acceptChallenge':
      case 'declineChallenge':
        return this.#answeredChallenge(exchange, caller);
      case 'challenges':
        return this.#listed(exchange, caller);
    }
  }

  #challenged(exchange: AuditedExchange, caller: string): void {
    const { body, answer, atMs } = exchange;
    const amount = sentMicros(body, 'amount');
    if (amount === undefined) return;
    const named = text(body, 'challenged_agent_id') ?? '';
    const challenged = this.#case.resolve(named);
    const outcome = this.#case.isMisspelt(named)
      ? 'BAD_REQUEST'
      : this.#creationOutcome(challenged, caller, amount);
    const wanted = { outcome, property: 'challenge-lifecycle' as const, allowsBadRequest: true };
    if (!isAsExpected(this.#case, exchange, wanted) || challenged === undefined) return;
    this.#case.books.move(caller, -amount, amount);
    const expiresAtMs = atMs + (reads(this.#case, 'challenges.expiry', '7d') ? 7 : 1) * dayMs;
    this.#plays(exchange);
    const challenge: Challenge = {
      challenger: caller,
      challenged,
      amount,
      expiresAtMs,
      state: 'pending',
      settledAtMs: undefined,
      winner: null,
      paid: 0,
      cancel: this.#case.timers.at(
        expiresAtMs,
        `the expiry of challenge ${text(answer, 'challenge_id') ?? ''}`,
        () => this.#return(challenge, 'expired', expiresAtMs),
      ),
    };
    this.#challenges.set(text(answer, 'challenge_id') ?? '', challenge);
    const ends = { name: 'expires_at', seen: instant(answer, 'expires_at'), wanted: expiresAtMs };
    expectField(this.#case, 'challenge-lifecycle', ends);
  }

  /** The bet of both sides has the parameters that were sent (CHA05, CHA06). */
  #plays({ body, answer }: AuditedExchange): void {
    for (const [name, seen] of Object.entries((answer['params'] ?? {}) as Body)) {
      const sent = body?.[name];
      if (sent === undefined) continue;
      const field = { name: `params: ${name}`, seen: JSON.stringify(seen), wanted: JSON.stringify(sent) };
      expectField(this.#case, 'challenge-lifecycle', field);
    }
  }

  #creationOutcome(challenged: string | undefined, caller: string, amount: Micros): ExpectedOutcome {
    if (challenged === undefined) return 'NOT_FOUND';
    if (challenged === caller) return 'BAD_REQUEST';
    return this.#case.books.available(caller) < amount ? 'INSUFFICIENT_BALANCE' : 'OK';
  }

  #answeredChallenge(exchange: AuditedExchange, caller: string): void {
    const challenge = this.#challenges.get(exchange.params['id'] ?? '');
    const isAccepted = exchange.operation === 'acceptChallenge';
    const outcome = this.#answerOutcome(challenge, caller, isAccepted);
    if (
      !isAsExpected(this.#case, exchange, { outcome, property: 'challenge-lifecycle' }) ||
      challenge === undefined
    )
      return;
    challenge.cancel();
    challenge.settledAtMs = exchange.atMs;
    if (isAccepted) this.#duel(exchange.answer, challenge);
    else this.#return(challenge, 'declined', exchange.atMs);
  }

  #answerOutcome(challenge: Challenge | undefined, caller: string, isAccepted: boolean): ExpectedOutcome {
    if (challenge === undefined) return 'NOT_FOUND';
    if (challenge.challenged !== caller) return 'FORBIDDEN';
    if (challenge.state !== 'pending') return 'CONFLICT';
    const isShort = isAccepted && this.#case.books.available(caller) < challenge.amount;
    return isShort ? 'INSUFFICIENT_BALANCE' : 'OK';
  }

  #duel(answer: Body, challenge: Challenge): void {
    const { challenger, challenged, amount } = challenge;
    const one = Number((answer['challenger_round'] as Body | null)?.['multiplier']);
    const other = Number((answer['challenged_round'] as Body | null)?.['multiplier']);
    const higher = one > other ? challenger : challenged;
    const winner = one === other ? null : higher;
    expectField(this.#case, 'challenge-lifecycle', {
      name: 'winner_id',
      seen: answer['winner_id'],
      wanted: winner,
    });
    challenge.state = 'resolved';
    challenge.winner = winner;
    const isCharged = reads(this.#case, 'challenges.fee', 'one-percent');
    const paid = 2 * amount - (isCharged ? Math.floor((2 * amount + 50) / 100) : 0);
    challenge.paid = winner === null ? 0 : paid;
    expectField(this.#case, 'contests-pay-out', amountIn(answer, 'paid', challenge.paid));
    this.#case.books.move(challenger, winner === null ? amount : 0, -amount);
    if (winner === null) return;
    this.#case.books.move(challenged, -amount);
    this.#case.books.move(winner, paid);
    this.#case.houses.move('casino:contest-fees', 2 * amount - paid);
  }

  #return(challenge: Challenge, state: string, atMs: Instant): void {
    challenge.state = state;
    challenge.settledAtMs = atMs;
    this.#case.books.move(challenge.challenger, challenge.amount, -challenge.amount);
  }

  #listed(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const own = [...this.#challenges].toReversed();
    const those = (isWanted: (each: Challenge) => boolean): string =>
      shownPage(exchange, own.filter(([, each]) => isWanted(each)), 20).map(([id]) => id).join(' '); // prettier-ignore
    const shown = (field: string): string =>
      objects(exchange.answer, field)
        .map((row) => text(row, 'challenge_id'))
        .join(' ');
    expectField(this.#case, 'lists-complete', {
      name: 'incoming',
      seen: shown('incoming'),
      wanted: those(({ state, challenged }) => state === 'pending' && challenged === caller),
    });
    expectField(this.#case, 'lists-complete', {
      name: 'outgoing',
      seen: shown('outgoing'),
      wanted: those(({ state, challenger }) => state === 'pending' && challenger === caller),
    });
    expectField(this.#case, 'lists-complete', {
      name: 'settled',
      seen: shown('settled'),
      wanted: those(
        ({ state, ...each }) => state !== 'pending' && [each.challenger, each.challenged].includes(caller),
      ),
    });
    this.#holdsTotals(exchange.answer, caller);
    for (const row of objects(exchange.answer, 'settled')) this.#holdsSettled(row, caller);
  }

  #holdsTotals(answer: Body, caller: string): void {
    const totals = (answer['totals'] ?? {}) as Body;
    const all = [...this.#challenges.values()];
    const count = (isWanted: (each: Challenge) => boolean): number => all.filter(isWanted).length;
    const fields = {
      incoming: count(({ state, challenged }) => state === 'pending' && challenged === caller),
      outgoing: count(({ state, challenger }) => state === 'pending' && challenger === caller),
      settled: count(
        ({ state, challenger, challenged }) =>
          state !== 'pending' && [challenger, challenged].includes(caller),
      ),
    };
    for (const [name, wanted] of Object.entries(fields))
      expectField(this.#case, 'lists-complete', { name: `total of ${name}`, seen: totals[name], wanted });
  }

  #holdsSettled(row: Body, caller: string): void {
    const known = this.#challenges.get(text(row, 'challenge_id') ?? '');
    const isOwn = [known?.challenger, known?.challenged].includes(caller);
    expectField(this.#case, 'keys-isolated', {
      name: 'a challenge of the caller',
      seen: isOwn,
      wanted: true,
    });
    if (known === undefined) return;
    const fields = [
      { name: 'status', seen: row['status'], wanted: known.state },
      { name: 'settled_at', seen: instant(row, 'settled_at'), wanted: known.settledAtMs },
      { name: 'winner_id', seen: row['winner_id'], wanted: known.winner },
      amountIn(row, 'paid', known.paid),
      amountIn(row, 'amount', known.amount),
    ];
    for (const field of fields) expectField(this.#case, 'challenge-lifecycle', field);
  }
}
