/** Sales of names: bids and payments (gap N6). */
import type { Micros } from '../../../core/base/money.ts';
import { refuse, type Outcome, type Refusal } from '../../../core/base/refusal.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import { Bids } from './bids.ts';
import type { Owner, Tenure, Transferred, DomainTransferOrder } from './domain-record.ts';

/** The NOT_FOUND of a name without an owner (gap N8). */
export const unregistered = (name: string): Refusal =>
  refuse('NOT_FOUND', `domain "${name}" is not registered`);

/** Settles the price of a transfer; `Domains` moves the name itself. */
export class Sales {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #bids: Bids;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#bids = new Bids(parts.platform.journal);
  }

  /**
   * A transfer to oneself: a bid for another owner's name under policy `domains.saleConsent: bid`, else BAD_REQUEST.
   */
  bid(parts: { order: DomainTransferOrder; tenure: Tenure | null; bidder: Owner }): Outcome<Transferred> {
    const { order, tenure, bidder } = parts;
    const { name, priceMicros } = order;
    const isBid = this.#platform.policies['domains.saleConsent'] === 'bid' && priceMicros !== null;
    if (!isBid || tenure?.owner.agent === bidder.agent) {
      return refuse('BAD_REQUEST', 'sender and receiver are the same agent');
    }
    if (tenure === null) return unregistered(name);
    this.#bids.place(tenure, bidder, priceMicros);
    return { name, from: tenure.owner, to: bidder, priceMicros, txHash: null };
  }

  /**
   * Moves the price from buyer to seller. Refuses FORBIDDEN without the bid that the policy needs, INSUFFICIENT_BALANCE
   * if the receiver cannot pay.
   */
  settle(sale: {
    tenure: Tenure;
    to: Owner;
    priceMicros: Micros;
    seller: RegisteredAgent;
  }): Outcome<'settled'> {
    const { tenure, to, priceMicros, seller } = sale;
    const { ledger, policies } = this.#platform;
    if (policies['domains.saleConsent'] === 'bid' && !this.#bids.covers(tenure, to, priceMicros)) {
      return refuse('FORBIDDEN', 'the receiver has not bid that much for the domain');
    }
    if (to.agent === null || ledger.available(to.agent.account) < priceMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance of the receiver does not cover the price');
    }
    const atMs = this.#clock.nowMs;
    const [debit, credit] = [to.agent.account, seller.account];
    ledger.book({ debit, credit, amount: priceMicros, kind: 'domain-sale', atMs });
    return 'settled';
  }
}
