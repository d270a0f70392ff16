/** Tournaments as the documents have them: what is staked is paid out, once and on time (TOU07, TOU08). */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import {
  expectField,
  instant,
  isAsExpected,
  isOk,
  micros,
  sentMicros,
  text,
  type Case,
  type ExpectedOutcome,
  type Model,
} from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { prizesOf } from './prizes.ts';

interface Entry {
  readonly agent: string;
  bets: number;
  net: Micros;
}

interface Tournament {
  readonly id: string;
  readonly creator: string;
  readonly pool: Micros;
  readonly fee: Micros;
  readonly agentsMax: number;
  readonly startsAtMs: Instant;
  readonly endsAtMs: Instant;
  readonly entries: Map<string, Entry>;
  state: string;
}

/** Checks `tournament-lifecycle`; books entries and prizes. */
export class TournamentModel implements Model {
  readonly service = 'casino';
  readonly #case: Case;
  readonly #tournaments = new Map<string, Tournament>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    switch (exchange.operation) {
      case 'createTournament':
        return this.#created(exchange, caller);
      case 'enterTournament':
        return this.#entered(exchange, caller);
      case 'playTournament':
        return this.#played(exchange, caller);
      case 'tournament':
        return this.#detail(exchange);
    }
  }

  #created(exchange: AuditedExchange, caller: string): void {
    const { body, answer, atMs } = exchange;
    const [pool, fee] = [sentMicros(body, 'prize_pool'), sentMicros(body, 'entry_fee')];
    const [startsAtMs, endsAtMs] = [instant(body, 'starts_at'), instant(body, 'ends_at')];
    if (pool === undefined || fee === undefined || startsAtMs === undefined || endsAtMs === undefined) return;
    const covered = this.#case.books.available(caller) < pool ? 'INSUFFICIENT_BALANCE' : 'OK';
    const outcome = startsAtMs <= atMs || endsAtMs <= startsAtMs ? 'BAD_REQUEST' : covered;
    if (
      !isAsExpected(this.#case, exchange, {
        outcome,
        property: 'tournament-lifecycle',
        allowsBadRequest: true,
      })
    )
      return;
    const tournament: Tournament = {
      id: text(answer, 'tournament_id') ?? '',
      creator: caller,
      pool,
      fee,
      agentsMax: Number(body?.['max_agents']),
      startsAtMs,
      endsAtMs,
      entries: new Map(),
      state: 'upcoming',
    };
    this.#tournaments.set(tournament.id, tournament);
    this.#case.books.move(caller, -pool, pool);
    this.#case.timers.at(startsAtMs, () => this.#start(tournament));
  }

  #entered(exchange: AuditedExchange, caller: string): void {
    const tournament = this.#tournaments.get(exchange.params['id'] ?? '');
    const outcome = this.#entryOutcome(tournament, caller);
    if (
      !isAsExpected(this.#case, exchange, { outcome, property: 'tournament-lifecycle' }) ||
      tournament === undefined
    )
      return;
    tournament.entries.set(caller, { agent: caller, bets: 0, net: 0 });
    this.#case.books.move(caller, -tournament.fee, tournament.fee);
  }

  #entryOutcome(tournament: Tournament | undefined, caller: string): ExpectedOutcome {
    if (tournament === undefined) return 'NOT_FOUND';
    const { state, entries, agentsMax, fee } = tournament;
    if (state !== 'upcoming' || entries.has(caller) || entries.size >= agentsMax) return 'CONFLICT';
    return this.#case.books.available(caller) < fee ? 'INSUFFICIENT_BALANCE' : 'OK';
  }

  /** The casino's model checks the payout of the bet. */
  #played(exchange: AuditedExchange, caller: string): void {
    const tournament = this.#tournaments.get(exchange.params['id'] ?? '');
    const entry = tournament?.entries.get(caller);
    const seen = exchange.answer['code'];
    if (isOk(exchange) && (entry === undefined || tournament?.state !== 'active')) {
      this.#case.breaks(
        'tournament-lifecycle',
        `a play in a tournament that is ${tournament?.state ?? 'unknown'} counts`,
      );
    }
    if (seen === 'CONFLICT' && tournament?.state === 'active' && entry !== undefined) {
      this.#case.breaks('tournament-lifecycle', 'a play in an active tournament is refused');
    }
    if (!isOk(exchange) || entry === undefined) return;
    entry.bets += 1;
    entry.net += (micros(exchange.answer, 'payout') ?? 0) - (micros(exchange.answer, 'amount') ?? 0);
    expectField(this.#case, 'tournament-lifecycle', {
      name: 'net_profit',
      seen: micros(exchange.answer, 'net_profit'),
      wanted: entry.net,
    });
  }

  #detail(exchange: AuditedExchange): void {
    const tournament = this.#tournaments.get(exchange.params['id'] ?? '');
    const outcome = tournament === undefined ? 'NOT_FOUND' : 'OK';
    if (
      !isAsExpected(this.#case, exchange, { outcome, property: 'tournament-lifecycle' }) ||
      tournament === undefined
    )
      return;
    const { answer } = exchange;
    const fields = [
      { name: 'status', seen: answer['status'], wanted: tournament.state },
      { name: 'entrants', seen: answer['entrants'], wanted: tournament.entries.size },
      { name: 'prize', seen: micros(answer, 'prize'), wanted: prizeOf(tournament) },
    ];
    for (const field of fields) expectField(this.#case, 'tournament-lifecycle', field);
  }

  #start(tournament: Tournament): void {
    if (tournament.entries.size < 2) {
      this.#cancel(tournament);
      return;
    }
    tournament.state = 'active';
    this.#case.timers.at(tournament.endsAtMs, () => this.#end(tournament));
  }

  #end(tournament: Tournament): void {
    const ranked = [...tournament.entries.values()].filter(({ bets }) => bets > 0);
    if (ranked.length === 0) {
      this.#cancel(tournament);
      return;
    }
    this.#release(tournament, { isPaidOut: true });
    const prizes = prizesOf(prizeOf(tournament), ranked);
    for (const [agent, prize] of prizes) this.#case.books.move(agent, prize);
    tournament.state = 'finished';
  }

  #cancel(tournament: Tournament): void {
    this.#release(tournament, { isPaidOut: false });
    tournament.state = 'cancelled';
  }

  /** What is held goes into the prize, or back. */
  #release({ creator, pool, fee, entries }: Tournament, how: { isPaidOut: boolean }): void {
    this.#case.books.move(creator, how.isPaidOut ? 0 : pool, -pool);
    for (const { agent } of entries.values()) this.#case.books.move(agent, how.isPaidOut ? 0 : fee, -fee);
  }
}

const prizeOf = ({ pool, fee, entries }: Tournament): Micros => pool + fee * entries.size;
