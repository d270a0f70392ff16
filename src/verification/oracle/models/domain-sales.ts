/** Who may give or sell a name to whom, and what a buyer has agreed to pay (DOM18, DOM19, gap N6). */
import type { Micros } from '../../../core/base/money.ts';
import { isElsewhere, isOk, reads, type Case, type ExpectedOutcome } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { AuditedExchange } from '../exchange.ts';

/** A transfer that is of the documented form. */
export interface Sale {
  readonly name: string;
  /** Undefined for a name without an owner. */
  readonly owner: string | undefined;
  /** An agent, or an address outside; undefined for neither. */
  readonly receiver: string | undefined;
  /** 0 for a gift. */
  readonly price: Micros;
  readonly caller: string;
}

/** The outcomes of transfers under either reading of consent. */
export class DomainSales {
  readonly #case: Case;
  /** The most that an agent pays, by name and agent; of the present owner's time alone. */
  readonly #bids = new Map<string, Map<string, Micros>>();

  constructor(file: Case) {
    this.#case = file;
  }

  get #needsBid(): boolean {
    return reads(this.#case, 'domains.saleConsent', 'bid');
  }

  /** True for a call that names what its caller would pay: it moves neither a name nor money. */
  isBid({ receiver, caller }: Sale): boolean {
    return this.#needsBid && receiver === caller;
  }

  /** A bid on what is the caller's, or on what has no owner, is none; nor is one without a price. */
  bid(exchange: AuditedExchange, { name, owner, caller, price }: Sale): void {
    const isNone = owner === undefined || owner === caller || price === 0;
    if (!isOk(exchange)) {
      if (!isNone && !isElsewhere(exchange))
        this.#case.breaks('domain-lifecycle', `a bid of ${usdc(price)} on ${name}, of ${owner}, is refused`);
      return;
    }
    if (isNone)
      this.#case.breaks(
        'domain-lifecycle',
        `a bid of ${usdc(price)} on ${name}, of ${owner ?? 'no owner'}, is taken`,
      );
    const bids = this.#bids.get(name) ?? new Map<string, Micros>();
    this.#bids.set(name, bids.set(caller, price));
  }

  outcome(sale: Sale): ExpectedOutcome {
    const { name, owner, receiver, price, caller } = sale;
    if (receiver === caller) return 'BAD_REQUEST';
    if (owner === undefined || receiver === undefined) return 'NOT_FOUND';
    if (owner !== caller) return 'FORBIDDEN';
    if (price === 0) return 'OK';
    const isAgent = this.#case.agents.has(receiver);
    if (this.#needsBid && isAgent && (this.#bids.get(name)?.get(receiver) ?? 0) < price) return 'FORBIDDEN';
    return !isAgent || this.#case.books.available(receiver) < price ? 'INSUFFICIENT_BALANCE' : 'OK';
  }

  /** True where neither money nor consent can come from outside. */
  isOpen({ receiver, price }: Sale): boolean {
    if (!this.#needsBid || price === 0 || receiver === undefined) return false;
    return !this.#case.agents.has(receiver);
  }

  /** The name has, or may have, another owner. */
  ended(name: string): void {
    this.#bids.delete(name);
  }
}
