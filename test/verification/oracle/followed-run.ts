/** A run without a platform: books, accounts of the house and timers that a model works with, request by request. */
import { ExpectedBalances } from '../../../src/verification/oracle/books.ts';
import type { Case, ChargedFee, KnownAgent } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { HouseBooks } from '../../../src/verification/oracle/house-books.ts';
import { Timers } from '../../../src/verification/oracle/timers.ts';
import { exchangeOf } from './said.ts';

interface Given {
  readonly policies?: Readonly<Record<string, string>>;
  /** What each agent has, in USDC. */
  readonly agents?: Readonly<Record<string, number>>;
  readonly referrers?: Readonly<Record<string, string>>;
  /** What accounts of the house have, in USDC. */
  readonly houses?: Readonly<Record<string, number>>;
  readonly setting?: object;
  readonly more?: object;
}

const micros = (amount: number): number => Math.round(amount * 1_000_000);

/** A case in which each agent is known by the id, `0x` and the id, or `@` and the id. */
export class FollowedRun {
  readonly said: string[] = [];
  readonly fees: ChargedFee[] = [];
  readonly blurred: (readonly [payer: string, named?: string])[] = [];
  readonly bets: object[] = [];
  readonly books = new ExpectedBalances();
  readonly houses: HouseBooks;
  readonly timers = new Timers();
  readonly agents = new Map<string, KnownAgent>();
  readonly unknownRegistrations = new Set<string>();
  readonly file: Case;

  constructor({
    policies = {},
    agents = {},
    referrers = {},
    houses = {},
    setting = {},
    more = {},
  }: Given = {}) {
    this.houses = new HouseBooks(policies);
    this.houses.begin(new Map(Object.entries(houses).map(([name, amount]) => [name, micros(amount)])));
    for (const [agentId, amount] of Object.entries(agents)) {
      this.agents.set(agentId, { agentId, number: this.agents.size, referrer: referrers[agentId], atMs: 0 });
      this.books.open(agentId);
      this.books.move(agentId, micros(amount));
    }
    const { said, fees, blurred, bets, books, timers, unknownRegistrations } = this;
    this.file = {
      setting: { startMs: 0, endMs: 1e12, faults: [], changed: Object.keys(policies), policies, ...setting },
      books,
      houses: this.houses,
      timers,
      agents: this.agents,
      unknownRegistrations,
      nowMs: () => timers.nowMs,
      resolve: (name: string) => this.agents.get(name.replace(/^(?:0x|@)/, ''))?.agentId,
      isMisspelt: (name: string) => name.includes('misspelt'),
      breaks: (property: string, message: string) => void said.push(`${property}: ${message}`),
      feeCharged: (fee: ChargedFee) => void fees.push(fee),
      sharesOf: () => [{ changes: [], isBooked: false, isOnly: true }],
      invalidateReferrers: (payer: string, named?: string) =>
        void blurred.push(named === undefined ? [payer] : [payer, named]),
      betSettled: (bet: object) => void bets.push(bet),
      ...more,
    } as unknown as Case;
  }

  /** A request of an agent at its instant, and what is said of it. */
  hears(
    model: { answered(exchange: AuditedExchange, caller: string | undefined): void },
    caller: string | undefined,
    [call, more = {}]: readonly [call: string, more?: Partial<AuditedExchange>],
  ): string[] {
    const before = this.said.length;
    const exchange = exchangeOf(call, { atMs: this.timers.nowMs, method: 'POST', ...more });
    this.timers.advance(exchange.atMs);
    model.answered(exchange, caller);
    return this.said.slice(before);
  }

  /** What an agent has available and held, in micro-USDC. */
  has(agent: string): readonly [available: number, held: number] {
    return [this.books.available(agent), this.books.held(agent)];
  }
}

/** A refusal with a code. */
export const refused = (code: string, status = 400): { status: number; answer: Body } => ({
  status,
  answer: { code, error: 'refused' },
});
