/** What a player has bet so far, beside the lists and sums that a casino tells of it. */
import { dayMs, type Instant } from '../../../core/base/time.ts';
import { amountIn, expectField, instant, isClockTrue, micros, objects, reads, type Case } from '../case.ts';
import { checkPage, shownPage } from '../pages.ts';
import { sentInstant } from '../sent-instant.ts';
import { gameNamed } from './bet-words.ts';
import type { AuditedExchange } from '../exchange.ts';
import {
  checkBiggestWins,
  checkGameRows,
  checkLeaders,
  checkWinRates,
  sumsOf,
  type Bet,
  type Sums,
} from './game-sums.ts';

/**
 * Checks `bet-records` (CAS30, CAS33, STA05) and reports each settled bet to the case. Crash rounds are left out
 * where their end is unknown.
 */
export class BetRecords {
  readonly #case: Case;
  readonly #bets = new Map<string, Bet[]>();
  /** Rounds of a player that no answer has ended yet. */
  readonly #running = new Map<string, number>();

  constructor(file: Case) {
    this.#case = file;
  }

  /** `isAlone` where the house has put nothing aside for other bets. */
  settled(caller: string, bet: Bet, isAlone = false): void {
    const bets = this.#bets.get(caller) ?? [];
    this.#bets.set(caller, bets);
    bets.push(bet);
    this.#case.betSettled({ player: caller, stakeMicros: bet.stake, payoutMicros: bet.payout, isAlone });
  }

  /** A round has begun: its bet counts once it is over, and the sums of its player are known again once it is seen how. */
  launched(caller: string): void {
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
  }

  /** A round is over. */
  landed(caller: string, bet: Bet): void {
    this.#running.set(caller, (this.#running.get(caller) ?? 0) - 1);
    this.settled(caller, { ...bet, isCurve: true });
  }

  /** A round may have been lost without a word: where the balance is not known, neither is its end. */
  #mayRun(caller: string): boolean {
    return (this.#running.get(caller) ?? 0) > 0;
  }

  /** One page of a history, the latest first. */
  listed(exchange: AuditedExchange, caller: string): void {
    if (this.#mayRun(caller)) return;
    const { query, answer } = exchange;
    const fromMs = sentInstant(query['from'] ?? '') ?? -Infinity;
    const game = gameAsked(query);
    const asked = (this.#bets.get(caller) ?? []).filter((bet) => game === undefined || bet.game === game);
    // No answer names the instant at which a curve was over.
    if (asked.some(({ isCurve }) => isCurve)) return;
    const own = asked.filter((bet) => bet.atMs >= fromMs);
    checkPage(this.#case, exchange, own.length);
    const shown = shownPage(exchange, own.toReversed(), 20);
    const wanted = shown.map(({ stake, payout }) => `${stake}>${payout}`).join(' ');
    const seen = objects(answer, 'bets')
      .map((row) => `${micros(row, 'amount')}>${micros(row, 'payout')}`)
      .join(' ');
    expectField(this.#case, 'bet-records', { name: 'bets', seen, wanted });
    for (const [index, row] of objects(answer, 'bets').entries()) {
      const id = shown[index]?.id ?? row['id'];
      expectField(this.#case, 'bet-records', { name: 'id of a bet', seen: row['id'], wanted: id });
    }
  }

  /** Sums of all bets, or of the last day's. */
  summed(exchange: AuditedExchange, caller: string): void {
    if (this.#mayRun(caller)) return;
    const { answer, operation, atMs, style } = exchange;
    const isCalendar = reads(this.#case, 'stats.session', 'calendar');
    const dayFromMs = isCalendar ? startOfDay(atMs) : atMs - dayMs;
    const fromMs = operation === 'session' ? dayFromMs : -Infinity;
    const all = this.#bets.get(caller) ?? [];
    if (operation === 'session' && all.some(({ isCurve }) => isCurve)) return;
    const own = all.filter((bet) => bet.atMs > fromMs || (isCalendar && bet.atMs === fromMs));
    const { count, wins, wagered: staked, paid } = sumsOf(own);
    const [wagered, won] = style === 'B' ? ['wagered', 'won'] : ['total_wagered', 'total_won'];
    const fields = [
      { name: 'total_bets', seen: answer['total_bets'], wanted: count },
      amountIn(answer, wagered, staked),
      amountIn(answer, won, paid),
    ];
    for (const field of fields) expectField(this.#case, 'bet-records', field);
    if (style === 'B') checkWinRates(this.#case, answer, own);
    else {
      expectField(this.#case, 'bet-records', { name: 'won', seen: answer['won'], wanted: wins });
      checkGameRows(this.#case, answer, own);
    }
    if (operation === 'session') {
      expectField(this.#case, 'bet-records', { name: 'from', seen: instant(answer, 'from'), wanted: fromMs });
    }
  }

  /** A leaderboard of all players, of one game where it is asked for. */
  led(exchange: AuditedExchange): void {
    const { answer, atMs, query, style } = exchange;
    if ([...this.#running.keys()].some((player) => this.#mayRun(player))) return;
    const game = gameAsked(query);
    const isOfToday = reads(this.#case, 'leaderboard.window', 'day');
    const fromMs = isOfToday ? startOfDay(atMs) : -Infinity;
    const players = new Map<string, Sums>();
    const all: (Bet & { player: string })[] = [];
    for (const [player, bets] of this.#bets) {
      const own = bets.filter((bet) => bet.atMs >= fromMs && (game === undefined || bet.game === game));
      if (own.length > 0) players.set(player, sumsOf(own));
      all.push(...own.map((bet) => ({ ...bet, player })));
    }
    const isShort = style === 'short';
    const [wagered, profit] = isShort ? ['wagered', 'pnl'] : ['total_wagered', 'net_profit'];
    checkLeaders(this.#case, objects(answer, isShort ? 'leaderboard' : 'overall_leaderboard'), {
      players,
      shown: (row) => `${String(row['agent_id'])} ${micros(row, wagered)} ${micros(row, profit)}`,
    });
    if (isShort) return;
    checkBiggestWins(this.#case, answer, { bets: all, isDated: isClockTrue(this.#case, exchange) });
  }
}

const startOfDay = (atMs: Instant): Instant => Math.floor(atMs / dayMs) * dayMs;

/** The game that a list is narrowed to, in any spelling; undefined for all games. */
function gameAsked({ game }: AuditedExchange['query']): string | undefined {
  return game === undefined ? undefined : gameNamed(game);
}
