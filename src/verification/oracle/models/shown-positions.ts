/** Positions as answers show them, against what they may be (TRD03, TRD10): from then on each is what was shown. */
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { expectField, isOk, objects, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { none, type PositionBook } from './position-book.ts';
import { checkRow, costOf, differenceOf, rowOf, type PositionRow } from './position-rows.ts';
import { atTwelve } from './trade-arithmetic.ts';

/** Checks `position-value`, `funding-direction` and `liquidation-on-time`. */
export class ShownPositions {
  readonly #case: Case;
  readonly #book: PositionBook;

  constructor(file: Case, book: PositionBook) {
    this.#case = file;
    this.#book = book;
  }

  /** The rows of a portfolio in style B, the positions in style A. */
  listed(exchange: AuditedExchange, caller: string): void {
    const { answer, atMs, style } = exchange;
    if (!isOk(exchange)) return;
    const shown = new Set<string>();
    // Of several positions that are gone a balance does not say which has left something.
    const isAlone = this.#book.pairsOf(caller).size === 1;
    for (const body of objects(answer, 'positions')) {
      if (style === 'B' && body['market_type'] !== 'perp') continue;
      const symbol = text(body, 'symbol') ?? 'A-PERP';
      expectField(this.#case, 'styles-agree', {
        name: 'a symbol of a perpetual',
        seen: /^[A-Z0-9]+-PERP$/.test(symbol),
        wanted: true,
      });
      const row = rowOf(body, style);
      if (row === undefined) continue;
      shown.add(row.pair);
      checkRow(this.#case, row, body);
      this.#shown(caller, row, atMs);
    }
    for (const pair of this.#book.pairsOf(caller)) {
      if (shown.has(pair)) continue;
      if (isAlone) this.#book.holdsRest(caller, pair, atMs);
      this.#missing(caller, pair, atMs);
    }
  }

  /** It is one of those that it may be, and from now on this one. */
  #shown(agent: string, row: PositionRow, atMs: Instant): void {
    const { pair, side, qty, margin, funding } = row;
    const open = this.#book.at(agent, pair, atMs).filter((position) => position !== undefined);
    const match = open.find((position) => differenceOf(row, position) === undefined);
    if (!this.#book.isUnknown(agent, pair) && match === undefined) {
      const [first] = open;
      const difference = first && differenceOf(row, first);
      return this.#case.breaks(
        difference?.property ?? 'position-value',
        difference === undefined
          ? `a position in ${pair} that no order has opened`
          : `${pair}: ${difference.message}`,
      );
    }
    const seen = { side, units: atTwelve(qty), cost: costOf(row), margin, funding };
    const bought = this.#book.isUnknown(agent, pair) ? undefined : match?.bought;
    this.#book.set(agent, pair, [
      { ...seen, bought, slack: 0, isTied: true, sinceMs: atMs, isSinceExact: true },
    ]);
  }

  /** There is none: it may never have been, or a step of the prices has closed it. */
  #missing(agent: string, pair: string, atMs: Instant): void {
    const isKnown = !this.#book.isUnknown(agent, pair);
    if (isKnown && !this.#book.at(agent, pair, atMs).includes(undefined)) {
      return this.#case.breaks(
        'position-value',
        `the position in ${pair} is missing at ${formatInstant(atMs)}`,
      );
    }
    this.#book.set(agent, pair, none);
  }
}
