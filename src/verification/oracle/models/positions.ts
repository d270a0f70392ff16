/** What trades in perpetuals take and bring, whichever of what it may be the position of the caller is (TRD14, TRD26, gap T14). */
import type { Micros } from '../../../core/base/money.ts';
import { reads, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { EndWay } from '../open-ends.ts';
import { none, type Candidates, type PositionBook } from './position-book.ts';
import { outcomeOf, type TradeOutcome, type Trade } from './position-terms.ts';

/** What an answer says of an order that was filled at once. */
interface Shown {
  readonly fee?: Micros | undefined;
  readonly units?: bigint | undefined;
}

/** An order that rests, as it is filled. */
interface RestingFill extends Trade {
  readonly pair: string;
  readonly holds: Micros;
  readonly feeOn: (worth: Micros) => Micros;
  readonly filled: (fee: Micros) => void;
}

/** Books margins, gains and losses of trades in perpetuals. */
export class Positions {
  readonly #case: Case;
  readonly #book: PositionBook;

  constructor(file: Case, book: PositionBook) {
    this.#case = file;
    this.#book = book;
  }

  /** True where an order may be traded in part: it closes a position and opens none (gap T14). */
  isCut(agent: string, { pair, side }: { pair: string; side: string }): boolean {
    return this.#isClosingOnly && this.#book.mayClose(agent, { pair, side });
  }

  /** An order has been filled at once; `feeOn` says what is paid for so much. */
  traded(
    agent: string,
    trade: Trade & { pair: string; shown: Shown; feeOn: (worth: Micros) => Micros },
  ): void {
    const { pair, shown, feeOn } = trade;
    if (this.#book.isUnknown(agent, pair)) return this.tradedUnknown(agent, trade);
    const possible = this.#book
      .at(agent, pair, trade.atMs)
      .map((position) => outcomeOf(position, trade, { ...this.#reading, feeOn }))
      .filter(({ fee, units }) => fee === (shown.fee ?? fee) && units === (shown.units ?? units));
    if (possible.length === 0)
      return this.#case.breaks(
        'order-terms',
        `${pair}: no position of the caller gives a fee of ${usdc(shown.fee ?? 0)}`,
      );
    const groups = grouped(possible);
    if (groups.length > 1 && this.#isUnseenNow(agent)) return this.#tradedUnseen(agent, pair, possible);
    const ways = groups.map((same): EndWay => {
      const [{ fee }] = same;
      const [low, high] = [lowest(same), highest(same)];
      const [shares] = this.#case.sharesOf({ service: 'trading', payer: agent, feeMicros: fee }, false);
      return {
        changes: [{ agent, available: low, upTo: high - low }, ...(shares?.changes ?? [])],
        follows: () => {
          this.#book.set(
            agent,
            pair,
            same.map(({ next }) => next),
          );
          this.#case.feeCharged({
            service: 'trading',
            payer: agent,
            feeMicros: fee,
            isBooked: shares?.isBooked ?? false,
          });
        },
      };
    });
    this.#case.books.decide(ways);
  }

  /** The position, or the quantity, may be anything: what is available is taken as it is. */
  tradedUnknown(
    agent: string,
    {
      pair,
      amount,
      shown,
      feeOn,
    }: Pick<Trade, 'amount'> & { pair: string; shown: Shown; feeOn: (worth: Micros) => Micros },
  ): void {
    if (this.#isClosingOnly && shown.fee === undefined) this.#chargesUnknown(agent);
    else this.#case.feeCharged({ service: 'trading', payer: agent, feeMicros: shown.fee ?? feeOn(amount) });
    this.#book.forget(agent, pair);
  }

  /**
   * What the fill of a resting order may do between two requests: opening a position that the price closes at once is
   * one of it. `holds` is released first.
   */
  fillWays(agent: string, order: RestingFill): EndWay[] {
    const { pair, holds, feeOn, filled } = order;
    const reading = { ...this.#reading, feeOn, venue: Infinity };
    const possible = this.#book.at(agent, pair, order.atMs).map((position) => {
      const outcome = outcomeOf(position, order, reading);
      // What the venue had at that instant is not known.
      const { low } = this.#isShort ? outcomeOf(position, order, { ...reading, venue: 0 }) : outcome;
      return { ...outcome, low };
    });
    if (this.#isUnseen(agent)) return this.#unseenWays(agent, order, possible);
    return grouped(possible).flatMap((same) => {
      const [{ fee }] = same;
      const [low, high] = [lowest(same), highest(same)];
      const nexts = same.map(({ next }) => next);
      const rest = Math.max(
        0,
        ...nexts.map((next) => (next === undefined ? 0 : this.#book.leftAtMost(next))),
      );
      const charged = { service: 'trading', payer: agent, feeMicros: fee } as const;
      return this.#case.sharesOf(charged, true).flatMap(({ changes, isBooked, isOnly }) => {
        const way = (upTo: Micros, then: Candidates): EndWay => ({
          changes: [{ agent, available: holds + low, held: -holds, upTo: high - low + upTo }, ...changes],
          follows: (isSure) => {
            if (!this.#book.isUnknown(agent, pair)) this.#book.set(agent, pair, then);
            this.#case.feeCharged({ ...charged, isBooked, isSure: isSure || isOnly });
            // Last: it may leave open what the position is.
            filled(fee);
          },
        });
        return rest === 0
          ? [way(0, [...nexts, undefined])]
          : [way(0, [...nexts, undefined]), way(rest, none)];
      });
    });
  }

  /** Nothing but what is held shows that it has happened: any of them may have been. */
  #unseenWays(agent: string, order: RestingFill, possible: readonly TradeOutcome[]): EndWay[] {
    const { pair, holds, filled } = order;
    const [first] = possible;
    const isSure = possible.every(({ fee }) => fee === first?.fee);
    const feeMicros = first?.fee ?? 0;
    const charged = { service: 'trading', payer: agent, feeMicros } as const;
    return this.#case.sharesOf(charged, true).map(({ changes, isBooked }) => ({
      changes: [{ agent, held: -holds }, ...(isSure ? changes : [])],
      follows: () => {
        if (isSure) this.#case.feeCharged({ ...charged, isBooked });
        else this.#chargesUnknown(agent);
        if (isSure) this.#book.set(agent, pair, [...possible.map(({ next }) => next), undefined]);
        else this.#book.forget(agent, pair);
        filled(feeMicros);
      },
    }));
  }

  get #reading(): { isClosingOnly: boolean; venue: Micros } {
    const venue = this.#isShort ? this.#case.houses.seen('trading:venue') : undefined;
    return { isClosingOnly: this.#isClosingOnly, venue: venue ?? Infinity };
  }

  /** True where the venue may have less than a gain, and pays as far as it can. */
  get #isShort(): boolean {
    const { changed } = this.#case.setting;
    return changed.includes('trading.venue') && reads(this.#case, 'trading.venueShort', 'capped');
  }

  get #isClosingOnly(): boolean {
    return reads(this.#case, 'trading.netting', 'close-only');
  }

  /** During a request of trading, where what other services may do is seen. */
  #isUnseenNow(agent: string): boolean {
    return this.#case.books.mayDrift(agent, 'trading') || this.#case.books.isVague(agent);
  }

  #isUnseen(agent: string): boolean {
    return this.#case.books.isLoose(agent) || this.#case.books.isVague(agent);
  }

  /** No balance says which of them it was. */
  #tradedUnseen(agent: string, pair: string, possible: readonly TradeOutcome[]): void {
    const [first] = possible;
    if (first === undefined || possible.some(({ fee }) => fee !== first.fee)) {
      this.#chargesUnknown(agent);
      return this.#book.forget(agent, pair);
    }
    this.#book.set(
      agent,
      pair,
      possible.map(({ next }) => next),
    );
    this.#case.feeCharged({ service: 'trading', payer: agent, feeMicros: first.fee });
  }

  #chargesUnknown(agent: string): void {
    this.#case.houses.loosen('trading:fees');
    this.#case.invalidateReferrers(agent);
  }
}

/** Outcomes that the balance cannot tell apart. */
function grouped(outcomes: readonly TradeOutcome[]): [TradeOutcome, ...TradeOutcome[]][] {
  const groups: [TradeOutcome, ...TradeOutcome[]][] = [];
  for (const outcome of outcomes.toSorted((one, other) => one.low - other.low)) {
    const last = groups.at(-1);
    const same = last?.some((one) => one.high >= outcome.low && one.fee === outcome.fee);
    if (last !== undefined && same === true) last.push(outcome);
    else groups.push([outcome]);
  }
  return groups;
}

const lowest = (outcomes: readonly TradeOutcome[]): Micros => Math.min(...outcomes.map(({ low }) => low));
const highest = (outcomes: readonly TradeOutcome[]): Micros => Math.max(...outcomes.map(({ high }) => high));
