/** Bets as the documents have them: stakes, payouts, limits, records and seeds (specification.md, Casino). */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import {
  expectField,
  isAsExpected,
  isOk,
  micros,
  objects,
  outcomeOf,
  reads,
  sentMicros,
  text,
  type Case,
  type Model,
} from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { BetRecords } from './bet-records.ts';
import { checkBatched } from './batched-bets.ts';
import { gameOf, paramsOf } from './bet-words.ts';
import { FairnessModel } from './fairness.ts';
import { checkLedger, checkRecent } from './ledger-lists.ts';
import { LandedCurves } from './landed-curves.ts';
import { Curves } from './curves.ts';
import { checkAdviceGiven } from './refused-advice.ts';
import { checkPayout, checkStake } from './settled-payout.ts';
import { holdsBalance } from './shown-balance.ts';
import { StakeLimitModel } from './stake-limits.ts';
import { checkWithdrawal } from './withdrawals.ts';

/** Checks `bet-payouts` and `withdrawal-terms`, and through its parts records, stakes and fairness; books stakes and payouts. */
export class CasinoModel implements Model {
  readonly service = 'casino';
  readonly #case: Case;
  readonly #fairness: FairnessModel;
  readonly #records: BetRecords;
  readonly #limits: StakeLimitModel;
  /** Who has placed a bet, by its id. */
  readonly #players = new Map<string, string>();
  /** What a player has in an open hand, by player and game. */
  readonly #hands = new Map<string, Micros>();
  /** By player and game, what forgets the end of an open hand. */
  readonly #ends = new Map<string, () => void>();
  readonly #curves: Curves;

  constructor(file: Case) {
    this.#case = file;
    const landed = new LandedCurves(file);
    this.#fairness = new FairnessModel(file, landed);
    this.#records = new BetRecords(file);
    this.#curves = new Curves(file, { records: this.#records, landed });
    this.#limits = new StakeLimitModel(file);
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    this.#curves.asked(exchange, caller);
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
        return this.#curves.launched(exchange, caller);
      case 'cashOut':
        return this.#curves.cashedOut(exchange, caller);
      case 'withdraw':
        return checkWithdrawal(this.#case, exchange, caller);
      case 'balance':
        return this.#balance(exchange, caller);
      case 'transactions':
        return checkLedger(this.#case, exchange, caller);
      case 'history':
      case 'stats':
      case 'session':
        return this.#recorded(exchange, caller);
      case 'leaderboard':
      case 'profitLeaders':
        if (isOk(exchange) && this.#curves.count === 0) this.#records.led(exchange);
        return;
      default:
        return this.#advised(exchange, caller);
    }
  }

  /** Limits, and what seeds have to do with bets. */
  #advised(exchange: AuditedExchange, caller: string): void {
    switch (exchange.operation) {
      case 'rotate':
        return this.#rotated(exchange, caller);
      case 'configureKelly':
        return this.#limits.configured(exchange, caller);
      case 'verifyBet':
        return this.#verified(exchange, caller);
      case 'kellyOptimal':
        checkAdviceGiven(this.#case, exchange, caller);
        return this.#limits.optimal(exchange, caller, this.#isQuiet);
      case 'simulateKelly':
        checkAdviceGiven(this.#case, exchange, caller);
        return this.#limits.simulated(exchange, caller);
      case 'kellyLimits':
        return this.#limits.observeExchange(exchange, caller, this.#isQuiet);
    }
  }

  /** A bet is its player's to verify (FAI06); to others it is not there (gap A6). */
  #verified(exchange: AuditedExchange, caller: string): void {
    const player = this.#players.get(
      exchange.params['betId'] ?? exchange.params['id'] ?? text(exchange.body, 'bet_id') ?? '',
    );
    if (player === undefined || player === caller) return;
    isAsExpected(this.#case, exchange, { outcome: 'NOT_FOUND', property: 'keys-isolated' });
  }

  #played(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    // Chips are worth nothing outside, and whether bets of them are among the others is open.
    if (reads(this.#case, 'tournaments.stakes', 'chips')) return this.#records.launched(caller);
    this.#placed(exchange, caller, { sent: exchange.body, got: exchange.answer });
  }

  #batch(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const items = Array.isArray(exchange.body?.['bets']) ? (exchange.body['bets'] as Body[]) : [];
    const results = objects(exchange.answer, 'results');
    // A bet that is refused does not stop the rest (gap C39).
    expectField(this.#case, 'bet-records', {
      name: 'results of a batch',
      seen: results.length,
      wanted: items.length,
    });
    for (const [index, got] of results.entries()) {
      const sent = items[index];
      if (sent !== undefined)
        checkBatched(this.#case, exchange, { game: gameOf(exchange, sent, got), sent, got });
      if (got['code'] === undefined) this.#placed(exchange, caller, { sent, got });
    }
  }

  /** One bet, hand or move; `got` is its part of the answer. */
  #placed(exchange: AuditedExchange, caller: string, bet: { sent: Body | undefined; got: Body }): void {
    const { sent, got } = bet;
    const game = gameOf(exchange, sent, got);
    if (!isOk(exchange)) {
      this.#limits.refused(exchange, caller, { sent, game, isAlone: this.#isQuiet });
      return;
    }
    const id = text(got, 'bet_id');
    if (id !== undefined) this.#players.set(id, caller);
    const key = `${caller}/${game}`;
    this.#ends.get(key)?.();
    const inHand = this.#hands.get(key) ?? 0;
    const stake = micros(got, 'amount') ?? sentMicros(sent, 'amount') ?? 0;
    const isHand = this.#isHand(game);
    const isOpen = isHand && (got['status'] === 'open' || got['cards'] !== undefined || isOpenB(got));
    if (isOpen) {
      this.#case.books.move(caller, inHand - stake, stake - inHand);
      this.#hands.set(key, stake);
      if (reads(this.#case, 'casino.openHands', '24h')) this.#abandons(caller, key, exchange.atMs);
      return holdsBalance(this.#case, got, caller);
    }
    if (!isHand) checkStake(this.#case, { game, sent, got });
    const params = paramsOf(exchange, sent);
    const mayDouble = isHand && (inHand > 0 || params['action'] === 'double');
    const total = mayDouble && exchange.style === 'B' ? this.#staked(caller, { stake, inHand }, got) : stake;
    const payout = micros(got, 'payout') ?? 0;
    this.#case.books.move(caller, inHand - total + payout, -inHand);
    this.#hands.delete(key);
    const taken = { game, stake: total, payout, isAlone: this.#isQuiet, params, isHand };
    if (inHand === 0) this.#limits.taken(exchange, caller, taken);
    const won = got['win'] === true || got['won'] === true;
    const settled = { game, stake: total, payout, atMs: exchange.atMs, won, id };
    this.#records.settled(caller, settled, this.#isQuiet);
    checkPayout(this.#case, { game, sent: params, got, stake: total, payout });
    holdsBalance(this.#case, got, caller);
  }

  /** Played in several calls; hi-lo in two, where its first card is known to who guesses (gap C9). */
  #isHand(game: string): boolean {
    const isTwo = game === 'hilo' && reads(this.#case, 'casino.hiloGuess', 'informed');
    return isTwo || game === 'blackjack' || game === 'video_poker';
  }

  get #isQuiet(): boolean {
    return this.#hands.size + this.#curves.count === 0;
  }

  /** A day after its last move the house ends a hand, and no answer tells how. */
  #abandons(caller: string, key: string, atMs: Instant): void {
    const cancel = this.#case.timers.at(atMs + dayMs, 'the end of a hand', () => {
      this.#hands.delete(key);
      this.#records.launched(caller);
      this.#case.books.loosen(caller, this.service);
      this.#case.houses.loosen('casino:house');
      this.#case.invalidateReferrers(caller);
    });
    this.#ends.set(key, cancel);
  }

  /** Style B does not say whether a hand was doubled; the balance does. */
  #staked(caller: string, { stake, inHand }: { stake: Micros; inHand: Micros }, got: Body): Micros {
    const payout = micros(got, 'payout') ?? 0;
    const [once, more] = inHand > 0 ? [inHand, 0] : [stake, stake];
    const single = this.#case.books.available(caller) - more + payout;
    return micros(got, 'balance') === single ? once : 2 * once;
  }

  /** The seed that a rotation reveals tells where a running curve ends (gaps C20, C27). */
  #rotated(exchange: AuditedExchange, caller: string): void {
    const { books } = this.#case;
    const isRunning = this.#curves.isClimbing(caller) && !books.isLoose(caller) && !books.isVague(caller);
    if (isOk(exchange) && isRunning)
      this.#case.breaks('fairness-commitments', 'a rotation reveals the seed of a round that is running');
    const isRefused = outcomeOf(exchange) === 'CONFLICT' && exchange.headers['idempotency-key'] === undefined;
    if (isRefused && this.#hasEnded(caller))
      this.#case.breaks('bet-records', 'a rotation is refused though no hand or round of the caller is open');
  }

  /** True where nothing of an agent is open for certain. */
  #hasEnded(caller: string): boolean {
    const { books, setting } = this.#case;
    const mayBeOpen = this.#curves.knows(caller) && (books.isLoose(caller) || books.isVague(caller));
    if (mayBeOpen || this.#curves.isClimbing(caller) || setting.faults.length > 0) return false;
    return ![...this.#hands.keys()].some((key) => key.startsWith(caller));
  }

  /** While a curve climbs it is unknown whether its bet is among them. */
  #recorded(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange) || this.#curves.isClimbing(caller)) return;
    if (exchange.operation === 'history') this.#records.listed(exchange, caller);
    else this.#records.summed(exchange, caller);
  }

  #balance(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    holdsBalance(this.#case, exchange.answer, caller);
    checkRecent(this.#case, exchange, caller);
  }
}

const isOpenB = (got: Body): boolean => (got['result'] as Body | undefined)?.['status'] === 'open';
