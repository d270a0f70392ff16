/** How much a player may stake at once: by the odds of the game and the risk that it has chosen (specification.md, Casino). */
import type { Micros } from '../../../core/base/money.ts';
import {
  expectField,
  isElsewhere,
  isOk,
  micros,
  objects,
  outcomeOf,
  sentMicros,
  type Case,
} from '../case.ts';
import { formMistakes } from '../facts/forms.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { paramsOf } from './bet-words.ts';
import { topHundredths } from './paytables.ts';

/** CAS22, CAS23, TOU02: 0.01, and 0.10 for slots in the list of style B. */
const leastOf = (game: string, style: string): Micros =>
  game === 'slots' && style === 'B' ? 100_000 : 10_000;
const defaultRisk = 0.25;

/** Checks `bet-limits` (KEL01, KEL02) as policy `kelly.limit` reads it; keeps the risk factor of each player. */
export class StakeLimitModel {
  readonly #case: Case;
  readonly #risks = new Map<string, number>();

  constructor(file: Case) {
    this.#case = file;
  }

  configured({ status, body, answer }: AuditedExchange, caller: string): void {
    if (status !== 200) return;
    const sent = Number(body?.['risk_factor'] ?? answer['risk_factor']);
    this.#risks.set(caller, sent);
    expectField(this.#case, 'bet-limits', { name: 'risk_factor', seen: answer['risk_factor'], wanted: sent });
  }

  /** A stake that was taken; the balance before it is what is there now, with the stake and without the payout. */
  taken(
    exchange: AuditedExchange,
    caller: string,
    bet: { game: string; stake: Micros; payout: Micros },
  ): void {
    if (exchange.operation === 'batch' || this.#case.books.hasPendingTransfers) return;
    const { game, stake, payout } = bet;
    const bankroll = this.#case.books.available(caller) + stake - payout;
    const { style } = exchange;
    const most = this.#limitOf(caller, { game, style, bankroll, sent: paramsOf(exchange, exchange.body) });
    if (most !== undefined && stake > most + 1) {
      this.#case.breaks('bet-limits', `${game}: a stake of ${stake} is taken, above its limit of ${most}`);
    }
    if (stake < leastOf(game, style))
      this.#case.breaks('bet-limits', `${game}: a stake of ${stake} is taken`);
  }

  refused(exchange: AuditedExchange, caller: string, bet: { sent: Body | undefined; game: string }): void {
    if (isElsewhere(exchange) || exchange.operation !== 'bet' || this.#case.books.hasPendingTransfers) return;
    const { sent, game } = bet;
    const stake = sentMicros(sent, 'amount');
    const bankroll = this.#case.books.available(caller);
    if (
      stake === undefined ||
      formMistakes(exchange).length > 0 ||
      stake < leastOf(game, exchange.style) ||
      !isPlainBet(game, paramsOf(exchange, sent))
    )
      return;
    const { style } = exchange;
    const most = this.#limitOf(caller, { game, style, bankroll, sent: paramsOf(exchange, sent) });
    if (most === undefined) return;
    const isBalanceFirst = this.#case.setting.policies['kelly.precedence'] === 'balance';
    const isAbove = stake > most && !(isBalanceFirst && stake > bankroll);
    const wanted = isAbove ? 'BAD_REQUEST' : stake > bankroll ? 'INSUFFICIENT_BALANCE' : 'OK';
    const seen = outcomeOf(exchange);
    if (seen === wanted || seen === 'GAME_CLOSED' || Math.abs(stake - most) <= 1) return;
    this.#case.breaks(
      'bet-limits',
      `${game}: a stake of ${stake} with ${bankroll} to bet is answered ${seen}; expected ${wanted}`,
    );
  }

  /** A response with the limits of a player. */
  observeExchange(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const bankroll = micros(exchange.answer, 'bankroll') ?? 0;
    const risk = this.#risks.get(caller) ?? defaultRisk;
    expectField(this.#case, 'bet-limits', {
      name: 'risk_factor',
      seen: exchange.answer['risk_factor'],
      wanted: risk,
    });
    for (const row of objects(exchange.answer, 'limits')) {
      if (row['game'] !== 'coin_flip') continue;
      const bet = { game: 'coin_flip', style: exchange.style, bankroll, sent: { side: 'heads' } };
      const most = this.#limitOf(caller, bet);
      if (most !== undefined) {
        // The published limit can be staked, apart from the least that any limit allows.
        const wanted = Math.max(leastOf(bet.game, bet.style), Math.min(most, bankroll));
        expectField(this.#case, 'bet-limits', {
          name: 'max_bet of coin_flip',
          seen: micros(row, 'max_bet'),
          wanted,
        });
      }
    }
  }

  #limitOf(
    caller: string,
    bet: { game: string; style: string; bankroll: Micros; sent: Body },
  ): Micros | undefined {
    const { game, style, bankroll, sent } = bet;
    const top = topHundredths(game, sent);
    if (top === undefined || this.#case.setting.policies['kelly.limit'] !== 'odds') return undefined;
    if (this.#case.setting.policies['casino.payouts'] !== 'published') return undefined;
    if (this.#case.setting.policies['casino.slotsMinimum'] !== 'facade') return undefined;
    const risk = this.#risks.get(caller) ?? defaultRisk;
    const most = game === 'slots' ? 1_000_000_000 : 10_000_000_000;
    if (top <= 100) return most;
    return Math.max(
      leastOf(game, style),
      Math.min(most, Math.floor((bankroll * Math.round(risk * 100)) / (top - 100) + 1e-9)),
    );
  }
}

/** True for bets whose every rule of form is known here. */
function isPlainBet(game: string, sent: Body): boolean {
  if (sent['client_seed'] !== undefined) return false;
  if (game === 'coin_flip') return sent['side'] === 'heads' || sent['side'] === 'tails';
  if (game === 'simple_dice') return [1, 2, 3, 4, 5, 6].includes(sent['pick'] as number);
  if (game === 'wheel' || game === 'slots') return true;
  if (game !== 'dice') return false;
  const { direction, threshold } = sent;
  return (
    (direction === 'over' || direction === 'under') &&
    Number.isInteger(threshold) &&
    Number(threshold) >= 2 &&
    Number(threshold) <= 98
  );
}
