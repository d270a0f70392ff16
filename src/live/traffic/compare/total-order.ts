/**
 * Which payments from a pool may have come before a read of it, on each side: a replay keeps no order between sessions that do not need
 * each other, and of two requests that a recording proxy saw at once it is unknown which came first.
 */
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { paidBy } from './account-past.ts';

/** Payments that are kept one by one; of older ones both orders are known. */
const keptMax = 1_000;

const payment = /^faucet\/\w+\/(?:register|claim\w*)$/;

/** From the least to the most that a sum can be. */
export interface SumRange {
  readonly least: number;
  readonly most: number;
}

const nothing: SumRange = { least: 0, most: 0 };

/** A request of the replay; `sent` and `over` count what was sent and answered before. */
interface Span {
  sent?: number;
  over?: number;
}

interface Payment extends Span {
  readonly n: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly recorded: number;
  /** What the target has paid; undefined before its response is judged. */
  live?: number | undefined;
}

type Recorded = Pick<TraceRecord, 'n' | 'at' | 'took'>;

/** Follows the payments of one run. Tell it when a request is read from the trace, sent, answered and judged. */
export class TotalOrder {
  readonly #payments = new Map<number, Payment>();
  /** Requests that are sent and not judged. */
  readonly #spans = new Map<number, Span>();
  /** By how much the pool of the target differs for payments that are not kept any more. */
  #settled = 0;
  #steps = 0;

  read({ n, at, took = 0, call, answer }: Recorded & Pick<TraceRecord, 'call' | 'answer'>): void {
    const recorded = payment.test(call) ? paidBy(answer) : undefined;
    if (recorded === undefined) return;
    this.#payments.set(n, { n, fromMs: at, toMs: at + took, recorded });
    if (this.#payments.size > keptMax) this.#settle();
  }

  sent(n: number): void {
    const span: Span = this.#payments.get(n) ?? {};
    span.sent = this.#steps += 1;
    this.#spans.set(n, span);
  }

  answered(n: number): void {
    const span = this.#spans.get(n);
    if (span !== undefined) span.over = this.#steps += 1;
  }

  /** The response is known to have paid that much; undefined where it does not say it, or there is none. */
  judged(n: number, live: number | undefined): void {
    this.#spans.delete(n);
    const paid = this.#payments.get(n);
    if (paid !== undefined) paid.live = live;
  }

  /** By how much a pool of the target may differ from the recorded one at this response, for payments and their order alone. */
  apart(read: Recorded): SumRange {
    const span = this.#spans.get(read.n);
    let [least, most] = [this.#settled, this.#settled];
    for (const paid of this.#payments.values()) {
      const recorded = rangeOf(paid.recorded, isBeforeRecorded(paid, read));
      const live = rangeOf(paid.live ?? paid.recorded, isBeforeLive(paid, span));
      least += recorded.least - live.most;
      most += recorded.most - live.least;
    }
    return { least, most };
  }

  /** Forgets the oldest payment, which both sides have made long ago. */
  #settle(): void {
    for (const [n, { recorded, live, over }] of this.#payments) {
      this.#payments.delete(n);
      this.#settled += recorded - (over === undefined ? 0 : (live ?? recorded));
      return;
    }
  }
}

/** True or false where it is certain. */
function isBeforeRecorded({ n, fromMs, toMs }: Payment, read: Recorded): boolean | undefined {
  if (read.took === undefined) return n < read.n;
  if (toMs < read.at) return true;
  return fromMs > read.at + read.took ? false : undefined;
}

function isBeforeLive({ sent, over }: Payment, read: Span | undefined): boolean | undefined {
  if (sent === undefined) return false;
  if (read?.sent === undefined || read.over === undefined) return undefined;
  if (over !== undefined && over < read.sent) return true;
  return sent > read.over ? false : undefined;
}

const rangeOf = (amount: number, isBefore: boolean | undefined): SumRange =>
  isBefore === false ? nothing : { least: isBefore === true ? amount : 0, most: amount };
