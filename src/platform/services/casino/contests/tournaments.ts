/**
 * Tournaments (TOU02, TOU07, gap C23): agents enter for a fee, play one game while the tournament is active, and the
 * best share the prize. The ledger reserves the creator's pool and the fees until the end; then all is paid out or
 * given back.
 */
import type { Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { Table } from '../../../../core/base/table.ts';
import type { Page, PageRequest } from '../../../../core/http/paging.ts';
import { totalReturn } from '../../../games/ratio.ts';
import type { Params } from '../../../games/params.ts';
import type { PendingHolder, PendingReason, Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { BetOrder, BetSettled } from '../play/bet-record.ts';
import type { ContestRounds } from '../ports.ts';
import type { Pot } from './pot.ts';
import { splitPrize } from './prize-split.ts';
import { gameClosed } from '../play/context.ts';
import { stakesIn } from '../play/orders.ts';
import { readBet } from '../play/schemas.ts';
import { topK } from '../play/top-k.ts';
import { Entrants } from './entrants.ts';
import {
  groupsOf,
  type RankedEntry,
  type Tournament,
  type TournamentEntry,
  type TournamentOrder,
} from './tournament-record.ts';

/** A tournament as one agent sees it. */
export interface TournamentShown {
  readonly tournament: Tournament;
  readonly entrants: number;
  readonly prizeMicros: Micros;
  /** The best ranks; `unranked` has entrants without a rank, if there is room. */
  readonly leaders: readonly RankedEntry[];
  readonly unranked: readonly TournamentEntry[];
  /** The caller's own entry. */
  readonly own: TournamentEntry | undefined;
}

/** A player's bet in a tournament, with the player's entry and rank after it. */
export interface TournamentPlay extends BetSettled {
  readonly tournament: Tournament;
  readonly entry: TournamentEntry;
  readonly rank: number;
}

/** A play whose parameters have not been parsed yet: the tournament decides which game parses them. */
export interface PlayOrder {
  readonly tournamentId: string;
  readonly amount: unknown;
  readonly clientSeed: string | undefined;
  readonly params: Params;
}

/** How many entrants an answer shows. */
const shownMax = 100;

/**
 * Runs tournaments on the virtual clock. Lists pools and fees as pending reasons, until the end of each tournament.
 */
export class Tournaments implements PendingHolder {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #rounds: ContestRounds;
  readonly #pot: Pot;
  readonly #tournaments: Table<Tournament>;
  readonly #entrants: Entrants;

  constructor(parts: { platform: Platform; clock: ServiceClock; rounds: ContestRounds; pot: Pot }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#rounds = parts.rounds;
    this.#pot = parts.pot;
    this.#tournaments = new Table(parts.platform.journal);
    this.#entrants = new Entrants(parts.platform);
  }

  /** TOU01, TOU02. Refuses BAD_REQUEST (instants), INSUFFICIENT_BALANCE (the creator funds the pool). */
  createTournament(order: TournamentOrder, caller: RegisteredAgent): Outcome<TournamentShown> {
    if (order.startsAtMs <= this.#clock.nowMs) return refuse('BAD_REQUEST', 'starts_at lies in the future');
    const stake = { amountMicros: order.prizePoolMicros, kind: 'tournament-prize' } as const;
    const poolHeld = this.#pot.hold(caller, stake);
    if (poolHeld instanceof Refusal) return poolHeld;
    const tournament: Tournament = {
      ...order,
      tournamentId: this.#platform.nextId('trn'),
      creator: caller,
      createdAtMs: this.#clock.nowMs,
      poolHeld,
      state: 'upcoming',
    };
    this.#tournaments.insert(tournament.tournamentId, tournament);
    this.#clock.schedule(order.startsAtMs, () => this.#start(tournament));
    this.#platform.emit('tournamentCreated', order.prizePoolMicros, { game: order.game.game.id });
    return this.#shown(tournament, caller);
  }

  /** TOU03: active and upcoming ones, in the order in which they start. */
  tournaments({ limit, page }: PageRequest, caller: RegisteredAgent): Outcome<Page<TournamentShown>> {
    const open: Tournament[] = [];
    for (const each of this.#tournaments.rows()) {
      if (each.state === 'upcoming' || each.state === 'active') open.push(each);
    }
    const first = topK(open, page * limit, (one, other) => one.startsAtMs < other.startsAtMs);
    const rows = first.slice((page - 1) * limit).map((tournament) => this.#shown(tournament, caller));
    return { rows, total: open.length, page };
  }

  /** TOU04. Refuses NOT_FOUND. */
  tournament({ tournamentId }: { tournamentId: string }, caller: RegisteredAgent): Outcome<TournamentShown> {
    const tournament = this.#tournaments.get(tournamentId);
    return tournament === undefined ? unknown(tournamentId) : this.#shown(tournament, caller);
  }

  /** TOU05, TOU07. Refuses NOT_FOUND, CONFLICT (late, full, entered already), INSUFFICIENT_BALANCE. */
  enterTournament(
    { tournamentId }: { tournamentId: string },
    caller: RegisteredAgent,
  ): Outcome<TournamentShown> {
    const tournament = this.#tournaments.get(tournamentId);
    if (tournament === undefined) return unknown(tournamentId);
    const closed = this.#whyClosed(tournament, caller);
    if (closed !== undefined) return refuse('CONFLICT', closed);
    const stake = { amountMicros: tournament.entryFeeMicros, kind: 'tournament-entry' } as const;
    const feeHeld = this.#pot.hold(caller, stake);
    if (feeHeld instanceof Refusal) return feeHeld;
    this.#entrants.add(tournament, caller, feeHeld);
    this.#platform.emit('tournamentEntered', tournament.entryFeeMicros, { game: tournament.game.game.id });
    return this.#shown(tournament, caller);
  }

  *pendingReasons(): Iterable<PendingReason> {
    for (const tournament of this.#tournaments.rows()) {
      const { state, poolHeld, prizePoolMicros, entryFeeMicros: fee, endsAtMs: untilMs } = tournament;
      if (state !== 'upcoming' && state !== 'active') continue;
      const reason = `in a tournament that is ${state}`;
      if (poolHeld !== null) yield { transfer: poolHeld, amountMicros: prizePoolMicros, reason, untilMs };
      for (const { feeHeld } of this.#entrants.of(tournament)) {
        if (feeHeld !== null) yield { transfer: feeHeld, amountMicros: fee, reason, untilMs };
      }
    }
  }

  /** TOU06. Refuses NOT_FOUND, FORBIDDEN (not entered), CONFLICT (not active), and what a bet is refused with. */
  playTournament(order: PlayOrder, caller: RegisteredAgent): Outcome<TournamentPlay> {
    const tournament = this.#tournaments.get(order.tournamentId);
    if (tournament === undefined) return unknown(order.tournamentId);
    const entry = this.#entrants.find(tournament, caller);
    if (entry === undefined) return refuse('FORBIDDEN', 'only who has entered the tournament may play in it');
    if (tournament.state !== 'active') return refuse('CONFLICT', `the tournament is ${tournament.state}`);
    const { game } = tournament.game;
    const stakes = stakesIn(tournament.game.stakes, { style: 'A', policies: this.#platform.policies });
    const bet = readBet({ game, stakes }, order);
    if (bet instanceof Refusal) return bet;
    const settled =
      this.#platform.policies['tournaments.stakes'] === 'chips'
        ? this.#betChips(bet, { entry, caller })
        : this.#rounds.placeBet(bet, caller);
    if (settled instanceof Refusal) return settled;
    this.#entrants.score(entry, settled.bet);
    const rank = this.#entrants.rankOf(tournament, entry);
    return { tournament, entry, rank, ...settled };
  }

  /** Why this agent cannot enter; undefined when it can. */
  #whyClosed(tournament: Tournament, caller: RegisteredAgent): string | undefined {
    const { state } = tournament;
    const isLateAllowed = this.#platform.policies['tournaments.entries'] === 'until-end';
    if (state !== 'upcoming' && !(state === 'active' && isLateAllowed)) return `the tournament is ${state}`;
    if (this.#entrants.find(tournament, caller) !== undefined) return 'you have entered already';
    const isFull = this.#entrants.of(tournament).length >= tournament.agentsMax;
    return isFull ? 'the tournament is full' : undefined;
  }

  /** A round for chips: under the player's seeds like a bet, and without effect on any balance. */
  #betChips(
    order: BetOrder,
    player: { entry: TournamentEntry; caller: RegisteredAgent },
  ): Outcome<BetSettled> {
    const { entry, caller } = player;
    if (this.#rounds.isGameClosed(order.game.id)) return gameClosed(order.game.id);
    const { top } = this.#rounds.prospectsOf(order);
    if (totalReturn(order.stakeMicros + entry.chipsMicros, top) === undefined) {
      return refuse('GAME_CLOSED', 'the bet may win more chips than can be counted');
    }
    if (entry.chipsMicros < order.stakeMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the chips do not cover the stake');
    }
    const bet = this.#rounds.playRound(order, caller);
    const chipsMicros = entry.chipsMicros - bet.stakeMicros + bet.payoutMicros;
    this.#entrants.update(entry, { chipsMicros });
    return { bet, balanceMicros: this.#platform.ledger.available(caller.account) };
  }

  #start(tournament: Tournament): void {
    this.#clock.schedule(tournament.endsAtMs, () => this.#end(tournament));
    const isDecided = this.#platform.policies['tournaments.entries'] === 'until-start';
    if (isDecided && this.#hasTooFew(tournament)) this.#cancel(tournament);
    else this.#tournaments.update(tournament, { state: 'active' });
  }

  #end(tournament: Tournament): void {
    if (tournament.state !== 'active') return;
    const ranked = this.#entrants.ranking(tournament);
    if (this.#hasTooFew(tournament) || ranked.length === 0) this.#cancel(tournament);
    else this.#payOut(tournament, ranked);
  }

  #hasTooFew(tournament: Tournament): boolean {
    const needed = Number(this.#platform.policies['tournaments.minEntrants']);
    return this.#entrants.of(tournament).length < needed;
  }

  /** Gives back the pool and all fees. */
  #cancel(tournament: Tournament): void {
    const entries = this.#entrants.of(tournament);
    this.#pot.giveBack(tournament.poolHeld);
    for (const { feeHeld } of entries) this.#pot.giveBack(feeHeld);
    this.#tournaments.update(tournament, { state: 'cancelled' });
    const backMicros = tournament.prizePoolMicros + tournament.entryFeeMicros * entries.length;
    this.#platform.emit('tournamentCancelled', backMicros, { game: tournament.game.game.id });
  }

  #payOut(tournament: Tournament, ranked: readonly RankedEntry[]): void {
    const { creator, prizePoolMicros, entryFeeMicros } = tournament;
    const entries = this.#entrants.of(tournament);
    this.#pot.collect(tournament.poolHeld);
    for (const { feeHeld } of entries) this.#pot.collect(feeHeld);
    const prizeMicros = this.#prizeOf(tournament);
    const groups = groupsOf(ranked);
    const sizes = groups.map(({ length }) => length);
    const { shares, restMicros } = splitPrize(prizeMicros, sizes, this.#prizeRules());
    for (const [index, group] of groups.entries()) {
      for (const [at, entry] of group.entries()) this.#pay(tournament, entry, shares[index]?.[at] ?? 0);
    }
    const feesMicros = prizePoolMicros + entryFeeMicros * entries.length - prizeMicros;
    this.#pot.pay(creator, { amountMicros: restMicros + feesMicros, kind: 'tournament-payout' });
    this.#tournaments.update(tournament, { state: 'finished' });
    this.#platform.emit('tournamentFinished', prizeMicros, { game: tournament.game.game.id });
  }

  #pay(tournament: Tournament, entry: TournamentEntry, prizeMicros: Micros): void {
    if (prizeMicros === 0) return;
    this.#pot.pay(entry.agent, { amountMicros: prizeMicros, kind: 'tournament-payout' });
    this.#entrants.update(entry, { prizeMicros });
    this.#platform.emit('tournamentPrizePaid', prizeMicros, { game: tournament.game.game.id });
  }

  #prizeRules(): Parameters<typeof splitPrize>[2] {
    const { policies } = this.#platform;
    return { split: policies['tournaments.split'], unclaimed: policies['tournaments.unclaimed'] };
  }

  /** What is won as things stand (policy `tournaments.prize`). */
  #prizeOf(tournament: Tournament): Micros {
    const feesMicros = tournament.entryFeeMicros * this.#entrants.of(tournament).length;
    const isPoolAlone = this.#platform.policies['tournaments.prize'] === 'pool';
    return tournament.prizePoolMicros + (isPoolAlone ? 0 : feesMicros);
  }

  #shown(tournament: Tournament, caller: RegisteredAgent): TournamentShown {
    return {
      tournament,
      entrants: this.#entrants.of(tournament).length,
      prizeMicros: this.#prizeOf(tournament),
      ...this.#entrants.shown(tournament, shownMax),
      own: this.#entrants.find(tournament, caller),
    };
  }
}

const unknown = (id: string): Refusal => refuse('NOT_FOUND', `there is no tournament "${id}"`);
