/**
 * The order in which real clients' requests followed each other: what a request shows of others' writes depends on which of them were over.
 * A request that began after the response to another is sent after the response to that one.
 */
import type { TraceRecord } from '../../../simulation/trace/format.ts';

/** Requests looked back at; of more that were under way at once some are not waited for. */
const recentMax = 1_000;

interface Exchange {
  readonly n: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const none: readonly number[] = [];

/** Follows the requests of a trace in their order, which is that of their beginnings. */
export class RecordedOrder {
  readonly #recent: Exchange[] = [];

  /**
   * The requests that were over when this one began, without those that were over when one of these began. None in a trace of the simulation,
   * whose requests take no time.
   */
  follows({ n, at, took }: Pick<TraceRecord, 'n' | 'at' | 'took'>): readonly number[] {
    if (took === undefined) return none;
    const over = this.#recent.filter(({ toMs }) => toMs < at);
    const latestMs = Math.max(...over.map(({ fromMs }) => fromMs));
    this.#recent.push({ n, fromMs: at, toMs: at + took });
    if (this.#recent.length > recentMax) this.#recent.shift();
    return over.filter(({ toMs }) => toMs >= latestMs).map((exchange) => exchange.n);
  }
}
