/** In which order the requests of one run came on both sides, as far as that is known: payments from a pool, and writes of other sessions. */
import { TotalOrder, type SumRange } from './total-order.ts';
import { WriteOrder } from './write-order.ts';

/** Tell it when a request is read from the trace, sent, answered and judged, and of those of real clients when they are planned. */
export class RunOrder {
  readonly #totals = new TotalOrder();
  readonly #writes = new WriteOrder();

  read(record: Parameters<TotalOrder['read']>[0]): void {
    this.#totals.read(record);
  }

  planned(request: Parameters<WriteOrder['planned']>[0]): void {
    this.#writes.planned(request);
  }

  sent(n: number): void {
    this.#totals.sent(n);
    this.#writes.sent(n);
  }

  answered(n: number): void {
    this.#totals.answered(n);
    this.#writes.answered(n);
  }

  judged(n: number, paid: number | undefined): void {
    this.#totals.judged(n, paid);
  }

  /** By how much a pool may differ at this response. */
  apart(read: Parameters<TotalOrder['apart']>[0]): SumRange {
    return this.#totals.apart(read);
  }

  /** True if another session's write that this response may show came before it on one side alone. */
  isOpen(request: Parameters<WriteOrder['isOpen']>[0]): boolean {
    return this.#writes.isOpen(request);
  }
}
