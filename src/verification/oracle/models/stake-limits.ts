/** How much a player may stake at once: by the odds of the game and the risk that it has chosen (specification.md, Casino). */
import type { Micros } from '../../../core/base/money.ts';
import {
  amountIn,
  expectField,
  isElsewhere,
  isOk,
  micros,
  objects,
  outcomeOf,
  reads,
  sentMicros,
  type Case,
} from '../case.ts';
import { usdc } from '../usdc.ts';
import { formMistakes } from '../facts/forms.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { paramsOf } from './bet-words.ts';
import { checkCover, mostCovered } from './house-cover.ts';
import { rescaledGames } from './consistent-payouts.ts';
import { extremes, stakeBelow, topHundredths } from './top-payouts.ts';

/** CAS22, CAS23, TOU02: 0.01, and 0.10 for slots in the list of style B, or in one reading everywhere or nowhere (gap C38). */
export function leastOf({ setting }: Case, game: string, style: string): Micros {
  const reading = setting.policies['casino.slotsMinimum'];
  const isDear = reading === '0.10' || (reading === 'facade' && style === 'B');
  return game === 'slots' && isDear ? 100_000 : 10_000;
}
const publishedMost = (game: string): Micros => (game === 'slots' ? 1_000_000_000 : 10_000_000_000);
const defaultRisk = 0.25;
/** Games of two outcomes that all pay back as much: 98%, or 99.5% under the other reading. */
const hasEvenEdge: readonly string[] = ['coin_flip', 'dice', 'custom'];
const edgePercents = { published: 2, consistent: 0.5 };
/** Published rows of keno favour the player, and so does a hand of video poker that has been seen. */
const mayFavourPlayers: readonly string[] = ['keno', 'video_poker', 'blackjack'];

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
    bet: { game: string; stake: Micros; payout: Micros; isAlone: boolean; params: Body; isHand: boolean },
  ): void {
    const { game, stake, payout, isAlone, params: sent } = bet;
    if (game === 'video_poker') this.#drawn(exchange, bet);
    if (bet.isHand) return;
    const top = topHundredths(game, sent, this.#isPublished);
    if (isAlone && top !== undefined) checkCover(this.#case, exchange, { stake, top });
    const bankroll = this.#case.books.available(caller) + stake - payout;
    const { style } = exchange;
    const most = this.#limitOf(caller, { game, style, bankroll, sent, isAlone });
    if (most !== undefined && stake > most) {
      this.#case.breaks(
        'bet-limits',
        `${game}: a stake of ${usdc(stake)} is taken, above its limit of ${usdc(most)}`,
      );
    }
    if (stake < leastOf(this.#case, game, style))
      this.#case.breaks('bet-limits', `${game}: a stake of ${usdc(stake)} is taken, below the least`);
  }

  /** The stake of a hand that was dealt free is put down with the draw, and a royal flush has to be covered then (gaps C14, C36). */
  #drawn(exchange: AuditedExchange, bet: { stake: Micros; isAlone: boolean; params: Body }): void {
    const { stake, isAlone, params } = bet;
    const top = topHundredths('video_poker', {});
    if (stake < leastOf(this.#case, 'video_poker', exchange.style) || params['amount'] === undefined)
      this.#case.breaks('bet-limits', `a draw with a stake of ${usdc(stake)} is taken, below the least`);
    if (isAlone && top !== undefined) checkCover(this.#case, exchange, { stake, top });
  }

  refused(
    exchange: AuditedExchange,
    caller: string,
    bet: { sent: Body | undefined; game: string; isAlone: boolean },
  ): void {
    if (isElsewhere(exchange) || exchange.operation !== 'bet') return;
    // It may be the answer to an earlier call under the same key, with the limit of its time.
    if (exchange.status === 400 && exchange.headers['idempotency-key'] !== undefined) return;
    const { sent, game } = bet;
    const stake = sentMicros(sent, 'amount');
    const bankroll = this.#case.books.available(caller);
    if (
      stake === undefined ||
      formMistakes(this.#case, exchange).length > 0 ||
      stake < leastOf(this.#case, game, exchange.style)
    )
      return;
    const { style } = exchange;
    const { isAlone } = bet;
    const limit = this.#limitOf(caller, { game, style, bankroll, sent: paramsOf(exchange, sent), isAlone });
    checkReportedLimit(this.#case, exchange, limit);
    if (!isPlainBet(game, paramsOf(exchange, sent))) return;
    const top = topHundredths(game, paramsOf(exchange, sent), this.#isPublished);
    if (isAlone && top !== undefined) checkCover(this.#case, exchange, { stake, top });
    const most = limit;
    if (most === undefined) return;
    const isBalanceFirst = this.#case.setting.policies['kelly.precedence'] === 'balance';
    const isBeyondAll = stake > publishedMost(game);
    const isAbove = stake > most && (isBeyondAll || !(isBalanceFirst && stake > bankroll));
    const wanted = isAbove ? 'BAD_REQUEST' : stake > bankroll ? 'INSUFFICIENT_BALANCE' : 'OK';
    const seen = outcomeOf(exchange);
    if (seen === wanted || seen === 'GAME_CLOSED') return;
    this.#case.breaks(
      'bet-limits',
      `${game}: a stake of ${usdc(stake)} with ${usdc(bankroll)} to bet is answered ${seen}; expected ${wanted}`,
    );
  }

  /** A response with the limits of a player. */
  observeExchange(exchange: AuditedExchange, caller: string, isAlone: boolean): void {
    if (!isOk(exchange)) return;
    const bankroll = micros(exchange.answer, 'bankroll') ?? 0;
    const risk = this.#risks.get(caller) ?? defaultRisk;
    expectField(this.#case, 'bet-limits', {
      name: 'risk_factor',
      seen: exchange.answer['risk_factor'],
      wanted: risk,
    });
    for (const row of objects(exchange.answer, 'limits')) {
      const game = String(row['game']);
      const isKnown = this.#isPublished || !rescaledGames.includes(game);
      const [shortest, longest] = (isKnown ? extremes[game] : undefined) ?? [];
      for (const [name, top] of [
        ['max_bet', shortest],
        ['max_bet_at_longest_odds', longest],
      ] as const) {
        const most = this.#shownOf(caller, isAlone, { game, style: exchange.style, bankroll, top });
        if (most === undefined) continue;
        const wanted = this.#stakable(exchange.style, { game, most, bankroll });
        expectField(this.#case, 'bet-limits', {
          name: `${name} of ${game}`,
          isMicros: true,
          seen: micros(row, name),
          wanted,
        });
      }
    }
  }

  /** A game with an edge against the player has no bet that makes a bankroll grow (KEL04, gap C18). */
  optimal(exchange: AuditedExchange, caller: string, isAlone: boolean): void {
    if (!isOk(exchange)) return;
    const { body, answer, style } = exchange;
    const game = String(answer['game']);
    const bankroll = this.#case.books.available(caller);
    const fraction = Number(answer['kelly_fraction']);
    const top = topHundredths(game, body ?? {}, this.#isPublished);
    const most = this.#shownOf(caller, isAlone, { game, style, bankroll, top });
    const fields = [
      // No bet is above the most that its game takes, however much there is to bet.
      amountIn(answer, 'optimal_bet', Math.min(publishedMost(game), Math.floor(bankroll * fraction + 1e-6))),
      { name: 'a fraction of the bankroll', seen: fraction >= 0 && fraction < 1, wanted: true },
      ...(this.#mayFavour(game) ? [] : [{ name: 'kelly_fraction', seen: fraction, wanted: 0 }]),
      ...(most === undefined
        ? []
        : [amountIn(answer, 'max_bet', this.#stakable(style, { game, most, bankroll }))]),
    ];
    for (const field of fields)
      expectField(this.#case, 'bet-limits', { ...field, name: `${game}: ${field.name}` });
  }

  /** Without a plan in the request a simulation stakes by the risk factor of the player, as the limit does (KEL07, gap C18). */
  simulated(exchange: AuditedExchange, caller: string): void {
    const { body = {}, answer } = exchange;
    const isPlanned = body['fraction'] !== undefined || body['amount'] !== undefined;
    const top = topHundredths(String(answer['game']), body, this.#isPublished);
    if (!isOk(exchange) || isPlanned || top === undefined) return;
    const risk = this.#risks.get(caller) ?? defaultRisk;
    const profit = (top - 100) / 100;
    const wanted = profit > risk ? risk / profit : 1;
    const seen = Number(answer['fraction']);
    if (Math.abs(seen - wanted) > 1e-9)
      this.#case.breaks(
        'bet-limits',
        `${String(answer['game'])}: the fraction of a simulation is ${seen}; expected ${wanted}`,
      );
  }

  /** The published limit can be staked, apart from the least that every limit but that of the player's own Kelly bet allows. */
  #stakable(
    style: string,
    { game, most, bankroll }: { game: string; most: Micros; bankroll: Micros },
  ): Micros {
    const least = this.#reads('strict') ? 0 : leastOf(this.#case, game, style);
    return Math.max(least, Math.min(most, bankroll));
  }

  /** A limit that is shown can be staked, as far as it is known what the house covers (gap C36). */
  #shownOf(
    caller: string,
    isAlone: boolean,
    bet: { game: string; style: string; bankroll: Micros; top: number | undefined },
  ): Micros | undefined {
    const { top } = bet;
    if (top === undefined) return undefined;
    const most = this.#mostOf(caller, { ...bet, top, isAlone });
    if (most === undefined || top <= 100) return most;
    // What is shown of a limit of the house below the least bet is not documented.
    if (this.#reads('house') && most < leastOf(this.#case, bet.game, bet.style)) return undefined;
    const covered = mostCovered(this.#case, top);
    // What the house has put aside for open bets is not known; a bank as large as by default has far more than that.
    const isLarge = !this.#case.setting.changed.includes('casino.houseBankroll');
    if (covered === undefined || !(isAlone || (isLarge && covered >= 2 * most))) return undefined;
    return Math.min(most, covered);
  }

  /** Pairs anywhere on the reels pay more than slots take (gap C8). */
  #mayFavour(game: string): boolean {
    const paysAnyPair = this.#case.setting.policies['casino.slotPairs'] === 'any';
    return mayFavourPlayers.includes(game) || (game === 'slots' && paysAnyPair);
  }

  #reads(option: string): boolean {
    return reads(this.#case, 'kelly.limit', option);
  }

  get #isPublished(): boolean {
    return this.#case.setting.policies['casino.payouts'] === 'published';
  }

  #limitOf(
    caller: string,
    bet: { game: string; style: string; bankroll: Micros; sent: Body; isAlone: boolean },
  ): Micros | undefined {
    const top = topHundredths(bet.game, bet.sent, this.#isPublished);
    return top === undefined ? undefined : this.#mostOf(caller, { ...bet, top });
  }

  #mostOf(
    caller: string,
    bet: { game: string; style: string; bankroll: Micros; top: number; isAlone: boolean },
  ): Micros | undefined {
    const option = this.#case.setting.policies['kelly.limit'] ?? '';
    const { game, style, bankroll, top } = bet;
    const most = publishedMost(game);
    if (option === 'strict') return this.#mayFavour(game) ? undefined : 0;
    if (option === 'house' && !hasEvenEdge.includes(game)) return undefined;
    if (top <= 100 || option === 'none') return most;
    const risk = this.#risks.get(caller) ?? defaultRisk;
    const risked = option === 'house' ? this.#riskedByHouse(bet.isAlone) : bankroll * Math.round(risk * 100);
    if (risked === undefined) return undefined;
    const least = option === 'house' ? 0 : leastOf(this.#case, game, style);
    return Math.max(least, Math.min(most, stakeBelow(risked, top)));
  }

  /** In hundredths: of two outcomes a house risks as much of its bankroll as it has an edge. What it has put aside is not known. */
  #riskedByHouse(isAlone: boolean): number | undefined {
    const house = isAlone ? this.#case.houses.known('casino:house') : undefined;
    const percent = edgePercents[this.#isPublished ? 'published' : 'consistent'];
    return house === undefined ? undefined : Math.max(0, house) * percent;
  }
}

/** A stake above its limit is refused with the limit, to the micro. */
function checkReportedLimit(file: Case, { answer }: AuditedExchange, most: Micros | undefined): void {
  const [, reported] = /the Kelly limit of this bet: ([\d.]+)$/.exec(String(answer['error'])) ?? [];
  if (reported === undefined || most === undefined) return;
  expectField(file, 'bet-limits', {
    ...amountIn({ reported }, 'reported', most),
    name: 'the Kelly limit in a message',
  });
}

/** True for bets whose every rule of form is known here. */
export function isPlainBet(game: string, sent: Body): boolean {
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
