/** Who may give or sell a name to whom, and what a buyer has agreed to pay (DOM18, DOM19, gap N6). */
import type { Micros } from '../../../core/base/money.ts';
import { isOk, reads, type Case, type ExpectedOutcome } from '../case.ts';
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
  /** The most that an agent pays, by name and agent. */
  readonly #bids = new Map<string, Micros>();
  /** Names that have had another owner since: whether older bids on them stand is open. */
  readonly #sold = new Set<string>();

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
    if (!isOk(exchange)) return;
    if (owner === undefined || owner === caller || price === 0)
      this.#case.breaks(
        'domain-lifecycle',
        `a bid of ${usdc(price)} on ${name}, of ${owner ?? 'no owner'}, is taken`,
      );
    this.#bids.set(`${name} ${caller}`, price);
  }

  outcome(sale: Sale): ExpectedOutcome {
    const { name, owner, receiver, price, caller } = sale;
    if (receiver === caller) return 'BAD_REQUEST';
    if (owner === undefined || receiver === undefined) return 'NOT_FOUND';
    if (owner !== caller) return 'FORBIDDEN';
    if (price === 0) return 'OK';
    const isAgent = this.#case.agents.has(receiver);
    if (this.#needsBid && isAgent && (this.#bids.get(`${name} ${receiver}`) ?? 0) < price) return 'FORBIDDEN';
    return !isAgent || this.#case.books.available(receiver) < price ? 'INSUFFICIENT_BALANCE' : 'OK';
  }

  /** True where an older bid may stand or not, or where neither money nor consent can come from outside. */
  isOpen({ name, receiver, price }: Sale): boolean {
    if (!this.#needsBid || price === 0 || receiver === undefined) return false;
    return !this.#case.agents.has(receiver) || this.#sold.has(name);
  }

  ended(name: string): void {
    this.#sold.add(name);
  }
}
