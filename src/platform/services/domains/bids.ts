/**
 * The bids of buyers under policy `domains.saleConsent: bid`. A bid is for a name and its present holding: it is void
 * once the name has another owner or has expired.
 */
import type { Journal } from '../../../core/base/journal.ts';
import type { Micros } from '../../../core/base/money.ts';
import { Table } from '../../../core/base/table.ts';
import type { Owner, Ownership, Tenure } from './domain-record.ts';

interface Bid {
  holding: Ownership;
  mostMicros: Micros;
}

/** Stores the latest bid of each buyer for each name; holds no money. */
export class Bids {
  readonly #bids: Table<Bid>;

  constructor(journal: Journal) {
    this.#bids = new Table(journal);
  }

  /** Records a bid; it replaces an earlier bid of the same buyer for the same name. */
  place({ name, holding }: Tenure, buyer: Owner, mostMicros: Micros): void {
    const key = keyOf(name, buyer);
    const known = this.#bids.get(key);
    if (known === undefined) this.#bids.insert(key, { holding, mostMicros });
    else this.#bids.update(known, { holding, mostMicros });
  }

  /** True if the buyer has bid at least this price for the name in its present holding. */
  covers({ name, holding }: Tenure, buyer: Owner, priceMicros: Micros): boolean {
    const bid = this.#bids.get(keyOf(name, buyer));
    return bid !== undefined && bid.holding === holding && bid.mostMicros >= priceMicros;
  }
}

const keyOf = (name: string, { address }: Owner): string => `${name}/${address}`;
