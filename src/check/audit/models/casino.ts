/** Bets as the documents have them: stakes, payouts, limits, records and seeds (3-casino.md). */
import type { Micros } from '../../../base/money.ts';
import { dayMs, parseInstant, type Instant } from '../../../base/time.ts';
import {
  holdsField,
  instant,
  isAsExpected,
  isElsewhere,
  isOk,
  micros,
  objects,
  outcomeOf,
  sentMicros,
  signedMicros,
  text,
  type Case,
  type Model,
} from '../case.ts';
import type { OpenEnd } from '../books.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { Fairness } from './fairness.ts';
import { topHundredths, wantedPayout } from './paytables.ts';

interface Bet {
  readonly game: string;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly atMs: Instant;
  readonly won: boolean;
}

const leastMicros = 10_000;
const feeMicros = 500_000;
const riskUsual = 0.25;

export class CasinoModel implements Model {
  readonly service = 'casino';
  readonly #case: Case;
  readonly #fairness: Fairness;
  readonly #bets = new Map<string, Bet[]>();
  /** Who has placed a bet, by its id. */
  readonly #players = new Map<string, string>();
  readonly #risks = new Map<string, number>();
  /** What a player has in an open hand, by player and game. */
  readonly #hands = new Map<string, Micros>();
  readonly #curves = new Map<string, { readonly end: OpenEnd; readonly stake: Micros }>();

  constructor(file: Case) {
    this.#case = file;
    this.#fairness = new Fairness(file);
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    this.#fairness.answered(exchange, caller);
    switch (exchange.operation) {
      case 'bet':
      case 'deal':
        return this.#placed(exchange, caller, { sent: exchange.body, got: exchange.answer });
      case 'playTournament':
        return this.#played(exchange, caller);
      case 'batch':
        return this.#batch(exchange, caller);
      case 'launch':
        return this.#launched(exchange, caller);
      case 'cashOut':
        return this.#cashedOut(exchange, caller);
      case 'withdraw':
        return this.#withdrawn(exchange, caller);
      case 'balance':
        return this.#balance(exchange, caller);
      case 'history':
        return this.#history(exchange, caller);
      case 'stats':
      case 'session':
        return this.#stats(exchange, caller);
      case 'configureKelly':
        return this.#configured(exchange, caller);
      case 'verifyBet':
        return this.#verified(exchange, caller);
      case 'kellyLimits':
        return this.#limits(exchange, caller);
    }
  }

  #configured({ status, body, answer }: AuditedExchange, caller: string): void {
    if (status !== 200) return;
    const sent = Number(body?.['risk_factor'] ?? answer['risk_factor']);
    this.#risks.set(caller, sent);
    holdsField(this.#case, 'bet-limits', { name: 'risk_factor', seen: answer['risk_factor'], wanted: sent });
  }

  /** A bet is its player's to verify (C:133). */
  #verified(exchange: AuditedExchange, caller: string): void {
    const player = this.#players.get(
      exchange.params['betId'] ?? exchange.params['id'] ?? text(exchange.body, 'bet_id') ?? '',
    );
    if (player === undefined || player === caller) return;
    isAsExpected(this.#case, exchange, { outcome: 'FORBIDDEN', property: 'keys-isolated' });
  }

  #played(exchange: AuditedExchange, caller: string): void {
    if (isOk(exchange)) this.#placed(exchange, caller, { sent: exchange.body, got: exchange.answer });
  }

  #batch(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const items = Array.isArray(exchange.body?.['bets']) ? (exchange.body['bets'] as Body[]) : [];
    for (const [place, got] of objects(exchange.answer, 'results').entries()) {
      if (got['code'] === undefined) this.#placed(exchange, caller, { sent: items[place], got });
    }
  }

  /** One bet, hand or move; `got` is its part of the answer. */
  #placed(exchange: AuditedExchange, caller: string, bet: { sent: Body | undefined; got: Body }): void {
    const { sent, got } = bet;
    const game = gameOf(exchange, sent, got);
    if (!isOk(exchange)) {
      this.#refused(exchange, caller, { sent, game });
      return;
    }
    const id = text(got, 'bet_id');
    if (id !== undefined) this.#players.set(id, caller);
    const key = `${caller}/${game}`;
    const inHand = this.#hands.get(key) ?? 0;
    const stake = micros(got, 'amount') ?? sentMicros(sent, 'amount') ?? 0;
    const isHand = game === 'blackjack' || game === 'video_poker';
    const isOpen = isHand && (got['status'] === 'open' || got['cards'] !== undefined || isOpenB(got));
    if (isOpen) {
      this.#case.books.move(caller, inHand - stake, stake - inHand);
      this.#hands.set(key, stake);
      return this.#holdsBalance(got, caller);
    }
    const total = isHand && inHand > 0 && exchange.style === 'B' ? this.#staked(caller, inHand, got) : stake;
    const payout = micros(got, 'payout') ?? 0;
    this.#case.books.move(caller, inHand - total + payout, -inHand);
    this.#hands.delete(key);
    if (inHand === 0 && !isHand) this.#holdsLimit(exchange, caller, { game, stake: total, payout });
    this.#settled(caller, {
      game,
      stake: total,
      payout,
      atMs: exchange.atMs,
      won: got['win'] === true || got['won'] === true,
    });
    this.#holdsPayout({ game, sent: paramsOf(exchange, sent), got, stake: total, payout });
    this.#holdsBalance(got, caller);
  }

  /** Style B does not say whether a hand was doubled; the balance does. */
  #staked(caller: string, inHand: Micros, got: Body): Micros {
    const payout = micros(got, 'payout') ?? 0;
    const single = this.#case.books.available(caller) + payout;
    return micros(got, 'balance') === single ? inHand : 2 * inHand;
  }

  #settled(caller: string, bet: Bet): void {
    const bets = this.#bets.get(caller) ?? [];
    this.#bets.set(caller, bets);
    bets.push(bet);
    this.#case.betSettled({ player: caller, stakeMicros: bet.stake, payoutMicros: bet.payout });
  }

  #holdsPayout(bet: { game: string; sent: Body; got: Body; stake: Micros; payout: Micros }): void {
    const { game, got, stake, payout } = bet;
    const multiplier = got['multiplier'];
    if (typeof multiplier === 'number') {
      const wanted = Math.floor(stake * multiplier + 1e-6);
      if (Math.abs(payout - wanted) > 1) {
        this.#case.breaks('bet-payouts', `${game}: ${stake} times ${multiplier} is paid as ${payout}`);
      }
    }
    if (typeof got['win'] === 'boolean') {
      holdsField(this.#case, 'bet-payouts', {
        name: `${game}: win`,
        seen: got['win'],
        wanted: payout > stake,
      });
    }
    const isPublished = this.#case.setting.policies['casino.payouts'] === 'published';
    const result = got['result'];
    const wanted =
      isPublished && typeof result === 'object'
        ? wantedPayout(game, { sent: bet.sent, result: result as Body, stake })
        : undefined;
    if (wanted !== undefined)
      holdsField(this.#case, 'bet-payouts', { name: `${game}: payout`, seen: payout, wanted });
  }

  /** A stake that was taken; the balance before it is what is there now, with the stake and without the payout. */
  #holdsLimit(
    exchange: AuditedExchange,
    caller: string,
    bet: { game: string; stake: Micros; payout: Micros },
  ): void {
    if (exchange.operation === 'batch' || this.#case.books.isUnsure) return;
    const { game, stake, payout } = bet;
    const bankroll = this.#case.books.available(caller) + stake - payout;
    const most = this.#limitOf(caller, { game, bankroll, sent: paramsOf(exchange, exchange.body) });
    if (most !== undefined && stake > most + 1) {
      this.#case.breaks('bet-limits', `${game}: a stake of ${stake} is taken, above its limit of ${most}`);
    }
    if (stake < leastMicros) this.#case.breaks('bet-limits', `${game}: a stake of ${stake} is taken`);
  }

  #limitOf(caller: string, bet: { game: string; bankroll: Micros; sent: Body }): Micros | undefined {
    const { game, bankroll, sent } = bet;
    const top = topHundredths(game, sent);
    if (top === undefined || this.#case.setting.policies['kelly.limit'] !== 'odds') return undefined;
    if (this.#case.setting.policies['casino.payouts'] !== 'published') return undefined;
    const risk = this.#risks.get(caller) ?? riskUsual;
    const most = game === 'slots' ? 1_000_000_000 : 10_000_000_000;
    if (top <= 100) return most;
    return Math.max(
      leastMicros,
      Math.min(most, Math.floor((bankroll * Math.round(risk * 100)) / (top - 100) + 1e-9)),
    );
  }

  #refused(exchange: AuditedExchange, caller: string, bet: { sent: Body | undefined; game: string }): void {
    if (isElsewhere(exchange) || exchange.operation !== 'bet' || this.#case.books.isUnsure) return;
    const { sent, game } = bet;
    const stake = sentMicros(sent, 'amount');
    const bankroll = this.#case.books.available(caller);
    if (
      stake === undefined ||
      stake < leastMicros ||
      game === 'slots' ||
      !isPlainBet(game, paramsOf(exchange, sent))
    )
      return;
    const most = this.#limitOf(caller, { game, bankroll, sent: paramsOf(exchange, sent) });
    if (most === undefined) return;
    const wanted = stake > most ? 'BAD_REQUEST' : stake > bankroll ? 'INSUFFICIENT_BALANCE' : 'OK';
    const seen = outcomeOf(exchange);
    if (seen === wanted || seen === 'GAME_CLOSED' || Math.abs(stake - most) <= 1) return;
    this.#case.breaks(
      'bet-limits',
      `${game}: a stake of ${stake} with ${bankroll} to bet is answered ${seen}; expected ${wanted}`,
    );
  }

  #launched(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) {
      const isRunning = this.#isClimbing(caller);
      if (outcomeOf(exchange) === 'CONFLICT' && !isRunning) {
        this.#case.breaks('bet-records', 'a round is refused though none is running');
      }
      return;
    }
    const { answer, atMs } = exchange;
    const stake = micros(answer, 'amount') ?? 0;
    const top = Math.round(Number(answer['cash_out_at']) * 100);
    this.#case.books.move(caller, -stake, stake);
    // When it crashes, and hence when its loss is shared, is not told.
    this.#case.blurReferrers(caller);
    const settle = (payout: Micros) => (): void => {
      this.#settled(caller, { game: 'crash', stake, payout, atMs, won: payout > stake });
    };
    const win = Math.floor((stake * top) / 100);
    const end = this.#case.books.await({
      ways: [
        { changes: [{ agent: caller, held: -stake }], follows: settle(0) },
        { changes: [{ agent: caller, held: -stake, available: win }], follows: settle(win) },
      ],
    });
    this.#curves.set(caller, { end, stake });
    this.#holdsBalance(answer, caller);
  }

  #isClimbing(caller: string): boolean {
    const curve = this.#curves.get(caller);
    return curve !== undefined && this.#case.books.isOpen(curve.end);
  }

  #cashedOut(exchange: AuditedExchange, caller: string): void {
    const curve = this.#curves.get(caller);
    if (!isOk(exchange)) return;
    if (curve === undefined || !this.#case.books.isOpen(curve.end)) {
      this.#case.breaks('bet-records', 'a round is cashed out that is not running');
      return;
    }
    const { end, stake } = curve;
    this.#case.books.settled(end);
    const payout = micros(exchange.answer, 'payout') ?? 0;
    this.#case.books.move(caller, payout, -stake);
    this.#settled(caller, { game: 'crash', stake, payout, atMs: exchange.atMs, won: payout > stake });
    this.#holdsBalance(exchange.answer, caller);
  }

  #withdrawn(exchange: AuditedExchange, caller: string): void {
    const amount = sentMicros(exchange.body, 'amount');
    const isShort = amount !== undefined && amount > this.#case.books.available(caller);
    const isForm = amount !== undefined && amount >= 1_000_000;
    const covered = isShort ? 'INSUFFICIENT_BALANCE' : 'OK';
    const outcome = isForm ? covered : 'BAD_REQUEST';
    const isVague = true;
    if (
      !isAsExpected(this.#case, exchange, { outcome, property: 'withdrawal-terms', isVague }) ||
      amount === undefined
    )
      return;
    this.#case.books.move(caller, -amount);
    holdsField(this.#case, 'withdrawal-terms', {
      name: 'fee',
      seen: micros(exchange.answer, 'fee'),
      wanted: feeMicros,
    });
    const received = {
      name: 'received',
      seen: micros(exchange.answer, 'received'),
      wanted: amount - feeMicros,
    };
    holdsField(this.#case, 'withdrawal-terms', received);
  }

  #holdsBalance(got: Body, caller: string): void {
    const seen = signedMicros(got['balance']);
    if (seen === undefined || this.#case.books.isUnsure) return;
    const wanted = this.#case.books.available(caller);
    holdsField(this.#case, 'balances-explained', { name: 'balance', seen, wanted });
  }

  #balance(exchange: AuditedExchange, caller: string): void {
    if (isOk(exchange)) this.#holdsBalance(exchange.answer, caller);
  }

  #history(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange) || this.#isClimbing(caller)) return;
    const { query, answer } = exchange;
    const fromMs = parseInstant(query['from'] ?? '') ?? -Infinity;
    const game = query['game']?.replaceAll('-', '_').replace('coinflip', 'coin_flip');
    const own = (this.#bets.get(caller) ?? []).filter(
      (bet) => bet.atMs >= fromMs && (game === undefined || bet.game === game),
    );
    if (own.some((bet) => bet.game === 'crash')) return;
    holdsField(this.#case, 'bet-records', { name: 'total', seen: answer['total'], wanted: own.length });
    const limit = Math.min(100, Number(query['limit'] ?? 20));
    const wanted = own
      .slice(-limit)
      .toReversed()
      .map(({ stake, payout }) => `${stake}>${payout}`)
      .join(' ');
    const seen = objects(answer, 'bets')
      .map((row) => `${micros(row, 'amount')}>${micros(row, 'payout')}`)
      .join(' ');
    holdsField(this.#case, 'bet-records', { name: 'bets', seen, wanted });
  }

  #stats(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange) || this.#isClimbing(caller)) return;
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
    for (const field of fields) holdsField(this.#case, 'bet-records', field);
    if (operation === 'session') {
      holdsField(this.#case, 'bet-records', { name: 'from', seen: instant(answer, 'from'), wanted: fromMs });
    }
  }

  #limits(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const bankroll = micros(exchange.answer, 'bankroll') ?? 0;
    const risk = this.#risks.get(caller) ?? riskUsual;
    holdsField(this.#case, 'bet-limits', {
      name: 'risk_factor',
      seen: exchange.answer['risk_factor'],
      wanted: risk,
    });
    for (const row of objects(exchange.answer, 'limits')) {
      if (row['game'] !== 'coin_flip') continue;
      const wanted = this.#limitOf(caller, { game: 'coin_flip', bankroll, sent: { side: 'heads' } });
      if (wanted !== undefined) {
        holdsField(this.#case, 'bet-limits', {
          name: 'max_bet of coin_flip',
          seen: micros(row, 'max_bet'),
          wanted,
        });
      }
    }
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const isOpenB = (got: Body): boolean => (got['result'] as Body | undefined)?.['status'] === 'open';

/** The id of the game, by whatever name it was called. */
function gameOf({ path, answer }: AuditedExchange, sent: Body | undefined, got: Body): string {
  const named =
    text(got, 'game') ?? text(answer, 'game') ?? text(sent, 'game') ?? path.split('/games/')[1] ?? '';
  const plain = named.replace(/\/(deal|draw|bet|cashout)$/, '').replaceAll('-', '_');
  return plain === 'coinflip' ? 'coin_flip' : plain;
}

/** The parameters of a bet in the words of style A. */
function paramsOf({ style }: AuditedExchange, sent: Body | undefined): Body {
  if (style !== 'B') return sent ?? {};
  const params = (sent?.['params'] ?? {}) as Body;
  if (params['over'] === undefined) return params;
  return { ...params, direction: params['over'] === true ? 'over' : 'under', threshold: params['target'] };
}

/** True for bets whose every rule of form is known here. */
function isPlainBet(game: string, sent: Body): boolean {
  if (sent['client_seed'] !== undefined) return false;
  if (game === 'coin_flip') return sent['side'] === 'heads' || sent['side'] === 'tails';
  if (game === 'simple_dice') return [1, 2, 3, 4, 5, 6].includes(sent['pick'] as number);
  if (game === 'wheel') return true;
  if (game !== 'dice') return false;
  const { direction, threshold } = sent;
  return (
    (direction === 'over' || direction === 'under') &&
    Number.isInteger(threshold) &&
    Number(threshold) >= 2 &&
    Number(threshold) <= 98
  );
}
