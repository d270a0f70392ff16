/**
 * What referrers must have earned (REF01 to REF05, REF08, REF09, gaps X4 to X6, C32): shares of fees and of what players lost, three levels deep,
 * rounded down, the rest to the first level; those of trading, escrow and domains paid at midnight to the first level.
 */
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
  text,
  type Case,
  type ChargedFee,
  type Model,
  type PaidShares,
} from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { anyService } from '../books.ts';
import type { HouseAccount } from '../house-books.ts';
import { PlayerLosses } from './player-losses.ts';
import { checkReferred } from './referred-agents.ts';

interface Purse {
  earned: Micros;
  due: Micros;
  waiting: Micros;
  readonly levels: [Micros, Micros, Micros];
  readonly fromPayers: Map<string, Micros>;
}

/** Whose fee a share is of, and the account that pays it where that is followed. */
interface Source {
  readonly service: string;
  readonly account: HouseAccount | undefined;
  readonly isBooked?: boolean | undefined;
}

const feeAccounts: Readonly<Record<ChargedFee['service'], HouseAccount | undefined>> = {
  trading: 'trading:fees',
  escrow: 'escrow:fees',
  domains: 'domains:fees',
  casino: 'casino:fees',
  wallet: undefined,
};

/** In twentieths. */
const rates = { trading: 4, escrow: 3, domains: 3, wallet: 2, casino: 2 } as const;
const flatRate = 3;
const paidDaily: readonly string[] = ['trading', 'escrow', 'domains'];
/** Parts of each level, by reading: of their sum, or of one where each level has the whole. */
const parts: Readonly<Record<string, readonly [parts: readonly number[], of: number]>> = {
  '7-2-1': [[7, 2, 1], 10],
  equal: [[1, 1, 1], 3],
  'level-1-only': [[1, 0, 0], 1],
  'full-each': [[1, 1, 1], 1],
};

/** Checks `referral-shares` and books what referrers earn, as long as their shares can be computed. */
export class ReferralModel implements Model {
  readonly service = 'referral';
  readonly #case: Case;
  readonly #purses = new Map<string, Purse>();
  readonly #losses: PlayerLosses;
  readonly #blurred = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
    this.#losses = new PlayerLosses(file);
    this.#atMidnight((Math.floor(file.setting.startMs / dayMs) + 1) * dayMs);
  }

  /** Looks at calls of several services. */
  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    const { service, operation } = exchange;
    const isList = service === 'faucet' && operation === 'referrals' && isOk(exchange);
    if (isList) checkReferred(this.#case, exchange, caller);
    if (this.#blurred.has(caller)) return;
    if (operation === 'withdrawReferral') this.#withdrawn(exchange, caller);
    if (!isOk(exchange)) return;
    if (operation === 'referralStats') this.#shown(exchange, caller);
    if (isList) this.#listed(exchange, caller);
  }

  feeCharged({ service, payer, feeMicros, named, isBooked, isSure = true }: ChargedFee): void {
    const share = this.#shareOf(service, feeMicros);
    const account = feeAccounts[service];
    if (account !== undefined) this.#case.houses.move(account, feeMicros);
    const of = { service, account, isBooked };
    if (named === undefined) this.#share(payer, share, { ...of, chain: this.#chainAbove(payer) });
    else if (this.#reads('named', 'alone')) this.#credit(named, { payer, amount: share, level: 0, ...of });
    else this.#share(payer, share, { ...of, chain: [named, ...this.#chainAbove(named)].slice(0, 3) });
    if (!isSure) this.blur(payer, named);
  }

  sharesOf({ service, payer, feeMicros }: ChargedFee, isBetween: boolean): readonly PaidShares[] {
    const chain = this.#chainAbove(payer);
    const { nowMs, beforeMs } = this.#case.timers;
    const isImmediate = this.#reads('payout', 'immediate');
    const isPaid = isBetween && Math.floor(beforeMs / dayMs) < Math.floor(nowMs / dayMs);
    const due = this.#amounts(this.#shareOf(service, feeMicros), chain).flatMap((available, level) =>
      isImmediate || this.#isPaidAtMidnight(level, service) ? [{ agent: chain[level] ?? '', available }] : [],
    );
    const isOnly = !isPaid || due.length === 0;
    const paid = { changes: due, isBooked: true, isOnly: isOnly || isImmediate };
    if (isImmediate) return [paid];
    const later = { changes: [], isBooked: false, isOnly };
    // Paid first: what the referrer has more is explained by nothing else then.
    return isOnly ? [later] : [paid, later];
  }

  betSettled(bet: { player: string; stakeMicros: Micros; payoutMicros: Micros; isAlone: boolean }): void {
    this.#case.houses.move('casino:house', bet.stakeMicros - bet.payoutMicros);
    if (this.#case.agents.get(bet.player)?.referrer === undefined || this.#reads('casinoBase', 'fees'))
      return;
    this.#losses.settled(bet.player, bet.stakeMicros - bet.payoutMicros);
    if (this.#losses.isLifelong) this.#shareLosses(bet.player, bet.isAlone);
  }

  /** `isAlone` where the house has put nothing aside for other bets. */
  #shareLosses(player: string, isAlone: boolean): void {
    const house = this.#case.houses.known('casino:house');
    // What the house has put aside for open bets is not known; a bank as large as by default has far more than that.
    const isSmall = this.#case.setting.changed.includes('casino.houseBankroll');
    if (isSmall && (house === undefined || !isAlone)) return this.#sharedUnseen(player);
    // A house that cannot pay owes the rest.
    const owed = this.#losses.share(player, house ?? Infinity);
    const chain = this.#chainAbove(player);
    if (owed > 0) this.#share(player, owed, { service: 'casino', account: 'casino:house', chain });
  }

  /** The losses of a day are shared at its end: before what is paid then, or after it (gap C32). */
  #dayOver(): void {
    this.#losses.dayOver();
    const isOpen = this.#reads('payout', 'daily-all');
    for (const player of this.#losses.players)
      if (isOpen) this.#sharedUnseen(player);
      else this.#shareLosses(player, false);
  }

  #sharedUnseen(player: string): void {
    this.#case.houses.loosen('casino:house');
    this.blur(player);
  }

  /** Those above an agent whose fees come at instants, or of sizes, that are not known, and whom such a fee names. */
  blur(payer: string, named?: string): void {
    const others = named === undefined ? [] : [named, ...this.#chainAbove(named)];
    for (const referrer of [...this.#chainAbove(payer), ...others]) {
      this.#blurred.add(referrer);
      this.#case.books.loosen(referrer, anyService);
    }
  }

  #reads(policy: string, option: string): boolean {
    return reads(this.#case, `referral.${policy}`, option);
  }

  #shareOf(service: ChargedFee['service'], feeMicros: Micros): Micros {
    const rate = this.#reads('faucetRate', 'flat') ? flatRate : rates[service];
    return Math.floor((feeMicros * rate) / 20);
  }

  #share(payer: string, share: Micros, { chain, ...of }: Source & { chain: string[] }): void {
    const amounts = this.#amounts(share, chain);
    for (const [level, referrer] of chain.entries())
      this.#credit(referrer, { payer, amount: amounts[level] ?? 0, level, ...of });
  }

  /** By level; what rounding leaves goes to the first. */
  #amounts(share: Micros, chain: readonly string[]): Micros[] {
    const [levels, whole] = parts[this.#case.setting.policies['referral.split'] ?? ''] ?? [[], 1];
    const amounts = chain.map((_, level) => Math.floor((share * (levels[level] ?? 0)) / whole));
    const isKept = this.#reads('emptyLevels', 'kept');
    const rest = isKept ? 0 : Math.max(0, share - amounts.reduce((sum, amount) => sum + amount, 0));
    return amounts.map((amount, level) => amount + (level === 0 ? rest : 0));
  }

  #chainAbove(agentId: string): string[] {
    const chain: string[] = [];
    let above = this.#case.agents.get(agentId)?.referrer;
    while (above !== undefined && chain.length < 3) {
      chain.push(above);
      above = this.#case.agents.get(above)?.referrer;
    }
    return chain;
  }

  #credit(referrer: string, part: Source & { payer: string; amount: Micros; level: number }): void {
    const { payer, amount, level, service, account, isBooked } = part;
    if (amount === 0) return;
    if (account !== undefined) this.#case.houses.move(account, -amount);
    const purse = this.#purseOf(referrer);
    purse.earned += amount;
    const isAtOnce = this.#reads('payout', 'immediate');
    const isPaid = isBooked === true && (isAtOnce || this.#isPaidAtMidnight(level, service));
    if (!isPaid) {
      if (isAtOnce) this.#case.books.move(referrer, amount);
      else if (this.#isPaidAtMidnight(level, service)) purse.due += amount;
      else purse.waiting += amount;
    }
    if (level === 0 || level === 1 || level === 2) purse.levels[level] += amount;
    if (level === 0) purse.fromPayers.set(payer, (purse.fromPayers.get(payer) ?? 0) + amount);
  }

  #isPaidAtMidnight(level: number, service: string): boolean {
    if (this.#reads('payout', 'daily-all')) return true;
    return this.#reads('payout', 'daily') && level === 0 && paidDaily.includes(service);
  }

  #atMidnight(atMs: Instant): void {
    this.#case.timers.at(atMs, 'the payment of referral shares', () => {
      for (const [referrer, purse] of this.#purses) {
        this.#case.books.move(referrer, purse.due);
        purse.due = 0;
      }
      if (!this.#losses.isLifelong) this.#dayOver();
      this.#atMidnight(atMs + dayMs);
    });
  }

  /** To an address outside; one of an agent's own brings it to that agent. */
  #withdrawn(exchange: AuditedExchange, caller: string): void {
    const purse = this.#purseOf(caller);
    const available = purse.due + purse.waiting;
    const isRefused = available === 0 && reads(this.#case, 'wallet.withdrawNothing', 'conflict');
    const outcome = isRefused ? 'CONFLICT' : 'OK';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'referral-shares', allowsBadRequest: true }))
      return;
    const seen = micros(exchange.answer, 'amount');
    if (seen !== undefined)
      expectField(this.#case, 'referral-shares', amountIn(exchange.answer, 'amount', available));
    purse.due = 0;
    purse.waiting = 0;
    const into = this.#case.resolve(text(exchange.body, 'address') ?? '');
    if (into !== undefined) this.#case.books.move(into, available);
  }

  #shown({ answer }: AuditedExchange, caller: string): void {
    const { earned, due, waiting, levels } = this.#purseOf(caller);
    const fields = [
      amountIn(answer, 'total_earned', earned),
      amountIn(answer, 'available', due + waiting),
      amountIn(answer, 'withdrawn', earned - due - waiting),
      ...objects(answer, 'levels').flatMap((row, level) => [
        {
          name: `earned at level ${level + 1}`,
          isMicros: true,
          seen: micros(row, 'earned'),
          wanted: levels[level],
        },
        {
          name: `agents at level ${level + 1}`,
          seen: row['agents'],
          wanted: this.#countBelow(caller, level + 1),
        },
      ]),
    ];
    for (const field of fields) expectField(this.#case, 'referral-shares', field);
  }

  #listed({ answer }: AuditedExchange, caller: string): void {
    const { earned, due, waiting, fromPayers } = this.#purseOf(caller);
    const fields = [
      amountIn(answer, 'fees_earned', earned),
      amountIn(answer, 'pending_payouts', due + waiting),
      { name: 'referred_count', seen: answer['referred_count'], wanted: this.#countBelow(caller, 1) },
      ...objects(answer, 'referred_agents').map((row) => ({
        name: `earned from ${text(row, 'agent_id')}`,
        isMicros: true,
        seen: micros(row, 'fees_earned'),
        wanted: fromPayers.get(text(row, 'agent_id') ?? '') ?? 0,
      })),
    ];
    for (const field of fields) expectField(this.#case, 'referral-shares', field);
  }

  #countBelow(agentId: string, level: number): number {
    let count = 0;
    for (const other of this.#case.agents.keys()) {
      if (this.#chainAbove(other)[level - 1] === agentId) count += 1;
    }
    return count;
  }

  #purseOf(referrer: string): Purse {
    let purse = this.#purses.get(referrer);
    if (purse === undefined) {
      purse = { earned: 0, due: 0, waiting: 0, levels: [0, 0, 0], fromPayers: new Map() };
      this.#purses.set(referrer, purse);
    }
    return purse;
  }
}
