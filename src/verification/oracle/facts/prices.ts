/**
 * Prices as all calls tell them: in one instant one price of a pair, whatever the call and the style, and a bid and an
 * ask around the middle (TRD14, gap T7).
 */
import { objects, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

interface Reported {
  readonly atMs: number;
  readonly price: number;
}

/** Checks `prices-agree`. Give it successful exchanges that are no repeats. */
export class MarketPrices {
  readonly #case: Case;
  readonly #marks = new Map<string, Reported>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    if (exchange.service !== 'trading') return;
    const { operation, style, answer, atMs, params } = exchange;
    if (operation === 'price') this.#quoted(exchange);
    if (operation === 'ticker') this.#reported(String(params['symbol']), Number(answer['mark_price']), atMs);
    const rows = operation === 'markets' ? objects(answer, 'markets') : objects(answer, 'positions');
    for (const row of rows)
      if (row['mark_price'] !== undefined)
        this.#reported(String(style === 'A' ? row['symbol'] : row['pair']), Number(row['mark_price']), atMs);
  }

  #quoted({ answer, atMs }: AuditedExchange): void {
    const [bid, ask, mid] = [Number(answer['bid']), Number(answer['ask']), Number(answer['mid'])];
    if (!(bid < mid && mid < ask))
      this.#case.breaks('prices-agree', `a bid of ${bid} and an ask of ${ask} stand around ${mid}`);
    // Half a spread of 5 basis points to either side, but for rounding.
    const off = Math.max(Math.abs(ask / mid - 1.00025), Math.abs(bid / mid - 0.99975));
    if (off > 2e-5)
      this.#case.breaks('prices-agree', `bid ${bid} and ask ${ask} are not 5 basis points apart`);
    this.#reported(String(answer['pair']), mid, atMs);
  }

  #reported(market: string, price: number, atMs: number): void {
    const pair = market.replace(/-PERP$/, '-USDC');
    const before = this.#marks.get(pair);
    if (before?.atMs === atMs && before.price !== price)
      this.#case.breaks(
        'prices-agree',
        `${pair} is at ${price}; in the same instant it was at ${before.price}`,
      );
    this.#marks.set(pair, { atMs, price });
  }
}
