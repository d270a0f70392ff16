/** Tournaments as the documents have them: what is staked is paid out, once and on time (TOU07, TOU08). */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import {
  amountIn,
  expectField,
  isAsExpected,
  isOk,
  micros,
  objects,
  reads,
  sentMicros,
  text,
  type Case,
  type ExpectedOutcome,
  type Model,
} from '../case.ts';
import { usdc } from '../usdc.ts';
import { checkPage, shownPage } from '../pages.ts';
import { sentInstant } from '../sent-instant.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { gameOf } from './bet-words.ts';
import { prizesOf, type PlacedEntrant } from './prizes.ts';
import { addBet, checkStandings, isPlaced, netOf, rankOf, scoreOf, type Entry } from './standings.ts';

const longestMs = 365 * dayMs;
const plainMicrosMax = 1_000_000_000_000;

interface Tournament {
  readonly id: string;
  readonly creator: string;
  readonly game: string;
  readonly pool: Micros;
  readonly fee: Micros;
  readonly agentsMax: number;
  readonly startsAtMs: Instant;
  readonly endsAtMs: Instant;
  readonly entries: Map<string, Entry>;
  /** None before the end; undefined where they are not known to the micro. */
  prizes: ReadonlyMap<string, Micros> | undefined;
  state: string;
}

/** Gap C24: what each entrant has to play with, under one reading. */
const chipsMicros = 1_000_000_000;

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
        return this.#detail(exchange, caller);
      case 'tournaments':
        return this.#listed(exchange, caller);
    }
  }

  #created(exchange: AuditedExchange, caller: string): void {
    const { body, answer, atMs } = exchange;
    const [pool, fee] = [sentMicros(body, 'prize_pool'), sentMicros(body, 'entry_fee')];
    const [startsAtMs, endsAtMs] = ['starts_at', 'ends_at'].map((name) =>
      sentInstant(text(body, name) ?? ''),
    );
    if (pool === undefined || fee === undefined || startsAtMs === undefined || endsAtMs === undefined) return;
    const covered = this.#case.books.available(caller) < pool ? 'INSUFFICIENT_BALANCE' : 'OK';
    const outcome = startsAtMs <= atMs || endsAtMs <= startsAtMs ? 'BAD_REQUEST' : covered;
    if (
      !isAsExpected(this.#case, exchange, {
        outcome,
        property: 'tournament-lifecycle',
        // Longer ones, and more than any agent has, may be out of bounds.
        allowsBadRequest: endsAtMs - startsAtMs > longestMs || Math.max(pool, fee) > plainMicrosMax,
      })
    )
      return;
    const tournament: Tournament = {
      id: text(answer, 'tournament_id') ?? '',
      creator: caller,
      game: gameOf(exchange, body, answer),
      pool,
      fee,
      agentsMax: Number(body?.['max_agents']),
      startsAtMs,
      endsAtMs,
      entries: new Map(),
      prizes: new Map(),
      state: 'upcoming',
    };
    this.#tournaments.set(tournament.id, tournament);
    this.#case.books.move(caller, -pool, pool);
    this.#case.timers.at(startsAtMs, `the start of tournament ${tournament.id}`, () =>
      this.#start(tournament),
    );
  }

  #entered(exchange: AuditedExchange, caller: string): void {
    const tournament = this.#tournaments.get(exchange.params['id'] ?? '');
    const outcome = this.#entryOutcome(tournament, caller);
    if (
      !isAsExpected(this.#case, exchange, { outcome, property: 'tournament-lifecycle' }) ||
      tournament === undefined
    )
      return;
    tournament.entries.set(caller, { agent: caller, bets: 0, wagered: 0, won: 0, best: 0 });
    this.#case.books.move(caller, -tournament.fee, tournament.fee);
    this.#holdsRecord(exchange.answer, { tournament, caller });
    this.#holdsBoard(exchange.answer, tournament);
  }

  #reads(policy: string, option: string): boolean {
    return reads(this.#case, `tournaments.${policy}`, option);
  }

  #entryOutcome(tournament: Tournament | undefined, caller: string): ExpectedOutcome {
    if (tournament === undefined) return 'NOT_FOUND';
    const { state, entries, agentsMax, fee } = tournament;
    const isLate = state !== 'upcoming' && !(this.#reads('entries', 'until-end') && state === 'active');
    if (isLate || entries.has(caller) || entries.size >= agentsMax) return 'CONFLICT';
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
    if (
      ['CONFLICT', 'FORBIDDEN'].includes(String(seen)) &&
      tournament?.state === 'active' &&
      entry !== undefined
    ) {
      this.#case.breaks('tournament-lifecycle', 'a play in an active tournament is refused');
    }
    if (!isOk(exchange) || entry === undefined) return;
    const stake = micros(exchange.answer, 'amount') ?? 0;
    if (this.#reads('stakes', 'chips') && stake > chipsMicros + netOf(entry))
      this.#case.breaks(
        'tournament-lifecycle',
        `${usdc(stake)} are staked of ${usdc(chipsMicros + netOf(entry))} in chips`,
      );
    addBet(entry, { stake, payout: micros(exchange.answer, 'payout') ?? 0 });
    const fields = [
      amountIn(exchange.answer, 'net_profit', netOf(entry)),
      {
        name: 'rank',
        seen: exchange.answer['rank'],
        wanted: rankOf(this.#case, entry, tournament?.entries.values() ?? []),
      },
      { name: 'game', seen: exchange.answer['game'], wanted: tournament?.game },
      { name: 'tournament_id', seen: exchange.answer['tournament_id'], wanted: tournament?.id },
    ];
    for (const field of fields) expectField(this.#case, 'tournament-lifecycle', field);
  }

  #detail(exchange: AuditedExchange, caller: string): void {
    const tournament = this.#tournaments.get(exchange.params['id'] ?? '');
    const outcome = tournament === undefined ? 'NOT_FOUND' : 'OK';
    if (
      !isAsExpected(this.#case, exchange, { outcome, property: 'tournament-lifecycle' }) ||
      tournament === undefined
    )
      return;
    this.#holdsRecord(exchange.answer, { tournament, caller });
    this.#holdsBoard(exchange.answer, tournament);
  }

  #holdsBoard(answer: Body, { entries, prizes, state }: Tournament): void {
    // While it goes on, a prize is a forecast.
    checkStandings(this.#case, answer, { entries, prizes: state === 'active' ? undefined : prizes });
  }

  #holdsRecord(row: Body, { tournament, caller }: { tournament: Tournament; caller: string }): void {
    const fields = [
      { name: 'status', seen: row['status'], wanted: tournament.state },
      { name: 'entrants', seen: row['entrants'], wanted: tournament.entries.size },
      { name: 'entered', seen: row['entered'], wanted: tournament.entries.has(caller) },
      amountIn(row, 'prize', this.#prizeOf(tournament)),
      { name: 'created_by', seen: row['created_by'], wanted: tournament.creator },
    ];
    for (const field of fields) expectField(this.#case, 'tournament-lifecycle', field);
  }

  /** Those that are active or to come (TOU03). */
  #listed(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const open = [...this.#tournaments.values()].filter(
      ({ state }) => state === 'upcoming' || state === 'active',
    );
    checkPage(this.#case, exchange, open.length);
    const rows = objects(exchange.answer, 'tournaments');
    // The documents leave the order open: a list that has room for all has each once.
    const wanted = shownPage(exchange, open, 100);
    if (wanted.length === open.length)
      expectField(this.#case, 'lists-complete', {
        name: 'tournaments',
        seen: inOrder(rows.map((row) => row['tournament_id'])),
        wanted: inOrder(open.map(({ id }) => id)),
      });
    else this.#holdsPart(rows, { open, count: wanted.length });
    for (const row of rows) {
      const tournament = this.#tournaments.get(text(row, 'tournament_id') ?? '');
      if (tournament !== undefined) this.#holdsRecord(row, { tournament, caller });
    }
  }

  /** A page of some of them has as many rows as it has room for, each of another one. */
  #holdsPart(rows: readonly Body[], { open, count }: { open: readonly Tournament[]; count: number }): void {
    const ids = new Set(rows.map((row) => row['tournament_id']));
    const known = open.filter(({ id }) => ids.has(id)).length;
    for (const seen of [rows.length, known])
      expectField(this.#case, 'lists-complete', { name: 'tournaments of a page', seen, wanted: count });
  }

  #start(tournament: Tournament): void {
    if (this.#reads('entries', 'until-start') && this.#isTooSmall(tournament)) {
      this.#cancel(tournament);
      return;
    }
    tournament.state = 'active';
    this.#case.timers.at(tournament.endsAtMs, `the end of tournament ${tournament.id}`, () =>
      this.#end(tournament),
    );
  }

  #end(tournament: Tournament): void {
    const ranked = [...tournament.entries.values()].filter((entry) => isPlaced(this.#case, entry));
    if (ranked.length === 0 || this.#isTooSmall(tournament)) {
      this.#cancel(tournament);
      return;
    }
    this.#release(tournament, { isPaidOut: true });
    const players = ranked.map((entry) => ({ agent: entry.agent, score: scoreOf(this.#case, entry) }));
    const { creator, fee, entries } = tournament;
    if (this.#reads('prize', 'pool')) this.#case.books.move(creator, fee * entries.size);
    tournament.state = 'finished';
    tournament.prizes = this.#divided(tournament, players);
  }

  /** Pays the prizes; undefined where a remainder may be anyone's. */
  #divided(tournament: Tournament, players: readonly PlacedEntrant[]): Tournament['prizes'] {
    const { books } = this.#case;
    const divided = prizesOf(this.#prizeOf(tournament), players, {
      split: this.#case.setting.policies['tournaments.split'] ?? '',
      isShared: this.#reads('ties', 'shared'),
      isUnclaimedLeft: this.#reads('unclaimed', 'creator'),
    });
    for (const [agent, prize] of divided.prizes) books.move(agent, prize);
    books.move(tournament.creator, divided.left);
    if (divided.isExact) return divided.prizes;
    for (const { agent } of [...players, { agent: tournament.creator }]) books.loosen(agent, this.service);
    return undefined;
  }

  #isTooSmall({ entries }: Tournament): boolean {
    return entries.size < Number(this.#case.setting.policies['tournaments.minEntrants']);
  }

  #prizeOf({ pool, fee, entries }: Tournament): Micros {
    return this.#reads('prize', 'pool') ? pool : pool + fee * entries.size;
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

const inOrder = (ids: readonly unknown[]): string => ids.map(String).toSorted().join(' ');
