/**
 * What referrers must have earned (REF01 to REF05, REF08, REF09, gaps X4 to X6, C32): shares of fees and of what players lost, three levels deep,
 * rounded down, the rest to the first level; those of trading, escrow and domains paid at midnight to the first level.
 */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import {
  expectField,
  isAsExpected,
  isOk,
  micros,
  objects,
  text,
  type Case,
  type ChargedFee,
  type Model,
} from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

interface Purse {
  earned: Micros;
  due: Micros;
  waiting: Micros;
  readonly levels: [Micros, Micros, Micros];
  readonly fromPayers: Map<string, Micros>;
}

interface Losses {
  net: Micros;
  base: Micros;
  shared: Micros;
}

/** In twentieths. */
const rates = { trading: 4, escrow: 3, domains: 3, wallet: 2 } as const;
const paidDaily: readonly string[] = ['trading', 'escrow', 'domains'];
const levelTenths = [7, 2, 1] as const;

/**
 * Checks `referral-shares` and books what referrers earn. A referrer whose share cannot be computed is followed no
 * further.
 */
export class ReferralModel implements Model {
  readonly service = 'referral';
  readonly #case: Case;
  readonly #purses = new Map<string, Purse>();
  readonly #losses = new Map<string, Losses>();
  readonly #blurred = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
    this.#atMidnight((Math.floor(file.setting.startMs / dayMs) + 1) * dayMs);
  }

  /** Looks at calls of several services. */
  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    const { service, operation } = exchange;
    if (this.#blurred.has(caller)) return;
    if (operation === 'withdrawReferral') this.#withdrawn(exchange, caller);
    if (!isOk(exchange)) return;
    if (operation === 'referralStats') this.#shown(exchange, caller);
    if (service === 'faucet' && operation === 'referrals') this.#listed(exchange, caller);
  }

  feeCharged({ service, payer, feeMicros, named }: ChargedFee): void {
    const share = Math.floor((feeMicros * rates[service]) / 20);
    if (named !== undefined) this.#credit(named, { payer, amount: share, level: 0, service });
    else this.#share(payer, share, service);
  }

  betSettled(bet: { player: string; stakeMicros: Micros; payoutMicros: Micros }): void {
    if (this.#case.agents.get(bet.player)?.referrer === undefined) return;
    const losses = this.#losses.get(bet.player) ?? { net: 0, base: 0, shared: 0 };
    this.#losses.set(bet.player, losses);
    losses.net += bet.stakeMicros - bet.payoutMicros;
    losses.base = Math.max(losses.base, losses.net);
    const owed = Math.floor(losses.base / 10) - losses.shared;
    if (owed <= 0) return;
    losses.shared += owed;
    this.#share(bet.player, owed, 'casino');
  }

  /** Those above an agent whose fees come at instants, or of sizes, that are not known. */
  blur(payer: string): void {
    for (const referrer of this.#chainAbove(payer)) {
      this.#blurred.add(referrer);
      this.#case.books.loosen(referrer);
    }
  }

  #share(payer: string, share: Micros, service: string): void {
    const chain = this.#chainAbove(payer);
    const amounts = chain.map((_, level) => Math.floor((share * (levelTenths[level] ?? 0)) / 10));
    const rest = share - amounts.reduce((sum, amount) => sum + amount, 0);
    for (const [level, referrer] of chain.entries()) {
      const amount = (amounts[level] ?? 0) + (level === 0 ? rest : 0);
      this.#credit(referrer, { payer, amount, level, service });
    }
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

  #credit(referrer: string, part: { payer: string; amount: Micros; level: number; service: string }): void {
    const { payer, amount, level, service } = part;
    if (amount === 0) return;
    const purse = this.#purseOf(referrer);
    purse.earned += amount;
    if (level === 0 && paidDaily.includes(service)) purse.due += amount;
    else purse.waiting += amount;
    if (level === 0 || level === 1 || level === 2) purse.levels[level] += amount;
    if (level === 0) purse.fromPayers.set(payer, (purse.fromPayers.get(payer) ?? 0) + amount);
  }

  #atMidnight(atMs: Instant): void {
    this.#case.timers.at(atMs, 'the payment of referral shares', () => {
      for (const [referrer, purse] of this.#purses) {
        this.#case.books.move(referrer, purse.due);
        purse.due = 0;
      }
      this.#atMidnight(atMs + dayMs);
    });
  }

  /** To an address outside; one of an agent's own brings it to that agent. */
  #withdrawn(exchange: AuditedExchange, caller: string): void {
    const purse = this.#purseOf(caller);
    const available = purse.due + purse.waiting;
    const outcome = available === 0 ? 'CONFLICT' : 'OK';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'referral-shares', allowsBadRequest: true }))
      return;
    const seen = micros(exchange.answer, 'amount');
    if (seen !== undefined)
      expectField(this.#case, 'referral-shares', { name: 'amount', seen, wanted: available });
    purse.due = 0;
    purse.waiting = 0;
    const into = this.#case.resolve(text(exchange.body, 'address') ?? '');
    if (into !== undefined) this.#case.books.loosen(into);
  }

  #shown({ answer }: AuditedExchange, caller: string): void {
    const { earned, due, waiting, levels } = this.#purseOf(caller);
    const fields = [
      { name: 'total_earned', seen: micros(answer, 'total_earned'), wanted: earned },
      { name: 'available', seen: micros(answer, 'available'), wanted: due + waiting },
      { name: 'withdrawn', seen: micros(answer, 'withdrawn'), wanted: earned - due - waiting },
      ...objects(answer, 'levels').flatMap((row, level) => [
        { name: `earned at level ${level + 1}`, seen: micros(row, 'earned'), wanted: levels[level] },
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
      { name: 'fees_earned', seen: micros(answer, 'fees_earned'), wanted: earned },
      { name: 'pending_payouts', seen: micros(answer, 'pending_payouts'), wanted: due + waiting },
      { name: 'referred_count', seen: answer['referred_count'], wanted: this.#countBelow(caller, 1) },
      ...objects(answer, 'referred_agents').map((row) => ({
        name: `earned from ${text(row, 'agent_id')}`,
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
