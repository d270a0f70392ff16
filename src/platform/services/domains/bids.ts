/**
 * Under policy `domains.saleConsent: bid`, what buyers have said they would pay. A bid is for the name in its present
 * hands: once it has changed hands, or fallen free, the bid is void.
 */
import type { Journal } from '../../../core/base/journal.ts';
import type { Micros } from '../../../core/base/money.ts';
import { Table } from '../../../core/base/table.ts';
import type { Holding, Owner, Tenure } from './domain-record.ts';

interface Bid {
  holding: Holding;
  mostMicros: Micros;
}

export class Bids {
  readonly #bids: Table<Bid>;

  constructor(journal: Journal) {
    this.#bids = new Table(journal);
  }

  /** A later bid of the same buyer takes the place of an earlier one. */
  place({ name, holding }: Tenure, buyer: Owner, mostMicros: Micros): void {
    const key = keyOf(name, buyer);
    const known = this.#bids.get(key);
    if (known === undefined) this.#bids.insert(key, { holding, mostMicros });
    else this.#bids.update(known, { holding, mostMicros });
  }

  /** True while the buyer would pay this price for the name in these hands. */
  covers({ name, holding }: Tenure, buyer: Owner, priceMicros: Micros): boolean {
    const bid = this.#bids.get(keyOf(name, buyer));
    return bid !== undefined && bid.holding === holding && bid.mostMicros >= priceMicros;
  }
}

const keyOf = (name: string, { address }: Owner): string => `${name}/${address}`;
