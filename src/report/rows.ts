/** The rows of the two tables that are streamed during a run; types only. */

/** One answered request; a row of `events.csv`. */
export interface EventRow {
  readonly event: number;
  /** ISO 8601, virtual. */
  readonly at: string;
  readonly agent: string;
  readonly behaviour: string;
  readonly service: string;
  readonly style: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Empty unless the request was refused. */
  readonly code: string;
  /** True if a kept answer was repeated for an idempotency key. */
  readonly replayed: boolean;
  /** Eight hex digits of a hash of the response body. */
  readonly answer: string;
}

/** One transfer; a row of `ledger.csv`. */
export interface LedgerRow {
  readonly id: number;
  /** ISO 8601, virtual. */
  readonly at: string;
  /** Name of the account that pays. */
  readonly debit: string;
  /** Name of the account that is paid. */
  readonly credit: string;
  /** Decimal text of USDC. */
  readonly amount: string;
  readonly kind: string;
  readonly phase: string;
  /** The pending transfer that this row ends; empty for a row that ends none. */
  readonly resolves: number | '';
}
