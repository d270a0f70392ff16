/**
 * Which payments from a pool may have come before a read of it on one side and after it on the other: a replay keeps no order between
 * sessions that do not need each other, and of two requests that a recording proxy saw at once it is unknown which came first.
 */
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { paidBy } from './account-past.ts';

/** Payments that are kept after their responses. */
const keptMax = 1_000;

const payment = /^faucet\/\w+\/(?:register|claim\w*)$/;

interface Payment {
  readonly n: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly amount: number;
}

/** Follows the payments of one run. Tell it of each request before it is sent, and when it is over. */
export class TotalOrder {
  /** Payments without a response so far. */
  readonly #open = new Map<number, Payment>();
  /** The latest payments with a response. */
  readonly #over: Payment[] = [];

  begin({ n, at, took = 0, call, answer }: Pick<TraceRecord, 'n' | 'at' | 'took' | 'call' | 'answer'>): void {
    const amount = payment.test(call) ? paidBy(answer) : undefined;
    if (amount !== undefined && amount > 0) this.#open.set(n, { n, fromMs: at, toMs: at + took, amount });
  }

  end(n: number): void {
    const paid = this.#open.get(n);
    if (paid === undefined) return;
    this.#open.delete(n);
    this.#over.push(paid);
    if (this.#over.length > keptMax) this.#over.shift();
  }

  /**
   * By how much a pool may differ at this response, which ends now, for no other reason than the order. `aroundMs`: how far apart the
   * recorded times of two requests may be that the target has had at once.
   */
  apart({ n, at, took = 0 }: Pick<TraceRecord, 'n' | 'at' | 'took'>, aroundMs: number): number {
    const isAtOnce = ({ fromMs, toMs }: Payment): boolean => fromMs <= at + took && toMs >= at;
    const late = [...this.#open.values()].filter(
      (paid) => paid.n < n || paid.fromMs <= at + aroundMs || isAtOnce(paid),
    );
    const early = this.#over.filter((paid) => paid.n > n || isAtOnce(paid));
    return [...late, ...early].reduce((sum, { amount }) => sum + amount, 0);
  }
}
