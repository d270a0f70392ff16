/** What a player has bet so far, beside the lists and sums that a casino tells of it. */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, parseInstant, type Instant } from '../../../core/base/time.ts';
import { expectField, instant, micros, objects, type Case } from '../case.ts';
import { checkPage, shownPage } from '../pages.ts';
import type { AuditedExchange } from '../exchange.ts';

/** A settled bet; amounts are micro-USDC, `payout` includes the stake. */
export interface Bet {
  readonly game: string;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly atMs: Instant;
  readonly won: boolean;
}

/**
 * Checks `bet-records` (CAS30, CAS33, STA05) and reports each settled bet to the case. Crash rounds are left out
 * where their end is unknown.
 */
export class BetRecords {
  readonly #case: Case;
  readonly #bets = new Map<string, Bet[]>();

  constructor(file: Case) {
    this.#case = file;
  }

  settled(caller: string, bet: Bet): void {
    const bets = this.#bets.get(caller) ?? [];
    this.#bets.set(caller, bets);
    bets.push(bet);
    this.#case.betSettled({ player: caller, stakeMicros: bet.stake, payoutMicros: bet.payout });
  }

  /** One page of a history, the latest first. */
  listed(exchange: AuditedExchange, caller: string): void {
    const { query, answer } = exchange;
    const fromMs = parseInstant(query['from'] ?? '') ?? -Infinity;
    const game = query['game']?.replaceAll('-', '_').replace('coinflip', 'coin_flip');
    const own = (this.#bets.get(caller) ?? []).filter(
      (bet) => bet.atMs >= fromMs && (game === undefined || bet.game === game),
    );
    if (own.some((bet) => bet.game === 'crash')) return;
    checkPage(this.#case, exchange, own.length);
    const wanted = shownPage(exchange, own.toReversed(), 20)
      .map(({ stake, payout }) => `${stake}>${payout}`)
      .join(' ');
    const seen = objects(answer, 'bets')
      .map((row) => `${micros(row, 'amount')}>${micros(row, 'payout')}`)
      .join(' ');
    expectField(this.#case, 'bet-records', { name: 'bets', seen, wanted });
  }

  /** Sums of all bets, or of the last day's. */
  summed(exchange: AuditedExchange, caller: string): void {
    const { answer, operation, atMs, style } = exchange;
    const fromMs = operation === 'session' ? atMs - dayMs : -Infinity;
    const all = this.#bets.get(caller) ?? [];
    if (operation === 'session' && all.some((bet) => bet.game === 'crash')) return;
    const own = all.filter((bet) => bet.atMs > fromMs);
    const [staked, paid] = [sumOf(own.map(({ stake }) => stake)), sumOf(own.map(({ payout }) => payout))];
    const [wagered, won] = style === 'B' ? ['wagered', 'won'] : ['total_wagered', 'total_won'];
    const fields = [
      { name: 'total_bets', seen: answer['total_bets'], wanted: own.length },
      { name: wagered, seen: micros(answer, wagered), wanted: staked },
      { name: won, seen: micros(answer, won), wanted: paid },
    ];
    for (const field of fields) expectField(this.#case, 'bet-records', field);
    if (operation === 'session') {
      expectField(this.#case, 'bet-records', { name: 'from', seen: instant(answer, 'from'), wanted: fromMs });
    }
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
