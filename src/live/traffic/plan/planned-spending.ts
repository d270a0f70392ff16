/** What a replay will spend, known before anything is sent, against the budget of the target file. */
import { formatUsdc, type Micros } from '../../../core/base/money.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { expand } from '../../../simulation/trace/references.ts';
import type { SpendingLimits } from '../target/bounds.ts';
import type { Spent } from '../target/budget.ts';
import { priceOf, priceOfText, type CallOf } from '../target/spending.ts';

/** Adds up the requests of a trace that will be sent. */
export class PlannedSpending {
  readonly #limits: SpendingLimits;
  readonly #callOf: CallOf | undefined;
  #requests = 0;
  #micros = 0;
  #unpriced: string | undefined;

  /** Without `callOf` the trace is believed. */
  constructor(limits: SpendingLimits, callOf: CallOf | undefined) {
    this.#limits = limits;
    this.#callOf = callOf;
  }

  /** Requests, and micro-USDC at most; what has no price is not in the sum. */
  get planned(): Spent {
    return { requests: this.#requests, micros: this.#micros };
  }

  add(record: TraceRecord): void {
    const { method, path } = record.request;
    this.#requests += 1;
    const price = priceOfRecord(record, this.#callOf);
    if (price === undefined) this.#unpriced ??= `${method} ${path}`;
    else this.#micros += price;
  }

  /** Describes why the budget does not cover the trace; undefined where it does. */
  mistake(): string | undefined {
    const { requests, micros } = this.#limits;
    if (requests !== undefined && this.#requests > requests)
      return `the trace has ${this.#requests} requests, and the budget is ${requests}; expected a larger budget.requests, or fewer requests (--from, --to)`;
    if (micros === undefined) return undefined;
    if (this.#unpriced !== undefined)
      return `what ${this.#unpriced} costs does not follow from its request; expected no budget.usdc, or a trace without it`;
    return this.#micros > micros
      ? `the trace may cost ${formatUsdc(this.#micros)} USDC, and the budget is ${formatUsdc(micros)}; expected a larger budget.usdc, or fewer requests (--from, --to)`
      : undefined;
  }
}

/** The most that a recorded request may cost, in micro-USDC; undefined where it does not follow from the request. */
export function priceOfRecord(record: TraceRecord, callOf: CallOf | undefined): Micros | undefined {
  const { method, path, body, raw } = record.request;
  const call = callOf === undefined ? record.call : (callOf(method, expand(path, () => 'x') ?? path) ?? '');
  return raw === undefined ? priceOf(call, method, body) : priceOfText(call, method, raw);
}

/** What is left for requests that are sent again. */
export const spareOf = ({ requests, micros }: SpendingLimits, planned: Spent): SpendingLimits => ({
  requests: requests === undefined ? undefined : requests - planned.requests,
  micros: micros === undefined ? undefined : micros - planned.micros,
});
